import { TextInput } from '@mantine/core';
import { electiveOptions } from '@jwxt/contracts/elective/elective.operations.ts';
import { useState } from 'react';
import { useOperation } from '../../lib/queries.ts';
import { DictionarySelect } from '../../pickers/dictionary-select.tsx';
import { Field, SearchForm } from '../../ui/search-form.tsx';
import { SearchableSelect } from '../../ui/searchable-select.tsx';

/** What the lists of public electives are searched by. */
export type ElectiveFilter = { keyword: string; semester: string; publicCourseCategory: string };
export const noFilter: ElectiveFilter = { keyword: '', semester: '', publicCourseCategory: '' };

/** Only what was filled in. */
export const asked = (filter: ElectiveFilter): Partial<ElectiveFilter> =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ''));

/** The search card of the lists. */
export function ElectiveFilters({
  value,
  searching,
  onSearch,
}: {
  value: ElectiveFilter;
  searching: boolean;
  onSearch: (filter: ElectiveFilter) => void;
}) {
  const [draft, setDraft] = useState(value);
  const options = useOperation(electiveOptions, {}, { staleTime: 60_000 });
  return (
    <SearchForm
      searching={searching}
      onSearch={() => {
        onSearch({ ...draft, keyword: draft.keyword.trim() });
      }}
      onReset={() => {
        setDraft(noFilter);
        onSearch(noFilter);
      }}
    >
      <Field label="关键字" htmlFor="elective-keyword">
        <TextInput
          id="elective-keyword"
          placeholder="课程、编号、教师或申请人"
          value={draft.keyword}
          maxLength={60}
          onChange={(event) => {
            setDraft({ ...draft, keyword: event.currentTarget.value });
          }}
        />
      </Field>
      <Field label="开课学期" htmlFor="elective-search-semester">
        <SearchableSelect
          id="elective-search-semester"
          options={options.data?.semesters ?? []}
          query={options}
          value={draft.semester || null}
          onChange={(code) => {
            setDraft({ ...draft, semester: code ?? '' });
          }}
        />
      </Field>
      <Field label="公选课类别" htmlFor="elective-search-category">
        <DictionarySelect
          id="elective-search-category"
          category="XTGL_GXKLB"
          value={draft.publicCourseCategory || null}
          onChange={(code) => {
            setDraft({ ...draft, publicCourseCategory: code ?? '' });
          }}
        />
      </Field>
    </SearchForm>
  );
}
