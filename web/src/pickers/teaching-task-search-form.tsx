import { semesters } from '@jwxt/contracts/score/score-entry.operations.ts';
import { TextInput } from '@mantine/core';
import { useId } from 'react';
import { useOperation } from '../lib/queries.ts';
import { Field, SearchForm } from '../ui/search-form.tsx';
import { SearchableSelect } from '../ui/searchable-select.tsx';
import type { SearchFormState } from './course-search-form.tsx';
import { DepartmentSelect } from './department-select.tsx';

/** What teaching tasks are searched by; empty or null: any. */
export type TeachingTaskSearch = {
  semesterId: string | null;
  course: string;
  departmentId: string | null;
  teachingClass: string;
  teacher: string;
};
export const anyTeachingTask: TeachingTaskSearch = {
  semesterId: null,
  course: '',
  departmentId: null,
  teachingClass: '',
  teacher: '',
};

/** Semester, course, unit, class and teacher of teaching tasks (PICKERS-119). */
export function TeachingTaskSearchForm({ value, onChange, ...form }: SearchFormState<TeachingTaskSearch>) {
  const id = useId();
  const list = useOperation(semesters, {}).data?.list ?? [];
  return (
    <SearchForm {...form}>
      <Field label="学年学期" htmlFor={`${id}-semester`}>
        <SearchableSelect
          id={`${id}-semester`}
          options={list.map(({ xnxq, xnxqmc }) => ({ code: xnxq, name: xnxqmc }))}
          value={value.semesterId}
          onChange={(semesterId) => {
            onChange({ semesterId });
          }}
        />
      </Field>
      <Field label="课程" htmlFor={`${id}-course`}>
        <TextInput
          id={`${id}-course`}
          placeholder="课程编号或名称"
          maxLength={60}
          value={value.course}
          onChange={(event) => {
            onChange({ course: event.currentTarget.value });
          }}
        />
      </Field>
      <Field label="开课单位" htmlFor={`${id}-unit`}>
        <DepartmentSelect
          id={`${id}-unit`}
          value={value.departmentId}
          onChange={(departmentId) => {
            onChange({ departmentId });
          }}
        />
      </Field>
      <Field label="教学班" htmlFor={`${id}-class`}>
        <TextInput
          id={`${id}-class`}
          placeholder="教学班号或名称"
          maxLength={60}
          value={value.teachingClass}
          onChange={(event) => {
            onChange({ teachingClass: event.currentTarget.value });
          }}
        />
      </Field>
      <Field label="任课教师" htmlFor={`${id}-teacher`}>
        <TextInput
          id={`${id}-teacher`}
          placeholder="工号或姓名"
          maxLength={60}
          value={value.teacher}
          onChange={(event) => {
            onChange({ teacher: event.currentTarget.value });
          }}
        />
      </Field>
    </SearchForm>
  );
}
