import { queryRegions, regionPath, type RegionNode } from '@jwxt/contracts/base-info/region.operations.ts';
import { Cascader, Loader, type CascaderOption } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useOperation } from '../lib/queries.ts';
import { drawOptions } from '../ui/draw-options.ts';
import { matchesLabel } from '../ui/select-options.ts';
import { inputAttributes, type WidgetProps } from '../ui/widget-props.ts';
import { nothingFound } from '../ui/nothing-found.ts';

export type RegionPickerProps = WidgetProps & {
  /** Code of the chosen division; null: none. */
  value: string | null;
  onChange: (code: string | null) => void;
  /** Name of the chosen one, which stands there until the divisions do, and when they have it no more. */
  known?: string;
  clearable?: boolean;
};

const optionsOf = (nodes: readonly RegionNode[]): CascaderOption[] =>
  nodes.map(({ value, label, children }) => ({
    value,
    label,
    ...(children === null ? {} : { children: optionsOf(children) }),
  }));
const textOf = (options: readonly CascaderOption[]) =>
  options.map(({ label }) => (typeof label === 'string' ? label : '')).join('');

/**
 * A province, city or district, by column or by any part of its name (PICKERS-092). The divisions are fetched when they
 * are needed: to choose one, or to name the one that is chosen.
 */
export function RegionPicker({ value, onChange, known = '', clearable = true, ...widget }: RegionPickerProps) {
  const [opened, setOpened] = useState(false);
  const query = useOperation(queryRegions, {}, { enabled: opened || value !== null, staleTime: Infinity });
  const data = useMemo(() => optionsOf(query.data ?? []), [query.data]);
  return (
    <Cascader
      {...inputAttributes(widget)}
      data={data}
      value={value === null || query.data === undefined ? null : regionPath(value)}
      onChange={(path) => {
        onChange(path?.at(-1) ?? null);
      }}
      changeOnSelect
      closeOnSelect={false}
      searchable
      clearable={clearable}
      formatValue={({ options }) => textOf(options)}
      renderSearchOption={(_typed, options) => textOf(options)}
      placeholder={known === '' ? '请选择省、市、区县' : known}
      filter={(typed, options) => matchesLabel(textOf(options), typed)}
      onDropdownOpen={() => {
        setOpened(true);
        drawOptions();
      }}
      rightSection={query.isFetching ? <Loader size={14} /> : undefined}
      nothingFoundMessage={nothingFound(query, '没有匹配的选项')}
      previousLevelsControlLabel="显示上级"
      nextLevelsControlLabel="显示下级"
      comboboxProps={{ zIndex: 320 }}
    />
  );
}
