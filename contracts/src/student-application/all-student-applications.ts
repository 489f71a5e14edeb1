import { exchangeStudentApply } from './kinds/exchange-student-apply.kind.ts';
import { rebuildSignUpResult } from './kinds/rebuild-sign-up-result.kind.ts';
import type { StudentApplicationKind } from './student-application.kind.ts';

/** Every kind of application that a student makes and an approval decides. */
export const studentApplications = [
  exchangeStudentApply,
  rebuildSignUpResult,
] as const satisfies readonly StudentApplicationKind[];

const byProcess = new Map<string, StudentApplicationKind>(studentApplications.map((kind) => [kind.processNo, kind]));

/** The kind that a process decides; undefined for processes of other things. */
export function studentApplicationOf(processNo: string): StudentApplicationKind | undefined {
  return byProcess.get(processNo);
}
