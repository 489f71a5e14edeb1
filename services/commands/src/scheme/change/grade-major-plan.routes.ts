import type { z } from 'zod';
import { hoursText } from '@jwxt/contracts/base-info/course.rules.ts';
import { gradeMajorPlan, type GradeMajorPlanRequest } from '@jwxt/contracts/scheme/change/grade-major-plan.events.ts';
import { submitGradeMajorPlan } from '@jwxt/contracts/scheme/change/grade-major-plan.operations.ts';
import { rowsSum } from '@jwxt/contracts/scheme/change/plan-row.ts';
import { planStatus } from '@jwxt/contracts/scheme/plan/execution-plan.vocabulary.ts';
import { applyForRequest, draftRequest, type Turn } from '../../approval/shared/apply-for-request.ts';
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
    const done = await applyForRequest(
      {
        kind: gradeMajorPlan,
        decider: gradeMajorPlanDecider,
        notEditable: 'PLAN_APPROVAL_NOT_EDITABLE',
        applyId: form.applyId,
        requestOf: (turn) => requestOf(form, turn, context, services),
      },
      context,
      services,
    );
    // At once, so that nobody changes what was just sent; a policy does it where this does not come to pass.
    if (!isRefused(done)) await holdPlan(services, done.result.applyId);
    return done;
  }),
];

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
