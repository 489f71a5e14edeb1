import { Select } from '@mantine/core';
import { known, nothingFound, type AskedFor } from './nothing-found.ts';
import { matchesLabel, selectOptions, type DictionaryOption } from './select-options.ts';
import { inputAttributes, type WidgetProps } from './widget-props.ts';

export type SearchableSelectProps = WidgetProps & {
  /** What can be chosen, as the server gives it. */
  options: readonly DictionaryOption[];
  /** Code of the chosen one; null: none. */
  value: string | null;
  onChange: (code: string | null) => void;
  /** Default 请选择 (PICKERS-066). */
  placeholder?: string;
  clearable?: boolean;
  /** Where the options come from: while it is asked nothing can be chosen, and what went wrong is said there. */
  query?: AskedFor;
};

/** One of many, found by any part of its name (PICKERS-065). */
export function SearchableSelect({
  options,
  value,
  onChange,
  placeholder = '请选择',
  clearable = true,
  query = known,
  ...rest
}: SearchableSelectProps) {
  return (
    <Select
      {...inputAttributes(rest)}
      searchable
      clearable={clearable}
      loading={query.isFetching}
      placeholder={placeholder}
      data={selectOptions(options)}
      value={value}
      onChange={(code) => {
        onChange(code);
      }}
      maxDropdownHeight={280}
      comboboxProps={{ zIndex: 320 }}
      nothingFoundMessage={nothingFound(query, '没有匹配的选项')}
      filter={({ options: all, search }) =>
        all.filter((option) => 'label' in option && matchesLabel(option.label, search))
      }
    />
  );
}
