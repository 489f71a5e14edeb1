import type { WireRow } from '@jwxt/contracts/kernel/resource-field.ts';
import type { Resource } from '@jwxt/contracts/kernel/resource.ts';
import { textOf } from '@jwxt/contracts/kernel/resource-values.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import { useOperation } from '../../../lib/queries.ts';
import { SearchableSelect } from '../../../ui/searchable-select.tsx';

/** One of the rules in use, by name. */
export function RuleSelect({
  id,
  resource,
  filter = {},
  value,
  onChange,
  placeholder,
  error,
}: {
  id: string;
  resource: Resource;
  filter?: WireRow;
  value: string | null;
  onChange: (key: string | null) => void;
  placeholder: string;
  error?: string | undefined;
}) {
  const query = useOperation(resource.operations.query, {
    ...filter,
    sfqy: yesNo.yes,
    pageNo: 1,
    pageSize: 200,
  });
  return (
    <SearchableSelect
      id={id}
      placeholder={placeholder}
      query={query}
      options={(query.data?.rows ?? []).map((row) => ({
        code: textOf(row[resource.key]),
        name: textOf(row[resource.called ?? resource.key]),
      }))}
      value={value}
      onChange={onChange}
      {...(error === undefined ? {} : { error: true })}
    />
  );
}
