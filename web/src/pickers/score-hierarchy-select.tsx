import { findScoreHierarchy } from '@jwxt/contracts/base-info/score-hierarchy.operations.ts';
import { useOperation } from '../lib/queries.ts';
import { SearchableSelect, type SearchableSelectProps } from '../ui/searchable-select.tsx';

const staleMs = 600_000;

/** One of the grade systems (PICKERS-065…068). */
export function ScoreHierarchySelect(props: Omit<SearchableSelectProps, 'options' | 'query'>) {
  const query = useOperation(findScoreHierarchy, {}, { staleTime: staleMs });
  return (
    <SearchableSelect
      {...props}
      query={query}
      options={(query.data ?? []).map(({ scoreHierarchyCode, scoreHierarchyName }) => ({
        code: scoreHierarchyCode,
        name: scoreHierarchyName,
      }))}
    />
  );
}
