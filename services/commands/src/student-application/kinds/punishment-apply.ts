import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { sheetOfAttempt } from '@jwxt/contracts/score/attempts.events.ts';
import { scoreRemark } from '@jwxt/contracts/score/score.vocabulary.ts';
import { shownRemark } from '@jwxt/contracts/score/score-remark.rules.ts';
import { punishName, punishStatus } from '@jwxt/contracts/student-status/conduct/conduct.vocabulary.ts';
import { monthsProblem } from '@jwxt/contracts/student-status/conduct/punishment.rules.ts';
import { punishment } from '@jwxt/contracts/student-status/conduct/punishment.resource.ts';
import { punishmentApply } from '@jwxt/contracts/student-application/kinds/punishment-apply.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { applyOnce } from '../../kernel/applied-command.ts';
import type { CommandServices } from '../../kernel/command-route.ts';
import { logOperations } from '../../kernel/operation-log.ts';
import { isRefused, refuse, refuseField } from '../../kernel/refusal.ts';
import { lockRow, missingReferences, storeRow } from '../../kernel/resource-rows.ts';
import { attemptsAt } from '../attempt-change.ts';
import { currentSemester } from '../current-semester.facts.ts';
import { defineApplicationRules } from '../student-application-rules.ts';

const severe: readonly string[] = [punishName.probation, punishName.expulsion];

/**
 * 处分申请 (STUDENT-STATUS-39): the unit asks, with what proves that the student was heard; what passes is intended, and
 * is to be delivered. Taking it back revokes the punishment, which stays in the history.
 */
export const punishmentApplyRules = defineApplicationRules({
  kind: punishmentApply,

  figures: ({ form: { punishName: name } }) => ({ severePunishment: severe.includes(name) }),

  async prepare({ form, student: { studentCode }, context, services }) {
    const { pool } = services;
    if (form.violationDate > toDateTimeText(context.time).slice(0, 10))
      return refuseField('PUNISHMENT_DAY', {}, 'violationDate');
    const fieldErrors = await missingReferences(pool, punishment, { ...form });
    if (fieldErrors.length > 0) return refuse('INVALID_INPUT', {}, { fieldErrors });
    const problem = monthsProblem(form.punishName, form.months);
    if (problem !== null) return refuseField('PUNISHMENT_MONTHS', { problem }, 'months');
    if (await isKnown(pool, studentCode, form)) return refuseField('PUNISHMENT_KNOWN', {}, 'violationDate');
    const remark = form.attemptId === null ? null : await remarkOf(services, studentCode, form.attemptId);
    if (form.attemptId !== null && remark === null) return refuseField('PUNISHMENT_REMARK', {}, 'attemptId');
    const named = await namesOf(pool, form);
    return {
      subject: `${form.violationType}.${form.violationDate}`,
      subjectName: `${named.punish}（${named.violation}，${form.violationDate}）`,
      semesterId: await currentSemester(pool),
      courseId: null,
      teachingClassId: null,
      openDepartmentId: null,
      details: [
        { label: '违纪类别', value: named.violation },
        { label: '违纪日期', value: form.violationDate },
        { label: '违纪简况', value: form.violationText },
        { label: '拟处分', value: named.punish },
        ...(form.months === null ? [] : [{ label: '期限', value: `${String(form.months)} 个月` }]),
        ...(remark === null ? [] : [{ label: '成绩备注', value: remark }]),
        ...(form.documentNumber === null ? [] : [{ label: '文号', value: form.documentNumber }]),
      ],
      facts: { attemptName: remark ?? '' },
    };
  },

  async effect({ applyId, studentCode, form, facts }, context, { pool }) {
    const done = await applyOnce(pool, context, async (client) => {
      const values = punishmentApply.values.parse(form);
      if (await isKnown(client, studentCode, values)) return refuse('PUNISHMENT_KNOWN');
      const after = await storeRow(client, punishment, {
        key: applyId,
        isNew: true,
        columns: {
          punishment_id: applyId,
          student_code: studentCode,
          violation_type: values.violationType,
          violation_date: values.violationDate,
          violation_text: values.violationText,
          punish_name: values.punishName,
          months: values.months,
          punish_date: toDateTimeText(context.time).slice(0, 10),
          document_number: values.documentNumber,
          attempt_id: values.attemptId,
          attempt_name: facts['attemptName'] || null,
          apply_id: applyId,
          appeal_status: '0',
          punish_status: punishStatus.intended,
        },
      });
      await logOperations(client, context, 'create', punishment.name, [{ key: applyId, before: null, after }]);
      return {};
    });
    return isRefused(done) ? done : null;
  },

  async revoke({ applyId }, reason, context, { pool }) {
    const done = await applyOnce(pool, context, async (client) => {
      const known = await lockRow(client, punishment, applyId);
      const status = known?.row['punish_status'];
      if (!known || status === punishStatus.revoked) return {};
      if (status === punishStatus.removed) return refuse('PUNISHMENT_ENDED', { status: '已解除' });
      const after = await storeRow(client, punishment, {
        key: applyId,
        columns: { punish_status: punishStatus.revoked, end_reason: reason },
        isNew: false,
      });
      await logOperations(client, context, 'update', punishment.name, [{ key: applyId, before: known.row, after }]);
      return {};
    });
    return isRefused(done) ? done : null;
  },
});

async function isKnown(
  db: Queryable,
  studentCode: string,
  { violationType, violationDate }: { readonly violationType: string; readonly violationDate: string },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `select from base.punishment where student_code = $1 and violation_type = $2 and violation_date = $3::date and punish_status <> '3'`,
    [studentCode, violationType, violationDate],
  );
  return rowCount !== 0;
}

async function namesOf(
  db: Queryable,
  form: { readonly violationType: string; readonly punishName: string },
): Promise<{ violation: string; punish: string }> {
  const { rows } = await db.query<{ violation: string; punish: string }>(
    `select coalesce((select mc from base.data_dict where dmlb = 'XJ_WJLB' and dm = $1), $1) as violation,
        coalesce((select mc from base.data_dict where dmlb = 'XJ_CFMC' and dm = $2), $2) as punish`,
    [form.violationType, form.punishName],
  );
  return rows[0] ?? { violation: form.violationType, punish: form.punishName };
}

/** The score of a student that has a remark of cheating or of a breach of rules, in words; null: it has none. */
async function remarkOf(services: CommandServices, studentCode: string, attemptId: string): Promise<string | null> {
  const sheet = sheetOfAttempt(attemptId, studentCode);
  const { rows } = await services.pool.query<{ courseId: string; semesterName: string }>(
    `select class.course_id as "courseId", semester.xnxqmc as "semesterName" from base.teaching_class class
       join base.semester on semester.xnxq = class.semester_id where class.teaching_class_id = $1`,
    [sheet?.teachingClassId ?? ''],
  );
  const known = rows[0] && (await attemptsAt(services, studentCode, rows[0].courseId));
  const attempt = known?.attempts.find((one) => one.attemptId === attemptId);
  const remarks: readonly string[] = [scoreRemark.cheating, scoreRemark.violation];
  return rows[0] && attempt && remarks.includes(attempt.scoreRemarkCode)
    ? `${attempt.courseName}（${attempt.courseNum}）${rows[0].semesterName}：${shownRemark(attempt.scoreRemarkCode)}`
    : null;
}
