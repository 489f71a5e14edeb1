import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { signUp, withdraw } from '@jwxt/contracts/grade-exam/grade-exam.operations.ts';
import { gradeExamRegistration } from '@jwxt/contracts/grade-exam/grade-exam.resource.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import { semesterMissed } from '@jwxt/infra/runtime/registered-student.ts';
import type { CommandContext } from '../kernel/command-context.ts';
import { logOperations } from '../kernel/operation-log.ts';
import { refuse, type Refused } from '../kernel/refusal.ts';
import { lockRow, storeRow } from '../kernel/resource-rows.ts';
import { withdrawRegistration } from './shared/withdraw-registration.ts';
import { lockSubject, registrationProblem, type OpenSubject } from './registration-problem.ts';

/** A window that is not open at a time, as a refusal. */
function closed({ begin, end }: OpenSubject, time: string): Refused | null {
  const at = Date.parse(time);
  return at >= begin.getTime() && at <= end.getTime()
    ? null
    : refuse('GRADE_EXAM_CLOSED', { begin: toDateTimeText(begin), end: toDateTimeText(end) });
}

/** Registers the student who asks (SCORE-MORE-11, 12, 14), in the transaction that has locked the subject. */
export async function signUpStudent(
  client: PoolClient,
  context: CommandContext,
  { gradeExamSubjectId }: z.output<typeof signUp.payload>,
): Promise<{ key: string } | Refused> {
  const { studentCode } = context.actor;
  if (studentCode === null) return refuse('GRADE_EXAM_NO_STUDENT');
  // One of a student at a time: two subjects of one code, at two campuses, are two rows to lock.
  await client.query('select pg_advisory_xact_lock(hashtext($1))', [`gradeExamRegistration:${studentCode}`]);
  const subject = await lockSubject(client, gradeExamSubjectId);
  if (!subject) return refuse('NOT_FOUND');
  if (!subject.published) return refuse('GRADE_EXAM_NOT_OPEN');
  const late = closed(subject, context.time);
  if (late) return late;
  const missed = await semesterMissed(client, studentCode, context.time);
  if (missed) return refuse('REGISTRATION_FIRST', missed);
  const problem = await registrationProblem(client, { gradeExamSubjectId, studentCode }, subject);
  if (problem) return refuse(problem.code, problem.details);
  const key = randomUUID();
  const after = await storeRow(client, gradeExamRegistration, {
    key,
    isNew: true,
    columns: {
      registration_id: key,
      grade_exam_subject_id: gradeExamSubjectId,
      student_code: studentCode,
      sign_up_time: context.time,
    },
  });
  await logOperations(client, context, 'create', gradeExamRegistration.name, [{ key, before: null, after }]);
  return { key };
}

/** Takes the own registration back while the window is open. */
export async function withdrawStudent(
  client: PoolClient,
  context: CommandContext,
  { registrationId }: z.output<typeof withdraw.payload>,
): Promise<{ key: string } | Refused> {
  const known = await lockRow(client, gradeExamRegistration, registrationId);
  if (!known || known.row['student_code'] !== context.actor.studentCode) return refuse('NOT_FOUND');
  const subject = await lockSubject(client, known.row['grade_exam_subject_id']);
  if (!subject) return refuse('NOT_FOUND');
  const late = closed(subject, context.time);
  if (late) return late;
  await withdrawRegistration(client, context, registrationId);
  return { key: registrationId };
}
