import type { Field, Fields } from '@jwxt/contracts/kernel/resource-field.ts';
import { placesOf } from '@jwxt/contracts/kernel/resource-values.ts';
import { findDictionary } from '@jwxt/contracts/base-info/dictionary.operations.ts';
import { resourceOptions } from '@jwxt/contracts/kernel/resource-option.operations.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import { useOperation } from '../lib/queries.ts';
import type { EditableRow } from '../ui/editable-rows.model.ts';
import { EditableTable, type EditableColumn } from '../ui/editable-table.tsx';
import type { DictionaryOption } from '../ui/select-options.ts';

type RowsInputProps = {
  label: string;
  columns: Fields;
  rows: unknown;
  onChange: (rows: EditableRow[]) => void;
  errors?: Readonly<Record<string, Readonly<Record<string, string>>>> | undefined;
  disabled: boolean;
};

const yesOrNo: readonly DictionaryOption[] = [
  { code: yesNo.yes, name: '是' },
  { code: yesNo.no, name: '否' },
];

/** The small table of a `rows` field. */
export function ResourceRowsInput({ label, columns, rows, onChange, errors, disabled }: RowsInputProps) {
  const shown = Object.entries(columns).filter(([, { hidden }]) => !hidden);
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
  return (
    <EditableTable
      label={label}
      total={false}
      disabled={disabled}
      rows={rows as readonly EditableRow[]}
      onChange={onChange}
      {...(errors ? { errors } : {})}
      newRow={Object.fromEntries(Object.entries(columns).map(([name, { initial }]) => [name, initial ?? null]))}
      columns={shown.map(([name, field]) => columnOf(name, field, { systems, values }))}
    />
  );
}

/** A small table chooses from one dictionary at most, and from one kind of reference. */
type Choices = { systems: readonly DictionaryOption[]; values: readonly DictionaryOption[] };

function columnOf(key: string, field: Field, { systems, values }: Choices): EditableColumn {
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
    case 'reference':
      return { ...column, cell: 'select', options: systems };
    default:
      return { ...column, cell: 'text' };
  }
}
