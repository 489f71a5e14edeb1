import { planGradeMajors } from '@jwxt/contracts/scheme/plan/execution-plan.operations.ts';
import type { ComponentProps } from 'react';
import { useOperation } from '../../lib/queries.ts';
import { OptionSearch } from '../../resource/reference-search.tsx';

const useGradeMajors: ComponentProps<typeof OptionSearch>['useOptions'] = (asked) =>
  useOperation(planGradeMajors, asked, { staleTime: 60_000 });

/** One of the grade-majors whose plans the person has in scope, found by any part of its code or name. */
export function GradeMajorSearch(props: Omit<ComponentProps<typeof OptionSearch>, 'useOptions'>) {
  return <OptionSearch {...props} useOptions={useGradeMajors} />;
}
