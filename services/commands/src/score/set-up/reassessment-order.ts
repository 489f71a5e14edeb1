import { sheetStream } from '@jwxt/contracts/score/score-sheet.events.ts';
import type { ScoreSheetState } from '@jwxt/contracts/score/score-sheet.state.ts';
import { type ReassessmentType, scoreType } from '@jwxt/contracts/score/score.vocabulary.ts';
import type { Logger } from '@jwxt/infra/runtime/logger.ts';
import type { PoolClient, Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { partOf, type CommandContext } from '../../kernel/command-context.ts';
import type { Executed } from '../../kernel/command-handler.ts';
import type { CommandServices } from '../../kernel/command-route.ts';
import { isRefused, refusalText, type Refused } from '../../kernel/refusal.ts';
import { repeatedly } from '../../kernel/repeatedly.ts';
import { loadMakeupSetUp, loadRetakeSetUp, setUpReassessmentDecider } from './reassessment-setup.ts';

/**
 * That the sheet of a frozen make-up group (2) or a published retake class (4) is to be set up, by the command that
 * asked for it first.
 */
interface SetUpOrder {
  readonly classId: string;
  readonly scoreType: ReassessmentType;
  readonly context: CommandContext;
}

/**
 * Orders sheets in the transaction that freezes their lists: whoever carries an order out writes as the one who gave
 * it. An order stays the first one.
 */
export async function orderSetUps(
  client: PoolClient,
  context: CommandContext,
  ids: readonly string[],
  scoreType: SetUpOrder['scoreType'],
): Promise<void> {
  const contexts = ids.map((id) => JSON.stringify(partOf(context, id)));
  await client.query(
    `insert into base.retake_set_up (class_id, score_type, context, ordered_at) select id, $3, context, $4
      from unnest($1::text[], $2::jsonb[]) as given (id, context) on conflict do nothing`,
    [ids, contexts, scoreType, context.time],
  );
}

/** Takes back that a sheet is set up, in the transaction that opens its list again. */
export async function cancelSetUp(client: PoolClient, classId: string): Promise<void> {
  await client.query('delete from base.retake_set_up where class_id = $1', [classId]);
}

/** The orders of these classes. */
export async function setUpsOf(db: Queryable, ids: readonly string[]): Promise<SetUpOrder[]> {
  const { rows } = await db.query<SetUpOrder>(
    `select class_id as "classId", score_type as "scoreType", context from base.retake_set_up where class_id = any($1)
      order by 1`,
    [ids],
  );
  return rows;
}

/** Sets up one sheet; once, however often and by whomever it is carried out. */
export async function carryOut(
  { handler, pool }: CommandServices,
  { classId, scoreType: type, context }: SetUpOrder,
): Promise<Executed<ScoreSheetState> | Refused> {
  const done = await handler.execute({
    stream: sheetStream(classId, type),
    decider: setUpReassessmentDecider,
    command: {},
    context,
    facts: () => (type === scoreType.makeup ? loadMakeupSetUp(pool, classId) : loadRetakeSetUp(pool, classId)),
  });
  if (!isRefused(done))
    await pool.query('update base.retake_set_up set done_at = now() where class_id = $1 and done_at is null', [
      classId,
    ]);
  return done;
}

/** Carries out what was ordered and not done, as by a process that died in between. */
export async function carryOutLeft(services: CommandServices, logger: Logger): Promise<void> {
  const { rows } = await services.pool.query<SetUpOrder>(
    `select class_id as "classId", score_type as "scoreType", context from base.retake_set_up where done_at is null
      order by 1`,
  );
  for (const order of rows) {
    const done = await carryOut(services, order);
    if (isRefused(done))
      logger.error(
        { classId: order.classId, reason: refusalText(done.refused) },
        '已定稿的名单未能设置成绩单，稍后重试',
      );
  }
}

const everyMs = 30_000;

/** Work of the leading process: no list stays frozen without its sheet. */
export function startSetUps(services: CommandServices, logger: Logger): { close(): Promise<void> } {
  return repeatedly(everyMs, () =>
    carryOutLeft(services, logger).catch((error: unknown) => {
      logger.warn({ err: error }, '暂时无法设置已定稿名单的成绩单');
    }),
  );
}
