import { findScoreValueSelectList } from '@jwxt/contracts/base-info/score-hierarchy.operations.ts';
import { PERCENTAGE_HIERARCHY } from '@jwxt/contracts/score/score.vocabulary.ts';
import { useOperation } from '../lib/queries.ts';
import { SearchableSelect, type SearchableSelectProps } from '../ui/searchable-select.tsx';

const staleMs = 600_000;

export type ScoreValueSelectProps = Omit<SearchableSelectProps, 'options' | 'query' | 'value' | 'onChange'> & {
  /** The grade system. Percentages have no list of values: nothing is asked for (PICKERS-070). */
  scoreHierarchyCode: string;
  /** Name of the chosen value, as sheets show it; empty: none. */
  value: string;
  onChange: (name: string) => void;
};

/** A value of a grade system (PICKERS-065, 066, 069…072). */
export function ScoreValueSelect({ scoreHierarchyCode, value, onChange, ...props }: ScoreValueSelectProps) {
  const hasValues = scoreHierarchyCode !== '' && scoreHierarchyCode !== PERCENTAGE_HIERARCHY;
  const query = useOperation(
    findScoreValueSelectList,
    { scoreHierarchyCode },
    { enabled: hasValues, keepPrevious: false, staleTime: staleMs },
  );
  const { data = [] } = query;
  return (
    <SearchableSelect
      {...props}
      query={query}
      disabled={!hasValues || (props.disabled ?? false)}
      options={data.map(({ scoreValueCode, scoreValueName }) => ({ code: scoreValueCode, name: scoreValueName }))}
      value={data.find(({ scoreValueName }) => scoreValueName === value)?.scoreValueCode ?? null}
      onChange={(code) => {
        onChange(data.find(({ scoreValueCode }) => scoreValueCode === code)?.scoreValueName ?? '');
      }}
    />
  );
}
