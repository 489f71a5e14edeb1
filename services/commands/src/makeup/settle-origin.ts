import type { z } from 'zod';
import type { settleOrigin } from '@jwxt/contracts/makeup/makeup.command.ts';
import { sheetStream } from '@jwxt/contracts/score/score-sheet.events.ts';
import { sheetStatus } from '@jwxt/contracts/score/score.vocabulary.ts';
import type { StudentRef } from '@jwxt/contracts/kernel/student-ref.ts';
import type { Pool } from '@jwxt/infra/runtime/postgres.ts';
import type { CommandContext } from '../kernel/command-context.ts';
import type { CommandDone, CommandServices } from '../kernel/command-route.ts';
import { isRefused, refuse, type Refused } from '../kernel/refusal.ts';
import { takeOffList } from './origin-rows.ts';
import { loadListings, standingNow } from './listing.facts.ts';
import { settleOriginDecider } from './reassessment-origin.decider.ts';

/** Carries `makeup.settleOrigin` out: the sheet says what was decided, and the rows of the list follow it. */
export async function settleListed(
  { teachingClassId, studentCode, decision, reason }: z.output<typeof settleOrigin.payload>,
  context: CommandContext,
  services: CommandServices,
): Promise<CommandDone<{ revision: number }> | Refused> {
  const { handler, pool } = services;
  const [[listing], found] = await Promise.all([
    loadListings(pool, { teachingClassId, studentCode }),
    loadStudentOfList(pool, teachingClassId, studentCode),
  ]);
  if (!found) return refuse('MAKEUP_NOT_FOUND');
  const { scoreType, ...student } = found;
  const done = await handler.execute({
    stream: sheetStream(teachingClassId, scoreType),
    decider: settleOriginDecider,
    command: { student, decision, reason, byName: context.actor.name },
    context,
    // Who is off the list has nothing that stands: a command that comes again finds its first answer.
    facts: async () => ({ standing: listing ? await standingNow(services, listing) : { cause: 'restored', text: '' } }),
  });
  if (isRefused(done)) return done;
  if (done.state.status !== sheetStatus.unset && done.state.removed?.includes(studentCode))
    await takeOffList(pool, context, teachingClassId, studentCode, false);
  return { result: { revision: done.revision }, position: done.position };
}

/** A student, with the kind of a list or retake class, whether he is on it or not. */
async function loadStudentOfList(
  pool: Pool,
  teachingClassId: string,
  studentCode: string,
): Promise<(StudentRef & { readonly scoreType: string }) | undefined> {
  const { rows } = await pool.query<StudentRef & { scoreType: string }>(
    `select class.class_kind as "scoreType", student.student_code as "studentCode",
        student.student_number as "studentNumber", student.student_name as "studentName"
      from base.teaching_class class join base.student on student.student_code = $2
      where class.teaching_class_id = $1 and class.class_kind in ('2', '4')`,
    [teachingClassId, studentCode],
  );
  return rows[0];
}
