import {
  studentApplication,
  type StudentApplicationRequest,
} from '@jwxt/contracts/student-application/student-application.events.ts';
import type { Position } from '@jwxt/infra/runtime/log-position.ts';
import { onApplicationEnd, type ApplicationEnd } from '../approval/shared/application-end.ts';
import { policyContext } from '../kernel/command-context.ts';
import type { CommandServices, PassRule, Policy } from '../kernel/command-route.ts';
import type { StoredEvent } from '../kernel/event-codec.ts';
import { PolicyRefused } from '../kernel/policy-refused.ts';
import { isRefused, refusalText } from '../kernel/refusal.ts';
import { later } from '../kernel/stream-folds.ts';
import { studentApplicationDecider, type StudentApplicationCommand } from './student-application.decider.ts';
import type { StudentApplicationRules } from './student-application-rules.ts';

/** What no node passes as things stand. */
export function studentApplicationPassRules(all: readonly StudentApplicationRules[]): PassRule[] {
  return all.flatMap(({ kind, refuses }) =>
    refuses === undefined
      ? []
      : [
          {
            processNo: kind.processNo,
            async refuses(applyId, services) {
              const { state } = await services.handler.read(
                studentApplication.streamOf(applyId),
                studentApplication.streams,
              );
              return state.status === 'none' ? null : refuses(state.request, services);
            },
          },
        ],
  );
}

/** What becomes of applications when they end: what passed takes effect, or why it could not is told. */
export function settleStudentApplications(all: readonly StudentApplicationRules[]): Policy {
  const rulesOf = new Map<string, StudentApplicationRules>(all.map((rules) => [rules.kind.processNo, rules]));
  return onApplicationEnd<StudentApplicationRequest>([...rulesOf.keys()], {
    name: 'student-application-outcome',
    async content({ applyId, round }, { handler }) {
      const { state } = await handler.read(studentApplication.streamOf(applyId), studentApplication.streams);
      if (state.status === 'none') throw new Error(`application ${applyId} does not exist`);
      // Settled already, or sent again since.
      return state.status === 'requested' && state.request.application.round === round ? state.request : null;
    },
    async passed(request, end, services) {
      const rules = rulesOf.get(request.processNo);
      if (!rules) throw new Error(`no rules of ${request.processNo}`);
      const done = await rules.effect(request, policyContext(end.cause, 'studentApplication.effect'), services);
      return isRefused(done)
        ? tell(request.applyId, end.cause, { type: 'clash', why: refusalText(done.refused) }, services)
        : later(done, await close(request, end, services));
    },
    returned: close,
    notPassed: close,
    recalled: close,
  });
}

function close(
  { applyId }: StudentApplicationRequest,
  { cause, outcome, opinion }: ApplicationEnd,
  services: CommandServices,
): Promise<Position | null> {
  return tell(applyId, cause, { type: 'close', outcome, opinion }, services);
}

async function tell(
  applyId: string,
  cause: StoredEvent,
  command: StudentApplicationCommand,
  { handler }: CommandServices,
): Promise<Position | null> {
  const done = await handler.execute({
    stream: studentApplication.streamOf(applyId),
    decider: studentApplicationDecider,
    command,
    context: policyContext(cause, `studentApplication.${command.type}`),
    facts: () => undefined,
  });
  if (isRefused(done)) throw new PolicyRefused(`studentApplication.${command.type}`, done.refused);
  return done.position;
}
