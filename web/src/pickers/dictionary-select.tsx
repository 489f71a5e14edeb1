import { useDictionary } from '../lib/dictionary.ts';
import { SearchableSelect, type SearchableSelectProps } from '../ui/searchable-select.tsx';

/** One value of a dictionary category, by its code (PICKERS-149). */
export function DictionarySelect({
  category,
  ...props
}: Omit<SearchableSelectProps, 'options' | 'query'> & { /** Such as `XTGL_KCSXDMJ`. */ category: string }) {
  return <SearchableSelect {...props} {...useDictionary(category)} />;
}
