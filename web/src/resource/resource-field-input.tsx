import { Switch, Textarea, TextInput } from '@mantine/core';
import {
  nameKey,
  referenceTable,
  type Field,
  type ReferenceTarget,
  type WireRow,
} from '@jwxt/contracts/kernel/resource-field.ts';
import { resourceOptions } from '@jwxt/contracts/kernel/resource-option.operations.ts';
import { placesOf, textOf } from '@jwxt/contracts/kernel/resource-values.ts';
import { REGIONS } from '@jwxt/contracts/base-info/region.operations.ts';
import type { CourseRow } from '@jwxt/contracts/base-info/course.operations.ts';
import { yesNo, yesNoOf } from '@jwxt/contracts/kernel/yes-no.ts';
import { useState } from 'react';
import { useDictionary } from '../lib/dictionary.ts';
import { useOperation } from '../lib/queries.ts';
import { ClassPicker } from '../pickers/class-picker.tsx';
import { ClassroomPicker, type PickedClassroom } from '../pickers/classroom-picker.tsx';
import { CoursePicker } from '../pickers/course-picker.tsx';
import { RegionPicker } from '../pickers/region-picker.tsx';
import { StudentPicker, type PickedStudent } from '../pickers/student-picker.tsx';
import { TeacherPicker, type PickedTeacher } from '../pickers/teacher-picker.tsx';
import { TimeSelect } from '../pickers/time-select.tsx';
import { TermWeekInput } from '../pickers/term-week-input.tsx';
import { ChooseMany } from '../ui/choose-many.tsx';
import { DateField, DateTimeField } from '../ui/date-field.tsx';
import { NumberInput } from '../ui/number-input.tsx';
import { SearchableSelect } from '../ui/searchable-select.tsx';
import type { WidgetProps } from '../ui/widget-props.ts';
import { ReferenceSearch, ReferenceSearchMany } from './reference-search.tsx';
import { choicesOf } from './choices-of.ts';
import { ResourceRowsInput } from './resource-rows-input.tsx';
import { CoursesInput, StudentsInput } from './several-picked.tsx';

export type FieldInputProps = WidgetProps & {
  name: string;
  field: Field;
  value: unknown;
  onChange: (value: unknown) => void;
  /** The stored row, for the names of its codes. */
  row: WireRow | null;
  /** Messages of a small table, by row and column. */
  cells?: Readonly<Record<string, Readonly<Record<string, string>>>> | undefined;
  /** The values of the whole form, for the small tables in it. */
  form?: WireRow | undefined;
};

const chosen = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);
const codes = (value: unknown) => (Array.isArray(value) ? value.map(textOf) : []);

/** Names of stored codes, as a row tells them: in the order of the codes. */
function namesOf(stored: unknown, names: string): ReadonlyMap<string, string> {
  const parts = names.split('、');
  return new Map(codes(stored).flatMap((code, index) => (parts[index] ? [[code, parts[index]] as const] : [])));
}

/** The input of a declared field. */
export function FieldInput({ name, field, value, onChange, row, cells, form, ...widget }: FieldInputProps) {
  const { kind } = field;
  switch (kind.type) {
    case 'text':
      if (kind.lines !== undefined)
        return (
          <Textarea
            {...attributes(widget)}
            autosize
            minRows={2}
            maxRows={kind.lines * 2}
            maxLength={kind.max}
            placeholder={`请输入${field.label}`}
            value={textOf(value)}
            onChange={(event) => {
              onChange(event.currentTarget.value);
            }}
          />
        );
      if (kind.format === 'period') return <TimeSelect {...widget} value={textOf(value)} onChange={onChange} />;
      if (kind.format === 'weeks') return <TermWeekInput {...widget} value={textOf(value)} onChange={onChange} />;
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
    case 'date':
      return <DateField {...widget} label={field.label} value={chosen(value)} onChange={onChange} />;
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
          kind={kind}
          rows={value}
          form={form}
          onChange={onChange}
          errors={cells}
          disabled={widget.disabled ?? false}
        />
      );
    case 'dictionary':
      if (kind.category === REGIONS)
        return (
          <RegionPicker
            {...widget}
            clearable={field.required !== true}
            value={chosen(value)}
            known={value === row?.[name] ? textOf(row?.[nameKey(name, field) ?? '']) : ''}
            onChange={onChange}
          />
        );
      return kind.many ? (
        <DictionaryMany {...widget} category={kind.category} field={field} value={value} onChange={onChange} />
      ) : (
        <DictionaryOne {...widget} category={kind.category} field={field} value={value} onChange={onChange} />
      );
    case 'reference': {
      const picked = {
        ...widget,
        label: field.label,
        value,
        known: textOf(row?.[nameKey(name, field) ?? '']),
        onChange,
      };
      if (kind.many && (kind.to === 'course' || kind.to === 'student')) {
        const several = {
          ...widget,
          known: namesOf(row?.[name], textOf(row?.[nameKey(name, field) ?? ''])),
          value: codes(value),
          onChange,
        };
        return kind.to === 'course' ? <CoursesInput {...several} /> : <StudentsInput {...several} />;
      }
      if (kind.to === 'course') return <CourseInput {...picked} />;
      if (kind.to === 'teacher') return <TeacherInput {...picked} />;
      if (kind.to === 'classroom') return <ClassroomInput {...picked} />;
      if (kind.to === 'student') return <StudentInput {...picked} />;
      if (kind.many && kind.to === 'classInfo')
        return (
          <ClassPicker {...widget} placeholder={field.empty ?? '请选择'} value={codes(value)} onChange={onChange} />
        );
      if (kind.many && referenceTable(kind.to).searched !== undefined)
        return (
          <ReferenceSearchMany
            {...widget}
            to={kind.to}
            placeholder={field.empty ?? '请选择'}
            known={namesOf(row?.[name], textOf(row?.[nameKey(name, field) ?? '']))}
            value={codes(value)}
            onChange={onChange}
          />
        );
      if (referenceTable(kind.to).searched !== undefined)
        return <ReferenceSearch {...widget} {...oneOf(field)} to={kind.to} value={chosen(value)} onChange={onChange} />;
      return (
        <ReferenceInput {...widget} to={kind.to} many={kind.many} field={field} value={value} onChange={onChange} />
      );
    }
  }
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
  return (
    <SearchableSelect
      {...widget}
      {...oneOf(field)}
      {...useDictionary(category)}
      value={chosen(value)}
      onChange={onChange}
    />
  );
}

function DictionaryMany({ category, field, value, onChange, ...widget }: PartProps & { category: string }) {
  return (
    <ChooseMany
      {...widget}
      {...useDictionary(category)}
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
  const query = useOperation(resourceOptions, { to }, { staleTime: 60_000 });
  const options = query.data?.list ?? [];
  if (many)
    return (
      <ChooseMany
        {...widget}
        options={options}
        query={query}
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
      query={query}
      value={chosen(value)}
      onChange={onChange}
    />
  );
}

/** What is chosen of many shows its name; `known` is that of the stored code. */
type PickedProps = WidgetProps & { value: unknown; known: string; onChange: (value: unknown) => void };

/** Teachers and other staff, whatever their status: whoever leads a unit need not teach. */
function TeacherInput({ value, known, onChange, ...widget }: PickedProps) {
  const [picked, setPicked] = useState<PickedTeacher[]>([]);
  const code = chosen(value);
  return (
    <TeacherPicker
      {...widget}
      staff
      value={code === null ? [] : picked.length > 0 ? picked : [{ gh: code, xm: known || code }]}
      onChange={(teachers) => {
        setPicked(teachers);
        onChange(teachers[0]?.gh ?? null);
      }}
    />
  );
}

/** Rooms that classes may be arranged in. */
function ClassroomInput({ value, known, onChange, ...widget }: PickedProps) {
  const [picked, setPicked] = useState<PickedClassroom | null>(null);
  const code = chosen(value);
  return (
    <ClassroomPicker
      {...widget}
      arrangeable
      value={code === null ? null : (picked ?? { jsh: code, jsmc: known || code })}
      onChange={(room) => {
        setPicked(room);
        onChange(room?.jsh ?? null);
      }}
    />
  );
}

function StudentInput({ id = '', value, known, onChange, error = false, disabled = false }: PickedProps) {
  const [picked, setPicked] = useState<PickedStudent | null>(null);
  const code = chosen(value);
  const stored = { studentNumber: '', departmentName: '', gradeMajorName: '', administrativeClassName: '' };
  return (
    <StudentPicker
      id={id}
      error={error}
      disabled={disabled}
      value={code === null ? null : (picked ?? { ...stored, studentCode: code, studentName: known || code })}
      onChange={(student) => {
        setPicked(student);
        onChange(student?.studentCode ?? null);
      }}
    />
  );
}

/** Courses are too many for a select. What is chosen shows its name, of which a stored code knows its own. */
function CourseInput({ value, known, onChange, ...widget }: PickedProps) {
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
