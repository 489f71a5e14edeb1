import {
  deferredExam,
  type DeferredExamEvent,
  type DeferredExamRequest,
} from '@jwxt/contracts/deferred-exam/deferred-exam.events.ts';
import { scoreRemark } from '@jwxt/contracts/score/score.vocabulary.ts';
import type { Position } from '@jwxt/infra/runtime/log-position.ts';
import { onApplicationEnd, type ApplicationEnd } from '../approval/shared/application-end.ts';
import { policyContext } from '../kernel/command-context.ts';
import type { CommandServices, PassRule, Policy } from '../kernel/command-route.ts';
import type { StoredEvent } from '../kernel/event-codec.ts';
import { PolicyRefused } from '../kernel/policy-refused.ts';
import { isRefused, refusalText } from '../kernel/refusal.ts';
import { later } from '../kernel/stream-folds.ts';
import {
  changeGrantedRemark,
  forgetRemark,
  grantRefusal,
  grantRemark,
  isRemarkKept,
  type GrantedRemark,
} from '../score/shared/granted-remark.ts';
import { deferredExamDecider, type DeferredExamCommand } from './deferred-exam.decider.ts';

/** No node passes what the sheet takes no leave for any more: it was handed in, or something was decided about him. */
export const deferredExamPassRule: PassRule = {
  processNo: deferredExam.processNo,
  async refuses(applyId, services) {
    const { state } = await services.handler.read(deferredExam.streamOf(applyId), deferredExam.streams);
    return state.status === 'none' ? null : grantRefusal(services, leaveOf(state.request));
  },
};

/**
 * What becomes of a deferred exam when its application ends. With leave the student's row says 缓考, from the moment
 * that there is a sheet; was it handed in between the last decision and its effect, that is told instead.
 */
export const settleDeferredExam = onApplicationEnd<DeferredExamRequest>(deferredExam.processNo, {
  name: 'deferred-exam-outcome',
  async content({ applyId, round }, { handler }) {
    const { state } = await handler.read(deferredExam.streamOf(applyId), deferredExam.streams);
    if (state.status === 'none') throw new Error(`deferred exam ${applyId} does not exist`);
    // Settled already, or sent again since.
    return state.status === 'requested' && state.request.application.round === round ? state.request : null;
  },
  async passed(request, end, services) {
    const set = await grantRemark(
      services,
      { ...leaveOf(request), applyId: request.applyId, reason: `缓考申请已批准：${request.deferredReasonName}` },
      policyContext(end.cause, 'deferredExam.remark'),
    );
    if (!isRefused(set)) return later(set.position, await close(request, end, services));
    return tell(request.applyId, end.cause, { type: 'clash', why: refusalText(set.refused) }, services);
  },
  returned: close,
  notPassed: close,
  recalled: close,
});

/** Who has no leave any more is not remarked again; a sheet that was set up meanwhile gives the remark back. */
export const forgetRevoked: Policy = {
  name: 'deferred-exam-revoked',
  types: ['DeferredExamRevoked'],
  start: 'beginning',
  async react(stored, services) {
    const { data } = stored.event as Extract<DeferredExamEvent, { type: 'DeferredExamRevoked' }>;
    const request = await requestOf(data.applyId, services);
    await forgetRemark(services, data.applyId);
    // He was given leave anew meanwhile.
    if (await isRemarkKept(services, request)) return null;
    const done = await changeGrantedRemark(
      services,
      { ...leaveOf(request), set: false, reason: '缓考撤销' },
      policyContext(stored, `deferredExam.remark:${data.applyId}`),
    );
    if (isRefused(done)) throw new PolicyRefused('deferredExam.remark', done.refused);
    return done.position;
  },
};

const leaveOf = ({ teachingClassId, courseName, studentCode }: DeferredExamRequest): GrantedRemark => ({
  teachingClassId,
  courseName,
  studentCode,
  remark: scoreRemark.deferred,
});

async function requestOf(applyId: string, { handler }: CommandServices): Promise<DeferredExamRequest> {
  const { state } = await handler.read(deferredExam.streamOf(applyId), deferredExam.streams);
  if (state.status === 'none') throw new Error(`deferred exam ${applyId} does not exist`);
  return state.request;
}

function close(
  { applyId }: DeferredExamRequest,
  { cause, outcome, opinion }: ApplicationEnd,
  services: CommandServices,
): Promise<Position | null> {
  return tell(applyId, cause, { type: 'close', outcome, opinion }, services);
}

async function tell(
  applyId: string,
  cause: StoredEvent,
  command: DeferredExamCommand | { type: 'close'; outcome: ApplicationEnd['outcome']; opinion: string },
  { handler }: CommandServices,
): Promise<Position | null> {
  const done = await handler.execute({
    stream: deferredExam.streamOf(applyId),
    decider: deferredExamDecider,
    command,
    context: policyContext(cause, `deferredExam.${command.type}`),
    facts: () => undefined,
  });
  if (isRefused(done)) throw new PolicyRefused(`deferredExam.${command.type}`, done.refused);
  return done.position;
}
