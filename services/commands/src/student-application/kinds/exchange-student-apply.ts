import { exchangeDirection, exchangeStatus } from '@jwxt/contracts/student-application/exchange-student.resource.ts';
import { exchangeStudentApply } from '@jwxt/contracts/student-application/kinds/exchange-student-apply.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { applyOnce } from '../../kernel/applied-command.ts';
import { logOperations } from '../../kernel/operation-log.ts';
import { isRefused, refuse, refuseField } from '../../kernel/refusal.ts';
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
    const { beginSemesterId, endSemesterId, partnerSchool, projectName, studyPlan } = form;
    const [begin, end] = await Promise.all([loadTerm(pool, beginSemesterId), loadTerm(pool, endSemesterId)]);
    if (!begin) return refuseField('EXCHANGE_TERM_UNKNOWN', {}, 'beginSemesterId');
    if (!end) return refuseField('EXCHANGE_TERM_UNKNOWN', {}, 'endSemesterId');
    if (end.begin < begin.begin) return refuseField('EXCHANGE_TERM_ORDER', {}, 'endSemesterId');
    return {
      subject: beginSemesterId,
      subjectName: partnerSchool,
      semesterId: beginSemesterId,
      courseId: null,
      teachingClassId: null,
      openDepartmentId: null,
      details: [
        { label: '对方学校', value: partnerSchool },
        { label: '项目', value: projectName ?? '—' },
        { label: '交换时间', value: begin.xnxq === end.xnxq ? begin.name : `${begin.name} 至 ${end.name}` },
        ...studyPlan.map(({ outCourse, inCourse }, index) => ({
          label: `学习计划 ${String(index + 1)}`,
          value: `${outCourse} → ${inCourse}`,
        })),
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
