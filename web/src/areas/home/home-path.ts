import { STUDENT_HOME, TEACHER_HOME } from '@jwxt/contracts/kernel/module.vocabulary.ts';

/** Where a person's own page is: of a student it is the only one (HOME-26); staff who teach nothing have none. */
export function personalHome({ kind }: { kind: string }): string | null {
  return kind === 'student' ? STUDENT_HOME : kind === 'teacher' ? TEACHER_HOME : null;
}
