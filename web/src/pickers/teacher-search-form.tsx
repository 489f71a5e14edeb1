import { TextInput } from '@mantine/core';
import { useId } from 'react';
import { Field, SearchForm } from '../ui/search-form.tsx';
import type { SearchFormState } from './course-search-form.tsx';
import { DepartmentSelect } from './department-select.tsx';
import { DictionarySelect } from './dictionary-select.tsx';

/** What teachers are searched by; empty or null: any. */
export type TeacherSearch = { ywbm: string; xm: string; dwh: string | null; zcm: string | null };
export const anyTeacher: TeacherSearch = { ywbm: '', xm: '', dwh: null, zcm: null };

/** Number, name or pinyin, unit and title of teachers (PICKERS-118). */
export function TeacherSearchForm({ value, onChange, ...form }: SearchFormState<TeacherSearch>) {
  const id = useId();
  return (
    <SearchForm {...form} visible={6}>
      <Field label="工号" htmlFor={`${id}-number`}><TextInput id={`${id}-number`} data-autofocus placeholder="请输入" maxLength={20} value={value.ywbm} onChange={(event) => { onChange({ ywbm: event.currentTarget.value }); }} /></Field>
      <Field label="姓名" htmlFor={`${id}-name`}><TextInput id={`${id}-name`} placeholder="姓名或拼音" maxLength={60} value={value.xm} onChange={(event) => { onChange({ xm: event.currentTarget.value }); }} /></Field>
      <Field label="所在单位" htmlFor={`${id}-unit`}><DepartmentSelect id={`${id}-unit`} value={value.dwh} onChange={(dwh) => { onChange({ dwh }); }} /></Field>
      <Field label="职称" htmlFor={`${id}-title`}><DictionarySelect id={`${id}-title`} category="XTGL_ZC" value={value.zcm} onChange={(zcm) => { onChange({ zcm }); }} /></Field>
    </SearchForm>
  );
}
