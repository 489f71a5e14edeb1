import { businessStatusNames } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import { semesters } from '@jwxt/contracts/score/score-entry.operations.ts';
import { scoreTypeNames } from '@jwxt/contracts/score/score.vocabulary.ts';
import { TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useOperation } from '../../../lib/queries.ts';
import { DepartmentSelect } from '../../../pickers/department-select.tsx';
import { Field, SearchForm } from '../../../ui/search-form.tsx';
import { SearchableSelect } from '../../../ui/searchable-select.tsx';

/** What an audit list is searched by; empty: any. Lists without a field of `extra` leave it empty. */
export type AuditSearch = {
  semesterId: string;
  departmentId: string;
  courseName: string;
  teachingClassName: string;
  applicantName: string;
  approvalBusinessStatus: string;
  studentName: string;
  scoreType: string;
};
export const anyAudit: AuditSearch = {
  semesterId: '',
  departmentId: '',
  courseName: '',
  teachingClassName: '',
  applicantName: '',
  approvalBusinessStatus: '',
  studentName: '',
  scoreType: '',
};

const optionsOf = (names: Record<string, string>) => Object.entries(names).map(([code, name]) => ({ code, name }));
const orNull = (value: string): string | null => (value === '' ? null : value);

/** The search card of 正考成绩审批 and, with students and types, of 成绩更改审核. */
export function ScoreAuditSearch({
  state,
  searching,
  ofChanges = false,
  onSearch,
}: {
  state: AuditSearch;
  searching: boolean;
  ofChanges?: boolean;
  onSearch: (fields: AuditSearch) => void;
}) {
  const [draft, setDraft] = useState(state);
  const list = useOperation(semesters, {}).data?.list ?? [];
  const change = (next: Partial<AuditSearch>) => {
    setDraft({ ...draft, ...next });
  };
  const text = (
    name: 'courseName' | 'teachingClassName' | 'applicantName' | 'studentName',
    label: string,
    placeholder: string,
  ): ReactNode => (
    <Field key={name} label={label} htmlFor={`audit-${name}`}>
      <TextInput
        id={`audit-${name}`}
        placeholder={placeholder}
        maxLength={60}
        value={draft[name]}
        onChange={(event) => {
          change({ [name]: event.currentTarget.value });
        }}
      />
    </Field>
  );
  return (
    <SearchForm
      visible={3}
      searching={searching}
      onReset={() => {
        setDraft(anyAudit);
        onSearch(anyAudit);
      }}
      onSearch={() => {
        onSearch({
          ...draft,
          courseName: draft.courseName.trim(),
          teachingClassName: draft.teachingClassName.trim(),
          applicantName: draft.applicantName.trim(),
          studentName: draft.studentName.trim(),
        });
      }}
    >
      <Field label="学年学期" htmlFor="audit-semester">
        <SearchableSelect
          id="audit-semester"
          options={list.map(({ xnxq, xnxqmc }) => ({ code: xnxq, name: xnxqmc }))}
          value={orNull(draft.semesterId)}
          onChange={(code) => {
            change({ semesterId: code ?? '' });
          }}
        />
      </Field>
      {text('courseName', '课程', '课程编号或名称')}
      {text('teachingClassName', '教学班', '教学班号或名称')}
      <Field label="开课单位" htmlFor="audit-department">
        <DepartmentSelect
          id="audit-department"
          value={orNull(draft.departmentId)}
          onChange={(dwh) => {
            change({ departmentId: dwh ?? '' });
          }}
        />
      </Field>
      {text('applicantName', ofChanges ? '申请人' : '送审人', '姓名')}
      {ofChanges && text('studentName', '学生', '学号或姓名')}
      {ofChanges && (
        <Field label="成绩类型" htmlFor="audit-type">
          <SearchableSelect
            id="audit-type"
            options={optionsOf(scoreTypeNames)}
            value={orNull(draft.scoreType)}
            onChange={(code) => {
              change({ scoreType: code ?? '' });
            }}
          />
        </Field>
      )}
      <Field label="审批状态" htmlFor="audit-status">
        <SearchableSelect
          id="audit-status"
          options={optionsOf(businessStatusNames)}
          value={orNull(draft.approvalBusinessStatus)}
          onChange={(code) => {
            change({ approvalBusinessStatus: code ?? '' });
          }}
        />
      </Field>
    </SearchForm>
  );
}
