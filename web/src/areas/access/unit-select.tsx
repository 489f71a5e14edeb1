import { findAllDepChild } from '@jwxt/contracts/base-info/department.operations.ts';
import { useOperation } from '../../lib/queries.ts';
import { departmentOptions } from '../../pickers/department-select.tsx';
import { SearchableSelect } from '../../ui/searchable-select.tsx';
import type { WidgetProps } from '../../ui/widget-props.ts';

/** One of all units of the school, teaching or not (PERM-28). */
export function UnitSelect({
  value,
  onChange,
  placeholder = '全部',
  ...widget
}: WidgetProps & { value: string | null; onChange: (dwh: string | null) => void; placeholder?: string }) {
  const query = useOperation(findAllDepChild, {}, { staleTime: 600_000 });
  return (
    <SearchableSelect
      {...widget}
      placeholder={placeholder}
      query={query}
      options={departmentOptions(query.data ?? []).map((option) => ({ code: option.value, name: option.label }))}
      value={value}
      onChange={onChange}
    />
  );
}
