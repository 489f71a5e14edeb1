import { resourceOptions } from '@jwxt/contracts/kernel/resource-option.operations.ts';
import { useOperation } from '../../../lib/queries.ts';
import { SearchableSelect, type SearchableSelectProps } from '../../../ui/searchable-select.tsx';

/** One of the levels of warnings. */
export function LevelSelect(props: Omit<SearchableSelectProps, 'options' | 'query'>) {
  const query = useOperation(resourceOptions, { to: 'warningLevel' }, { staleTime: 600_000 });
  return <SearchableSelect {...props} options={query.data?.list ?? []} query={query} />;
}
