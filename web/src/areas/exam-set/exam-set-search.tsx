import { Checkbox, Select, TextInput } from '@mantine/core';
import { classSorts } from '@jwxt/contracts/exam-set/exam-set.operations.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import { semesters } from '@jwxt/contracts/score/score-entry.operations.ts';
import { scoreType, scoreTypeNames, sheetStatusNames, type ScoreType } from '@jwxt/contracts/score/score.vocabulary.ts';
import { useState } from 'react';
import { z } from 'zod';
import { pagingFields, sortField } from '../../lib/page-state.ts';
import { useOperation } from '../../lib/queries.ts';
import { DepartmentSelect } from '../../pickers/department-select.tsx';
import { Field, SearchForm } from '../../ui/search-form.tsx';

const text = z.string().catch('').default('');
/** What the address of the page keeps. */
export const pageState = z.object({
  scoreType: z.enum(scoreType).catch(scoreType.regular).default(scoreType.regular),
  semesterId: text,
  departmentId: text,
  course: text,
  teacher: text,
  teachingClassName: text,
  sheetStatus: text,
  overdue: text,
  unfinished: text,
  ...pagingFields(20),
  ...sortField(classSorts),
});
/** What the list is narrowed by. */
export type Filter = Omit<z.output<typeof pageState>, 'pageNo' | 'pageSize' | 'sort'>;

/** The search card of 教学班与考试设置. */
export function ClassSearch({
  values,
  searching,
  onSearch,
  onReset,
}: {
  values: Filter;
  searching: boolean;
  onSearch: (values: Filter) => void;
  onReset: () => void;
}) {
  const [draft, setDraft] = useState(values);
  const list = useOperation(semesters, {}, { staleTime: 3_600_000 });
  const typed = (key: 'course' | 'teacher' | 'teachingClassName', placeholder: string) => (
    <TextInput
      id={`exam-${key}`}
      placeholder={placeholder}
      maxLength={60}
      value={draft[key]}
      onChange={(event) => {
        setDraft({ ...draft, [key]: event.currentTarget.value });
      }}
    />
  );
  return (
    <SearchForm
      searching={searching}
      onSearch={() => {
        onSearch(draft);
      }}
      onReset={onReset}
      visible={4}
    >
      <Field label="学年学期" htmlFor="exam-semester">
        <Select
          id="exam-semester"
          searchable
          allowDeselect={false}
          data={(list.data?.list ?? []).map((each) => ({ value: each.xnxq, label: each.xnxqmc }))}
          value={draft.semesterId}
          onChange={(value) => {
            if (value !== null) onSearch({ ...draft, semesterId: value });
          }}
        />
      </Field>
      <Field label="成绩类型" htmlFor="exam-type">
        <Select
          id="exam-type"
          allowDeselect={false}
          data={Object.entries(scoreTypeNames).map(([value, label]) => ({ value, label }))}
          value={draft.scoreType}
          onChange={(value) => {
            if (value !== null) onSearch({ ...draft, scoreType: value as ScoreType });
          }}
        />
      </Field>
      <Field label="课程" htmlFor="exam-course">
        {typed('course', '课程名称或编号')}
      </Field>
      <Field label="状态" htmlFor="exam-status">
        <Select
          id="exam-status"
          clearable
          placeholder="全部"
          data={Object.entries(sheetStatusNames).map(([value, label]) => ({ value, label }))}
          value={draft.sheetStatus || null}
          onChange={(value) => {
            onSearch({ ...draft, sheetStatus: value ?? '' });
          }}
        />
      </Field>
      <Field label="开课单位" htmlFor="exam-department">
        <DepartmentSelect
          id="exam-department"
          value={draft.departmentId || null}
          placeholder="全部"
          onChange={(value) => {
            setDraft({ ...draft, departmentId: value ?? '' });
          }}
        />
      </Field>
      <Field label="教师" htmlFor="exam-teacher">
        {typed('teacher', '姓名或工号')}
      </Field>
      <Field label="教学班" htmlFor="exam-teachingClassName">
        {typed('teachingClassName', '教学班名称或编号')}
      </Field>
      <Field label="逾期">
        <Checkbox
          label="只看逾期未提交"
          checked={draft.overdue === yesNo.yes}
          onChange={(event) => {
            onSearch({ ...draft, overdue: event.currentTarget.checked ? yesNo.yes : '' });
          }}
        />
      </Field>
      <Field label="未提交">
        <Checkbox
          label="只看没有提交的"
          checked={draft.unfinished === yesNo.yes}
          onChange={(event) => {
            onSearch({ ...draft, unfinished: event.currentTarget.checked ? yesNo.yes : '' });
          }}
        />
      </Field>
    </SearchForm>
  );
}
