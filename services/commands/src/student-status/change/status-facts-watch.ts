import { studentStatusStream } from '@jwxt/contracts/student-status/change/student-status.events.ts';
import { studentStatusStreams } from '@jwxt/contracts/student-status/change/student-status.state.ts';
import { derivedId } from '@jwxt/infra/runtime/event-id.ts';
import { inTransaction } from '@jwxt/infra/runtime/postgres.ts';
import type { Chore } from '../../kernel/area.ts';
import { systemActor } from '../../kernel/command-context.ts';
import type { CommandServices } from '../../kernel/command-route.ts';
import { repeatedly } from '../../kernel/repeatedly.ts';
import { finishEffects } from '../shared/status-effects.ts';
import { carryOutFacts } from '../shared/status-fact.ts';
import { keepStatusChange } from './status-change-row.ts';

const everyMs = 15_000;

/** Carries out facts whose day has come, and what transitions still ask for elsewhere (STUDENT-STATUS-16). */
export const startStatusFacts: Chore = (services, logger) =>
  repeatedly(everyMs, async () => {
    try {
      await carryOutDue(services);
    } catch (error) {
      logger.warn({ err: error }, '学籍异动未能按时生效，稍后重试');
    }
  });

/** {@link startStatusFacts}, once. A change that was taken back before its day is passed over, whoever was late. */
export async function carryOutDue(services: CommandServices): Promise<void> {
  const { rows } = await services.pool.query<{ studentCode: string; day: string }>(
    `select student_code as "studentCode", base.school_day()::text as day from base.student_status_fact
      where effected_at is null and cancelled_at is null and effective_date <= base.school_day()
      group by student_code order by student_code`,
  );
  for (const { studentCode, day } of rows) {
    const { state } = await services.handler.read(studentStatusStream(studentCode), studentStatusStreams);
    for (const { applyId, cancelled } of state.changes) if (cancelled) await keepStatusChange(services, applyId);
    const commandId = derivedId(`statusFacts:${studentCode}:${day}`);
    await inTransaction(services.pool, (client) =>
      carryOutFacts(
        client,
        {
          commandId,
          command: 'statusFacts',
          correlationId: commandId,
          causationId: null,
          clientAddress: null,
          actor: systemActor,
          permission: null,
          time: new Date().toISOString(),
        },
        [studentCode],
      ),
    );
  }
  await finishEffects(services);
}
