import { Button, TextInput } from '@mantine/core';
import { NOTHING } from '@jwxt/contracts/kernel/nothing.ts';
import { PLANS_AT_ONCE } from '@jwxt/contracts/open-course/plan-job.operations.ts';
import {
  exportCoursePlan,
  queryCoursePlan,
  type CoursePlanRow,
  coursePlanSorts,
} from '@jwxt/contracts/scheme/plan/course-plan.operations.ts';
import {
  planSource,
  planSourceNames,
  taskStatus,
  taskStatusNames,
} from '@jwxt/contracts/scheme/plan/execution-plan.vocabulary.ts';
import { resourceOptions } from '@jwxt/contracts/kernel/resource-option.operations.ts';
import { IconWand } from '@tabler/icons-react';
import { useState } from 'react';
import { z } from 'zod';
import { pagingFields, usePageState, sortField } from '../../../lib/page-state.ts';
import { useOperation } from '../../../lib/queries.ts';
import { useMayCheck } from '../../../lib/session.ts';
import { DepartmentSelect } from '../../../pickers/department-select.tsx';
import { DataTable, type Column } from '../../../ui/data-table.tsx';
import { ExportButton } from '../../../ui/export-button.tsx';
import { sortingOf } from '../../../ui/list-sorting.ts';
import { Card, Figure, Headline, Page, Toolbar } from '../../../ui/page.tsx';
import { pagingOf } from '../../../ui/paging.tsx';
import { Field, SearchForm } from '../../../ui/search-form.tsx';
import { SearchableSelect } from '../../../ui/searchable-select.tsx';
import { StatusTag } from '../../../ui/status-tag.tsx';
import { TwoLines } from '../../../ui/two-lines.tsx';
import type { Tone } from '../../../ui/tokens.ts';
import { GradeMajorSearch } from '../grade-major-search.tsx';
import { GenerateJobsDialog } from './generate-jobs.dialog.tsx';

const text = z.string().catch('').default('');
const pageState = z.object({
  semesterId: text,
  keyword: text,
  gradeMajorId: text,
  departmentId: text,
  openDepartmentId: text,
  planSource: z
    .enum(['', ...Object.values(planSource)])
    .catch('')
    .default(''),
  taskStatus: z
    .enum(['', ...Object.values(taskStatus)])
    .catch('')
    .default(''),
  ...pagingFields(20),
  ...sortField(coursePlanSorts),
});
const options = (names: Readonly<Record<string, string>>) =>
  Object.entries(names).map(([code, name]) => ({ code, name }));
const tones: Record<CoursePlanRow['taskStatus'], Tone> = { '0': 'orange', '1': 'green', '2': 'grey' };

const columns: Column<CoursePlanRow>[] = [
  {
    key: 'course',
    sort: 'courseName',
    title: '课程',
    width: 'auto',
    least: 170,
    align: 'left',
    render: (row) => <TwoLines first={row.courseName} second={row.courseBusinessCode} />,
  },
  {
    key: 'gradeMajor',
    sort: 'gradeMajorName',
    title: '年级专业与班级',
    width: 250,
    align: 'left',
    render: (row) => <TwoLines first={row.gradeMajorName} second={row.classNames || '没有班级开课'} />,
  },
  {
    key: 'unit',
    sort: 'openDepartmentName',
    title: '开课单位',
    width: 178,
    align: 'left',
    importance: 2,
    ellipsis: true,
    render: (row) => row.openDepartmentName,
  },
  {
    key: 'attribute',
    sort: 'courseAttribute',
    title: '属性',
    width: 60,
    importance: 3,
    render: (row) => row.courseAttributeName,
  },
  {
    key: 'credit',
    sort: 'credit',
    title: '学分 / 学时',
    width: 92,
    render: (row) => `${row.credit} / ${row.totalHour}`,
  },
  {
    key: 'students',
    sort: 'studentNum',
    title: '计划人数',
    width: 80,
    align: 'right',
    render: (row) => row.studentNum,
  },
  {
    key: 'owed',
    title: '欠修人数',
    width: 80,
    align: 'right',
    render: ({ owedNum }) => (owedNum === 0 ? '' : <b style={{ color: 'var(--jw-orange-text)' }}>{owedNum}</b>),
  },
  {
    key: 'source',
    sort: 'planSource',
    title: '来源',
    width: 86,
    importance: 3,
    render: (row) => planSourceNames[row.planSource],
  },
  {
    key: 'task',
    sort: 'taskStatus',
    title: '任务',
    width: 122,
    render: (row) => <StatusTag tone={tones[row.taskStatus]}>{taskStatusNames[row.taskStatus]}</StatusTag>,
  },
];

/** 开课计划: what is to be taught in a semester, from the plans less the exceptions of classes (SCHEME-27). */
export function CoursePlanPage() {
  const [state, setState] = usePageState(pageState);
  const [draft, setDraft] = useState(state);
  const semesters = useOperation(resourceOptions, { to: 'semester' }, { staleTime: 600_000 });
  const { pageNo, pageSize, sort, ...asked } = state;
  const filter = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== ''));
  const query = useOperation(queryCoursePlan, { ...filter, pageNo, pageSize, sort });
  const counts = query.data?.counts;
  const mayGenerate = useMayCheck()('coursePlan:generateTask');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [generating, setGenerating] = useState(false);
  const free = new Set(
    query.data?.rows.flatMap((row) => (row.taskStatus === taskStatus.none ? [row.coursePlanId] : [])),
  );
  const plans = (query.data?.rows ?? []).filter(
    ({ coursePlanId }) => chosen.has(coursePlanId) && free.has(coursePlanId),
  );
  const toggle = (status: 'made' | 'notOpened') => ({
    on: state.taskStatus === taskStatus[status],
    onToggle: () => {
      const next = state.taskStatus === taskStatus[status] ? ('' as const) : taskStatus[status];
      setDraft({ ...draft, taskStatus: next });
      setState({ taskStatus: next, pageNo: 1 });
    },
  });
  return (
    <Page title="开课计划">
      <Card flush>
        <SearchForm
          searching={query.isFetching}
          onSearch={() => {
            setState({ ...draft, sort, keyword: draft.keyword.trim(), pageNo: 1 });
            void query.refetch();
          }}
          onReset={() => {
            const none = pageState.parse({});
            setDraft({ ...none, pageSize });
            setState({ ...none, pageSize });
          }}
        >
          <Field label="学年学期" htmlFor="course-plan-semester">
            <SearchableSelect
              id="course-plan-semester"
              placeholder="当前学期"
              options={semesters.data?.list ?? []}
              query={semesters}
              value={draft.semesterId || null}
              onChange={(value) => {
                setDraft({ ...draft, semesterId: value ?? '' });
              }}
            />
          </Field>
          <Field label="关键字" htmlFor="course-plan-keyword">
            <TextInput
              id="course-plan-keyword"
              placeholder="课程编号、名称或年级专业"
              maxLength={60}
              value={draft.keyword}
              onChange={(event) => {
                setDraft({ ...draft, keyword: event.currentTarget.value });
              }}
            />
          </Field>
          <Field label="年级专业" htmlFor="course-plan-major">
            <GradeMajorSearch
              by="coursePlan"
              id="course-plan-major"
              placeholder="全部"
              clearable
              value={draft.gradeMajorId || null}
              onChange={(value) => {
                setDraft({ ...draft, gradeMajorId: value ?? '' });
              }}
            />
          </Field>
          <Field label="任务" htmlFor="course-plan-task">
            <SearchableSelect
              id="course-plan-task"
              placeholder="全部"
              options={options(taskStatusNames)}
              value={draft.taskStatus || null}
              onChange={(value) => {
                setDraft({ ...draft, taskStatus: (value ?? '') as typeof draft.taskStatus });
              }}
            />
          </Field>
          <Field label="院系" htmlFor="course-plan-department">
            <DepartmentSelect
              id="course-plan-department"
              value={draft.departmentId || null}
              onChange={(value) => {
                setDraft({ ...draft, departmentId: value ?? '' });
              }}
            />
          </Field>
          <Field label="开课单位" htmlFor="course-plan-unit">
            <DepartmentSelect
              id="course-plan-unit"
              value={draft.openDepartmentId || null}
              onChange={(value) => {
                setDraft({ ...draft, openDepartmentId: value ?? '' });
              }}
            />
          </Field>
          <Field label="来源" htmlFor="course-plan-source">
            <SearchableSelect
              id="course-plan-source"
              placeholder="全部"
              options={options(planSourceNames)}
              value={draft.planSource || null}
              onChange={(value) => {
                setDraft({ ...draft, planSource: (value ?? '') as typeof draft.planSource });
              }}
            />
          </Field>
        </SearchForm>
      </Card>
      {counts && (
        <Headline>
          <Figure lead value={query.data?.total ?? NOTHING} label={`${query.data?.semesterId ?? ''} 计划条数`} />
          <Figure value={counts.courses} label="课程门数" />
          <Figure value={counts.gradeMajors} label="年级专业" />
          <Figure value={counts.students} label="计划人次" />
          <Figure value={counts.made} label="已生成任务" tone="green" filter={toggle('made')} />
          <Figure value={counts.notOpened} label="不开" filter={toggle('notOpened')} />
        </Headline>
      )}
      <Card flush grow>
        <Toolbar>
          {mayGenerate && (
            <Button
              leftSection={<IconWand size={16} />}
              disabled={plans.length === 0}
              onClick={() => {
                setGenerating(true);
              }}
            >
              生成任务
            </Button>
          )}
          <ExportButton operation={exportCoursePlan} input={filter} />
        </Toolbar>
        <DataTable
          label="开课计划"
          columns={columns}
          refreshable
          rows={query.data?.rows}
          query={query}
          rowKey={(row) => row.coursePlanId}
          {...(mayGenerate && {
            selection: { keys: chosen, onChange: setChosen, disabled: (key: string) => !free.has(key) },
          })}
          numberFrom={(pageNo - 1) * pageSize + 1}
          twoLine
          minWidth={1120}
          empty={{ reason: '这个学期没有符合条件的计划，可以换一个学期或条件' }}
          sorting={sortingOf(state, setState)}
          paging={pagingOf({ pageNo, pageSize }, query.data?.total, setState)}
        />
      </Card>
      {generating && (
        <GenerateJobsDialog
          semesterId={query.data?.semesterId ?? ''}
          executionPlanIds={plans.slice(0, PLANS_AT_ONCE).map(({ executionPlanId }) => executionPlanId)}
          onClose={() => {
            setGenerating(false);
            setChosen(new Set());
          }}
        />
      )}
    </Page>
  );
}
