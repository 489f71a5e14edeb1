import { allowsSql } from '@jwxt/infra/runtime/status-allowance.ts';
import { spreadOverClasses } from '@jwxt/contracts/student-status/divert/allocation.rules.ts';
import {
  isShownLongEnough,
  PUBLICITY_DAYS,
  transferStatus,
} from '@jwxt/contracts/student-status/divert/divert.vocabulary.ts';
import {
  assignTransferClass,
  implementTransfers,
  publishTransfers,
} from '@jwxt/contracts/student-status/divert/transfer.operations.ts';
import { admitTransfers, totalOf, type TransferQuota } from '@jwxt/contracts/student-status/divert/transfer.rules.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import { applyOnce } from '../../kernel/applied-command.ts';
import type { CommandContext } from '../../kernel/command-context.ts';
import { defineRoute, type CommandRoute } from '../../kernel/command-route.ts';
import { logOperations, type LoggedChange } from '../../kernel/operation-log.ts';
import { refuse, type Refused } from '../../kernel/refusal.ts';
import { recordStatusFacts } from '../shared/status-fact.ts';
import { shownUntil } from './shunt.decider.ts';
import { loadClasses } from './shunt.facts.ts';

const LOGGED_AS = 'transferMajor';

/** What becomes of transfers that both departments have passed (STUDENT-STATUS-23). */
export const transferRoutes: readonly CommandRoute[] = [
  defineRoute(publishTransfers, ({ transferBatchId }, context, { pool }) =>
    applyOnce(pool, context, (client) => publish(client, context, transferBatchId)),
  ),
  defineRoute(assignTransferClass, ({ applyId, bjdm }, context, { pool }) =>
    applyOnce(pool, context, async (client) => {
      const { rows } = await client.query<{ target: string; status: string }>(
        `select target_grade_major_id as target, transfer_status as status from base.major_transfer
          where apply_id = $1 for no key update`,
        [applyId],
      );
      const [transfer] = rows;
      if (!transfer) return refuse('NOT_FOUND');
      if (transfer.status === transferStatus.implemented) return refuse('TRANSFER_IMPLEMENTED');
      if (transfer.status !== transferStatus.admitted) return refuse('TRANSFER_NOT_ADMITTED');
      const classes = await loadClasses(client, transfer.target);
      if (!classes.some((one) => one.bjdm === bjdm)) return refuse('SHUNT_CLASS_UNKNOWN');
      await change(client, context, [{ applyId, targetClass: bjdm }]);
      return { applyId };
    }),
  ),
  defineRoute(implementTransfers, ({ transferBatchId, effectiveDate }, context, { pool }) =>
    applyOnce(pool, context, (client) => implement(client, context, { transferBatchId, effectiveDate })),
  ),
];

interface Batch {
  readonly endTime: Date;
  readonly interviewRatio: number;
  readonly publishTime: Date | null;
}

async function lockBatch(client: PoolClient, transferBatchId: string): Promise<Batch | undefined> {
  const { rows } = await client.query<Batch>(
    `select end_time as "endTime", interview_ratio as "interviewRatio", publish_time as "publishTime"
       from base.transfer_batch where transfer_batch_id = $1 for no key update`,
    [transferBatchId],
  );
  return rows[0];
}

interface Asking {
  readonly applyId: string;
  readonly studentCode: string;
  readonly studentNumber: string;
  readonly source: string;
  readonly target: string;
  readonly gpa: number | null;
  readonly average: number | null;
  readonly interview: number | null;
  readonly interviewPassed: boolean;
  readonly targetClass: string | null;
  readonly status: string;
}

async function loadAsking(client: PoolClient, transferBatchId: string): Promise<readonly Asking[]> {
  const { rows } = await client.query<Asking>(
    `select apply_id as "applyId", transfer.student_code as "studentCode", student_number as "studentNumber",
        source_grade_major_id as source, transfer.target_grade_major_id as target, gpa, average_score as average,
        interview.total_score as interview, coalesce(interview.pass_sign = '1', false) as "interviewPassed",
        target_class as "targetClass", transfer_status as status
       from base.major_transfer transfer join base.student using (student_code)
       left join base.interview_score interview on interview.batch_id = transfer.transfer_batch_id
         and interview.student_code = transfer.student_code
      where transfer_batch_id = $1 order by student_number, apply_id`,
    [transferBatchId],
  );
  return rows;
}

/** Admits by rank within the quotas, gives classes, and shows the result; again until it is carried out. */
async function publish(
  client: PoolClient,
  context: CommandContext,
  transferBatchId: string,
): Promise<{ admitted: number; beyondQuota: number } | Refused> {
  const batch = await lockBatch(client, transferBatchId);
  if (!batch) return refuse('TRANSFER_BATCH_GONE');
  if (new Date(context.time) < batch.endTime) return refuse('TRANSFER_NOT_OVER');
  const asking = await loadAsking(client, transferBatchId);
  if (asking.length === 0) return refuse('TRANSFER_NOBODY');
  if (asking.some(({ status }) => status === transferStatus.implemented)) return refuse('TRANSFER_IMPLEMENTED');
  const { rows: quotas } = await client.query<TransferQuota>(
    `select grade_major_id as "gradeMajorId", quota_in as "in", quota_out as "out" from base.transfer_quota
      where transfer_batch_id = $1`,
    [transferBatchId],
  );
  const ranked = asking.map((one) => ({
    ...one,
    totalScore: totalOf(one.average, one.interview, batch.interviewRatio),
  }));
  const examined = ranked.filter(({ interviewPassed }) => batch.interviewRatio === 0 || interviewPassed);
  const why = admitTransfers(examined, quotas);
  const classOf = await classesOf(
    client,
    ranked.filter(({ applyId }) => why.get(applyId) === null),
  );
  await change(
    client,
    context,
    ranked.map(({ applyId, totalScore }) => {
      const reason = why.has(applyId) ? (why.get(applyId) ?? null) : '面试笔试未合格，未录取';
      return {
        applyId,
        totalScore,
        transferStatus: reason === null ? transferStatus.admitted : transferStatus.beyondQuota,
        why: reason ?? '',
        targetClass: classOf.get(applyId) ?? null,
      };
    }),
  );
  await client.query(`update base.transfer_batch set publish_time = $2 where transfer_batch_id = $1`, [
    transferBatchId,
    context.time,
  ]);
  await logOperations(client, context, 'update', 'transferBatch', [
    {
      key: transferBatchId,
      before: { publish_time: batch.publishTime },
      after: { publish_time: context.time },
    },
  ]);
  const admitted = [...why.values()].filter((reason) => reason === null).length;
  return { admitted, beyondQuota: asking.length - admitted };
}

/** A class of the new major for each who is admitted and has none: where the fewest are. */
async function classesOf(client: PoolClient, admitted: readonly Asking[]): Promise<ReadonlyMap<string, string>> {
  const classOf = new Map<string, string>();
  for (const [target, coming] of Map.groupBy(admitted, (one) => one.target)) {
    const classes = await loadClasses(client, target);
    const known = new Set(classes.map(({ bjdm }) => bjdm));
    const placed = coming.flatMap(({ applyId, targetClass }) =>
      targetClass !== null && known.has(targetClass) ? [[applyId, targetClass] as const] : [],
    );
    for (const [applyId, bjdm] of placed) classOf.set(applyId, bjdm);
    const filled = classes.map((one) => ({
      ...one,
      rs: one.rs + placed.filter(([, bjdm]) => bjdm === one.bjdm).length,
    }));
    const others = coming.filter(({ applyId }) => !classOf.has(applyId)).map(({ applyId }) => applyId);
    for (const [applyId, bjdm] of spreadOverClasses(others, filled)) classOf.set(applyId, bjdm);
  }
  return classOf;
}

interface Implementation {
  readonly transferBatchId: string;
  readonly effectiveDate: string;
}

/** Changes major and class of who is admitted and still where he was. */
async function implement(
  client: PoolClient,
  context: CommandContext,
  { transferBatchId, effectiveDate }: Implementation,
): Promise<{ changed: number; leftOut: { studentName: string; why: string }[] } | Refused> {
  const batch = await lockBatch(client, transferBatchId);
  if (!batch) return refuse('TRANSFER_BATCH_GONE');
  const { publishTime } = batch;
  if (publishTime === null) return refuse('TRANSFER_NOT_PUBLISHED');
  if (!isShownLongEnough(publishTime, context.time))
    return refuse('TRANSFER_SHOWN_SHORT', { days: PUBLICITY_DAYS, time: shownUntil(publishTime) });
  const { rows } = await client.query<{
    applyId: string;
    studentCode: string;
    studentName: string;
    targetClass: string | null;
    moved: boolean;
    studying: boolean;
  }>(
    `select apply_id as "applyId", transfer.student_code as "studentCode", student_name as "studentName",
        target_class as "targetClass", student.njzydm <> source_grade_major_id as moved,
        ${allowsSql('dqztm', 'changeMajor')} as studying
       from base.major_transfer transfer join base.student using (student_code)
      where transfer_batch_id = $1 and transfer_status = $2 order by student_number for no key update of transfer`,
    [transferBatchId, transferStatus.admitted],
  );
  const unassigned = rows.filter(({ targetClass }) => targetClass === null).length;
  if (unassigned > 0) return refuse('TRANSFER_NO_CLASS', { count: unassigned });
  const leftOut = rows.flatMap(({ applyId, studentName, moved, studying }) => {
    if (moved) return [{ applyId, studentName, why: '年级专业已有变动，未执行' }];
    return studying ? [] : [{ applyId, studentName, why: '学籍状态已不是在读，未执行' }];
  });
  const left = new Set(leftOut.map(({ applyId }) => applyId));
  const changing = rows.filter(({ applyId }) => !left.has(applyId));
  await recordStatusFacts(
    client,
    context,
    changing.map(({ applyId, studentCode, targetClass }) => ({
      factKey: `transfer:${applyId}`,
      studentCode,
      effectiveDate,
      changeType: '23',
      source: 'divert' as const,
      applyId,
      after: { bjdm: targetClass ?? '' },
    })),
  );
  await change(client, context, [
    ...changing.map(({ applyId }) => ({
      applyId,
      transferStatus: transferStatus.implemented,
      implementedAt: context.time,
    })),
    ...leftOut.map(({ applyId, why }) => ({ applyId, transferStatus: transferStatus.beyondQuota, why })),
  ]);
  return { changed: changing.length, leftOut: leftOut.map(({ studentName, why }) => ({ studentName, why })) };
}

interface TransferChange {
  readonly applyId: string;
  readonly totalScore?: number | null;
  readonly transferStatus?: string;
  readonly why?: string;
  readonly targetClass?: string | null;
  readonly implementedAt?: string;
}

/** Writes what changes of some transfers, with the operation log. */
async function change(client: PoolClient, context: CommandContext, changes: readonly TransferChange[]): Promise<void> {
  const { rows } = await client.query<LoggedChange>(
    `with old as (select apply_id, to_jsonb(known) as before from base.major_transfer known
        where apply_id in (select change ->> 'applyId' from jsonb_array_elements($1::jsonb) change))
     update base.major_transfer known set
        total_score = case when change ? 'totalScore' then (change ->> 'totalScore')::int else total_score end,
        transfer_status = coalesce(change ->> 'transferStatus', transfer_status), why = coalesce(change ->> 'why', why),
        target_class = case when change ? 'targetClass' then change ->> 'targetClass' else target_class end,
        implemented_at = coalesce((change ->> 'implementedAt')::timestamptz, implemented_at)
       from jsonb_array_elements($1::jsonb) change join old on old.apply_id = change ->> 'applyId'
      where known.apply_id = old.apply_id returning known.apply_id as key, old.before, to_jsonb(known) as after`,
    [JSON.stringify(changes)],
  );
  await logOperations(client, context, 'update', LOGGED_AS, rows);
}
