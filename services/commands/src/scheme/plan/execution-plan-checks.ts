import type { WireRow } from '@jwxt/contracts/kernel/resource-field.ts';
import { planSource } from '@jwxt/contracts/scheme/plan/execution-plan.vocabulary.ts';
import { semesterOfTerm } from '@jwxt/contracts/scheme/plan/term.rules.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import type { ResourceRules } from '../../kernel/resource-routes.ts';
import type { StoredRow } from '../../kernel/resource-rows.ts';

/** Why a row of a plan stays, after its name; null: it may be changed. */
async function fixedPlan(client: PoolClient, row: StoredRow): Promise<string | null> {
  const { rows } = await client.query<{ fixed: string | null }>(
    'select base.plan_fixed(plan, true) as fixed from base.execution_plan plan where execution_plan_id = $1',
    [row['execution_plan_id']],
  );
  const fixed = rows[0]?.fixed ?? null;
  return fixed === null ? null : `${fixed}，不能修改`;
}

async function gradeOf(client: PoolClient, gradeMajorId: unknown): Promise<string | undefined> {
  const { rows } = await client.query<{ grade: string }>(
    'select njdm as grade from base.grade_major where njzydm = $1',
    [gradeMajorId],
  );
  return rows[0]?.grade;
}

/** Rows that are opened, past, in approval or in force stay; the semester follows from grade and term (SCHEME-13). */
export const executionPlanRules: ResourceRules = {
  uses: [
    {
      what: '班级计划设置',
      unit: '条',
      count: 'select count(*) as n from base.class_plan_set where execution_plan_id = $1',
    },
  ],
  kept: fixedPlan,
  async stays(_client, row) {
    return await Promise.resolve(row['common_plan_id'] === null ? null : '属于公共课计划，请在公共课计划中取消分配');
  },
  async check(client, values, before) {
    if (before === null || before['term'] === values['term']) return [];
    const grade = await gradeOf(client, values['gradeMajorId']);
    return grade !== undefined && (await pastTerm(client, grade, Number(values['term'])))
      ? [{ field: 'term', message: '不能调整到已过的学期' }]
      : [];
  },
  async derive(client, values: WireRow, before) {
    const grade = await gradeOf(client, values['gradeMajorId']);
    return {
      ...(grade === undefined ? {} : { semesterId: semesterOfTerm(grade, Number(values['term'])) }),
      ...(before === null ? { planSource: planSource.adjusted } : {}),
    };
  },
};

/** Why a row cannot be moved to a term that is over. */
async function pastTerm(client: PoolClient, grade: string, term: number): Promise<boolean> {
  const { rows } = await client.query<{ past: boolean | null }>(
    `select $1 < (select max(xnxq) from base.semester where sfdqxq = '1') as past`,
    [semesterOfTerm(grade, term)],
  );
  return rows[0]?.past === true;
}

/** Exceptions of classes: only for classes of the plan's grade-major, and while the plan may still be changed. */
export const classPlanSetRules: ResourceRules = {
  async kept(client, row) {
    const { rows } = await client.query<{ fixed: string | null }>(
      'select base.plan_fixed(plan, false) as fixed from base.execution_plan plan where execution_plan_id = $1',
      [row['execution_plan_id']],
    );
    const fixed = rows[0]?.fixed ?? null;
    return fixed === null ? null : `${fixed}，不能修改`;
  },
  async check(client, { executionPlanId, bjdm, openSemesterId }) {
    const { rows } = await client.query<{ own: boolean; fixed: string | null; current: string | null }>(
      `select exists (select from base.class_info where bjdm = $2 and njzydm = plan.njzydm) as own,
          base.plan_fixed(plan, false) as fixed, (select max(xnxq) from base.semester where sfdqxq = '1') as current
         from base.execution_plan plan where execution_plan_id = $1`,
      [executionPlanId, bjdm],
    );
    const [plan] = rows;
    if (!plan) return [];
    return [
      ...(plan.own ? [] : [{ field: 'bjdm', message: '不是该年级专业的行政班' }]),
      ...(plan.fixed === null ? [] : [{ field: 'executionPlanId', message: `${plan.fixed}，不能再设置` }]),
      ...(typeof openSemesterId === 'string' && plan.current !== null && openSemesterId < plan.current
        ? [{ field: 'openSemesterId', message: '不能调整到已过的学期' }]
        : []),
    ];
  },
};
