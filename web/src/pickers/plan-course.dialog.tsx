import { COURSE_PAGE_SIZE, queryPlanCourses, type PlanCourseRow } from '@jwxt/contracts/base-info/course.operations.ts';
import { TextInput } from '@mantine/core';
import { useOperation } from '../lib/queries.ts';
import type { Column } from '../ui/data-table.tsx';
import { pagingOf } from '../ui/paging.tsx';
import { Field, SearchForm } from '../ui/search-form.tsx';
import { PickDialog } from './pick-dialog.tsx';
import { filledIn, usePickSearch } from './use-pick-search.ts';

/** PICKERS-023. */
const NOTHING_CHOSEN = '请选择一条课程!';

const columns: Column<PlanCourseRow>[] = [
  { key: 'ywbm', title: '课程编号', width: 120, render: (row) => row.ywbm },
  { key: 'kcmc', title: '课程名称', width: 'auto', align: 'left', ellipsis: true, render: (row) => row.kcmc },
  { key: 'kkxymc', title: '开课单位', width: 170, align: 'left', ellipsis: true, render: (row) => row.kkxymc },
  { key: 'kcsxmc', title: '课程属性', width: 90, render: (row) => row.kcsxmc },
  { key: 'xf', title: '学分', width: 70, align: 'right', render: (row) => row.xf },
  { key: 'xnxq', title: '学年学期', width: 120, render: (row) => row.xnxq },
];

const anyPlanCourse = { ywbm: '', kcmc: '' };

/** One course of a student's plan, as the score area chooses it (PICKERS-022, 023). */
export function PlanCourseDialog({
  studentCode,
  ...dialog
}: {
  studentCode: string;
  chosen: readonly PlanCourseRow[];
  onClose: () => void;
  onConfirm: (rows: PlanCourseRow[]) => void;
}) {
  const { draft, change, asked, search, reset, setPage } = usePickSearch(anyPlanCourse, COURSE_PAGE_SIZE);
  const query = useOperation(queryPlanCourses, {
    studentCode,
    pageNum: asked.pageNo,
    pageSize: asked.pageSize,
    ...filledIn({ ywbm: asked.fields.ywbm.trim(), kcmc: asked.fields.kcmc.trim() }),
  });
  return (
    <PickDialog
      {...dialog}
      title="课程选择器"
      width={900}
      needsOne={NOTHING_CHOSEN}
      rowKey={(row) => row.planId}
      columns={columns}
      rows={query.data?.rows}
      query={query}
      search={
        <SearchForm
          onSearch={() => {
            search();
            void query.refetch();
          }}
          onReset={reset}
          searching={query.isFetching}
        >
          <Field label="课程编号" htmlFor="plan-course-number">
            <TextInput
              id="plan-course-number"
              data-autofocus
              placeholder="请输入"
              maxLength={30}
              value={draft.ywbm}
              onChange={(event) => {
                change({ ywbm: event.currentTarget.value });
              }}
            />
          </Field>
          <Field label="课程名称" htmlFor="plan-course-name">
            <TextInput
              id="plan-course-name"
              placeholder="请输入"
              maxLength={60}
              value={draft.kcmc}
              onChange={(event) => {
                change({ kcmc: event.currentTarget.value });
              }}
            />
          </Field>
        </SearchForm>
      }
      empty={{ reason: '该学生的计划内没有符合条件的课程' }}
      paging={pagingOf(asked, query.data?.total, setPage)}
    />
  );
}
