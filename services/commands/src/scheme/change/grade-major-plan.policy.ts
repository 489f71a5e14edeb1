import {
  gradeMajorPlan,
  type GradeMajorPlanEvent,
  type GradeMajorPlanRequest,
} from '@jwxt/contracts/scheme/change/grade-major-plan.events.ts';
import { changedSince, rowsSum } from '@jwxt/contracts/scheme/change/plan-row.ts';
import { planStatus } from '@jwxt/contracts/scheme/plan/execution-plan.vocabulary.ts';
import { inTransaction, type PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import { settleRequest } from '../../approval/shared/settle-request.ts';
import type { CommandServices, Policy } from '../../kernel/command-route.ts';
import { logOperations, type LoggedChange } from '../../kernel/operation-log.ts';
import { refusalText } from '../../kernel/refusal.ts';
import { lockPlans } from '../plan/generate-plans.ts';
import { gradeMajorPlanDecider, type PlanClash } from './grade-major-plan.decider.ts';
import { loadPlanRows } from '@jwxt/infra/runtime/plan-rows.ts';

/** A plan that passed comes into force, all of it or, where a row is not what was approved, nothing (SCHEME-31). */
const settleGradeMajorPlan = settleRequest<GradeMajorPlanRequest, GradeMajorPlanEvent, PlanClash>(
  'grade-major-plan-outcome',
  {
    kind: gradeMajorPlan,
    decider: gradeMajorPlanDecider,
    async takeEffect({ client, context, request: { applyId, rows } }) {
      await lockPlans(client);
      const present = await loadPlanRows(
        client,
        `plan.execution_plan_id = any($1)
          and ((plan.plan_status = $2 and plan.approval_id = $3)
            or (plan.plan_status = $4 and plan.approval_id is null))`,
        [rows.map(({ executionPlanId }) => executionPlanId), planStatus.inApproval, applyId, planStatus.written],
      );
      const changed = changedSince(rows, present);
      if (changed.length > 0) {
        const courses = changed.slice(0, 5).join('、');
        return { type: 'clash', why: refusalText({ code: 'PLAN_APPROVAL_CHANGED', details: { courses } }) };
      }
      const { rows: changes } = await client.query<LoggedChange>(
        `with known as (select execution_plan_id as key, to_jsonb(plan) as before from base.execution_plan plan
            where execution_plan_id = any($1))
         update base.execution_plan plan set plan_status = $2, approval_id = null
           from known where plan.execution_plan_id = known.key
         returning known.key, known.before, to_jsonb(plan) as after`,
        [rows.map(({ executionPlanId }) => executionPlanId), planStatus.inForce],
      );
      await logOperations(client, context, 'update', 'executionPlan', changes);
      return null;
    },
  },
);

/**
 * Holds the rows of a plan while it is in approval, frees them when it came back, was not passed or clashed, and keeps
 * the row by which lists find it. Does what the stream says now, however often.
 */
export async function holdPlan({ handler, pool }: CommandServices, applyId: string): Promise<void> {
  await inTransaction(pool, async (client) => {
    await lockPlans(client);
    const { state } = await handler.read(gradeMajorPlan.streamOf(applyId), gradeMajorPlan.streams);
    if (state.status === 'none') return;
    await keepApproval(client, state.request);
    if (state.status === 'requested') {
      await client.query(
        `update base.execution_plan set plan_status = $2, approval_id = $3
          where execution_plan_id = any($1) and plan_status = $4`,
        [
          state.request.rows.map(({ executionPlanId }) => executionPlanId),
          planStatus.inApproval,
          applyId,
          planStatus.written,
        ],
      );
      return;
    }
    await client.query(
      'update base.execution_plan set plan_status = $2, approval_id = null where approval_id = $1 and plan_status = $3',
      [applyId, planStatus.written, planStatus.inApproval],
    );
  });
}

async function keepApproval(client: PoolClient, request: GradeMajorPlanRequest): Promise<void> {
  const { applyId, gradeMajorId, semesterId, rows, application } = request;
  const { courses, credit, hours } = rowsSum(rows);
  await client.query(
    `insert into base.plan_approval (apply_id, njzydm, xnxq, course_num, credit_sum, hour_sum, applicant_user,
        applicant_name, apply_time)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     on conflict (apply_id) do update set course_num = excluded.course_num, credit_sum = excluded.credit_sum,
       hour_sum = excluded.hour_sum, apply_time = excluded.apply_time`,
    [
      applyId,
      gradeMajorId,
      semesterId,
      courses,
      credit,
      hours,
      application.applicant.userName,
      application.applicant.name,
      application.applyTime,
    ],
  );
}

const keepRows: Policy = {
  name: 'grade-major-plan-rows',
  types: ['GradeMajorPlanRequested', 'GradeMajorPlanEffected', 'GradeMajorPlanClosed', 'GradeMajorPlanClashed'],
  start: 'beginning',
  async react(stored, services) {
    const { type, data } = stored.event as GradeMajorPlanEvent;
    await holdPlan(services, data.applyId);
    if (type === 'GradeMajorPlanClashed')
      await services.pool.query('update base.plan_approval set clashed = $2 where apply_id = $1', [
        data.applyId,
        data.why,
      ]);
    return null;
  },
};

/** What follows for plans from events by itself. */
export const gradeMajorPlanPolicies: readonly Policy[] = [settleGradeMajorPlan, keepRows];
