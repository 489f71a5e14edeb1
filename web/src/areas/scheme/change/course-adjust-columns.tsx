import type { CourseAdjustItem } from '@jwxt/contracts/scheme/change/course-adjust.operations.ts';
import { courseAdjustTypeNames, implementStatus } from '@jwxt/contracts/scheme/change/course-adjust.vocabulary.ts';
import type { Column } from '../../../ui/data-table.tsx';
import { TwoLines } from '../../../ui/two-lines.tsx';

/** What lists tell of a change of a plan. */
export const adjustColumns: readonly Column<CourseAdjustItem>[] = [
  {
    key: 'gradeMajor',
    sort: 'gradeMajorName',
    title: '年级专业',
    width: 150,
    align: 'left',
    render: (row) => <TwoLines first={row.gradeMajorName} second={row.departmentName} />,
  },
  {
    key: 'course',
    title: '课程',
    width: 180,
    align: 'left',
    render: (row) => (
      <TwoLines
        first={row.newCourseName === '' ? row.courseName : `${row.courseName} → ${row.newCourseName}`}
        second={`${courseAdjustTypeNames[row.adjustType]} · ${row.courseBusinessCode}`}
      />
    ),
  },
  {
    key: 'content',
    title: '调整内容',
    width: 'auto',
    align: 'left',
    render: (row) => <TwoLines first={row.changeContent} second={row.adjustReason} />,
  },
  { key: 'credit', sort: 'creditDiff', title: '学分变化', width: 76, align: 'right', render: (row) => row.creditDiff },
  {
    key: 'applicant',
    sort: 'applyTime',
    title: '申请人与时间',
    width: 152,
    align: 'left',
    render: (row) => <TwoLines first={row.applicantName} second={row.applyTime} />,
  },
];

/** When it was carried out. */
export const implementColumn: Column<CourseAdjustItem> = {
  key: 'implement',
  sort: 'implementTime',
  title: '执行',
  width: 96,
  render: (row) =>
    row.implementStatus === implementStatus.done ? (
      <TwoLines first="已执行" second={row.implementTime ?? ''} />
    ) : (
      '未执行'
    ),
};
