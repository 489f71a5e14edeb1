import {
  adjustCourseStream,
  ADJUST_COURSE_PROCESS,
  type AdjustCourseEvent,
  type AdjustCourseRequest,
} from '@jwxt/contracts/approval/adjust-course.events.ts';
import type { BusinessRequestState } from '@jwxt/contracts/approval/business-request.state.ts';
import {
  infoCheckStream,
  INFO_CHECK_PROCESS,
  type CheckedField,
  type InfoCheckEvent,
  type InfoCheckRequest,
} from '@jwxt/contracts/approval/info-check.events.ts';
import type { DomainEvent } from '@jwxt/contracts/kernel/stream.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import type { Position } from '@jwxt/infra/runtime/log-position.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import { applyOnce } from '../kernel/applied-command.ts';
import type { BusinessRequestCommand } from './shared/business-request.decider.ts';
import { policyContext, type CommandContext } from '../kernel/command-context.ts';
import type { CommandServices, Policy } from '../kernel/command-route.ts';
import type { Decider } from '../kernel/decider.ts';
import { logOperations } from '../kernel/operation-log.ts';
import { PolicyRefused } from '../kernel/policy-refused.ts';
import { isRefused } from '../kernel/refusal.ts';
import { adjustCourseDecider, type Clash } from './adjust-course.decider.ts';
import { putBesideSchedule } from './adjust-course-effect.ts';
import { infoCheckDecider } from './info-check.decider.ts';
import { onApplicationEnd, type ApplicationEnd } from './shared/application-end.ts';

/** What passed, as it is to take effect. */
interface Effect<Request> {
  readonly client: PoolClient;
  readonly context: CommandContext;
  readonly request: Request;
}

interface Ended<Request> {
  readonly applyId: string;
  readonly request: Request;
}

interface Content<Request, Command, Event extends DomainEvent> {
  readonly processNo: string;
  readonly stream: (applyId: string) => string;
  readonly decider: Decider<BusinessRequestState<Request>, Command | BusinessRequestCommand<Request>, Event, undefined>;
  /**
   * Writes what passed into base data, once, in a transaction. Answers what its stream is told instead of its end when
   * that cannot be; null when it was written.
   */
  readonly takeEffect: (effect: Effect<Request>) => Promise<Command | null>;
}

/**
 * What becomes of a content that lives in a stream of its own when its application ends. First the effect, then the
 * end: either may be repeated.
 */
function settle<Request, Command, Event extends DomainEvent>(
  name: string,
  { processNo, stream, decider, takeEffect }: Content<Request, Command, Event>,
): Policy {
  async function effect(
    { cause }: ApplicationEnd,
    request: Request,
    { pool }: CommandServices,
  ): Promise<Command | null> {
    const context = policyContext(cause, `${name}.effect`);
    const done = await applyOnce<{ instead?: Command | null }>(pool, context, async (client) => ({
      instead: await takeEffect({ client, context, request }),
    }));
    if (isRefused(done)) throw new PolicyRefused(`${name}.effect`, done.refused);
    return done.result.instead ?? null;
  }
  async function close(
    { applyId, instead }: Ended<Request> & { readonly instead?: Command | null },
    { cause, outcome, opinion }: ApplicationEnd,
    { handler }: CommandServices,
  ): Promise<Position | null> {
    const done = await handler.execute({
      stream: stream(applyId),
      decider,
      command: instead ?? { type: 'close', outcome, opinion },
      context: policyContext(cause, `${name}.close`),
      facts: () => undefined,
    });
    if (isRefused(done)) throw new PolicyRefused(`${name}.close`, done.refused);
    return done.position;
  }
  return onApplicationEnd<Ended<Request>>(processNo, {
    name,
    async content({ applyId }, { handler }) {
      const { state } = await handler.read(stream(applyId), decider.streams);
      if (state.status === 'none') throw new Error(`content of application ${applyId} does not exist`);
      return { applyId, request: state.request };
    },
    passed: async (content, end, services) =>
      close({ ...content, instead: await effect(end, content.request, services) }, end, services),
    returned: close,
    notPassed: close,
    recalled: close,
  });
}

/** An adjustment that passed stands beside the weekly schedule, or is told to have found its place taken. */
const settleAdjustCourse = settle<AdjustCourseRequest, Clash, AdjustCourseEvent>('adjust-course-outcome', {
  processNo: ADJUST_COURSE_PROCESS,
  stream: adjustCourseStream,
  decider: adjustCourseDecider,
  async takeEffect({ client, context, request }) {
    const clash = await putBesideSchedule(client, context, request);
    return clash.length === 0 ? null : { type: 'clash', with: clash };
  },
});

/** Columns of the fields that a check may change. */
const columns: Record<CheckedField, string> = { studentName: 'student_name', xmpy: 'xmpy', xbm: 'xbm' };

/** Of a check that passed, the rows that the approvers left in effect are written. */
const settleInfoCheck = settle<InfoCheckRequest, never, InfoCheckEvent>('info-check-outcome', {
  processNo: INFO_CHECK_PROCESS,
  stream: infoCheckStream,
  decider: infoCheckDecider,
  async takeEffect({ client, context, request: { studentCode, rows } }) {
    const effective = rows.filter(({ isEffective }) => isEffective === yesNo.yes);
    for (const { updateFieldCode, updateFieldValue } of effective) {
      await client.query(`update base.student set ${columns[updateFieldCode]} = $2 where student_code = $1`, [
        studentCode,
        updateFieldValue,
      ]);
    }
    const told = (pick: (row: InfoCheckRequest['rows'][number]) => string): object =>
      Object.fromEntries(effective.map((row) => [row.updateFieldCode, pick(row)]));
    if (effective.length > 0) {
      await logOperations(client, context, 'update', 'student', [
        {
          key: studentCode,
          before: told((row) => row.preUpdateFieldValue),
          after: told((row) => row.updateFieldValue),
        },
      ]);
    }
    return null;
  },
});

/** What the end of applications does to contents of this area. */
export const contentPolicies: readonly Policy[] = [settleAdjustCourse, settleInfoCheck];
