import {
  CLASSROOM_PAGE_SIZE,
  CLASSROOM_TYPES,
  findCampuses,
  MAX_SEATS,
  queryClassrooms,
  type ClassroomRow,
} from '@jwxt/contracts/base-info/classroom.operations.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useOperation } from '../lib/queries.ts';
import type { Column } from '../ui/data-table.tsx';
import { NumberRangeInput, numberRangeProblem, type NumberRange } from '../ui/number-range.tsx';
import { Paging, pagingOf } from '../ui/paging.tsx';
import { Field, SearchForm } from '../ui/search-form.tsx';
import { SearchableSelect } from '../ui/searchable-select.tsx';
import type { WidgetProps } from '../ui/widget-props.ts';
import { DictionarySelect } from './dictionary-select.tsx';
import { PickDialog } from './pick-dialog.tsx';
import { PickInput } from './pick-input.tsx';
import { filledIn, usePickSearch } from './use-pick-search.ts';

/** What the footer says before the first answer (PICKERS-030). */
const TOTAL_BEFORE_ANSWER = 80;

export type PickedClassroom = Pick<ClassroomRow, 'jsh' | 'jsmc'>;

export type ClassroomPickerProps = WidgetProps & {
  value: PickedClassroom | null;
  onChange: (room: PickedClassroom | null) => void;
  /** Campus of the class (`xqdm`): only its rooms show (PICKERS-028). */
  campus?: string | undefined;
  /** Head count of the class: only rooms with so many valid seats show. */
  headCount?: number | undefined;
  /** Only rooms that classes may be arranged in. */
  arrangeable?: boolean | undefined;
};

const columns: Column<ClassroomRow>[] = [
  { key: 'ywbm', title: '教室编号', width: 120, render: (row) => row.ywbm },
  { key: 'jsmc', title: '教室名称', width: 'auto', align: 'left', ellipsis: true, render: (row) => row.jsmc },
  { key: 'xqmc', title: '校区', width: 120, render: (row) => row.xqmc, ellipsis: true },
  { key: 'jxlmc', title: '教学楼', width: 150, render: (row) => row.jxlmc, ellipsis: true },
  { key: 'jslxmc', title: '教室类型', width: 120, render: (row) => row.jslxmc },
  { key: 'yxzws', title: '有效座位数', width: 110, align: 'right', render: (row) => row.yxzws },
];

/** An input that opens the classroom picker. */
export function ClassroomPicker({ value, onChange, campus, headCount, arrangeable, ...widget }: ClassroomPickerProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <PickInput
        {...widget}
        names={value === null ? [] : [value.jsmc]}
        placeholder="请选择教室"
        onOpen={() => {
          setOpen(true);
        }}
        onClear={() => {
          onChange(null);
        }}
      />
      {open && (
        <ClassroomDialog
          chosen={value === null ? [] : [value]}
          campus={campus}
          headCount={headCount}
          arrangeable={arrangeable}
          onClose={() => {
            setOpen(false);
          }}
          onConfirm={([room]) => {
            setOpen(false);
            onChange(room ? { jsh: room.jsh, jsmc: room.jsmc } : null);
          }}
        />
      )}
    </>
  );
}

/** Columns of a chosen room that its list has not brought. */
const unread = { ywbm: '', xqdm: '', xqmc: '', jxlh: '', jxlmc: '', jslxm: '', jslxmc: '', yxzws: 0 };

type RoomSearch = {
  ywbm: string;
  jsmc: string;
  xqdm: string | null;
  jxlh: string | null;
  jslxm: string | null;
  seats: NumberRange;
};
const anySeats: NumberRange = { min: null, max: null };

type ClassroomDialogProps = Pick<ClassroomPickerProps, 'campus' | 'headCount' | 'arrangeable'> & {
  chosen: readonly PickedClassroom[];
  onClose: () => void;
  onConfirm: (rows: PickedClassroom[]) => void;
};

/**
 * Number, name, campus, building, type and valid seats (PICKERS-024…036). The class's campus cannot be searched away.
 */
function ClassroomDialog({ campus, headCount, arrangeable = false, chosen, ...dialog }: ClassroomDialogProps) {
  const anyRoom: RoomSearch = { ywbm: '', jsmc: '', xqdm: campus ?? null, jxlh: null, jslxm: null, seats: anySeats };
  const { draft, change, asked, search, reset, setPage } = usePickSearch(anyRoom, CLASSROOM_PAGE_SIZE);
  const campuses = useOperation(findCampuses, {}).data ?? [];
  const { seats, ...fields } = asked.fields;
  const query = useOperation(queryClassrooms, {
    pageNum: asked.pageNo,
    pageSize: asked.pageSize,
    ...filledIn({
      ...fields,
      ywbm: fields.ywbm.trim(),
      jsmc: fields.jsmc.trim(),
      yxzwsMin: seats.min,
      yxzwsMax: seats.max,
      headCount: headCount ?? null,
      sfpk: arrangeable ? yesNo.yes : null,
    }),
  });
  const buildings = campuses
    .filter(({ xqdm }) => draft.xqdm === null || xqdm === draft.xqdm)
    .flatMap((each) => each.buildings);
  const context = [
    campus === undefined ? null : campuses.find(({ xqdm }) => xqdm === campus)?.xqmc,
    headCount === undefined ? null : `不少于 ${String(headCount)} 个有效座位`,
  ]
    .filter(Boolean)
    .join('，');
  return (
    <PickDialog
      {...dialog}
      chosen={chosen.map((room) => ({ ...unread, ...room }))}
      title="教室选择器"
      rowKey={(row) => row.jsh}
      columns={columns}
      rows={query.data?.rows}
      query={query}
      minWidth={900}
      search={
        <SearchForm
          visible={6}
          onReset={reset}
          searching={query.isFetching}
          validate={() => numberRangeProblem(draft.seats) === null}
          onSearch={() => {
            search();
            void query.refetch();
          }}
        >
          <Field label="教室编号" htmlFor="room-number">
            <TextInput
              id="room-number"
              data-autofocus
              placeholder="请输入"
              maxLength={20}
              value={draft.ywbm}
              onChange={(event) => {
                change({ ywbm: event.currentTarget.value });
              }}
            />
          </Field>
          <Field label="教室名称" htmlFor="room-name">
            <TextInput
              id="room-name"
              placeholder="请输入"
              maxLength={60}
              value={draft.jsmc}
              onChange={(event) => {
                change({ jsmc: event.currentTarget.value });
              }}
            />
          </Field>
          <Field label="校区" htmlFor="room-campus">
            <SearchableSelect
              id="room-campus"
              disabled={campus !== undefined}
              options={campuses.map(({ xqdm, xqmc }) => ({ code: xqdm, name: xqmc }))}
              value={draft.xqdm}
              onChange={(xqdm) => {
                change({ xqdm, jxlh: null });
              }}
            />
          </Field>
          <Field label="教学楼" htmlFor="room-building">
            <SearchableSelect
              id="room-building"
              options={buildings.map(({ jxlh, jxlmc }) => ({ code: jxlh, name: jxlmc }))}
              value={draft.jxlh}
              onChange={(jxlh) => {
                change({ jxlh });
              }}
            />
          </Field>
          <Field label="教室类型" htmlFor="room-type">
            <DictionarySelect
              id="room-type"
              category={CLASSROOM_TYPES}
              value={draft.jslxm}
              onChange={(jslxm) => {
                change({ jslxm });
              }}
            />
          </Field>
          <Field label="有效座位" htmlFor="room-seats">
            <NumberRangeInput
              id="room-seats"
              label="有效座位"
              least={0}
              most={MAX_SEATS}
              value={draft.seats}
              onChange={(range) => {
                change({ seats: range });
              }}
            />
          </Field>
        </SearchForm>
      }
      empty={{ reason: context === '' ? '没有符合条件的教室，可以换一个条件' : `没有符合条件的教室（${context}）` }}
      tableFooter={<Paging {...pagingOf(asked, query.data?.total ?? TOTAL_BEFORE_ANSWER, setPage)} />}
    />
  );
}
