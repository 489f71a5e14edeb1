import type { z } from 'zod';
import { NOTHING } from '@jwxt/contracts/kernel/nothing.ts';
import { exchangeDirection, exchangeStatus } from '@jwxt/contracts/student-application/exchange-student.resource.ts';
import { exchangeStudentApply, paidByNames } from '@jwxt/contracts/student-application/kinds/exchange-student-apply.ts';
import { formatDecimal } from '@jwxt/contracts/kernel/number-text.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { applyOnce } from '../../kernel/applied-command.ts';
import { logOperations } from '../../kernel/operation-log.ts';
import { isRefused, refuse, refuseField, type Refused } from '../../kernel/refusal.ts';
import { defineApplicationRules } from '../student-application-rules.ts';

interface Term {
  readonly xnxq: string;
  readonly name: string;
  /** YYYY-MM-DD. */
  readonly begin: string;
  readonly end: string;
}

/** 交换生申请 (SCORE-MORE-45): what passes is kept among the exchange students (SCORE-MORE-44). */
export const exchangeStudentRules = defineApplicationRules({
  kind: exchangeStudentApply,

  async prepare({ form, services: { pool } }) {
    const { beginSemesterId, endSemesterId, partnerSchool, projectName, projectCategoryId, studyPlan } = form;
    const [begin, end] = await Promise.all([loadTerm(pool, beginSemesterId), loadTerm(pool, endSemesterId)]);
    if (!begin) return refuseField('EXCHANGE_TERM_UNKNOWN', {}, 'beginSemesterId');
    if (!end) return refuseField('EXCHANGE_TERM_UNKNOWN', {}, 'endSemesterId');
    if (end.begin < begin.begin) return refuseField('EXCHANGE_TERM_ORDER', {}, 'endSemesterId');
    const money = await budgetOf(pool, form);
    if (isRefused(money)) return money;
    const category = await categoryOf(pool, projectCategoryId);
    if (projectCategoryId !== null && category === null)
      return refuseField('PROJECT_CATEGORY_UNKNOWN', {}, 'projectCategoryId');
    return {
      subject: beginSemesterId,
      subjectName: partnerSchool,
      semesterId: beginSemesterId,
      courseId: null,
      teachingClassId: null,
      openDepartmentId: null,
      details: [
        { label: '对方学校', value: partnerSchool },
        { label: '项目', value: projectName ?? NOTHING },
        ...(category === null ? [] : [{ label: '项目类别', value: category }]),
        { label: '交换时间', value: begin.xnxq === end.xnxq ? begin.name : `${begin.name} 至 ${end.name}` },
        ...studyPlan.map(({ outCourse, inCourse }, index) => ({
          label: `学习计划 ${String(index + 1)}`,
          value: `${outCourse} → ${inCourse}`,
        })),
        ...money,
      ],
      facts: { partnerSchool, projectName: projectName ?? '', beginDate: begin.begin, endDate: end.end },
    };
  },

  async effect({ applyId, studentCode, facts }, context, { pool }) {
    const done = await applyOnce(pool, context, async (client) => {
      const { partnerSchool, projectName, beginDate, endDate } = facts;
      const row = { studentCode, direction: exchangeDirection.outgoing, partnerSchool, beginDate, endDate };
      const { rowCount } = await client.query(
        `insert into base.exchange_student (exchange_student_id, student_code, direction, partner_school, project_name,
            begin_date, end_date, exchange_status)
          values ($1, $2, $3, $4, nullif($5, ''), $6, $7,
            case when $6::date <= $8::timestamptz::date then $9 else $10 end)
          on conflict (student_code, partner_school, begin_date) do nothing`,
        [
          applyId,
          studentCode,
          exchangeDirection.outgoing,
          partnerSchool,
          projectName,
          beginDate,
          endDate,
          context.time,
          exchangeStatus.under,
          exchangeStatus.planned,
        ],
      );
      if (rowCount === 0) return refuse('EXCHANGE_KNOWN');
      await logOperations(client, context, 'create', 'exchangeStudent', [{ key: applyId, before: null, after: row }]);
      return {};
    });
    return isRefused(done) ? done : null;
  },

  async revoke({ applyId }, reason, context, { pool }) {
    const done = await applyOnce(pool, context, async (client) => {
      const { rows } = await client.query<{ before: string }>(
        `update base.exchange_student known set exchange_status = $2 from base.exchange_student old
          where known.exchange_student_id = $1 and old.exchange_student_id = $1
          returning old.exchange_status as before`,
        [applyId, exchangeStatus.cancelled],
      );
      await logOperations(
        client,
        context,
        'update',
        'exchangeStudent',
        rows.map(({ before }) => ({
          key: applyId,
          before: { exchangeStatus: before },
          after: { exchangeStatus: exchangeStatus.cancelled, reason },
        })),
      );
      return {};
    });
    return isRefused(done) ? done : null;
  },
});

async function loadTerm(db: Queryable, semesterId: string): Promise<Term | undefined> {
  const { rows } = await db.query<Term>(
    `select xnxq, xnxqmc as name, ksrq::text as begin, jsrq::text as end from base.semester where xnxq = $1`,
    [semesterId],
  );
  return rows[0];
}

async function categoryOf(db: Queryable, projectCategoryId: string | null): Promise<string | null> {
  const { rows } = await db.query<{ name: string }>(
    `select full_name as name from base.project_category where project_category_id = $1 and sfqy = '1'`,
    [projectCategoryId],
  );
  return rows[0]?.name ?? null;
}

const hundredths = (fee: string): number => Math.round(Number(fee) * 100);
const yuan = (fee: number): string => `${formatDecimal(fee, 2, 2)} 元`;

type Form = z.output<typeof exchangeStudentApply.values>;

/** The rows of the budget in words and their sum; each names an expense of the kind of project (PICKERS-153). */
async function budgetOf(
  db: Queryable,
  { budget, projectCategoryId }: Pick<Form, 'budget' | 'projectCategoryId'>,
): Promise<{ label: string; value: string }[] | Refused> {
  if (budget.length === 0) return [];
  if (projectCategoryId === null) return refuseField('BUDGET_NEEDS_CATEGORY', {}, 'projectCategoryId');
  const { rows: known } = await db.query<{ code: string; name: string }>(
    `select expense_category_code as code, expense_category_name as name from base.expense_category
      where sfqy = '1' and (project_category_id is null or project_category_id = $1)`,
    [projectCategoryId],
  );
  const { rows: teachers } = await db.query<{ gh: string; xm: string }>(
    'select gh, xm from base.teacher where gh = any($1)',
    [budget.flatMap(({ gh }) => (gh === null ? [] : [gh]))],
  );
  const told = [];
  for (const [at, row] of budget.entries()) {
    const category = known.find(({ code }) => code === row.expenseCategoryCode);
    const teacher = teachers.find(({ gh }) => gh === row.gh);
    if (!category) return refuseField('EXPENSE_CATEGORY_UNKNOWN', {}, `budget.${String(at)}.expenseCategoryCode`);
    if (row.gh !== null && !teacher) return refuseField('EXPENSE_TEACHER_UNKNOWN', {}, `budget.${String(at)}.gh`);
    const parts = [
      `${category.name} ${yuan(hundredths(row.payAmountFee))}`,
      paidByNames[row.paidBy],
      row.payDate,
      teacher && `经办 ${teacher.xm}`,
      row.remark,
    ];
    told.push({ label: `经费预算 ${String(at + 1)}`, value: parts.filter(Boolean).join('，') });
  }
  const sum = budget.reduce((whole, { payAmountFee }) => whole + hundredths(payAmountFee), 0);
  return [...told, { label: '经费预算合计', value: yuan(sum) }];
}
