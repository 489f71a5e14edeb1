import { coursePlanGradeMajors } from '@jwxt/contracts/scheme/plan/course-plan.operations.ts';
import { progressGradeMajors } from '@jwxt/contracts/scheme/plan/study-progress.operations.ts';
import { planGradeMajors } from '@jwxt/contracts/scheme/plan/execution-plan.operations.ts';
import type { ComponentProps } from 'react';
import { useOperation } from '../../lib/queries.ts';
import { OptionSearch } from '../../resource/reference-search.tsx';

type UseOptions = ComponentProps<typeof OptionSearch>['useOptions'];
const useOfPlans: UseOptions = (asked) => useOperation(planGradeMajors, asked, { staleTime: 60_000 });
const useOfCoursePlans: UseOptions = (asked) => useOperation(coursePlanGradeMajors, asked, { staleTime: 60_000 });
const useOfStudents: UseOptions = (asked) => useOperation(progressGradeMajors, asked, { staleTime: 60_000 });
/** By what of a grade-major the person has to have it in scope. */
const offers = { plan: useOfPlans, coursePlan: useOfCoursePlans, students: useOfStudents };

/** One of the grade-majors that the person has in scope, found by any part of its code or name. */
export function GradeMajorSearch({
  by = 'plan',
  ...props
}: Omit<ComponentProps<typeof OptionSearch>, 'useOptions'> & { by?: keyof typeof offers }) {
  return <OptionSearch {...props} useOptions={offers[by]} />;
}
