import type { ImplementedChange, StudentStatusState } from './student-status.state.ts';

type ChangedTo = ImplementedChange['changedTo'];

/** What a student is: status, whether he is there, class, kind. */
export interface StudentStandingOn {
  readonly status: string;
  readonly inSchool: boolean;
  readonly bjdm: string;
  readonly studentType: string;
}

/**
 * What a student is on a day: as enrolled, and then part by part what was said last until then, by day of effect and
 * then in the order of implementing. `base.student_states_on` says the same of the facts.
 */
export function standingOn(
  { changes }: StudentStatusState,
  enrolled: StudentStandingOn,
  day: string,
): StudentStandingOn {
  return changes
    .filter(({ cancelled, effectiveDate }) => !cancelled && effectiveDate <= day)
    .map((change, at) => ({ ...change, at }))
    .toSorted((one, other) => one.effectiveDate.localeCompare(other.effectiveDate) || one.at - other.at)
    .reduce<StudentStandingOn>((standing, { changedTo }) => ({ ...standing, ...definedOf(changedTo) }), enrolled);
}

const definedOf = (changed: ChangedTo): Partial<StudentStandingOn> =>
  Object.fromEntries(Object.entries(changed).filter(([, value]) => value !== undefined));
