import type { ProgressAttempt, StudyProgress } from '@jwxt/contracts/scheme/plan/study-progress.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { progressOfStudents } from '../plan/progress-of-students.ts';
import { readProgressAttempts, readProgressStudent } from '../plan/study-progress.read.ts';

/** Where a student stands with the plan now, and where if these attempts were recorded too; null: no such student. */
export async function progressWith(
  db: Queryable,
  studentCode: string,
  supposed: readonly ProgressAttempt[],
): Promise<{ before: StudyProgress; after: StudyProgress } | null> {
  const student = await readProgressStudent(db, studentCode);
  if (!student) return null;
  const known = await readProgressAttempts(db, [studentCode]);
  const more = supposed.map((attempt) => ({ ...attempt, studentCode, teachingClassId: null }));
  const [[before], [after]] = (await Promise.all(
    [known, [...known, ...more]].map((attempts) => progressOfStudents(db, [student], Promise.resolve(attempts))),
  )) as [Awaited<ReturnType<typeof progressOfStudents>>, Awaited<ReturnType<typeof progressOfStudents>>];
  return before && after ? { before: before.progress, after: after.progress } : null;
}
