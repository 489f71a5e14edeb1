import { findTeachDep, type DepartmentNode } from '@jwxt/contracts/base-info/department.operations.ts';
import { Select } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useOperation } from '../lib/queries.ts';
import { drawOptions } from '../ui/draw-options.ts';
import { matchesLabel, type SelectOption } from '../ui/select-options.ts';
import { inputAttributes, type WidgetProps } from '../ui/widget-props.ts';
import { nothingFound } from '../ui/nothing-found.ts';

const staleMs = 600_000;

export type DepartmentSelectProps = WidgetProps & {
  /** `dwh`; null: none. */
  value: string | null;
  onChange: (dwh: string | null) => void;
  /** Asks for the units each time the list opens, not when the page does (PICKERS-061). */
  realTime?: boolean;
  placeholder?: string;
};

/** Units as choices, those below another one after it (PICKERS-064). */
export function departmentOptions(nodes: readonly DepartmentNode[]): SelectOption[] {
  return nodes.flatMap(({ dwh, dwmc, child }) => [{ value: dwh, label: dwmc }, ...departmentOptions(child)]);
}

/**
 * One of the teaching units, found by any part of its name (PICKERS-060…063). Asked for again when the line is back.
 */
export function DepartmentSelect({
  value,
  onChange,
  realTime = false,
  placeholder = '请选择',
  ...widget
}: DepartmentSelectProps) {
  const [wanted, setWanted] = useState(!realTime);
  const query = useOperation(findTeachDep, {}, { enabled: wanted, staleTime: realTime ? 0 : staleMs });
  const { error, refetch } = query;
  useEffect(() => {
    if (error === null) return undefined;
    const again = () => {
      void refetch();
    };
    window.addEventListener('online', again);
    return () => {
      window.removeEventListener('online', again);
    };
  }, [error, refetch]);
  const open = () => {
    drawOptions();
    if (!realTime) return;
    if (wanted) void refetch();
    else setWanted(true);
  };
  return (
    <Select
      {...inputAttributes(widget)}
      searchable
      clearable
      placeholder={placeholder}
      data={departmentOptions(query.data ?? [])}
      value={value}
      onChange={(dwh) => {
        onChange(dwh);
      }}
      maxDropdownHeight={280}
      comboboxProps={{ zIndex: 320 }}
      onDropdownOpen={open}
      loading={query.isFetching}
      nothingFoundMessage={nothingFound(query, '没有匹配的选项')}
      filter={({ options, search }) =>
        options.filter((option) => 'label' in option && matchesLabel(option.label, search))
      }
    />
  );
}
