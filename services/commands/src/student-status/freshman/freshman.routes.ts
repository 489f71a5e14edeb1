import {
  adjustCommand,
  clearCommand,
  divideCommand,
} from '@jwxt/contracts/student-status/freshman/class-division.operations.ts';
import {
  abandonCommand,
  absentCommand,
  keepCommand,
  reportCommand,
  restoreCommand,
  toStudentCommand,
  undoStudentCommand,
  unreportCommand,
} from '@jwxt/contracts/student-status/freshman/freshman.operations.ts';
import { abandonProblem, keepProblem } from '@jwxt/contracts/student-status/freshman/freshman.rules.ts';
import {
  clearNumbersCommand,
  generateNumbersCommand,
  sortOrderClassCommand,
} from '@jwxt/contracts/student-status/freshman/student-number.operations.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import { applyOnce } from '../../kernel/applied-command.ts';
import { defineRoute, type CommandRoute } from '../../kernel/command-route.ts';
import { refuse } from '../../kernel/refusal.ts';
import { adjust, clear, divide } from './divide-freshmen.ts';
import { actOn, schoolDay } from './freshman-rows.ts';
import { toStudents, undoStudents } from './freshmen-to-students.ts';
import { clearNumbers, giveNumbers } from './give-numbers.ts';
import { sortClasses } from './sort-order-class.ts';

/** What is said of who is expected, and not of who comes or does not: nothing of it is left. */
const unsaid = {
  report_time: null,
  leave_until: null,
  leave_reason: null,
  keep_reason: null,
  keep_until: null,
  abandon_way: null,
  abandon_reason: null,
};

/** The grade-major that somebody comes back to, with what follows it; undefined: there is none. */
async function placeOf(client: PoolClient, gradeMajorId: string): Promise<Record<string, string> | undefined> {
  const { rows } = await client.query<Record<string, string>>(
    `select njzydm as grade_major_id, njdm, dwh, zydm, xqdm, xslbdm from base.grade_major
      where njzydm = $1 and sfqy = '1'`,
    [gradeMajorId],
  );
  return rows[0];
}

/** Commands of freshmen, their classes, numbers and order besides those of their rows (STUDENT-STATUS-11…15, 19). */
export const freshmanRoutes: readonly CommandRoute[] = [
  defineRoute(reportCommand, ({ keys }, context, { pool }) =>
    applyOnce(pool, context, (client) =>
      actOn(client, context, { act: 'report', keys, set: { ...unsaid, report_time: context.time } }),
    ),
  ),
  defineRoute(unreportCommand, ({ keys }, context, { pool }) =>
    applyOnce(pool, context, (client) => actOn(client, context, { act: 'unreport', keys, set: unsaid })),
  ),
  defineRoute(absentCommand, ({ keys, leaveUntil, leaveReason }, context, { pool }) =>
    applyOnce(pool, context, (client) => {
      const set = { ...unsaid, leave_until: leaveUntil, leave_reason: leaveReason };
      return actOn(client, context, { act: 'absent', keys, set });
    }),
  ),
  defineRoute(abandonCommand, ({ keys, abandonWay, abandonReason }, context, { pool }) =>
    applyOnce(pool, context, async (client) => {
      const today = await schoolDay(client);
      return await actOn(client, context, {
        act: 'abandon',
        keys,
        set: { abandon_way: abandonWay, abandon_reason: abandonReason },
        problem: (state) => abandonProblem(abandonWay, state, today),
      });
    }),
  ),
  defineRoute(keepCommand, ({ keys, keepReason, keepUntil }, context, { pool }) =>
    applyOnce(pool, context, async (client) => {
      const problem = keepProblem(keepReason, keepUntil, await schoolDay(client));
      if (problem !== null)
        return refuse('INVALID_INPUT', {}, { fieldErrors: [{ field: 'keepUntil', message: problem }] });
      const set = { ...unsaid, keep_reason: keepReason, keep_until: keepUntil };
      return await actOn(client, context, { act: 'keep', keys, set });
    }),
  ),
  defineRoute(restoreCommand, ({ keys, gradeMajorId }, context, { pool }) =>
    applyOnce(pool, context, async (client) => {
      const place = gradeMajorId === null ? {} : await placeOf(client, gradeMajorId);
      if (place === undefined)
        return refuse(
          'INVALID_INPUT',
          {},
          { fieldErrors: [{ field: 'gradeMajorId', message: '年级专业不存在或已停用' }] },
        );
      return await actOn(client, context, { act: 'restore', keys, set: { ...unsaid, ...place } });
    }),
  ),
  defineRoute(toStudentCommand, async (asked, context, { pool, reference }) => {
    const done = await applyOnce(pool, context, (client) => toStudents(client, context, asked));
    reference.forget();
    return done;
  }),
  defineRoute(undoStudentCommand, async (asked, context, { pool, reference }) => {
    const done = await applyOnce(pool, context, (client) => undoStudents(client, context, asked));
    reference.forget();
    return done;
  }),
  defineRoute(divideCommand, async (asked, context, { pool, reference }) => {
    const done = await applyOnce(pool, context, (client) => divide(client, context, asked));
    reference.forget();
    return done;
  }),
  defineRoute(adjustCommand, (asked, context, { pool }) =>
    applyOnce(pool, context, (client) => adjust(client, context, asked)),
  ),
  defineRoute(clearCommand, (asked, context, { pool }) =>
    applyOnce(pool, context, (client) => clear(client, context, asked)),
  ),
  defineRoute(generateNumbersCommand, (asked, context, { pool }) =>
    applyOnce(pool, context, (client) => giveNumbers(client, context, asked)),
  ),
  defineRoute(clearNumbersCommand, (asked, context, { pool }) =>
    applyOnce(pool, context, (client) => clearNumbers(client, context, asked)),
  ),
  defineRoute(sortOrderClassCommand, (asked, context, { pool }) =>
    applyOnce(pool, context, (client) => sortClasses(client, context, asked)),
  ),
];
