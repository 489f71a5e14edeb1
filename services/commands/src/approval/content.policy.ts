import { adjustCourseStream, ADJUST_COURSE_PROCESS, type AdjustCourseRequest } from '@jwxt/contracts/approval/adjust-course.events.ts';
import type { ApplicationEvent } from '@jwxt/contracts/approval/application.events.ts';
import type { BusinessRequestState, RequestOutcome } from '@jwxt/contracts/approval/business-request.state.ts';
import { infoCheckStream, INFO_CHECK_PROCESS, type CheckedField, type InfoCheckRequest } from '@jwxt/contracts/approval/info-check.events.ts';
import type { Position } from '@jwxt/infra/runtime/log-position.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import { applyOnce } from '../kernel/applied-command.ts';
import type { BusinessRequestCommand } from '../kernel/business-request.decider.ts';
import { policyContext, type CommandContext } from '../kernel/command-context.ts';
import type { CommandServices, Policy } from '../kernel/command-route.ts';
import type { Decider, DomainEvent } from '../kernel/decider.ts';
import type { StoredEvent } from '../kernel/event-codec.ts';
import { logOperations } from '../kernel/operation-log.ts';
import { PolicyRefused } from '../kernel/policy-refused.ts';
import { isRefused } from '../kernel/refusal.ts';
import { adjustCourseDecider } from './adjust-course.decider.ts';
import { infoCheckDecider } from './info-check.decider.ts';

const types = ['ApplicationPassed', 'ApplicationReturned', 'ApplicationNotPassed', 'ApplicationRecalled'] as const;

/** How an application ended, as its content is told; null while it goes on. */
function endOf(event: ApplicationEvent): { outcome: RequestOutcome; opinion: string } | null {
  switch (event.type) {
    case 'ApplicationPassed': return { outcome: 'effected', opinion: event.data.opinion };
    case 'ApplicationReturned': return { outcome: 'returned', opinion: event.data.opinion };
    case 'ApplicationNotPassed': return { outcome: 'notPassed', opinion: event.data.opinion };
    case 'ApplicationRecalled': return { outcome: 'recalled', opinion: event.data.reason ?? '' };
    default: return null;
  }
}

interface Content<Request, Event extends DomainEvent> {
  readonly processNo: string;
  readonly stream: (applyId: string) => string;
  readonly decider: Decider<BusinessRequestState<Request>, BusinessRequestCommand<Request>, Event, undefined>;
  /** Writes what passed into base data, once, in a transaction. */
  readonly takeEffect: (client: PoolClient, context: CommandContext, request: Request) => Promise<void>;
}

/** What becomes of a content that lives in a stream of its own when its application ends. First the effect, then the end: either may be repeated. */
function settle<Request, Event extends DomainEvent>(name: string, { processNo, stream, decider, takeEffect }: Content<Request, Event>): Policy {
  return {
    name, types,
    async react(stored: StoredEvent, services: CommandServices): Promise<Position | null> {
      const event = stored.event as ApplicationEvent;
      const end = endOf(event);
      if (!end || event.type === 'ApplicationSubmitted' || event.data.processNo !== processNo) return null;
      const { applyId } = event.data;
      const { state } = await services.handler.read(stream(applyId), decider);
      if (state.status === 'none') throw new Error(`content of application ${applyId} does not exist`);
      if (end.outcome === 'effected') {
        const context = policyContext(stored, `${name}.effect`);
        const effect = await applyOnce(services.pool, context, async (client) => {
          await takeEffect(client, context, state.request);
          return { applyId };
        });
        if (isRefused(effect)) throw new PolicyRefused(`${name}.effect`, effect.refused);
      }
      const done = await services.handler.execute({
        stream: stream(applyId), decider, command: { type: 'close', ...end }, context: policyContext(stored, `${name}.close`), facts: () => undefined,
      });
      if (isRefused(done)) throw new PolicyRefused(`${name}.close`, done.refused);
      return done.position;
    },
  };
}

/** An adjustment that passed stands beside the weekly schedule. */
const settleAdjustCourse = settle('adjust-course-outcome', {
  processNo: ADJUST_COURSE_PROCESS, stream: adjustCourseStream, decider: adjustCourseDecider,
  async takeEffect(client, context, { applyId, scheduleId, before, after }: AdjustCourseRequest) {
    const { rowCount } = await client.query(
      `insert into base.class_schedule_change (apply_id, schedule_id, week, after_week, after_weekday, after_period, after_room, after_gh)
       values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing`,
      [applyId, scheduleId, before.week, after?.week ?? null, after?.weekday ?? null, after?.period ?? null, after?.room ?? null, after?.gh ?? null],
    );
    if (rowCount === 1) await logOperations(client, context, 'implement', 'classScheduleChange', [{ key: applyId, before, after }]);
  },
});

/** Columns of the fields that a check may change. */
const columns: Record<CheckedField, string> = { studentName: 'student_name', xmpy: 'xmpy', xbm: 'xbm' };

/** Of a check that passed, the rows that the approvers left in effect are written. */
const settleInfoCheck = settle('info-check-outcome', {
  processNo: INFO_CHECK_PROCESS, stream: infoCheckStream, decider: infoCheckDecider,
  async takeEffect(client, context, { studentCode, rows }: InfoCheckRequest) {
    const effective = rows.filter(({ isEffective }) => isEffective === '1');
    for (const { updateFieldCode, updateFieldValue } of effective) {
      await client.query(`update base.student set ${columns[updateFieldCode]} = $2 where student_code = $1`, [studentCode, updateFieldValue]);
    }
    const told = (pick: (row: InfoCheckRequest['rows'][number]) => string): object => Object.fromEntries(effective.map((row) => [row.updateFieldCode, pick(row)]));
    if (effective.length > 0) {
      await logOperations(client, context, 'update', 'student', [{ key: studentCode, before: told((row) => row.preUpdateFieldValue), after: told((row) => row.updateFieldValue) }]);
    }
  },
});

/** What the end of applications does to contents of this area. */
export const contentPolicies: readonly Policy[] = [settleAdjustCourse, settleInfoCheck];
