import {
  queryExistCourse,
  queryNewCourse,
  queryPlanHours,
} from '@jwxt/contracts/scheme/change/course-adjust.operations.ts';
import { queryPlanCourseSystem } from '@jwxt/contracts/scheme/plan/execution-plan.operations.ts';
import { TERMS_AT_MOST, termText } from '@jwxt/contracts/scheme/plan/term.rules.ts';
import { Select, SimpleGrid, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useOperation } from '../../../lib/queries.ts';
import { useSearchDebounce } from '../../../lib/search-debounce.ts';
import { DepartmentSelect } from '../../../pickers/department-select.tsx';
import { DictionarySelect } from '../../../pickers/dictionary-select.tsx';
import { Field } from '../../../ui/search-form.tsx';
import { asksFor, type AdjustForm } from './course-adjust-form.model.ts';
import { nothingFound } from '../../../ui/nothing-found.ts';

interface FieldsProps {
  readonly form: AdjustForm;
  /** What it is about was chosen before. */
  readonly fixed: boolean;
  readonly errors: Readonly<Record<string, string>>;
  readonly onChange: (part: Partial<AdjustForm>) => void;
}

/** What an application of a type asks for, beginning with the row or the course that it is about. */
export function AdjustFields({ form, fixed, errors, onChange }: FieldsProps) {
  const { gradeMajorId, adjustType, executionPlanId } = form;
  const exist = useOperation(queryExistCourse, { gradeMajorId }, { enabled: asksFor.row(adjustType) });
  const row = exist.data?.list.find((one) => one.executionPlanId === executionPlanId);
  return (
    <SimpleGrid cols={3} spacing={14}>
      {asksFor.row(adjustType) && (
        <Field label="课程" htmlFor="adjust-row" required error={errors['executionPlanId']}>
          <Select
            id="adjust-row"
            searchable
            allowDeselect={false}
            disabled={fixed}
            placeholder="请选择"
            nothingFoundMessage="执行计划中没有课程"
            data={(exist.data?.list ?? []).map((one) => ({
              value: one.executionPlanId,
              label:
                `${one.courseBusinessCode} ${one.courseName}（第${String(one.term)}学期 ${one.credit}学分）` +
                (one.problem === '' ? '' : ` ${one.problem}`),
              disabled: one.problem !== '',
            }))}
            value={executionPlanId || null}
            onChange={(value) => {
              onChange({ executionPlanId: value ?? '', hours: {} });
            }}
          />
        </Field>
      )}
      {asksFor.course(adjustType) && (
        <NewCourse
          gradeMajorId={gradeMajorId}
          value={form.newCourseId}
          fixed={fixed}
          error={errors['newCourseId']}
          onChange={(newCourseId) => {
            onChange({ newCourseId });
          }}
        />
      )}
      {asksFor.term(adjustType) && (
        <Field label="学期" htmlFor="adjust-term" error={errors['after.term']}>
          <Select
            id="adjust-term"
            clearable
            placeholder={row ? `第${String(row.term)}学期` : '请选择'}
            data={Array.from({ length: TERMS_AT_MOST }, (_, index) => ({
              value: String(index + 1),
              label: `第${String(index + 1)}学期 ${termText(index + 1)}`,
            }))}
            value={form.term || null}
            onChange={(value) => {
              onChange({ term: value ?? '' });
            }}
          />
        </Field>
      )}
      {asksFor.content(adjustType) && <ContentFields form={form} errors={errors} onChange={onChange} row={row} />}
    </SimpleGrid>
  );
}

function NewCourse({
  gradeMajorId,
  value,
  fixed,
  error,
  onChange,
}: {
  gradeMajorId: string;
  value: string;
  fixed: boolean;
  error: string | undefined;
  onChange: (courseId: string) => void;
}) {
  const [typed, setTyped] = useState('');
  const [label, setLabel] = useState('');
  const keyword = useSearchDebounce(typed === label ? '' : typed.trim().slice(0, 60));
  const found = useOperation(queryNewCourse, { gradeMajorId, ...(keyword === '' ? {} : { keyword }) });
  const known = found.data?.list ?? [];
  const options = known.map((one) => ({
    value: one.courseId,
    label: `${one.courseBusinessCode} ${one.courseName}（${one.credit}学分 ${one.totalHour}学时）`,
  }));
  return (
    <Field label="新课程" htmlFor="adjust-course" required error={error}>
      <Select
        id="adjust-course"
        searchable
        allowDeselect={false}
        disabled={fixed}
        placeholder="编号或名称"
        nothingFoundMessage={nothingFound(found, '没有可加入的课程')}
        filter={({ options: all }) => all}
        data={
          value === '' || options.some((one) => one.value === value)
            ? options
            : [{ value, label: label || value }, ...options]
        }
        value={value || null}
        onSearchChange={setTyped}
        onChange={(next, option) => {
          setLabel(option?.label ?? '');
          onChange(next ?? '');
        }}
      />
    </Field>
  );
}

function ContentFields({
  form,
  errors,
  onChange,
  row,
}: Omit<FieldsProps, 'fixed'> & {
  readonly row:
    | {
        readonly credit: string;
        readonly totalHour: string;
        readonly weekHours: string;
        readonly courseSystemId: string;
      }
    | undefined;
}) {
  const { gradeMajorId, executionPlanId } = form;
  const system = useOperation(queryPlanCourseSystem, { gradeMajorId });
  const hours = useOperation(queryPlanHours, { executionPlanId }, { enabled: executionPlanId !== '' });
  const as = (now: string | undefined) => (now === undefined || now === '' ? '与课程库相同' : `现为 ${now}`);
  const number = (name: 'credit' | 'totalHour' | 'weekHours', label: string) => (
    <Field label={label} htmlFor={`adjust-${name}`} error={errors[`after.${name}`]}>
      <TextInput
        id={`adjust-${name}`}
        inputMode="decimal"
        maxLength={6}
        placeholder={as(row?.[name])}
        value={form[name]}
        onChange={(event) => {
          onChange({ [name]: event.currentTarget.value });
        }}
      />
    </Field>
  );
  return (
    <>
      {number('credit', '学分')}
      {number('totalHour', '总学时')}
      {number('weekHours', '周学时')}
      {(hours.data?.list ?? []).map(({ xsbh, xsmc, xs }) => (
        <Field key={xsbh} label={`${xsmc}学时`} htmlFor={`adjust-hours-${xsbh}`} error={errors['after.hours']}>
          <TextInput
            id={`adjust-hours-${xsbh}`}
            inputMode="decimal"
            maxLength={6}
            value={form.hours[xsbh] ?? xs}
            onChange={(event) => {
              const all = Object.fromEntries((hours.data?.list ?? []).map((one) => [one.xsbh, one.xs]));
              onChange({ hours: { ...all, ...form.hours, [xsbh]: event.currentTarget.value } });
            }}
          />
        </Field>
      ))}
      <Field label="课程分类" htmlFor="adjust-system" error={errors['after.courseSystemId']}>
        <Select
          id="adjust-system"
          searchable
          clearable
          placeholder={row ? '不变' : '可以不选'}
          data={(system.data?.list ?? []).map((one) => ({ value: one.courseSystemId, label: one.courseSystemName }))}
          value={form.courseSystemId || null}
          onChange={(value) => {
            onChange({ courseSystemId: value ?? '' });
          }}
        />
      </Field>
      <Field label="考核方式" htmlFor="adjust-exam" error={errors['after.examMethod']}>
        <DictionarySelect
          id="adjust-exam"
          category="XTGL_KSXS"
          placeholder={row ? '不变' : '与课程库相同'}
          value={form.examMethod || null}
          onChange={(value) => {
            onChange({ examMethod: value ?? '' });
          }}
        />
      </Field>
      <Field label="开课单位" htmlFor="adjust-unit" error={errors['after.openDepartmentId']}>
        <DepartmentSelect
          id="adjust-unit"
          placeholder={row ? '不变' : '与课程库相同'}
          value={form.openDepartmentId || null}
          onChange={(value) => {
            onChange({ openDepartmentId: value ?? '' });
          }}
        />
      </Field>
    </>
  );
}
