import { Switch, TextInput } from '@mantine/core';
import { nameKey, type Field, type ReferenceTarget, type WireRow } from '@jwxt/contracts/kernel/resource-field.ts';
import { resourceOptions } from '@jwxt/contracts/kernel/resource-option.operations.ts';
import { placesOf, textOf } from '@jwxt/contracts/kernel/resource-values.ts';
import type { CourseRow } from '@jwxt/contracts/base-info/course.operations.ts';
import { yesNo, yesNoOf } from '@jwxt/contracts/kernel/yes-no.ts';
import { useState } from 'react';
import { useDictionary } from '../lib/dictionary.ts';
import { useOperation } from '../lib/queries.ts';
import { CoursePicker } from '../pickers/course-picker.tsx';
import { ChooseMany } from '../ui/choose-many.tsx';
import { DateTimeField } from '../ui/date-field.tsx';
import { NumberInput } from '../ui/number-input.tsx';
import { SearchableSelect } from '../ui/searchable-select.tsx';
import type { DictionaryOption } from '../ui/select-options.ts';
import type { WidgetProps } from '../ui/widget-props.ts';
import { ResourceRowsInput } from './resource-rows-input.tsx';

export type FieldInputProps = WidgetProps & {
  name: string;
  field: Field;
  value: unknown;
  onChange: (value: unknown) => void;
  /** The stored row, for the names of its codes. */
  row: WireRow | null;
  /** Messages of a small table, by row and column. */
  cells?: Readonly<Record<string, Readonly<Record<string, string>>>> | undefined;
};

const chosen = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);
const codes = (value: unknown) => (Array.isArray(value) ? value.map(textOf) : []);

/** The input of a declared field. */
export function FieldInput({ name, field, value, onChange, row, cells, ...widget }: FieldInputProps) {
  const { kind } = field;
  switch (kind.type) {
    case 'text':
      return (
        <TextInput
          {...attributes(widget)}
          maxLength={kind.max}
          placeholder={field.empty ?? `请输入${field.label}`}
          value={textOf(value)}
          onChange={(event) => {
            onChange(event.currentTarget.value);
          }}
        />
      );
    case 'integer':
    case 'decimal':
      return (
        <NumberInput
          {...widget}
          places={placesOf(kind)}
          min={kind.min}
          max={kind.max}
          placeholder={field.empty ?? '请输入'}
          value={textOf(value)}
          onChange={onChange}
        />
      );
    case 'yesNo':
      return (
        <Switch
          {...attributes(widget)}
          checked={value === yesNo.yes}
          onChange={(event) => {
            onChange(yesNoOf(event.currentTarget.checked));
          }}
        />
      );
    case 'time':
      return (
        <DateTimeField
          {...widget}
          label={field.label}
          endOfDay={kind.endOfDay}
          value={chosen(value)}
          onChange={onChange}
        />
      );
    case 'choice':
      return (
        <SearchableSelect
          {...widget}
          {...oneOf(field)}
          options={choicesOf(kind.options)}
          value={chosen(value)}
          onChange={onChange}
        />
      );
    case 'rows':
      return (
        <ResourceRowsInput
          label={field.label}
          columns={kind.columns}
          rows={value}
          onChange={onChange}
          errors={cells}
          disabled={widget.disabled ?? false}
        />
      );
    case 'dictionary':
      return kind.many ? (
        <DictionaryMany {...widget} category={kind.category} field={field} value={value} onChange={onChange} />
      ) : (
        <DictionaryOne {...widget} category={kind.category} field={field} value={value} onChange={onChange} />
      );
    case 'reference': {
      if (kind.to === 'course')
        return (
          <CourseInput
            {...widget}
            label={field.label}
            value={value}
            known={textOf(row?.[nameKey(name, field) ?? ''])}
            onChange={onChange}
          />
        );
      return (
        <ReferenceInput {...widget} to={kind.to} many={kind.many} field={field} value={value} onChange={onChange} />
      );
    }
  }
}

/** Declared choices as options of a select. */
export function choicesOf(options: Readonly<Record<string, string>>): DictionaryOption[] {
  return Object.entries(options).map(([code, name]) => ({ code, name }));
}

const attributes = ({ id, label, error = false, disabled = false }: WidgetProps) => ({
  ...(id === undefined ? {} : { id }),
  ...(label === undefined ? {} : { 'aria-label': label }),
  error,
  disabled,
});
const oneOf = ({ required, empty }: Field) => ({ clearable: required !== true, placeholder: empty ?? '请选择' });

type PartProps = WidgetProps & { field: Field; value: unknown; onChange: (value: unknown) => void };

function DictionaryOne({ category, field, value, onChange, ...widget }: PartProps & { category: string }) {
  const { options, isPending } = useDictionary(category);
  return (
    <SearchableSelect
      {...widget}
      {...oneOf(field)}
      options={options}
      loading={isPending}
      value={chosen(value)}
      onChange={onChange}
    />
  );
}

function DictionaryMany({ category, field, value, onChange, ...widget }: PartProps & { category: string }) {
  const { options } = useDictionary(category);
  return (
    <ChooseMany
      {...widget}
      options={options}
      placeholder={field.empty ?? '请选择'}
      value={codes(value)}
      onChange={onChange}
    />
  );
}

function ReferenceInput({
  to,
  many,
  field,
  value,
  onChange,
  ...widget
}: PartProps & { to: ReferenceTarget; many: boolean }) {
  const { data, isPending } = useOperation(resourceOptions, { to }, { staleTime: 60_000 });
  const options = data?.list ?? [];
  if (many)
    return (
      <ChooseMany
        {...widget}
        options={options}
        placeholder={field.empty ?? '请选择'}
        value={codes(value)}
        onChange={onChange}
      />
    );
  return (
    <SearchableSelect
      {...widget}
      {...oneOf(field)}
      options={options}
      loading={isPending}
      value={chosen(value)}
      onChange={onChange}
    />
  );
}

/** Courses are too many for a select. What is chosen shows its name, of which a stored code knows its own. */
function CourseInput({
  value,
  known,
  onChange,
  ...widget
}: WidgetProps & { value: unknown; known: string; onChange: (value: unknown) => void }) {
  const [picked, setPicked] = useState<CourseRow[]>([]);
  const code = chosen(value);
  const shown = picked.length > 0 || code === null ? picked : [{ courseId: code, courseName: known } as CourseRow];
  return (
    <CoursePicker
      {...widget}
      value={code === null ? [] : shown}
      onChange={(rows) => {
        setPicked(rows);
        onChange(rows[0]?.courseId ?? null);
      }}
    />
  );
}
