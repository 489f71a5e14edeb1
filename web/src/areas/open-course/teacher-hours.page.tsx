import {
  exportTeacherHours,
  queryTeacherHours,
  type TeacherLoad,
  teacherHourSorts,
} from '@jwxt/contracts/open-course/open-course.operations.ts';
import { teachingJob } from '@jwxt/contracts/open-course/teaching-job.resource.ts';
import { textOf } from '@jwxt/contracts/kernel/resource-values.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { z } from 'zod';
import { pagingFields, usePageState, sortField } from '../../lib/page-state.ts';
import { useOperation } from '../../lib/queries.ts';
import { useMay } from '../../lib/session.ts';
import { DepartmentSelect } from '../../pickers/department-select.tsx';
import { FieldInput } from '../../resource/resource-field-input.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { ExportButton } from '../../ui/export-button.tsx';
import { sortingOf } from '../../ui/list-sorting.ts';
import { Card, Page, Toolbar } from '../../ui/page.tsx';
import { pagingOf } from '../../ui/paging.tsx';
import { Field, SearchForm } from '../../ui/search-form.tsx';
import { SearchableSelect } from '../../ui/searchable-select.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import { TeacherHoursDialog } from './teacher-hours.dialog.tsx';

const text = z.string().catch('').default('');
const pageState = z.object({
  semesterId: text,
  departmentId: text,
  keyword: text,
  overSign: z.enum(['', yesNo.yes, yesNo.no]).catch('').default(''),
  ...pagingFields(),
  ...sortField(teacherHourSorts),
});
const { required: _required, ...anySemester } = teachingJob.fields.semesterId;
const columns = (onAdjust: ((row: TeacherLoad) => void) | null): Column<TeacherLoad>[] => [
  { key: 'semester', sort: 'semesterId', title: '学年学期', width: 186, render: (row) => row.semesterName },
  {
    key: 'number',
    sort: 'teacherNumber',
    title: '工号',
    width: 110,
    importance: 3,
    render: (row) => row.teacherNumber,
  },
  { key: 'name', sort: 'teacherName', title: '教师', width: 100, render: (row) => row.teacherName },
  {
    key: 'department',
    sort: 'departmentName',
    title: '单位',
    width: 'auto',
    least: 180,
    align: 'left',
    ellipsis: true,
    render: (row) => row.departmentName,
  },
  { key: 'jobs', sort: 'jobNum', title: '任务数', width: 80, render: (row) => row.jobNum },
  { key: 'theory', sort: 'theoryHours', title: '理论学时', width: 96, render: (row) => row.theoryHours },
  { key: 'practice', sort: 'practiceHours', title: '实践学时', width: 96, render: (row) => row.practiceHours },
  { key: 'total', sort: 'totalHours', title: '总学时', width: 90, render: (row) => row.totalHours },
  { key: 'limit', title: '上限', width: 80, render: (row) => row.limitHours },
  {
    key: 'over',
    title: '超限',
    width: 80,
    render: (row) => (row.overSign === yesNo.yes ? <StatusTag tone="red">超限</StatusTag> : ''),
  },
  ...(onAdjust === null
    ? []
    : [
        {
          key: 'action',
          title: '操作',
          width: 80,
          pinRight: true,
          render: (row: TeacherLoad) => (
            <Button
              variant="subtle"
              size="compact-xs"
              onClick={() => {
                onAdjust(row);
              }}
            >
              调整
            </Button>
          ),
        },
      ]),
];

/** 教师学时 (OPEN-COURSE-06): what each teacher has to teach in a semester, the busiest first. */
export function TeacherHoursPage() {
  const mayAdjust = useMay('teacherHours:adjust');
  const [adjusted, setAdjusted] = useState<TeacherLoad | null>(null);
  const [state, setState] = usePageState(pageState);
  const [draft, setDraft] = useState({
    semesterId: state.semesterId,
    departmentId: state.departmentId,
    keyword: state.keyword,
    overSign: state.overSign,
  });
  const asked = {
    ...(state.semesterId ? { semesterId: state.semesterId } : {}),
    ...(state.departmentId ? { departmentId: state.departmentId } : {}),
    ...(state.keyword ? { keyword: state.keyword } : {}),
    ...(state.overSign ? { overSign: state.overSign } : {}),
  };
  const query = useOperation(queryTeacherHours, {
    ...asked,
    pageNo: state.pageNo,
    pageSize: state.pageSize,
    sort: state.sort,
  });
  return (
    <Page title="教师学时">
      <Card flush>
        <SearchForm
          searching={query.isFetching}
          onSearch={() => {
            setState({ ...draft, pageNo: 1 });
            void query.refetch();
          }}
          onReset={() => {
            const none = { semesterId: '', departmentId: '', keyword: '', overSign: '' } as const;
            setDraft(none);
            setState({ ...none, pageNo: 1 });
          }}
        >
          <Field label="学年学期" htmlFor="teacher-hours-semester">
            <FieldInput
              id="teacher-hours-semester"
              name="semesterId"
              field={{ ...anySemester, empty: '全部' }}
              row={null}
              value={draft.semesterId}
              onChange={(value) => {
                setDraft({ ...draft, semesterId: textOf(value) });
              }}
            />
          </Field>
          <Field label="单位" htmlFor="teacher-hours-department">
            <DepartmentSelect
              id="teacher-hours-department"
              placeholder="全部"
              value={draft.departmentId || null}
              onChange={(dwh) => {
                setDraft({ ...draft, departmentId: dwh ?? '' });
              }}
            />
          </Field>
          <Field label="教师" htmlFor="teacher-hours-keyword">
            <TextInput
              id="teacher-hours-keyword"
              placeholder="工号或姓名"
              maxLength={60}
              value={draft.keyword}
              onChange={(event) => {
                setDraft({ ...draft, keyword: event.currentTarget.value });
              }}
            />
          </Field>
          <Field label="超限" htmlFor="teacher-hours-over">
            <SearchableSelect
              id="teacher-hours-over"
              placeholder="全部"
              options={[
                { code: yesNo.yes, name: '超限' },
                { code: yesNo.no, name: '未超限' },
              ]}
              value={draft.overSign || null}
              onChange={(code) => {
                setDraft({ ...draft, overSign: code === yesNo.yes || code === yesNo.no ? code : '' });
              }}
            />
          </Field>
        </SearchForm>
      </Card>
      <Card flush grow>
        <Toolbar>
          <ExportButton operation={exportTeacherHours} input={asked} />
        </Toolbar>
        <DataTable<TeacherLoad>
          label="教师学时"
          columns={columns(mayAdjust ? setAdjusted : null)}
          rows={query.data?.rows}
          query={query}
          rowKey={(row) => `${row.semesterId}/${row.teacherCode}`}
          numberFrom={(state.pageNo - 1) * state.pageSize + 1}
          minWidth={1230}
          empty={{ reason: '没有教师的教学任务' }}
          sorting={sortingOf(state, setState)}
          paging={pagingOf(state, query.data?.total, setState)}
        />
      </Card>
      {adjusted !== null && (
        <TeacherHoursDialog
          load={adjusted}
          onClose={() => {
            setAdjusted(null);
          }}
        />
      )}
    </Page>
  );
}
