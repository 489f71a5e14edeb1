import type { z } from 'zod';
import { mayOpenAgain, type BusinessRequestState } from '@jwxt/contracts/approval/business-request.state.ts';
import { hoursText } from '@jwxt/contracts/base-info/course.rules.ts';
import { gradeMajorPlan, type GradeMajorPlanRequest } from '@jwxt/contracts/scheme/change/grade-major-plan.events.ts';
import { submitGradeMajorPlan } from '@jwxt/contracts/scheme/change/grade-major-plan.operations.ts';
import { rowsSum } from '@jwxt/contracts/scheme/change/plan-row.ts';
import { planStatus } from '@jwxt/contracts/scheme/plan/execution-plan.vocabulary.ts';
import { applicationId } from '@jwxt/infra/runtime/event-id.ts';
import { draftRequest, type Turn } from '../../approval/shared/apply-for-request.ts';
import type { CommandContext } from '../../kernel/command-context.ts';
import { defineRoute, type CommandRoute, type CommandServices } from '../../kernel/command-route.ts';
import { isRefused, refuse, type Refused } from '../../kernel/refusal.ts';
import { gradeMajorPlanDecider } from './grade-major-plan.decider.ts';
import { holdPlan } from './grade-major-plan.policy.ts';
import { frozenRow, loadGradeMajor, loadPlanRows } from '@jwxt/infra/runtime/plan-rows.ts';

type Form = z.output<typeof submitGradeMajorPlan.payload>;

/** Plans are sent for approval (SCHEME-31). */
export const gradeMajorPlanRoutes: readonly CommandRoute[] = [
  defineRoute(submitGradeMajorPlan, async (form, context, services) => {
    const { applyId, state, repeated } = await placeOf(form, context, services);
    let request: GradeMajorPlanRequest | Refused;
    if (state.status === 'none') request = await requestOf(form, { applyId, round: 1 }, context, services);
    else if (repeated) request = state.request;
    else if (!isOwnAgain(state, context)) request = refuse('PLAN_APPROVAL_NOT_EDITABLE');
    else {
      const { round, process } = state.request.application;
      const turn = { applyId, round: round + 1, processVersion: process.processVersion };
      request = await requestOf(form, turn, context, services);
    }
    if (isRefused(request)) return request;
    const done = await services.handler.execute({
      stream: gradeMajorPlan.streamOf(applyId),
      decider: gradeMajorPlanDecider,
      command: { type: 'open', request },
      context,
      facts: () => undefined,
    });
    if (isRefused(done)) return done;
    // At once, so that nobody changes what was just sent; a policy does it where this does not come to pass.
    await holdPlan(services, applyId);
    return { result: { applyId }, position: done.position };
  }),
];

type State = BusinessRequestState<GradeMajorPlanRequest>;

const isOwnAgain = (state: State, { actor }: CommandContext): boolean =>
  state.status !== 'none' &&
  mayOpenAgain(state.status) &&
  state.request.application.applicant.userName === actor.userName;

/**
 * Where the application of a plan or a semester of it goes: to the one that is there and came back to the person, else
 * after those that have ended. Two that are sent at once meet in one stream. A command that is sent again finds the
 * place that it took.
 */
async function placeOf(
  { gradeMajorId, semesterId = '', applyId: known }: Form,
  context: CommandContext,
  { handler }: CommandServices,
): Promise<{ applyId: string; state: State; repeated: boolean }> {
  const read = async (applyId: string) => {
    const { state, applied } = await handler.read(gradeMajorPlan.streamOf(applyId), gradeMajorPlan.streams);
    return { applyId, state, repeated: applied.has(context.commandId) };
  };
  if (known !== undefined) {
    const place = await read(known);
    if (place.state.status !== 'none') return place;
  }
  for (let number = 1; ; number += 1) {
    const stream = `gradeMajorPlan-of-${gradeMajorId}.${semesterId}`;
    const place = await read(applicationId({ stream, commandId: String(number) }));
    const { state, repeated } = place;
    if (repeated || state.status === 'none' || state.status === 'requested' || isOwnAgain(state, context)) return place;
  }
}

async function requestOf(
  { gradeMajorId, ...form }: Form,
  turn: Turn,
  context: CommandContext,
  services: CommandServices,
): Promise<GradeMajorPlanRequest | Refused> {
  const semesterId = form.semesterId ?? null;
  const gradeMajor = await loadGradeMajor(services.pool, gradeMajorId);
  if (!gradeMajor) return refuse('PLAN_GRADE_MAJOR_GONE');
  const standing = await loadPlanRows(
    services.pool,
    'plan.njzydm = $1 and plan.plan_status = $2 and ($3::text is null or plan.xnxq = $3)',
    [gradeMajorId, planStatus.written, semesterId],
  );
  if (standing.length === 0) return refuse('PLAN_NOTHING_TO_APPROVE');
  const rows = standing.map(frozenRow);
  const { courses, credit, hours } = rowsSum(rows);
  const { departmentId, departmentName, gradeMajorName } = gradeMajor;
  const what = semesterId === null ? '执行计划' : `${semesterId}学期执行计划`;
  const application = await draftRequest(gradeMajorPlan, turn, context, services, {
    units: { KKDW: departmentId },
    figures: {},
    content: {
      title: `${gradeMajorName}${what}：${String(courses)}门课程，${hoursText(credit)}学分`,
      pieces: [
        { label: '年级专业', value: gradeMajorName },
        { label: '院系', value: departmentName },
        { label: '范围', value: semesterId ?? '整个计划' },
        { label: '课程门数', value: String(courses) },
        { label: '学分', value: hoursText(credit) },
        { label: '总学时', value: hoursText(hours) },
      ],
      differences: [],
    },
    business: rows,
  });
  if (isRefused(application)) return application;
  return {
    applyId: turn.applyId,
    gradeMajorId,
    gradeMajorName,
    departmentId,
    departmentName,
    semesterId,
    rows,
    application,
  };
}
