import type { NumberRule } from '@jwxt/contracts/kernel/number-text.ts';
import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { DateField } from './date-field.tsx';
import { NumberValueInput } from './number-input.tsx';
import { SearchableSelect } from './searchable-select.tsx';
import type { DictionaryOption } from './select-options.ts';

/** What the input of a cell is given. `value` is what the row holds under the column's key. */
export type CellProps = {
  value: unknown;
  onChange: (value: unknown) => void;
  label: string;
  error: boolean;
  disabled: boolean;
  options: readonly DictionaryOption[];
  /** Of a number. Default: two decimals. */
  rule?: NumberRule;
};
export type CellRenderer = (props: CellProps) => ReactNode;

const textOf = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');
const chosen = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);

/** A choice among `options`, kept as its code. */
const selectCell: CellRenderer = ({ value, ...props }) => (
  <SearchableSelect {...props} value={chosen(value)} clearable={false} />
);

/** The types of cells. */
export const basicCells = {
  text: ({ value, onChange, label, error, disabled }) => (
    <TextInput
      aria-label={label}
      value={textOf(value)}
      error={error}
      disabled={disabled}
      maxLength={200}
      onChange={(event) => {
        onChange(event.currentTarget.value);
      }}
    />
  ),
  number: ({ value, onChange, label, error, disabled, rule = { places: 2 } }) => (
    <NumberValueInput
      label={label}
      {...rule}
      value={textOf(value) === '' ? null : Number(value)}
      error={error}
      disabled={disabled}
      onChange={onChange}
    />
  ),
  select: selectCell,
  date: ({ value, onChange, label, error, disabled }) => (
    <DateField
      label={label}
      value={chosen(value)}
      error={error}
      disabled={disabled}
      clearable={false}
      onChange={onChange}
    />
  ),
} satisfies Record<string, CellRenderer>;
