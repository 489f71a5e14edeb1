import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { GradeMajorSearch } from '../grade-major-search.tsx';
import { Card } from '../../../ui/page.tsx';
import { Field, SearchForm } from '../../../ui/search-form.tsx';

/** What lists of plans in approval and of changes are searched by. */
export interface ChangeSearch {
  readonly keyword: string;
  readonly gradeMajorId: string;
}

/** The search above these lists: grade-major, and what else stands in a row. */
export function ChangeSearchCard({
  value,
  searching,
  onSearch,
}: {
  value: ChangeSearch;
  searching: boolean;
  onSearch: (search: ChangeSearch) => void;
}) {
  const [draft, setDraft] = useState(value);
  return (
    <Card flush>
      <SearchForm
        searching={searching}
        onSearch={() => {
          onSearch({ ...draft, keyword: draft.keyword.trim() });
        }}
        onReset={() => {
          const none = { keyword: '', gradeMajorId: '' };
          setDraft(none);
          onSearch(none);
        }}
      >
        <Field label="年级专业" htmlFor="change-major">
          <GradeMajorSearch
            id="change-major"
            placeholder="全部"
            clearable
            value={draft.gradeMajorId || null}
            onChange={(code) => {
              setDraft({ ...draft, gradeMajorId: code ?? '' });
            }}
          />
        </Field>
        <Field label="关键字" htmlFor="change-keyword">
          <TextInput
            id="change-keyword"
            placeholder="课程、专业或申请人"
            maxLength={60}
            value={draft.keyword}
            onChange={(event) => {
              setDraft({ ...draft, keyword: event.currentTarget.value });
            }}
          />
        </Field>
      </SearchForm>
    </Card>
  );
}

/** The same as the server is asked. */
export const askedBy = ({ keyword, gradeMajorId }: ChangeSearch) => ({
  ...(keyword === '' ? {} : { keyword }),
  ...(gradeMajorId === '' ? {} : { gradeMajorId }),
});
