import type { electiveItem } from '@jwxt/contracts/elective/elective.operations.ts';
import type { z } from 'zod';
import { ApplicationStatus } from '../../pickers/application-status.tsx';
import type { Column } from '../../ui/data-table.tsx';
import classes from './elective.module.css';

export type ElectiveItem = z.output<typeof electiveItem>;

const second = (text: string) => <div className={`${classes['second'] ?? ''} jw-ellipsis`} title={text}>{text}</div>;

/** What both lists of applications tell of one: the course, its size, who teaches, how it stands. */
export const courseColumns: readonly Column<ElectiveItem>[] = [
  { key: 'course', title: '课程', width: 'auto', align: 'left', render: (row) => <><div className="jw-ellipsis" title={row.courseName}>{row.courseName || '（未填写课程名称）'}</div>{second([row.courseBusinessCode, row.courseSource === '1' ? '新课程' : '已有课程'].filter(Boolean).join(' · '))}</> },
  { key: 'semester', title: '学期与类别', width: 190, align: 'left', render: (row) => <><div className="jw-ellipsis">{row.semesterName || '—'}</div>{second(row.publicCourseCategoryName || '—')}</> },
  { key: 'size', title: '学分与规模', width: 160, align: 'left', render: (row) => <><div className="jw-ellipsis">{row.credit || '—'} 学分 · {row.totalHour || '—'} 学时</div>{second(row.classPlanNum && row.classSize ? `${row.classPlanNum} 个班 × ${row.classSize} 人` : '—')}</> },
  { key: 'teacher', title: '任课教师', width: 140, align: 'left', render: (row) => <><div className="jw-ellipsis" title={row.teacherNames}>{row.teacherNames || '—'}</div>{second(row.departmentName || '—')}</> },
];

export const statusColumn: Column<ElectiveItem> = {
  key: 'status', title: '状态', width: 130, align: 'center',
  render: (row) => <><ApplicationStatus status={row.approvalBusinessStatus} name={row.approvalBusinessStatusName} />{row.currentNodeName !== null && <div className={classes['second']}>{row.currentNodeName}</div>}</>,
};
