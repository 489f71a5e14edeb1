import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import { derivedId } from '@jwxt/infra/runtime/event-id.ts';
import { inTransaction, type Pool, type PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import { expectedEffects, type EffectiveChange, type StatusEffect } from '@jwxt/infra/runtime/status-effects.ts';
import { endSessionsOf } from '../../access/shared/end-sessions.ts';
import { joinRoster, leaveRoster } from '../../base-info/shared/roster.ts';
import { withdrawRegistration } from '../../grade-exam/shared/withdraw-registration.ts';
import { systemActor, type CommandContext } from '../../kernel/command-context.ts';
import type { CommandServices } from '../../kernel/command-route.ts';
import { logOperations } from '../../kernel/operation-log.ts';
import { isRefused, refusalText, type Refused } from '../../kernel/refusal.ts';
import { leaveList } from '../../makeup/shared/leave-list.ts';
import { cancelSignUp } from '../../makeup/shared/rebuild-sign-up.ts';
import { readSheetStates, setInterruption } from '../../score/shared/interrupted-remark.ts';
import { closeLeave } from './close-leave.ts';
import { tellOfExams } from './exam-notice.ts';
import { ROSTER_OF_CLASSES } from '@jwxt/contracts/base-info/roster-of-classes.operations.ts';

interface Transition extends EffectiveChange {
  readonly factKey: string;
  /** ISO instant. */
  readonly at: string;
}

/** Context of what follows from a fact by itself: the same however often it is done. */
function contextOf({ factKey, at }: Pick<Transition, 'factKey' | 'at'>, part: string): CommandContext {
  const commandId = derivedId(`statusFact:${factKey}:${part}`);
  return {
    commandId,
    command: `statusFact:${part}`,
    correlationId: commandId,
    causationId: null,
    clientAddress: null,
    actor: systemActor,
    permission: null,
    time: at,
  };
}

/**
 * Does elsewhere what transitions of students ask for and was not done: rosters, open sheets, accounts. Each effect is
 * done once, whatever is killed when; what is left is done the next time. `studentCodes`: of these alone.
 */
export async function finishEffects(services: CommandServices, studentCodes?: readonly string[]): Promise<void> {
  const { rows } = await services.pool.query<Omit<Transition, 'at'> & { at: Date }>(
    `select fact_key as "factKey", student_code as "studentCode", effective_date::text as "effectiveDate",
        before, after, at from base.status_transition
      where done_at is null and ($1::text[] is null or student_code = any($1)) order by at, fact_key`,
    [studentCodes ?? null],
  );
  for (const { at, ...row } of rows) await finish(services, { ...row, at: at.toISOString() });
}

async function finish(services: CommandServices, transition: Transition): Promise<void> {
  const { pool } = services;
  const { factKey } = transition;
  await reckon(services, transition);
  const { rows } = await pool.query<StatusEffect & { no: number }>(
    `select effect_no as no, kind, action, target, title, note from base.status_effect
      where fact_key = $1 and done_at is null order by effect_no`,
    [factKey],
  );
  for (const { no, ...effect } of rows) {
    if (effect.action === 'interruptSheet' || effect.action === 'resumeSheet') {
      const set = effect.action === 'interruptSheet';
      const reason = `${transition.before.statusName}改为${transition.after.statusName}`;
      const { studentCode } = transition;
      const context = contextOf(transition, `sheet:${effect.target ?? ''}`);
      await setInterruption(services, effect.target ?? '', { studentCode, set, reason }, context);
      await done(pool, factKey, no, null);
    } else
      await inTransaction(pool, async (client) => {
        // Whoever is doing it now is waited for.
        const { rowCount } = await client.query(
          'select from base.status_effect where fact_key = $1 and effect_no = $2 and done_at is null for update',
          [factKey, no],
        );
        if (rowCount !== 0)
          await done(
            client,
            factKey,
            no,
            await carryOut(client, transition, effect, contextOf(transition, String(no))),
          );
      });
  }
  await inTransaction(pool, (client) => tellOfExams(client, transition, contextOf(transition, 'exams')));
  await pool.query('update base.status_transition set done_at = now() where fact_key = $1 and done_at is null', [
    factKey,
  ]);
}

/** Lists the effects, once: what was done of them must not change what they are. */
async function reckon(services: CommandServices, transition: Transition): Promise<void> {
  await inTransaction(services.pool, async (client) => {
    const { rowCount } = await client.query(
      'select from base.status_transition where fact_key = $1 and reckoned_at is null for update',
      [transition.factKey],
    );
    if (rowCount === 0) return;
    const effects = await expectedEffects(client, transition, (ids) => readSheetStates(services, ids));
    await client.query(
      `insert into base.status_effect (fact_key, effect_no, kind, action, target, title, note, done_at)
        select $1, at, effect->>'kind', effect->>'action', effect->>'target', effect->>'title', effect->>'note',
            case when effect->>'action' = 'told' then now() end
          from jsonb_array_elements($2::jsonb) with ordinality as listed (effect, at)`,
      [transition.factKey, JSON.stringify(effects)],
    );
    await client.query('update base.status_transition set reckoned_at = now() where fact_key = $1', [
      transition.factKey,
    ]);
  });
}

const done = (db: Pool | PoolClient, factKey: string, no: number, refused: Refused | null): Promise<unknown> =>
  db.query(
    `update base.status_effect set done_at = now(), note = coalesce($3, note) where fact_key = $1 and effect_no = $2`,
    [factKey, no, refused === null ? null : `未能办理：${refusalText(refused.refused)}`],
  );

async function carryOut(
  client: PoolClient,
  { studentCode, after }: Transition,
  { action, target }: StatusEffect,
  context: CommandContext,
): Promise<Refused | null> {
  const teachingClassId = target ?? '';
  switch (action) {
    case 'leaveRoster': {
      const { rows } = await client.query<{ listSource: string }>(
        `select list_source as "listSource" from base.teaching_class_student
          where teaching_class_id = $1 and student_code = $2`,
        [teachingClassId, studentCode],
      );
      return rows[0] ? await leaveRoster(client, context, { teachingClassId, studentCode, ...rows[0] }) : null;
    }
    case 'leaveList':
      return await leaveList(client, context, {
        teachingClassId,
        studentCode,
        reason: `学籍状态：${after.statusName}`,
      });
    case 'joinRoster':
      return await joinRoster(client, context, { teachingClassId, studentCode, listSource: ROSTER_OF_CLASSES });
    case 'closeAccount':
    case 'openAccount': {
      const sfqy = action === 'openAccount' ? yesNo.yes : yesNo.no;
      const { rows } = await client.query<{ key: string }>(
        'update base.user_account set sfqy = $2 where user_name = $1 and sfqy <> $2 returning user_name as key',
        [target, sfqy],
      );
      if (sfqy === yesNo.no)
        await endSessionsOf(
          client,
          context,
          rows.map(({ key }) => key),
        );
      await logOperations(
        client,
        context,
        sfqy === yesNo.no ? 'disable' : 'enable',
        'userAccount',
        rows.map(({ key }) => ({
          key,
          before: { sfqy: sfqy === yesNo.no ? yesNo.yes : yesNo.no },
          after: { sfqy, reason: `学籍状态：${after.statusName}` },
        })),
      );
      return null;
    }
    case 'cancelRebuild': {
      const cancelled = await cancelSignUp(client, context, target ?? '', `学籍状态：${after.statusName}`);
      return isRefused(cancelled) ? cancelled : null;
    }
    case 'withdrawExam':
      await withdrawRegistration(client, context, target ?? '');
      return null;
    case 'endLeave':
      await closeLeave(client, context, target ?? '');
      return null;
    case 'told':
    case 'interruptSheet':
    case 'resumeSheet':
      return null;
    default:
      return action satisfies never;
  }
}
