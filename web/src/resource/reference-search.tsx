import { Loader, MultiSelect, Select } from '@mantine/core';
import type { OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import type { ReferenceTarget } from '@jwxt/contracts/kernel/resource-field.ts';
import { resourceOptions } from '@jwxt/contracts/kernel/resource-option.operations.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiError } from '../lib/api-error.ts';
import { useOperation } from '../lib/queries.ts';
import { useSearchDebounce } from '../lib/search-debounce.ts';
import { inputAttributes, type WidgetProps } from '../ui/widget-props.ts';
import { nothingFound } from '../ui/nothing-found.ts';

type Options = UseQueryResult<OutputOf<typeof resourceOptions>, ApiError>;

type OptionSearchProps = WidgetProps & {
  /** What is offered for a part of number or name, with what is chosen. */
  useOptions: (asked: { keyword?: string; code?: string }) => Options;
  value: string | null;
  onChange: (code: string | null) => void;
  placeholder: string;
  clearable: boolean;
};

/** Rows of a reference table as they are offered. */
const offeredOf = (to: ReferenceTarget): OptionSearchProps['useOptions'] =>
  function useReferences(asked) {
    return useOperation(resourceOptions, { to, ...asked }, { staleTime: 60_000 });
  };

/** One of many rows of a reference table, found by any part of its number or name. */
export function ReferenceSearch({ to, ...search }: Omit<OptionSearchProps, 'useOptions'> & { to: ReferenceTarget }) {
  return <OptionSearch {...search} useOptions={offeredOf(to)} />;
}

/** The same of whatever else is offered. */
export function OptionSearch({ useOptions, value, onChange, placeholder, clearable, ...widget }: OptionSearchProps) {
  const [typed, setTyped] = useState('');
  const [label, setLabel] = useState('');
  const keyword = useSearchDebounce(typed === label ? '' : typed.trim().slice(0, 60));
  const query = useOptions({ ...(keyword === '' ? {} : { keyword }), ...(value === null ? {} : { code: value }) });
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
      nothingFoundMessage={nothingFound(query, '没有匹配的选项')}
      rightSection={query.isFetching ? <Loader size={14} /> : undefined}
      renderOption={({ option }) => (
        <span>
          {option.label} <small style={{ color: 'var(--jw-text-3)' }}>{numbers.get(option.value)}</small>
        </span>
      )}
    />
  );
}

type ReferenceSearchManyProps = WidgetProps & {
  to: ReferenceTarget;
  value: readonly string[];
  onChange: (codes: string[]) => void;
  placeholder: string;
  /** Names of stored codes. */
  known: ReadonlyMap<string, string>;
};

/** Several of many rows of a reference table, each found by any part of its number or name. */
export function ReferenceSearchMany({ to, value, onChange, placeholder, known, ...widget }: ReferenceSearchManyProps) {
  const [typed, setTyped] = useState('');
  const [names, setNames] = useState<ReadonlyMap<string, string>>(known);
  const keyword = useSearchDebounce(typed.trim().slice(0, 60));
  const query = useOperation(resourceOptions, { to, ...(keyword === '' ? {} : { keyword }) }, { staleTime: 60_000 });
  const found = query.data?.list ?? [];
  const listed = new Set(found.map(({ code }) => code));
  const chosen = value.filter((code) => !listed.has(code)).map((code) => ({ code, name: names.get(code) ?? code }));
  const numbers = new Map(found.map(({ code, number }) => [code, number ?? '']));
  return (
    <MultiSelect
      {...inputAttributes(widget)}
      searchable
      clearable
      placeholder={value.length === 0 ? placeholder : ''}
      data={[...chosen, ...found].map(({ code, name }) => ({ value: code, label: name }))}
      value={[...value]}
      onChange={(codes) => {
        setNames(new Map([...names, ...found.map(({ code, name }) => [code, name] as const)]));
        onChange(codes);
      }}
      searchValue={typed}
      onSearchChange={setTyped}
      filter={({ options }) => options.filter((option) => !('value' in option) || listed.has(option.value))}
      maxDropdownHeight={280}
      comboboxProps={{ zIndex: 320 }}
      nothingFoundMessage={nothingFound(query, '没有匹配的选项')}
      rightSection={query.isFetching ? <Loader size={14} /> : undefined}
      renderOption={({ option }) => (
        <span>
          {option.label} <small style={{ color: 'var(--jw-text-3)' }}>{numbers.get(option.value)}</small>
        </span>
      )}
    />
  );
}
