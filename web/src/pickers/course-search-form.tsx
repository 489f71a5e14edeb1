import { TextInput } from '@mantine/core';
import { useId } from 'react';
import { Field, SearchForm } from '../ui/search-form.tsx';
import { DepartmentSelect } from './department-select.tsx';
import { DictionarySelect } from './dictionary-select.tsx';

/** What courses are searched by; empty or null: any. */
export type CourseSearch = {
  number: string;
  name: string;
  departmentId: string | null;
  attribute: string | null;
  nature: string | null;
  type: string | null;
};
export const anyCourse: CourseSearch = {
  number: '',
  name: '',
  departmentId: null,
  attribute: null,
  nature: null,
  type: null,
};

export type SearchFormState<Fields> = {
  value: Fields;
  onChange: (change: Partial<Fields>) => void;
  onSearch: () => void;
  onReset: () => void;
  searching?: boolean;
};

/** Course number, name, department, attribute, nature and type; none is required (PICKERS-011, 012, 018, 117). */
export function CourseSearchForm({ value, onChange, ...form }: SearchFormState<CourseSearch>) {
  const id = useId();
  return (
    <SearchForm {...form} visible={6}>
      <Field label="课程编号" htmlFor={`${id}-number`}>
        <TextInput
          id={`${id}-number`}
          data-autofocus
          placeholder="请输入"
          maxLength={30}
          value={value.number}
          onChange={(event) => {
            onChange({ number: event.currentTarget.value });
          }}
        />
      </Field>
      <Field label="课程名称" htmlFor={`${id}-name`}>
        <TextInput
          id={`${id}-name`}
          placeholder="请输入"
          maxLength={60}
          value={value.name}
          onChange={(event) => {
            onChange({ name: event.currentTarget.value });
          }}
        />
      </Field>
      <Field label="开课单位" htmlFor={`${id}-department`}>
        <DepartmentSelect
          id={`${id}-department`}
          value={value.departmentId}
          onChange={(departmentId) => {
            onChange({ departmentId });
          }}
        />
      </Field>
      <Field label="课程属性" htmlFor={`${id}-attribute`}>
        <DictionarySelect
          id={`${id}-attribute`}
          category="XTGL_KCSXDMJ"
          value={value.attribute}
          onChange={(attribute) => {
            onChange({ attribute });
          }}
        />
      </Field>
      <Field label="课程性质" htmlFor={`${id}-nature`}>
        <DictionarySelect
          id={`${id}-nature`}
          category="XTGL_KCXZDMJ"
          value={value.nature}
          onChange={(nature) => {
            onChange({ nature });
          }}
        />
      </Field>
      <Field label="课程类型" htmlFor={`${id}-type`}>
        <DictionarySelect
          id={`${id}-type`}
          category="XTGL_KCBJDMJ"
          value={value.type}
          onChange={(type) => {
            onChange({ type });
          }}
        />
      </Field>
    </SearchForm>
  );
}
