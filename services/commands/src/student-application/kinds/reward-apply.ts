import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { NOTHING } from '@jwxt/contracts/kernel/nothing.ts';
import { rankProblems, reward } from '@jwxt/contracts/student-status/conduct/reward.resource.ts';
import { rewardApply } from '@jwxt/contracts/student-application/kinds/reward-apply.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { applyOnce } from '../../kernel/applied-command.ts';
import { logOperations } from '../../kernel/operation-log.ts';
import { isRefused, refuse, refuseField } from '../../kernel/refusal.ts';
import { columnsOf, lockRow, missingReferences, storeRow } from '../../kernel/resource-rows.ts';
import { punishmentInForce } from '../../student-status/shared/conduct.facts.ts';
import { currentSemester } from '../current-semester.facts.ts';
import { defineApplicationRules } from '../student-application-rules.ts';

/**
 * 奖励申请 (STUDENT-STATUS-38): an award of a year once. A punishment in force does not stop it: those who decide read
 * of it, and what passes says that it was given all the same.
 */
export const rewardRules = defineApplicationRules({
  kind: rewardApply,

  async prepare({ form, student: { studentCode }, context, services: { pool } }) {
    if (form.rewardDate > toDateTimeText(context.time).slice(0, 10))
      return refuseField('REWARD_NOT_YET', {}, 'rewardDate');
    if (rankProblems(form).length > 0) return refuseField('REWARD_RANK', {}, 'selfRank');
    const fieldErrors = await missingReferences(pool, reward, { ...form });
    if (fieldErrors.length > 0) return refuse('INVALID_INPUT', {}, { fieldErrors });
    if (await isKnown(pool, studentCode, form)) return refuseField('REWARD_KNOWN', {}, 'rewardName');
    const [named, inForce, semesterId] = await Promise.all([
      namesOf(pool, form),
      punishmentInForce(pool, studentCode, form.rewardDate),
      currentSemester(pool),
    ]);
    return {
      subject: `${form.xnzj}.${form.rewardName.normalize('NFKC').replaceAll(/\s/g, '').toLowerCase()}`,
      subjectName: form.rewardName,
      semesterId,
      courseId: null,
      teachingClassId: null,
      openDepartmentId: null,
      details: [
        { label: '学年', value: form.xnzj },
        { label: '奖励', value: [form.rewardName, ...Object.values(named)].filter(Boolean).join('，') },
        { label: '获奖日期', value: form.rewardDate },
        ...(form.awardUnit === null ? [] : [{ label: '颁奖单位', value: form.awardUnit }]),
        ...(form.documentNumber === null ? [] : [{ label: '文号', value: form.documentNumber }]),
        ...(form.totalPerson === null
          ? []
          : [
              { label: '排名', value: `共 ${String(form.totalPerson)} 人，本人第 ${String(form.selfRank ?? NOTHING)}` },
            ]),
        ...(form.rewardAmount === null ? [] : [{ label: '金额', value: `${form.rewardAmount} 元` }]),
        ...(inForce === null ? [] : [{ label: '注意', value: `该生处分（${inForce}）没有解除，一般不评奖` }]),
      ],
      facts: { rewardName: form.rewardName, xnzj: form.xnzj },
    };
  },

  async effect({ applyId, studentCode, form }, context, { pool }) {
    const done = await applyOnce(pool, context, async (client) => {
      const values = rewardApply.values.parse(form);
      if (await isKnown(client, studentCode, values)) return refuse('REWARD_KNOWN');
      const inForce = await punishmentInForce(client, studentCode, values.rewardDate);
      const after = await storeRow(client, reward, {
        key: applyId,
        isNew: true,
        columns: {
          ...columnsOf(reward, applyId, { ...values, studentCode, despitePunishment: inForce === null ? '0' : '1' }),
          apply_id: applyId,
        },
      });
      await logOperations(client, context, 'create', reward.name, [{ key: applyId, before: null, after }]);
      return {};
    });
    return isRefused(done) ? done : null;
  },

  async revoke({ applyId }, _reason, context, { pool }) {
    const done = await applyOnce(pool, context, async (client) => {
      const known = await lockRow(client, reward, applyId);
      if (!known) return {};
      await client.query('delete from base.reward where reward_id = $1', [applyId]);
      await logOperations(client, context, 'delete', reward.name, [{ key: applyId, before: known.row, after: null }]);
      return {};
    });
    return isRefused(done) ? done : null;
  },
});

async function isKnown(
  db: Queryable,
  studentCode: string,
  { xnzj, rewardName }: { readonly xnzj: string; readonly rewardName: string },
): Promise<boolean> {
  const { rowCount } = await db.query(
    'select from base.reward where student_code = $1 and xnzj = $2 and reward_name = $3',
    [studentCode, xnzj, rewardName],
  );
  return rowCount !== 0;
}

async function namesOf(
  db: Queryable,
  form: { readonly rewardLevel: string; readonly rewardGrade: string | null; readonly rewardCategory: string },
): Promise<{ level: string | null; grade: string | null; category: string | null }> {
  const { rows } = await db.query<{ level: string | null; grade: string | null; category: string | null }>(
    `select (select mc from base.data_dict where dmlb = 'XJ_JLJB' and dm = $1) as level,
        (select mc from base.data_dict where dmlb = 'XJ_JLDJ' and dm = $2) as grade,
        (select mc from base.data_dict where dmlb = 'XJ_HJLB' and dm = $3) as category`,
    [form.rewardLevel, form.rewardGrade, form.rewardCategory],
  );
  return rows[0] ?? { level: null, grade: null, category: null };
}
