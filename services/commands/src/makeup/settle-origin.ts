import type { z } from 'zod';
import type { settleOrigin } from '@jwxt/contracts/makeup/makeup.command.ts';
import { sheetStream } from '@jwxt/contracts/score/score-sheet.events.ts';
import { sheetStatus } from '@jwxt/contracts/score/score.vocabulary.ts';
import type { Pool } from '@jwxt/infra/runtime/postgres.ts';
import type { CommandContext } from '../kernel/command-context.ts';
import type { CommandDone, CommandServices } from '../kernel/command-route.ts';
import { isRefused, refuse, type Refused } from '../kernel/refusal.ts';
import { takeOffList } from './origin-rows.ts';
import { loadListings, refOf, standingNow } from './listing.facts.ts';
import { settleOriginDecider } from './reassessment-origin.decider.ts';

/** Carries `makeup.settleOrigin` out: the sheet says what was decided, and the rows of the list follow it. */
export async function settleListed(
  { teachingClassId, studentCode, decision, reason }: z.output<typeof settleOrigin.payload>,
  context: CommandContext,
  services: CommandServices,
): Promise<CommandDone<{ revision: number }> | Refused> {
  const { handler, pool } = services;
  const [listing] = await loadListings(pool, { teachingClassId, studentCode });
  if (!listing) return await notListed(pool, teachingClassId, studentCode);
  const done = await handler.execute({
    stream: sheetStream(teachingClassId, listing.scoreType),
    decider: settleOriginDecider,
    command: { student: refOf(listing), decision, reason, byName: context.actor.name },
    context,
    facts: async () => ({ standing: await standingNow(services, listing) }),
  });
  if (isRefused(done)) return done;
  if (done.state.status !== sheetStatus.unset && done.state.removed?.includes(studentCode))
    await takeOffList(pool, context, teachingClassId, studentCode, false);
  return { result: { revision: done.revision }, position: done.position };
}

/** Who is on the list no more is settled; a class that is no list has nobody to settle. */
async function notListed(pool: Pool, teachingClassId: string, studentCode: string): Promise<Refused> {
  const {
    rows: [student],
  } = await pool.query<{ name: string }>(
    `select student.student_name as name from base.teaching_class class join base.student on student_code = $2
      where class.teaching_class_id = $1 and class.class_kind in ('2', '4')`,
    [teachingClassId, studentCode],
  );
  return student ? refuse('MAKEUP_ORIGIN_SETTLED', { student: student.name }) : refuse('MAKEUP_NOT_FOUND');
}
