import {
  assignGradeMajor,
  assignGradeMajorOperation,
  copyCommonPlan,
  copyCommonPlanOperation,
  queryAssigned,
} from '@jwxt/contracts/scheme/plan/common-plan.operations.ts';
import { commonCoursePlan } from '@jwxt/contracts/scheme/plan/common-plan.resource.ts';
import type { YesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import { handler, type Handler, type SignedInCall } from '../../kernel/handler.ts';
import { Refused } from '../../kernel/refused.ts';
import { findResource, reachesResource } from '../../kernel/resource.read.ts';
import { runCommand } from '../../kernel/run-command.ts';

async function requireReached(key: string, { services: { db }, user, permission }: SignedInCall): Promise<void> {
  if (!(await reachesResource(db, user, commonCoursePlan, permission, { keys: [key] })))
    throw new Refused('OUT_OF_SCOPE');
}

/** 公共课计划 besides its rows (SCHEME-33). */
export const commonPlanHandlers: readonly Handler[] = [
  handler(queryAssigned, async ({ key }, { services: { db }, user, permission }) => {
    if (!(await findResource(db, user, commonCoursePlan, permission, key))) throw new Refused('NOT_FOUND');
    const { rows } = await db.query<{
      gradeMajorId: string;
      gradeMajorName: string;
      departmentName: string;
      semesterId: string;
      openStatus: YesNo;
      fixed: string;
    }>(
      `select plan.njzydm as "gradeMajorId", grade_major.njzymc as "gradeMajorName",
          department.dwmc as "departmentName", plan.xnxq as "semesterId", plan.open_status as "openStatus",
          coalesce(base.plan_fixed(plan, false), '') as fixed
         from base.execution_plan plan join base.grade_major using (njzydm)
         join base.department on department.dwh = grade_major.dwh
        where plan.common_plan_id = $1 order by grade_major.njdm desc, grade_major.njzymc`,
      [key],
    );
    return { list: rows };
  }),
  handler(assignGradeMajorOperation, async ({ commandId, ...asked }, call) => {
    await requireReached(asked.key, call);
    return await runCommand(assignGradeMajor, asked, call, { commandId });
  }),
  handler(copyCommonPlanOperation, async ({ commandId, ...asked }, call) => {
    await requireReached(asked.key, call);
    return await runCommand(copyCommonPlan, asked, call, { commandId });
  }),
];
