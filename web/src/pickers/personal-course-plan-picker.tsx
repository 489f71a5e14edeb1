import {
  confirmStatusNames,
  planSourceNames,
  queryPersonalCoursePlan,
  type PersonalCoursePlanRow,
  confirmStatus,
} from '@jwxt/contracts/base-info/personal-course-plan.operations.ts';
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useOperation } from '../lib/queries.ts';
import type { Column } from '../ui/data-table.tsx';
import { pagingOf } from '../ui/paging.tsx';
import { Field, SearchForm } from '../ui/search-form.tsx';
import { SearchableSelect } from '../ui/searchable-select.tsx';
import { StatusTag } from '../ui/status-tag.tsx';
import type { Tone } from '../ui/tokens.ts';
import type { WidgetProps } from '../ui/widget-props.ts';
import { PickDialog } from './pick-dialog.tsx';
import { PickInput } from './pick-input.tsx';
import { filledIn, usePickSearch } from './use-pick-search.ts';

const PAGE_SIZE = 10;
const tones = {
  [confirmStatus.waiting]: 'blue',
  [confirmStatus.passed]: 'green',
  [confirmStatus.notPassed]: 'red',
} as const satisfies Record<PersonalCoursePlanRow['confirmStatus'], Tone>;

const cut = (key: keyof PersonalCoursePlanRow, title: string, width: number): Column<PersonalCoursePlanRow> => ({
  key,
  title,
  width,
  ellipsis: true,
  render: (row) => row[key],
});
/** Columns of a personal course plan with approval status and source (PICKERS-146…148). */
const columns: Column<PersonalCoursePlanRow>[] = [
  {
    key: 'confirmStatus',
    title: '审核状态',
    width: 110,
    render: (row) => <StatusTag tone={tones[row.confirmStatus]}>{confirmStatusNames[row.confirmStatus]}</StatusTag>,
  },
  cut('courseBusinessCode', '课程编号', 110),
  { ...cut('courseName', '课程名称', 170), align: 'left' },
  cut('term', '学期', 110),
  { ...cut('credit', '学分', 60), align: 'right' },
  { ...cut('hours', '学时', 60), align: 'right' },
  { ...cut('weekHours', '周学时', 70), align: 'right' },
  cut('courseNatureName', '课程性质', 110),
  cut('courseAttributeName', '课程属性', 90),
  cut('courseSystemName', '课程体系', 120),
  { ...cut('openDepartmentName', '开课单位', 150), align: 'left' },
  cut('examWayName', '考核方式', 90),
  { key: 'source', title: '来源', width: 90, render: (row) => planSourceNames[row.source] },
];

export type PersonalCoursePlanPickerProps = WidgetProps & {
  studentCode: string;
  value: readonly PersonalCoursePlanRow[];
  onChange: (rows: PersonalCoursePlanRow[]) => void;
  multiple?: boolean;
};

/** An input that opens the course plan of one student. */
export function PersonalCoursePlanPicker({
  studentCode,
  value,
  onChange,
  multiple = false,
  ...widget
}: PersonalCoursePlanPickerProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <PickInput
        {...widget}
        names={value.map(({ courseName }) => courseName)}
        placeholder="请选择个人计划课程"
        onOpen={() => {
          setOpen(true);
        }}
        onClear={() => {
          onChange([]);
        }}
      />
      {open && (
        <PlanDialog
          studentCode={studentCode}
          chosen={value}
          multiple={multiple}
          onClose={() => {
            setOpen(false);
          }}
          onConfirm={(rows) => {
            setOpen(false);
            onChange(rows);
          }}
        />
      )}
    </>
  );
}

const optionsOf = (names: Record<string, string>) => Object.entries(names).map(([code, name]) => ({ code, name }));
type PlanSearch = {
  courseBusinessCode: string;
  courseName: string;
  confirmStatus: PersonalCoursePlanRow['confirmStatus'] | null;
  source: PersonalCoursePlanRow['source'] | null;
};
const anyPlan: PlanSearch = { courseBusinessCode: '', courseName: '', confirmStatus: null, source: null };

function PlanDialog({
  studentCode,
  ...dialog
}: {
  studentCode: string;
  chosen: readonly PersonalCoursePlanRow[];
  multiple: boolean;
  onClose: () => void;
  onConfirm: (rows: PersonalCoursePlanRow[]) => void;
}) {
  const { draft, change, asked, search, reset, setPage } = usePickSearch(anyPlan, PAGE_SIZE);
  const query = useOperation(queryPersonalCoursePlan, {
    studentCode,
    pageNum: asked.pageNo,
    pageSize: asked.pageSize,
    ...filledIn(asked.fields),
  });
  return (
    <PickDialog
      {...dialog}
      title="个人课程计划"
      width={1100}
      rowKey={(row) => row.personalCoursePlanKey}
      columns={columns}
      rows={query.data?.rows}
      query={query}
      minWidth={1380}
      search={
        <SearchForm
          visible={6}
          onReset={reset}
          searching={query.isFetching}
          onSearch={() => {
            search();
            void query.refetch();
          }}
        >
          <Field label="课程编号" htmlFor="plan-number">
            <TextInput
              id="plan-number"
              data-autofocus
              placeholder="请输入"
              maxLength={30}
              value={draft.courseBusinessCode}
              onChange={(event) => {
                change({ courseBusinessCode: event.currentTarget.value });
              }}
            />
          </Field>
          <Field label="课程名称" htmlFor="plan-name">
            <TextInput
              id="plan-name"
              placeholder="请输入"
              maxLength={60}
              value={draft.courseName}
              onChange={(event) => {
                change({ courseName: event.currentTarget.value });
              }}
            />
          </Field>
          <Field label="审核状态" htmlFor="plan-status">
            <SearchableSelect
              id="plan-status"
              options={optionsOf(confirmStatusNames)}
              value={draft.confirmStatus}
              onChange={(code) => {
                change({ confirmStatus: code as PlanSearch['confirmStatus'] });
              }}
            />
          </Field>
          <Field label="来源" htmlFor="plan-source">
            <SearchableSelect
              id="plan-source"
              options={optionsOf(planSourceNames)}
              value={draft.source}
              onChange={(code) => {
                change({ source: code as PlanSearch['source'] });
              }}
            />
          </Field>
        </SearchForm>
      }
      empty={{ reason: '该学生没有符合条件的课程计划' }}
      paging={pagingOf(asked, query.data?.total, setPage)}
    />
  );
}
