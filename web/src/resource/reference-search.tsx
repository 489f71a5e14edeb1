import { Loader, Select } from '@mantine/core';
import type { InputOf } from '@jwxt/contracts/kernel/operation.ts';
import type { ReferenceTarget } from '@jwxt/contracts/kernel/resource-field.ts';
import { resourceOptions } from '@jwxt/contracts/kernel/resource-option.operations.ts';
import { useState } from 'react';
import { useOperation } from '../lib/queries.ts';
import { useSearchDebounce } from '../lib/search-debounce.ts';
import { inputAttributes, type WidgetProps } from '../ui/widget-props.ts';

type ReferenceSearchProps = WidgetProps & {
  to: ReferenceTarget;
  value: string | null;
  onChange: (code: string | null) => void;
  placeholder: string;
  clearable: boolean;
};

/** One of many rows of a reference table, found by any part of its number or name. */
export function ReferenceSearch({ to, value, onChange, placeholder, clearable, ...widget }: ReferenceSearchProps) {
  const [typed, setTyped] = useState('');
  const [label, setLabel] = useState('');
  const keyword = useSearchDebounce(typed === label ? '' : typed.trim().slice(0, 60));
  const asked: InputOf<typeof resourceOptions> = {
    to,
    ...(keyword === '' ? {} : { keyword }),
    ...(value === null ? {} : { code: value }),
  };
  const query = useOperation(resourceOptions, asked, { staleTime: 60_000 });
  const found = query.data?.list ?? [];
  const numbers = new Map(found.map(({ code, number }) => [code, number ?? '']));
  return (
    <Select
      {...inputAttributes(widget)}
      searchable
      clearable={clearable}
      allowDeselect={false}
      placeholder={placeholder}
      data={found.map(({ code, name }) => ({ value: code, label: name }))}
      value={value}
      onChange={(code, option) => {
        setLabel(option?.label ?? '');
        onChange(code);
      }}
      onSearchChange={setTyped}
      filter={({ options }) => options}
      maxDropdownHeight={280}
      comboboxProps={{ zIndex: 320 }}
      nothingFoundMessage={query.isFetching ? '正在查询…' : '没有匹配的选项'}
      rightSection={query.isFetching ? <Loader size={14} /> : undefined}
      renderOption={({ option }) => (
        <span>
          {option.label} <small style={{ color: 'var(--jw-text-3)' }}>{numbers.get(option.value)}</small>
        </span>
      )}
    />
  );
}
