import { useId } from 'react';
import { Field, SearchForm } from '../ui/search-form.tsx';
import type { SearchFormState } from './course-search-form.tsx';
import { DictionarySelect } from './dictionary-select.tsx';
import { anyPerson, personFields, type PersonSearch } from './person-fields.tsx';

/** What staff are searched by; empty or null: any. */
export type StaffSearch = PersonSearch & { jzglbm: string | null; dqztm: string | null };
export const anyStaff: StaffSearch = { ...anyPerson, jzglbm: null, dqztm: null };

/** Number, name or pinyin, unit, kind and current status of staff (PICKERS-120). */
export function StaffSearchForm({ value, onChange, ...form }: SearchFormState<StaffSearch>) {
  const id = useId();
  return (
    <SearchForm {...form} visible={6}>
      {personFields(id, value, onChange)}
      <Field label="人员类别" htmlFor={`${id}-kind`}>
        <DictionarySelect
          id={`${id}-kind`}
          category="XTGL_JZGLB"
          value={value.jzglbm}
          onChange={(jzglbm) => {
            onChange({ jzglbm });
          }}
        />
      </Field>
      <Field label="当前状态" htmlFor={`${id}-status`}>
        <DictionarySelect
          id={`${id}-status`}
          category="XTGL_JZGDQZT"
          value={value.dqztm}
          onChange={(dqztm) => {
            onChange({ dqztm });
          }}
        />
      </Field>
    </SearchForm>
  );
}
