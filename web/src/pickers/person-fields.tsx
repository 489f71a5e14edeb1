import { TextInput } from '@mantine/core';
import type { ReactElement } from 'react';
import { Field } from '../ui/search-form.tsx';
import { DepartmentSelect } from './department-select.tsx';

/** What people of the school are searched by first; empty or null: any. */
export type PersonSearch = { ywbm: string; xm: string; dwh: string | null };
export const anyPerson: PersonSearch = { ywbm: '', xm: '', dwh: null };

/**
 * Number, name or pinyin, and unit: the first fields of the search forms of teachers and staff, as a list, because a
 * search form lays out its own children.
 */
export function personFields(
  id: string,
  value: PersonSearch,
  onChange: (change: Partial<PersonSearch>) => void,
): ReactElement[] {
  return [
    <Field key="number" label="工号" htmlFor={`${id}-number`}>
      <TextInput
        id={`${id}-number`}
        data-autofocus
        placeholder="请输入"
        maxLength={20}
        value={value.ywbm}
        onChange={(event) => {
          onChange({ ywbm: event.currentTarget.value });
        }}
      />
    </Field>,
    <Field key="name" label="姓名" htmlFor={`${id}-name`}>
      <TextInput
        id={`${id}-name`}
        placeholder="姓名或拼音"
        maxLength={60}
        value={value.xm}
        onChange={(event) => {
          onChange({ xm: event.currentTarget.value });
        }}
      />
    </Field>,
    <Field key="unit" label="所在单位" htmlFor={`${id}-unit`}>
      <DepartmentSelect
        id={`${id}-unit`}
        value={value.dwh}
        onChange={(dwh) => {
          onChange({ dwh });
        }}
      />
    </Field>,
  ];
}
