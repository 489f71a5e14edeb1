import {
  exportElectivePlans,
  queryElectivePlans,
  type electivePlan,
  electivePlanSorts,
} from '@jwxt/contracts/elective/elective.operations.ts';
import { Link, useNavigate } from '@tanstack/react-router';
import { z } from 'zod';
import { pagingFields, usePageState, sortField } from '../../lib/page-state.ts';
import { useOperation } from '../../lib/queries.ts';
import { useMay } from '../../lib/session.ts';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { ExportButton } from '../../ui/export-button.tsx';
import { sortingOf } from '../../ui/list-sorting.ts';
import { Card, Page, Toolbar } from '../../ui/page.tsx';
import { pagingOf } from '../../ui/paging.tsx';
import { TwoLines } from '../../ui/two-lines.tsx';
import { asked, ElectiveFilters } from './elective-filters.tsx';
import { electivePath } from './elective-path.ts';

type Plan = z.output<typeof electivePlan>;
const text = z.string().catch('').default('');
const pageState = z.object({
  keyword: text,
  semester: text,
  publicCourseCategory: text,
  ...pagingFields(20),
  ...sortField(electivePlanSorts),
});
const columns: readonly Column<Plan>[] = [
  {
    key: 'course',
    sort: 'courseName',
    title: '课程',
    width: 'auto',
    least: 200,
    align: 'left',
    render: (row) => <TwoLines first={row.courseName} second={row.courseBusinessCode} />,
  },
  {
    key: 'semester',
    sort: 'semesterName',
    title: '学期与类别',
    width: 176,
    align: 'left',
    render: (row) => <TwoLines first={row.semesterName} second={row.publicCourseCategoryName} />,
  },
  { key: 'credit', sort: 'credit', title: '学分', width: 56, align: 'right', render: (row) => row.credit },
  { key: 'hours', sort: 'totalHour', title: '总学时', width: 70, align: 'right', render: (row) => row.totalHour },
  {
    key: 'size',
    title: '班数×人数',
    width: 100,
    align: 'right',
    render: (row) => `${String(row.classPlanNum)}×${String(row.classSize)}`,
  },
  { key: 'teacher', title: '任课教师', width: 120, align: 'left', ellipsis: true, render: (row) => row.teacherNames },
  {
    key: 'unit',
    sort: 'departmentName',
    title: '开课单位与校区',
    width: 152,
    align: 'left',
    render: (row) => <TwoLines first={row.departmentName} second={row.schoolZoneName} />,
  },
  {
    key: 'range',
    title: '选课范围',
    width: 152,
    align: 'left',
    ellipsis: true,
    render: (row) => row.rangeText,
  },
  {
    key: 'passed',
    sort: 'passedTime',
    title: '通过时间',
    width: 168,
    align: 'center',
    importance: 3,
    render: (row) => row.passedTime,
  },
  {
    key: 'action',
    title: '操作',
    width: 64,
    align: 'center',
    pinRight: true,
    render: (row) => <Link to={electivePath(row.planId)}>详情</Link>,
  },
];

/** Public electives that are opened: what passed (OPEN-COURSE-09). */
export function ElectivePlansPage() {
  const [{ pageNo, pageSize, sort, ...filter }, setState] = usePageState(pageState);
  const navigate = useNavigate();
  const mayExport = useMay('publicCourseManage:exportExcel');
  const query = useOperation(queryElectivePlans, { pageNo, pageSize, sort, ...asked(filter) });
  return (
    <Page title="公选课计划">
      <Card flush>
        <ElectiveFilters
          value={filter}
          searching={query.isFetching}
          onSearch={(next) => {
            setState({ ...next, pageNo: 1 });
            void query.refetch();
          }}
        />
      </Card>
      <Card flush grow>
        {mayExport && (
          <Toolbar>
            <ExportButton operation={exportElectivePlans} input={asked(filter)} />
          </Toolbar>
        )}
        <DataTable
          label="公选课计划"
          columns={[...columns]}
          rows={query.data?.rows}
          query={query}
          rowKey={(row) => row.planId}
          numberFrom={(pageNo - 1) * pageSize + 1}
          twoLine
          minWidth={1260}
          onRow={(row) => {
            void navigate({ to: electivePath(row.planId) });
          }}
          empty={{ reason: '没有符合条件的公选课计划；公选课申请通过后列在这里' }}
          sorting={sortingOf({ sort }, setState)}
          paging={pagingOf({ pageNo, pageSize }, query.data?.total, setState)}
        />
      </Card>
    </Page>
  );
}
