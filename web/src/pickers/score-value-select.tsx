import { findScoreValueSelectList } from '@jwxt/contracts/base-info/score-hierarchy.operations.ts';
import { PERCENTAGE_HIERARCHY } from '@jwxt/contracts/score/score.vocabulary.ts';
import { useEffect } from 'react';
import { notify } from '../lib/notify.ts';
import { useOperation } from '../lib/queries.ts';
import { SearchableSelect, type SearchableSelectProps } from '../ui/searchable-select.tsx';

const staleMs = 600_000;

/**
 * One value of a grade system. Percentages have no values: nothing is asked for then, nor without a system
 * (PICKERS-069…072).
 */
export function ScoreValueSelect({
  scoreHierarchyCode,
  ...props
}: Omit<SearchableSelectProps, 'options' | 'loading'> & { scoreHierarchyCode: string | null }) {
  const enabled =
    scoreHierarchyCode !== null && scoreHierarchyCode !== '' && scoreHierarchyCode !== PERCENTAGE_HIERARCHY;
  const { data, error, isLoading } = useOperation(
    findScoreValueSelectList,
    { scoreHierarchyCode: scoreHierarchyCode ?? '' },
    { enabled, staleTime: staleMs, keepPrevious: false },
  );
  useEffect(() => {
    if (error !== null) notify.failure(error, findScoreValueSelectList.failureText);
  }, [error]);
  return (
    <SearchableSelect
      {...props}
      loading={isLoading}
      options={(enabled ? (data ?? []) : []).map(({ scoreValueCode, scoreValueName }) => ({
        code: scoreValueCode,
        name: scoreValueName,
      }))}
    />
  );
}
