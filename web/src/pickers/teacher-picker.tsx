import { ANY_STATUS, queryTeachers, type TeacherRow } from '@jwxt/contracts/base-info/teacher.operations.ts';
import { useState, type ReactNode } from 'react';
import { useOperation } from '../lib/queries.ts';
import type { Column } from '../ui/data-table.tsx';
import { pagingOf } from '../ui/paging.tsx';
import type { WidgetProps } from '../ui/widget-props.ts';
import { PickDialog } from './pick-dialog.tsx';
import { PickInput } from './pick-input.tsx';
import { anyStaff, StaffSearchForm } from './staff-search-form.tsx';
import { anyTeacher, TeacherSearchForm } from './teacher-search-form.tsx';
import { filledIn, usePickSearch } from './use-pick-search.ts';

/** A chosen teacher (PICKERS-103). */
export type PickedTeacher = Pick<TeacherRow, 'gh' | 'xm'>;

export type TeacherPickerProps = WidgetProps & {
  value: readonly PickedTeacher[];
  onChange: (teachers: PickedTeacher[]) => void;
  /** Several; default one by radio button (PICKERS-098). */
  multiple?: boolean;
  /** All staff whatever their status, not only teachers on the job (PICKERS-100, 120). */
  staff?: boolean;
};

const PAGE_SIZE = 20;

const columns: Column<TeacherRow>[] = [
  { key: 'ywbm', title: '工号', width: 130, render: (row) => row.ywbm },
  { key: 'xm', title: '姓名', width: 140, ellipsis: true, render: (row) => row.xm },
  { key: 'xb', title: '性别', width: 90, render: (row) => row.xb },
  { key: 'dwmc', title: '所在单位', width: 'auto', align: 'left', ellipsis: true, render: (row) => row.dwmc },
];

/** An input that opens 教师选择器 (PICKERS-095). */
export function TeacherPicker({ value, onChange, multiple = false, staff = false, ...widget }: TeacherPickerProps) {
  const [open, setOpen] = useState(false);
  const Dialog = staff ? StaffDialog : TeacherDialog;
  return (
    <>
      <PickInput
        {...widget}
        names={value.map(({ xm }) => xm)}
        placeholder="请选择教师"
        onOpen={() => {
          setOpen(true);
        }}
        onClear={() => {
          onChange([]);
        }}
      />
      {open && (
        <Dialog
          chosen={value}
          multiple={multiple}
          onClose={() => {
            setOpen(false);
          }}
          onConfirm={(rows) => {
            setOpen(false);
            onChange(rows.map(({ gh, xm }) => ({ gh, xm })));
          }}
        />
      )}
    </>
  );
}

type DialogProps = {
  chosen: readonly PickedTeacher[];
  multiple: boolean;
  onClose: () => void;
  onConfirm: (rows: PickedTeacher[]) => void;
};

function TeacherDialog(dialog: DialogProps) {
  const { draft, change, asked, search, reset, setPage } = usePickSearch(anyTeacher, PAGE_SIZE);
  const query = useOperation(queryTeachers, {
    pageNum: asked.pageNo,
    pageSize: asked.pageSize,
    ...filledIn(asked.fields),
  });
  return (
    <TeacherTable
      {...dialog}
      query={query}
      asked={asked}
      setPage={setPage}
      search={
        <TeacherSearchForm
          value={draft}
          onChange={change}
          onReset={reset}
          searching={query.isFetching}
          onSearch={() => {
            search();
            void query.refetch();
          }}
        />
      }
    />
  );
}

function StaffDialog(dialog: DialogProps) {
  const { draft, change, asked, search, reset, setPage } = usePickSearch(anyStaff, PAGE_SIZE);
  const { dqztm, ...fields } = asked.fields;
  const query = useOperation(queryTeachers, {
    pageNum: asked.pageNo,
    pageSize: asked.pageSize,
    dqztm: dqztm ?? ANY_STATUS,
    ...filledIn(fields),
  });
  return (
    <TeacherTable
      {...dialog}
      query={query}
      asked={asked}
      setPage={setPage}
      search={
        <StaffSearchForm
          value={draft}
          onChange={change}
          onReset={reset}
          searching={query.isFetching}
          onSearch={() => {
            search();
            void query.refetch();
          }}
        />
      }
    />
  );
}

type TableProps = DialogProps & {
  query: {
    data: { rows: TeacherRow[]; total: number } | undefined;
    error: unknown;
    isFetching: boolean;
    refetch: () => unknown;
  };
  asked: { pageNo: number; pageSize: number };
  setPage: (change: { pageNo: number; pageSize?: number }) => void;
  search: ReactNode;
};

function TeacherTable({ query, asked, setPage, chosen, ...dialog }: TableProps) {
  return (
    <PickDialog
      {...dialog}
      title="教师选择器"
      width={900}
      rowKey={(row) => row.gh}
      columns={columns}
      rows={query.data?.rows}
      query={query}
      numberFrom={(asked.pageNo - 1) * asked.pageSize + 1}
      chosen={chosen.map((teacher) => ({ ywbm: '', xb: '', dwmc: '', ...teacher }))}
      empty={{ reason: '没有符合条件的教师，可以换一个条件' }}
      paging={pagingOf(asked, query.data?.total, setPage)}
    />
  );
}
