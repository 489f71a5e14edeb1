import type { ShownCourse } from '@jwxt/contracts/standing/frozen-course.ts';
import { DataTable, type Column } from '../ui/data-table.tsx';
import { TwoLines } from '../ui/two-lines.tsx';

const columns: Column<ShownCourse>[] = [
  {
    key: 'course',
    title: '课程',
    width: 'auto',
    align: 'left',
    render: (row) => <TwoLines first={row.courseName} second={`${row.courseNum} · ${row.semesterName}`} />,
  },
  { key: 'attribute', title: '属性', width: 90, render: (row) => row.courseAttributeName },
  { key: 'credit', title: '学分', width: 64, align: 'right', render: (row) => row.courseCredit },
  {
    key: 'score',
    title: '成绩',
    width: 80,
    align: 'right',
    render: (row) =>
      row.passed ? row.finalName : <span style={{ color: 'var(--jw-red-text)' }}>{row.finalName}</span>,
  },
  { key: 'point', title: '绩点', width: 64, align: 'right', render: (row) => row.point },
  { key: 'why', title: '计入说明', width: 200, align: 'left', ellipsis: true, render: (row) => row.why },
];

/** The courses that went into a frozen standing (SCORE-MORE-21, 25). */
export function FrozenCourses({ courses }: { courses: readonly ShownCourse[] }) {
  return (
    <DataTable
      label="计入的课程"
      columns={columns}
      rows={courses}
      rowKey={(row) => row.attemptId}
      numberFrom={1}
      twoLine
      scrollHeight={300}
      empty={{ reason: '没有计入的课程' }}
    />
  );
}
