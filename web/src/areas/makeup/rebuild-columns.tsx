import type { z } from 'zod';
import type { rebuildRow } from '@jwxt/contracts/makeup/rebuild-management.operations.ts';
import type { Column } from '../../ui/data-table.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import { TwoLines } from '../../ui/two-lines.tsx';
import { payTone, signUpTone } from './rebuild-tone.ts';

/** A student at a course that he failed, with his sign-up where there is one. */
export type RebuildRow = z.output<typeof rebuildRow>;

/** Who it is about. */
export const studentColumns: readonly Column<RebuildRow>[] = [
  {
    key: 'student',
    title: '学生',
    width: 124,
    align: 'left',
    render: (row) => <TwoLines first={row.studentName} second={row.studentNumber} />,
  },
  {
    key: 'class',
    title: '院系与班级',
    width: 164,
    align: 'left',
    render: (row) => <TwoLines first={row.departmentName} second={row.studentClassName} />,
  },
];

/** Which course, and how it went before. */
export const courseColumns: readonly Column<RebuildRow>[] = [
  {
    key: 'course',
    title: '课程',
    width: 'auto',
    align: 'left',
    render: (row) => (
      <TwoLines
        first={row.courseName}
        second={`${row.courseNum} · ${row.courseCredit}学分 · ${row.openDepartmentName}`}
      />
    ),
  },
  {
    key: 'origin',
    title: '原成绩',
    width: 180,
    align: 'left',
    render: (row) => (
      <TwoLines
        first={`${row.originScore}${row.scoreRemarkName === '' ? '' : `（${row.scoreRemarkName}）`}${
          row.rebuildTimes === 0 ? '' : ` · 已重修${String(row.rebuildTimes)}次`
        }`}
        second={row.originSemesterName}
      />
    ),
  },
];

/** Whether and how far it has come. */
export const signUpColumns: readonly Column<RebuildRow>[] = [
  {
    key: 'mode',
    title: '方式与报名时间',
    width: 152,
    align: 'left',
    render: (row) => <TwoLines first={row.rebuildModeName} second={row.signUpTime} />,
  },
  {
    key: 'fee',
    title: '费用（元）',
    width: 96,
    align: 'right',
    render: (row) => (
      <>
        <div>{row.amount}</div>
        {row.payStatusName !== '' && (
          <StatusTag tone={payTone(row.payStatus)} icon={null}>
            {row.payStatusName}
          </StatusTag>
        )}
      </>
    ),
  },
  {
    key: 'status',
    title: '状态与班级',
    width: 176,
    align: 'left',
    render: (row) => (
      <TwoLines
        first={<StatusTag tone={signUpTone(row.signUpStatus)}>{row.signUpStatusName}</StatusTag>}
        second={row.rebuildClassName}
      />
    ),
  },
];
