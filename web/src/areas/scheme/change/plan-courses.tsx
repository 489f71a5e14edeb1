import type { OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import { gradeMajorApprovalCourses } from '@jwxt/contracts/scheme/change/grade-major-plan.operations.ts';
import { useOperation } from '../../../lib/queries.ts';
import { DataTable, type Column } from '../../../ui/data-table.tsx';
import { Card } from '../../../ui/page.tsx';
import { TwoLines } from '../../../ui/two-lines.tsx';

type Course = OutputOf<typeof gradeMajorApprovalCourses>['list'][number];

const courseColumns: Column<Course>[] = [
  {
    key: 'course',
    title: '课程',
    width: 'auto',
    align: 'left',
    render: (row) => <TwoLines first={row.courseName} second={row.courseBusinessCode} />,
  },
  {
    key: 'term',
    title: '学期',
    width: 130,
    render: (row) => <TwoLines first={`第${String(row.term)}学期`} second={row.semesterId} />,
  },
  {
    key: 'system',
    title: '课程模块',
    width: 180,
    align: 'left',
    ellipsis: true,
    render: (row) => row.courseSystemName,
  },
  { key: 'attribute', title: '属性', width: 70, render: (row) => row.courseAttributeName },
  { key: 'credit', title: '学分', width: 60, align: 'right', render: (row) => row.credit },
  {
    key: 'hours',
    title: '学时',
    width: 150,
    align: 'left',
    render: (row) => <TwoLines first={row.totalHour} second={row.hours} />,
  },
  { key: 'exam', title: '考核', width: 80, render: (row) => row.examMethodName },
  {
    key: 'unit',
    title: '开课单位',
    width: 150,
    align: 'left',
    ellipsis: true,
    render: (row) => row.openDepartmentName,
  },
];
/** What is decided with a plan, inside the details of its application. */
export function PlanCoursesOf({ applyId }: { applyId: string }) {
  return (
    <Card flush title="送审的课程">
      <PlanCourses applyId={applyId} />
    </Card>
  );
}

/** The courses of a plan that was sent for approval. */
export function PlanCourses({ applyId }: { applyId: string }) {
  const query = useOperation(gradeMajorApprovalCourses, { applyId });
  return (
    <DataTable
      label="送审的课程"
      columns={courseColumns}
      rows={query.data?.list}
      query={query}
      rowKey={(row) => row.executionPlanId}
      numberFrom={1}
      twoLine
      minWidth={1040}
      empty={{ reason: '没有课程' }}
    />
  );
}
