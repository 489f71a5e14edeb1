import { findScoreHierarchy } from '@jwxt/contracts/base-info/score-hierarchy.operations.ts';
import { useEffect } from 'react';
import { notify } from '../lib/notify.ts';
import { useOperation } from '../lib/queries.ts';
import { SearchableSelect, type SearchableSelectProps } from '../ui/searchable-select.tsx';

const staleMs = 600_000;

/** One of the grade systems (PICKERS-065…068). */
export function ScoreHierarchySelect(props: Omit<SearchableSelectProps, 'options' | 'loading'>) {
  const { data, error, isPending } = useOperation(findScoreHierarchy, {}, { staleTime: staleMs });
  useEffect(() => {
    if (error !== null) notify.failure(error, findScoreHierarchy.failureText);
  }, [error]);
  return (
    <SearchableSelect
      {...props}
      loading={isPending}
      options={(data ?? []).map(({ scoreHierarchyCode, scoreHierarchyName }) => ({
        code: scoreHierarchyCode,
        name: scoreHierarchyName,
      }))}
    />
  );
}
