import type { Field, FieldKind, WireRow } from '@jwxt/contracts/kernel/resource-field.ts';
import { placesOf, textOf } from '@jwxt/contracts/kernel/resource-values.ts';
import { findDictionary } from '@jwxt/contracts/base-info/dictionary.operations.ts';
import { resourceOptions } from '@jwxt/contracts/kernel/resource-option.operations.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import { Switch } from '@mantine/core';
import { useState } from 'react';
import { useOperation } from '../lib/queries.ts';
import { useMayCheck } from '../lib/session.ts';
import { expenseCategoryCell, teacherCell } from '../pickers/picker-cells.tsx';
import { totalRow, withTotal, type EditableRow } from '../ui/editable-rows.model.ts';
import { choicesOf } from './choices-of.ts';
import { EditableTable, type EditableColumn } from '../ui/editable-table.tsx';
import type { DictionaryOption } from '../ui/select-options.ts';

type RowsInputProps = {
  label: string;
  kind: Extract<FieldKind, { type: 'rows' }>;
  rows: unknown;
  /** The other values of the form, by which cells choose. */
  form?: WireRow | undefined;
  onChange: (rows: EditableRow[]) => void;
  errors?: Readonly<Record<string, Readonly<Record<string, string>>>> | undefined;
  disabled: boolean;
};

const yesOrNo: readonly DictionaryOption[] = [
  { code: yesNo.yes, name: '是' },
  { code: yesNo.no, name: '否' },
];

/** The small table of a `rows` field. */
export function ResourceRowsInput({ label, kind, rows, form, onChange, errors, disabled }: RowsInputProps) {
  const { columns, sum } = kind;
  const held = rows as readonly EditableRow[];
  const [total, setTotal] = useState(true);
  const mayPickTeachers = useMayCheck()('teacher:query');
  const shown = Object.entries(columns).filter(
    ([
      ,
      {
        hidden,
        kind: { type, ...of },
      },
    ]) => !hidden && (mayPickTeachers || !(type === 'reference' && 'to' in of && of.to === 'teacher')),
  );
  const systems =
    useOperation(
      resourceOptions,
      { to: 'scoreHierarchy' },
      {
        enabled: shown.some(([, { kind }]) => kind.type === 'reference' && kind.to === 'scoreHierarchy'),
        staleTime: 60_000,
      },
    ).data?.list ?? [];
  const category = shown.flatMap(([, { kind }]) => (kind.type === 'dictionary' ? [kind.category] : []))[0];
  const values =
    useOperation(findDictionary, { category: category ?? '' }, { enabled: category !== undefined, staleTime: 600_000 })
      .data ?? [];
  const project = textOf(form?.['projectCategoryId']);
  const table = (
    <EditableTable
      label={label}
      total={sum !== undefined && total}
      {...(sum === undefined ? {} : { sumField: sum })}
      disabled={disabled}
      rows={held}
      onChange={onChange}
      {...(errors ? { errors } : {})}
      newRow={Object.fromEntries(Object.entries(columns).map(([name, { initial }]) => [name, initial ?? null]))}
      columns={shown.map(([name, field]) =>
        columnOf(name, field, { systems, values, project: project === '' ? null : project }),
      )}
    />
  );
  if (sum === undefined) return table;
  return (
    <>
      <Switch
        size="xs"
        mb={8}
        label="保留合计行"
        checked={total}
        disabled={disabled}
        onChange={(event) => {
          const keeps = event.currentTarget.checked;
          setTotal(keeps);
          if (keeps && held.at(-1)?.isTotal !== true) onChange(withTotal([...held, totalRow()], sum));
        }}
      />
      {table}
    </>
  );
}

/** A small table chooses from one dictionary at most, and of references as a `columnOf` says. */
type Choices = {
  systems: readonly DictionaryOption[];
  values: readonly DictionaryOption[];
  project: string | null;
};

function columnOf(key: string, field: Field, { systems, values, project }: Choices): EditableColumn {
  const { kind, label, required = false, list } = field;
  const column = { key, title: label, required, ...(typeof list === 'number' ? { width: list } : {}) };
  switch (kind.type) {
    case 'integer':
    case 'decimal':
      return { ...column, cell: 'number', rule: { places: placesOf(kind), min: kind.min, max: kind.max } };
    case 'yesNo':
      return { ...column, cell: 'select', options: yesOrNo };
    case 'dictionary':
      return { ...column, cell: 'select', options: values };
    case 'choice':
      return { ...column, cell: 'select', options: choicesOf(kind.options) };
    case 'date':
      return { ...column, cell: 'date' };
    case 'reference':
      if (kind.to === 'teacher') return { ...column, cell: teacherCell };
      if (kind.to === 'expenseCategory') return { ...column, cell: expenseCategoryCell(project) };
      return { ...column, cell: 'select', options: systems };
    default:
      return { ...column, cell: 'text' };
  }
}
