import type { PlanRow } from '@jwxt/contracts/scheme/change/plan-row.ts';
import { planContentSql } from './execution-plan.ts';
import type { Queryable } from './postgres.ts';

/** A grade-major as applications about its plan name it. */
export interface NamedGradeMajor {
  readonly gradeMajorId: string;
  readonly gradeMajorName: string;
  readonly grade: string;
  readonly departmentId: string;
  readonly departmentName: string;
}

/** The grade-major of a plan; undefined: there is none, or it is not used any more. */
export async function loadGradeMajor(db: Queryable, gradeMajorId: string): Promise<NamedGradeMajor | undefined> {
  const { rows } = await db.query<NamedGradeMajor>(
    `select njzydm as "gradeMajorId", njzymc as "gradeMajorName", njdm as grade, dwh as "departmentId",
        dwmc as "departmentName"
       from base.grade_major join base.department using (dwh) where njzydm = $1 and grade_major.sfqy = '1'`,
    [gradeMajorId],
  );
  return rows[0];
}

/** A row of a plan as it stands, with what keeps it. */
export interface StandingPlanRow extends PlanRow {
  readonly planStatus: string;
  readonly approvalId: string | null;
  readonly openStatus: string;
  readonly commonPlanId: string | null;
  /** Why it is not to be changed now, whoever asks; null: it may be. */
  readonly fixed: string | null;
}

/** Rows of plans that a condition finds, by term; `plan` is the row. */
export async function loadPlanRows(
  db: Queryable,
  condition: string,
  values: readonly unknown[],
): Promise<StandingPlanRow[]> {
  const { rows } = await db.query<StandingPlanRow>(
    `select plan.execution_plan_id as "executionPlanId", plan.kch as "courseId", course.ywbm as "courseNum",
        course.kcmc as "courseName", plan.xnxq as "semesterId", ${planContentSql} as content,
        plan.plan_status as "planStatus", plan.approval_id as "approvalId", plan.open_status as "openStatus",
        plan.common_plan_id as "commonPlanId", base.plan_fixed(plan, false) as fixed
       from base.execution_plan plan join base.course on course.kch = plan.kch
      where ${condition} order by plan.term, plan.kch`,
    [...values],
  );
  return rows;
}

/** A row without what keeps it, to be frozen. */
export const frozenRow = ({
  executionPlanId,
  courseId,
  courseNum,
  courseName,
  semesterId,
  content,
}: PlanRow): PlanRow => ({ executionPlanId, courseId, courseNum, courseName, semesterId, content });

/** A change of a row without what keeps it, to be frozen. */
export const frozenChange = ({
  before,
  after,
}: {
  readonly before: PlanRow | null;
  readonly after: PlanRow | null;
}): { before: PlanRow | null; after: PlanRow | null } => ({
  before: before && frozenRow(before),
  after: after && frozenRow(after),
});
