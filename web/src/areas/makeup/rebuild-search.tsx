import { Select, TextInput } from '@mantine/core';
import {
  payStatusNames,
  rebuildModeNames,
  signUpStatusNames,
  type PayStatus,
  type RebuildMode,
  type SignUpStatus,
} from '@jwxt/contracts/makeup/rebuild-sign-up.vocabulary.ts';
import { semesters } from '@jwxt/contracts/score/score-entry.operations.ts';
import { useState } from 'react';
import { useOperation } from '../../lib/queries.ts';
import { Field, SearchForm } from '../../ui/search-form.tsx';

type Values = {
  semesterId: string;
  keyword: string;
  rebuildMode: RebuildMode | '';
  payStatus: PayStatus | '';
  signUpStatus: SignUpStatus | '';
};

const optionsOf = <Code extends string>(names: Readonly<Record<Code, string>>): { value: Code; label: string }[] =>
  (Object.keys(names) as Code[]).map((value) => ({ value, label: names[value] }));
const nothing: Values = { semesterId: '', keyword: '', rebuildMode: '', payStatus: '', signUpStatus: '' };

/** What the desk of retakes is searched for: failures by semester, sign-ups by how far they have come as well. */
export function RebuildSearch({
  signedUp,
  values,
  searching,
  onSearch,
}: {
  signedUp: boolean;
  values: Values;
  searching: boolean;
  onSearch: (values: Values) => void;
}) {
  const list = useOperation(semesters, {}, { staleTime: 3_600_000 });
  const [draft, setDraft] = useState<Values>({
    semesterId: values.semesterId,
    keyword: values.keyword,
    rebuildMode: values.rebuildMode,
    payStatus: values.payStatus,
    signUpStatus: values.signUpStatus,
  });
  return (
    <SearchForm
      searching={searching}
      onSearch={() => {
        onSearch({ ...draft, keyword: draft.keyword.trim() });
      }}
      onReset={() => {
        setDraft(nothing);
        onSearch(nothing);
      }}
    >
      <Field label={signedUp ? '报名学期' : '原修学期'} htmlFor="rebuild-desk-semester">
        <Select
          id="rebuild-desk-semester"
          clearable
          searchable
          placeholder="全部学期"
          data={list.data?.list.map((one) => ({ value: one.xnxq, label: one.xnxqmc })) ?? []}
          value={draft.semesterId || null}
          onChange={(value) => {
            setDraft({ ...draft, semesterId: value ?? '' });
          }}
        />
      </Field>
      <Field label="关键字" htmlFor="rebuild-desk-keyword">
        <TextInput
          id="rebuild-desk-keyword"
          placeholder="学号、姓名、课程编号或名称"
          value={draft.keyword}
          maxLength={60}
          onChange={(event) => {
            setDraft({ ...draft, keyword: event.currentTarget.value });
          }}
        />
      </Field>
      {signedUp && (
        <Field label="报名状态" htmlFor="rebuild-desk-status">
          <Select
            id="rebuild-desk-status"
            clearable
            placeholder="全部"
            data={optionsOf(signUpStatusNames)}
            value={draft.signUpStatus || null}
            onChange={(value) => {
              setDraft({ ...draft, signUpStatus: value ?? '' });
            }}
          />
        </Field>
      )}
      {signedUp && (
        <Field label="缴费状态" htmlFor="rebuild-desk-pay">
          <Select
            id="rebuild-desk-pay"
            clearable
            placeholder="全部"
            data={optionsOf(payStatusNames)}
            value={draft.payStatus || null}
            onChange={(value) => {
              setDraft({ ...draft, payStatus: value ?? '' });
            }}
          />
        </Field>
      )}
      {signedUp && (
        <Field label="重修方式" htmlFor="rebuild-desk-mode">
          <Select
            id="rebuild-desk-mode"
            clearable
            placeholder="全部"
            data={optionsOf(rebuildModeNames)}
            value={draft.rebuildMode || null}
            onChange={(value) => {
              setDraft({ ...draft, rebuildMode: value ?? '' });
            }}
          />
        </Field>
      )}
    </SearchForm>
  );
}
