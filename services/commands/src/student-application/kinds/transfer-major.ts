import { formatDecimal } from '@jwxt/contracts/kernel/number-text.ts';
import { ranksOf } from '@jwxt/contracts/standing/ranks.ts';
import { transferMajor, transferReasonNames } from '@jwxt/contracts/student-application/kinds/transfer-major.ts';
import { batchStatus, transferStatus } from '@jwxt/contracts/student-status/divert/divert.vocabulary.ts';
import {
  whyNoTransfer,
  type TransferringStudent,
  type TransferTarget,
} from '@jwxt/contracts/student-status/divert/transfer.rules.ts';
import { statusAllows } from '@jwxt/contracts/student-status/status.rules.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { applyOnce } from '../../kernel/applied-command.ts';
import { logOperations, type LoggedChange } from '../../kernel/operation-log.ts';
import { isRefused, refuse, refuseField } from '../../kernel/refusal.ts';
import { loadStandings } from '../../standing/shared/standings.facts.ts';
import { defineApplicationRules } from '../student-application-rules.ts';

const LOGGED_AS = 'transferMajor';

/** 转专业 (STUDENT-STATUS-23): who may ask, what both departments decide about, and the place in a batch. */
export const transferMajorRules = defineApplicationRules({
  kind: transferMajor,

  async prepare({ form, student: { studentCode, njzydm }, context, services: { pool } }) {
    const { batchId, targetGradeMajorId, transferReason, reasonText } = form;
    const [batch, target] = await Promise.all([
      loadBatch(pool, batchId),
      loadTarget(pool, { batchId, targetGradeMajorId, from: njzydm }),
    ]);
    if (!batch) return refuseField('TRANSFER_BATCH_GONE', {}, 'batchId');
    const at = new Date(context.time).getTime();
    if (
      batch.publishStatus !== batchStatus.published ||
      at < batch.beginTime.getTime() ||
      at >= batch.endTime.getTime()
    )
      return refuseField('TRANSFER_BATCH_CLOSED', {}, 'batchId');
    if (!target || target.quotaIn === 0) return refuseField('TRANSFER_NO_QUOTA', {}, 'targetGradeMajorId');
    const refused = await whyRefused(pool, studentCode, target);
    if (refused) return refuseField('TRANSFER_NOT_ALLOWED', { why: refused.why }, refused.field);
    const standings = await loadStandings(pool, njzydm, null);
    const ranks = ranksOf(standings.map(({ standing }) => standing));
    const place = standings.findIndex((one) => one.studentCode === studentCode);
    const { gpa = null, weightedAverage = null } = standings[place]?.standing ?? {};
    const rank = ranks[place] ?? null;
    const figure = (value: number | null): string => (value === null ? '无' : formatDecimal(value, 2, 2));
    return {
      subject: batchId,
      subjectName: target.gradeMajorName,
      semesterId: batch.semesterId,
      courseId: null,
      teachingClassId: null,
      // Who receives sees the application as well.
      openDepartmentId: target.departmentId,
      details: [
        { label: '批次', value: batch.batchName },
        { label: '现年级专业', value: target.sourceName },
        { label: '拟转入年级专业', value: target.gradeMajorName },
        { label: '接收院系', value: target.departmentName },
        { label: '原因', value: transferReasonNames[transferReason] },
        { label: '说明', value: reasonText },
        { label: '平均学分绩点', value: figure(gpa) },
        { label: '加权平均分', value: figure(weightedAverage) },
        { label: '专业排名', value: rank === null ? '无' : `${String(rank)} / ${String(standings.length)}` },
        ...(target.limitText === '' ? [] : [{ label: '接收条件', value: target.limitText }]),
      ],
      facts: {
        batchId,
        targetGradeMajorId,
        receivingDepartmentId: target.departmentId,
        ...(gpa === null ? {} : { gpa: String(gpa) }),
        ...(weightedAverage === null ? {} : { average: String(weightedAverage) }),
        ...(rank === null ? {} : { rank: String(rank) }),
      },
    };
  },

  async refuses({ studentCode, facts: { batchId = '', targetGradeMajorId = '' } }, { pool }) {
    const target = await loadTarget(pool, { batchId, targetGradeMajorId });
    if (!target || target.quotaIn === 0) return refuse('TRANSFER_NO_QUOTA');
    const refused = await whyRefused(pool, studentCode, target);
    return refused ? refuse('TRANSFER_NOT_ALLOWED', { why: refused.why }) : null;
  },

  async effect({ applyId, studentCode, njzydm, facts }, context, { pool }) {
    const { batchId, targetGradeMajorId, gpa = null, average = null, rank = null } = facts;
    const done = await applyOnce(pool, context, async (client) => {
      await client.query(
        `insert into base.major_transfer (apply_id, transfer_batch_id, student_code, source_grade_major_id,
            target_grade_major_id, gpa, average_score, rank_in_major, total_score)
          values ($1, $2, $3, $4, $5, $6, $7, $8, $7)`,
        [applyId, batchId, studentCode, njzydm, targetGradeMajorId, gpa, average, rank],
      );
      const after = { studentCode, transferBatchId: batchId, targetGradeMajorId };
      await logOperations(client, context, 'create', LOGGED_AS, [{ key: applyId, before: null, after }]);
      return {};
    });
    return isRefused(done) ? done : null;
  },

  async revoke({ applyId }, _reason, context, { pool }) {
    const done = await applyOnce(pool, context, async (client) => {
      const { rows } = await client.query<LoggedChange>(
        `delete from base.major_transfer own where apply_id = $1 and transfer_status <> $2
          returning apply_id as key, to_jsonb(own) as before, null as after`,
        [applyId, transferStatus.implemented],
      );
      if (rows.length === 0) return refuse('TRANSFER_IMPLEMENTED');
      await logOperations(client, context, 'delete', LOGGED_AS, rows);
      return {};
    });
    return isRefused(done) ? done : null;
  },
});

interface Batch {
  readonly batchName: string;
  readonly beginTime: Date;
  readonly endTime: Date;
  readonly publishStatus: string;
  readonly semesterId: string;
}

async function loadBatch(db: Queryable, batchId: string): Promise<Batch | undefined> {
  const { rows } = await db.query<Batch>(
    `select batch_name as "batchName", begin_time as "beginTime", end_time as "endTime",
        publish_status as "publishStatus",
        coalesce((select max(xnxq) from base.semester where sfdqxq = '1'), '') as "semesterId"
       from base.transfer_batch where transfer_batch_id = $1`,
    [batchId],
  );
  return rows[0];
}

interface Target extends TransferTarget {
  readonly gradeMajorName: string;
  readonly departmentId: string;
  readonly departmentName: string;
  readonly quotaIn: number;
  readonly limitText: string;
  readonly sourceName: string;
}

async function loadTarget(
  db: Queryable,
  { batchId, targetGradeMajorId, from = '' }: { batchId: string; targetGradeMajorId: string; from?: string },
): Promise<Target | undefined> {
  const { rows } = await db.query<Target>(
    `select njzydm as "gradeMajorId", njzymc as "gradeMajorName", njdm as grade, xslbdm as "studentType",
        department.dwh as "departmentId", department.dwmc as "departmentName", quota_in as "quotaIn",
        coalesce(limit_text, '') as "limitText",
        coalesce((select njzymc from base.grade_major source where source.njzydm = $3), '') as "sourceName"
       from base.transfer_quota join base.grade_major on njzydm = grade_major_id join base.department using (dwh)
      where transfer_batch_id = $1 and njzydm = $2`,
    [batchId, targetGradeMajorId, from],
  );
  return rows[0];
}

async function whyRefused(db: Queryable, studentCode: string, target: Target) {
  const { rows } = await db.query<TransferringStudent & { most: number | null }>(
    `select dqztm as status, false as "inAttendance", student.njzydm as "gradeMajorId", student.njdm as grade,
        student.xslbdm as "studentType", term.behind as "semestersBehind",
        grade_major.xz / 5 - term.behind as "semestersLeft",
        (select count(*)::int from base.major_transfer done
          where done.student_code = $1 and transfer_status = '4')
          + (select count(*)::int from base.student_status_fact fact where fact.student_code = $1
              and change_type in ('23', '26') and source = 'change' and cancelled_at is null) as "transfersBefore",
        exists (select from base.punishment where punishment.student_code = $1 and punish_status = '1') as punished,
        (select para_value::int from base.parameter where param_code = 'XJ_ZZYCS') as most
       from base.student join base.grade_major on grade_major.njzydm = student.njzydm
       cross join lateral (select count(*)::int as behind from generate_series(1, 20) as n
         where base.plan_semester(student.njdm, n) < (select max(xnxq) from base.semester where sfdqxq = '1')) term
      where student.student_code = $1`,
    [studentCode],
  );
  const [student] = rows;
  if (!student) return { field: 'batchId', why: '学生不存在' } as const;
  const inAttendance = statusAllows(student.status, 'changeMajor');
  return whyNoTransfer({ ...student, inAttendance }, target, student.most ?? 1);
}
