import { TextInput } from '@mantine/core';
import { useId } from 'react';
import { Field, SearchForm } from '../ui/search-form.tsx';
import type { SearchFormState } from './course-search-form.tsx';
import { DepartmentSelect } from './department-select.tsx';
import { DictionarySelect } from './dictionary-select.tsx';

/** What staff are searched by; empty or null: any. */
export type StaffSearch = { ywbm: string; xm: string; dwh: string | null; jzglbm: string | null; dqztm: string | null };
export const anyStaff: StaffSearch = { ywbm: '', xm: '', dwh: null, jzglbm: null, dqztm: null };

/** Number, name or pinyin, unit, kind and current status of staff (PICKERS-120). */
export function StaffSearchForm({ value, onChange, ...form }: SearchFormState<StaffSearch>) {
  const id = useId();
  return (
    <SearchForm {...form} visible={6}>
      <Field label="工号" htmlFor={`${id}-number`}><TextInput id={`${id}-number`} data-autofocus placeholder="请输入" maxLength={20} value={value.ywbm} onChange={(event) => { onChange({ ywbm: event.currentTarget.value }); }} /></Field>
      <Field label="姓名" htmlFor={`${id}-name`}><TextInput id={`${id}-name`} placeholder="姓名或拼音" maxLength={60} value={value.xm} onChange={(event) => { onChange({ xm: event.currentTarget.value }); }} /></Field>
      <Field label="所在单位" htmlFor={`${id}-unit`}><DepartmentSelect id={`${id}-unit`} value={value.dwh} onChange={(dwh) => { onChange({ dwh }); }} /></Field>
      <Field label="人员类别" htmlFor={`${id}-kind`}><DictionarySelect id={`${id}-kind`} category="XTGL_JZGLB" value={value.jzglbm} onChange={(jzglbm) => { onChange({ jzglbm }); }} /></Field>
      <Field label="当前状态" htmlFor={`${id}-status`}><DictionarySelect id={`${id}-status`} category="XTGL_JZGDQZT" value={value.dqztm} onChange={(dqztm) => { onChange({ dqztm }); }} /></Field>
    </SearchForm>
  );
}
