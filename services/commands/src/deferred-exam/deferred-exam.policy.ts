import {
  deferredExam,
  type DeferredExamEvent,
  type DeferredExamRequest,
} from '@jwxt/contracts/deferred-exam/deferred-exam.events.ts';
import type { ScoreSheetEvent } from '@jwxt/contracts/score/score-sheet.events.ts';
import { scoreType } from '@jwxt/contracts/score/score.vocabulary.ts';
import type { Position } from '@jwxt/infra/runtime/log-position.ts';
import { onApplicationEnd, type ApplicationEnd } from '../approval/shared/application-end.ts';
import { policyContext } from '../kernel/command-context.ts';
import type { CommandServices, PassRule, Policy } from '../kernel/command-route.ts';
import type { StoredEvent } from '../kernel/event-codec.ts';
import { PolicyRefused } from '../kernel/policy-refused.ts';
import { isRefused, refusalText } from '../kernel/refusal.ts';
import { later } from '../kernel/stream-folds.ts';
import { changeDeferral, deferralRefusal } from '../score/shared/sheet-deferral.ts';
import { deferredExamDecider, type DeferredExamCommand } from './deferred-exam.decider.ts';

/** No node passes what the sheet takes no leave for any more: it was handed in, or something was decided about him. */
export const deferredExamPassRule: PassRule = {
  processNo: deferredExam.processNo,
  async refuses(applyId, services) {
    const { state } = await services.handler.read(deferredExam.streamOf(applyId), deferredExam.streams);
    return state.status === 'none' ? null : deferralRefusal(services, state.request);
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
    await keep(request, services);
    const set = await changeDeferral(
      services,
      { ...request, set: true, reason: leaveText(request.deferredReasonName) },
      policyContext(end.cause, 'deferredExam.remark'),
    );
    if (!isRefused(set)) return later(set.position, await close(request, end, services));
    await forget(request.applyId, services);
    return tell(request.applyId, end.cause, { type: 'clash', why: refusalText(set.refused) }, services);
  },
  returned: close,
  notPassed: close,
  recalled: close,
});

/** A sheet that is set up takes over who has leave already. */
export const deferOnNewSheet: Policy = {
  name: 'deferred-exam-sheet',
  types: ['SheetInitialised'],
  start: 'beginning',
  async react(stored, services) {
    const { data } = stored.event as Extract<ScoreSheetEvent, { type: 'SheetInitialised' }>;
    if (data.scoreType !== scoreType.regular) return null;
    const { rows } = await services.pool.query<{ applyId: string }>(
      'select apply_id as "applyId" from base.deferred_exam where teaching_class_id = $1 order by student_code',
      [data.teachingClassId],
    );
    let last: Position | null = null;
    for (const { applyId } of rows)
      last = later(last, await change(await requestOf(applyId, services), true, stored, services));
    return last;
  },
};

/** Who has no leave any more is not remarked again; a sheet that was set up meanwhile gives the remark back. */
export const forgetRevoked: Policy = {
  name: 'deferred-exam-revoked',
  types: ['DeferredExamRevoked'],
  start: 'beginning',
  async react(stored, services) {
    const { data } = stored.event as Extract<DeferredExamEvent, { type: 'DeferredExamRevoked' }>;
    const request = await requestOf(data.applyId, services);
    await forget(data.applyId, services);
    const { rowCount } = await services.pool.query(
      'select from base.deferred_exam where teaching_class_id = $1 and student_code = $2',
      [request.teachingClassId, request.studentCode],
    );
    // He was given leave anew meanwhile.
    return rowCount === 0 ? change(request, false, stored, services) : null;
  },
};

const leaveText = (reasonName: string): string => `缓考申请已批准：${reasonName}`;

async function requestOf(applyId: string, { handler }: CommandServices): Promise<DeferredExamRequest> {
  const { state } = await handler.read(deferredExam.streamOf(applyId), deferredExam.streams);
  if (state.status === 'none') throw new Error(`deferred exam ${applyId} does not exist`);
  return state.request;
}

async function change(
  request: DeferredExamRequest,
  set: boolean,
  cause: StoredEvent,
  services: CommandServices,
): Promise<Position | null> {
  const reason = set ? leaveText(request.deferredReasonName) : '缓考撤销';
  const done = await changeDeferral(
    services,
    { ...request, set, reason },
    policyContext(cause, `deferredExam.remark:${request.applyId}`),
  );
  if (isRefused(done)) throw new PolicyRefused('deferredExam.remark', done.refused);
  return done.position;
}

async function keep(
  { applyId, teachingClassId, studentCode }: DeferredExamRequest,
  { pool }: CommandServices,
): Promise<void> {
  await pool.query(
    `insert into base.deferred_exam (apply_id, teaching_class_id, student_code) values ($1, $2, $3)
      on conflict (teaching_class_id, student_code) do update set apply_id = excluded.apply_id`,
    [applyId, teachingClassId, studentCode],
  );
}

async function forget(applyId: string, { pool }: CommandServices): Promise<void> {
  await pool.query('delete from base.deferred_exam where apply_id = $1', [applyId]);
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
