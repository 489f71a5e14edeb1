import { useId } from 'react';
import { Field, SearchForm } from '../ui/search-form.tsx';
import type { SearchFormState } from './course-search-form.tsx';
import { DictionarySelect } from './dictionary-select.tsx';
import { anyPerson, personFields, type PersonSearch } from './person-fields.tsx';

/** What teachers are searched by; empty or null: any. */
export type TeacherSearch = PersonSearch & { zcm: string | null };
export const anyTeacher: TeacherSearch = { ...anyPerson, zcm: null };

/** Number, name or pinyin, unit and title of teachers (PICKERS-118). */
export function TeacherSearchForm({ value, onChange, ...form }: SearchFormState<TeacherSearch>) {
  const id = useId();
  return (
    <SearchForm {...form} visible={6}>
      {personFields(id, value, onChange)}
      <Field label="职称" htmlFor={`${id}-title`}>
        <DictionarySelect
          id={`${id}-title`}
          category="XTGL_ZC"
          value={value.zcm}
          onChange={(zcm) => {
            onChange({ zcm });
          }}
        />
      </Field>
    </SearchForm>
  );
}
