import { paidStatus, registerStatus, type PaidStatus, type RegisterStatus } from './term.vocabulary.ts';
import type { statusTermErrors } from './term-error.vocabulary.ts';

/** What a registration is judged by. */
export interface RegistrationFacts {
  readonly status: RegisterStatus;
  /** Whether the status of the student allows to register, with its name. */
  readonly allowed: boolean;
  readonly statusName: string;
  readonly paid: PaidStatus;
  readonly greenChannel: boolean;
  /** The school lets nobody register who owes anything (XJ_QFZC), the green channel aside. */
  readonly paidFirst: boolean;
}
/** Why a registration does not get another status. */
export interface RegistrationProblem {
  readonly code: keyof typeof statusTermErrors;
  readonly details: Readonly<Record<string, string>>;
}

const problem = (code: RegistrationProblem['code'], details: RegistrationProblem['details'] = {}) => ({
  code,
  details,
});

/**
 * Why a registration does not go to a status (STUDENT-STATUS-03): register 0, 2 → 1; delay 0 → 2; refuse → 3; cancel →
 * 0. Null: it does. One way for form, file, class and student.
 */
export function registrationProblem(to: RegisterStatus, facts: RegistrationFacts): RegistrationProblem | null {
  const { status, allowed, statusName, paid, greenChannel, paidFirst } = facts;
  if (to === registerStatus.none) return status === registerStatus.none ? problem('REGISTRATION_NOTHING') : null;
  if (to === registerStatus.refused) return status === to ? problem('REGISTRATION_REFUSED') : null;
  if (status === registerStatus.registered) return problem('REGISTRATION_DONE');
  if (status === registerStatus.refused) return problem('REGISTRATION_REFUSED');
  if (!allowed) return problem('REGISTRATION_STATUS', { status: statusName });
  if (to === registerStatus.delayed) return null;
  return paidFirst && paid === paidStatus.owing && !greenChannel ? problem('REGISTRATION_ARREARS') : null;
}
