import type { electiveItem } from '@jwxt/contracts/elective/elective.operations.ts';
import { courseSource } from '@jwxt/contracts/elective/elective.vocabulary.ts';
import { NOTHING } from '@jwxt/contracts/kernel/nothing.ts';
import type { z } from 'zod';
import type { ApplicationState } from '../../pickers/application-status.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { TwoLines } from '../../ui/two-lines.tsx';

export type ElectiveItem = z.output<typeof electiveItem>;

/** What both lists of applications tell of one: the course, its size, who teaches. */
export const courseColumns: readonly Column<ElectiveItem>[] = [
  {
    key: 'course',
    sort: 'courseName',
    title: '课程',
    width: 'auto',
    align: 'left',
    render: (row) => (
      <TwoLines
        first={row.courseName || '（未填写课程名称）'}
        second={[row.courseBusinessCode, row.courseSource === courseSource.new ? '新课程' : '已有课程']
          .filter(Boolean)
          .join(' · ')}
      />
    ),
  },
  {
    key: 'semester',
    sort: 'semesterName',
    title: '学期与类别',
    width: 190,
    align: 'left',
    render: (row) => <TwoLines first={row.semesterName || NOTHING} second={row.publicCourseCategoryName || NOTHING} />,
  },
  {
    key: 'size',
    title: '学分与规模',
    width: 160,
    align: 'left',
    render: (row) => (
      <TwoLines
        first={`${row.credit || NOTHING} 学分 · ${row.totalHour || NOTHING} 学时`}
        second={row.classPlanNum && row.classSize ? `${row.classPlanNum} 个班 × ${row.classSize} 人` : NOTHING}
      />
    ),
  },
  {
    key: 'teacher',
    title: '任课教师',
    width: 140,
    align: 'left',
    render: (row) => <TwoLines first={row.teacherNames || NOTHING} second={row.departmentName || NOTHING} />,
  },
];

/** How one stands. */
export const stateOf = (row: ElectiveItem): ApplicationState => ({
  status: row.approvalBusinessStatus,
  statusName: row.approvalBusinessStatusName,
  nodeName: row.currentNodeName,
});
