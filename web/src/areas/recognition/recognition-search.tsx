import { businessStatusNames } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { DepartmentSelect } from '../../pickers/department-select.tsx';
import { DateField } from '../../ui/date-field.tsx';
import { Field, SearchForm } from '../../ui/search-form.tsx';
import { SearchableSelect } from '../../ui/searchable-select.tsx';

type Fields = Record<'keyword' | 'status' | 'beginDate' | 'endDate' | 'departmentId', string>;
const none: Fields = { keyword: '', status: '', beginDate: '', endDate: '', departmentId: '' };
const statuses = Object.entries(businessStatusNames).map(([code, name]) => ({ code, name }));

/** What a list of recognitions is searched by (RECOGNITION-19). */
export function RecognitionSearch({
  state,
  searching,
  onSearch,
}: {
  state: Fields;
  searching: boolean;
  onSearch: (fields: Fields) => void;
}) {
  const [draft, setDraft] = useState<Fields>({
    keyword: state.keyword,
    status: state.status,
    beginDate: state.beginDate,
    endDate: state.endDate,
    departmentId: state.departmentId,
  });
  const change = (next: Partial<Fields>) => {
    setDraft({ ...draft, ...next });
  };
  const reversed = draft.beginDate !== '' && draft.endDate !== '' && draft.beginDate > draft.endDate;
  return (
    <SearchForm
      visible={3}
      searching={searching}
      validate={() => !reversed}
      onSearch={() => {
        onSearch({ ...draft, keyword: draft.keyword.trim() });
      }}
      onReset={() => {
        setDraft(none);
        onSearch(none);
      }}
    >
      <Field label="关键字" htmlFor="recognition-keyword">
        <TextInput
          id="recognition-keyword"
          placeholder="学号、姓名、课程等"
          value={draft.keyword}
          maxLength={60}
          onChange={(event) => {
            change({ keyword: event.currentTarget.value });
          }}
        />
      </Field>
      <Field label="审批状态" htmlFor="recognition-status">
        <SearchableSelect
          id="recognition-status"
          options={statuses}
          value={draft.status === '' ? null : draft.status}
          onChange={(status) => {
            change({ status: status ?? '' });
          }}
        />
      </Field>
      <Field label="院系" htmlFor="recognition-department">
        <DepartmentSelect
          id="recognition-department"
          value={draft.departmentId === '' ? null : draft.departmentId}
          onChange={(departmentId) => {
            change({ departmentId: departmentId ?? '' });
          }}
        />
      </Field>
      <Field label="申请日期起" htmlFor="recognition-begin">
        <DateField
          id="recognition-begin"
          value={draft.beginDate === '' ? null : draft.beginDate}
          onChange={(day) => {
            change({ beginDate: day ?? '' });
          }}
        />
      </Field>
      <Field label="申请日期止" htmlFor="recognition-end" error={reversed ? '应不早于起始日期' : undefined}>
        <DateField
          id="recognition-end"
          error={reversed}
          value={draft.endDate === '' ? null : draft.endDate}
          onChange={(day) => {
            change({ endDate: day ?? '' });
          }}
        />
      </Field>
    </SearchForm>
  );
}
