import { statusWarningScheme } from '@jwxt/contracts/student-status/warning/warning.resource.ts';
import { textOf } from '@jwxt/contracts/kernel/resource-values.ts';
import { useOperation } from '../../../lib/queries.ts';
import { SearchableSelect, type SearchableSelectProps } from '../../../ui/searchable-select.tsx';

/** One of the schemes of warnings, the latest semester first. */
export function SchemeSelect(props: Omit<SearchableSelectProps, 'options' | 'query'>) {
  const query = useOperation(statusWarningScheme.operations.query, { pageNo: 1, pageSize: 200 });
  const options = (query.data?.rows ?? []).map((row) => ({
    code: textOf((row as Record<string, unknown>)['warningSchemeId']),
    name: textOf(row.schemeName),
  }));
  return <SearchableSelect {...props} options={options} query={query} />;
}
