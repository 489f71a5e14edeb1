import { randomUUID } from 'node:crypto';
import { EXPORT_KEPT_DAYS, MAX_OPEN_EXPORTS } from '@jwxt/contracts/file/export-job.vocabulary.ts';
import type { longJobStatus } from '@jwxt/contracts/system/long-job.vocabulary.ts';
import { inTransaction, type Pool } from '@jwxt/infra/runtime/postgres.ts';
import type { Session } from './session-store.ts';
import { Refused } from './refused.ts';

/** A job as whoever asked for it sees it, and its maker. */
export interface ExportJob {
  readonly jobId: string;
  readonly operation: string;
  readonly input: unknown;
  readonly title: string;
  readonly userName: string;
  readonly loginWay: Session['loginWay'];
  readonly issuedBy: string | null;
  readonly status: (typeof longJobStatus)['queued' | 'running' | 'done' | 'failed' | 'cancelled'];
  readonly total: number;
  readonly done: number;
  readonly isCancelled: boolean;
  readonly createdAt: Date;
  readonly endedAt: Date | null;
  readonly failure: string | null;
  readonly fileName: string | null;
  readonly digest: string | null;
  readonly bytes: number | null;
  readonly expiresAt: Date | null;
}
/** What is asked for. */
export type NewExportJob = Pick<
  ExportJob,
  'operation' | 'input' | 'title' | 'userName' | 'loginWay' | 'issuedBy' | 'total'
>;
/** A finished file. */
export interface ExportedFile {
  readonly fileName: string;
  readonly digest: string;
  readonly bytes: number;
}

/**
 * The rows of export jobs: the gateways' own bookkeeping, as sessions are. What a maker writes counts only while the
 * job is his.
 */
export interface ExportJobs {
  /** Puts a job in the queue; the same one that is still open is that one. Throws EXPORT_TOO_MANY. */
  start(job: NewExportJob): Promise<{ jobId: string; total: number }>;
  /** Those of a person whose file can be fetched, or which ended or began within the same time. Newest first. */
  of(userName: string): Promise<ExportJob[]>;
  find(userName: string, jobId: string): Promise<ExportJob | null>;
  cancel(userName: string, jobId: string): Promise<void>;
  /**
   * The next job for a maker: of whoever has had none for longest, one a person at a time. One whose maker has died is
   * begun anew, and given up after some tries.
   */
  claim(maker: string): Promise<ExportJob | null>;
  /** Says that the job is being made and how far it is. Answers whether it is to go on. */
  renew(jobId: string, maker: string, progress: { total: number; done: number }): Promise<boolean>;
  finish(jobId: string, maker: string, file: ExportedFile): Promise<void>;
  fail(jobId: string, maker: string, reason: string): Promise<void>;
  /** Ends a job that was cancelled; gives back one that was not, for the next maker. */
  leave(jobId: string, maker: string): Promise<void>;
  /** Jobs that have ended, of which nobody has been told. */
  untold(): Promise<ExportJob[]>;
  told(jobId: string): Promise<void>;
}

/** What may differ in tests: how long a maker may be silent, in milliseconds. */
export interface ExportJobLimits {
  readonly leaseMs?: number;
}

const columns = `job_id as "jobId", operation, input, title, user_name as "userName", login_way as "loginWay",
  issued_by as "issuedBy", status, total, done, is_cancelled as "isCancelled", created_at as "createdAt",
  ended_at as "endedAt", failure, file_name as "fileName", digest, bytes, expires_at as "expiresAt"`;
const dayMs = 86_400_000;
const mostTries = 3;
const GIVEN_UP = '生成时服务多次中断，请重新导出';

/** Jobs in PostgreSQL. Leases run by its clock, which all gateways share; what people see by the gateway's. */
export function createExportJobs(
  pool: Pool,
  clock: () => Date,
  { leaseMs = 30_000 }: ExportJobLimits = {},
): ExportJobs {
  const lease = `now() + ${leaseMs} * interval '1 millisecond'`;
  const seenSince = (): Date => new Date(clock().getTime() - EXPORT_KEPT_DAYS * dayMs);
  const rowsOf = async (text: string, values: readonly unknown[]): Promise<ExportJob[]> =>
    (await pool.query<ExportJob>(text, [...values])).rows;
  return {
    start: ({ operation, input, title, userName, loginWay, issuedBy, total }) =>
      inTransaction(pool, async (client) => {
        // One after the other for each person, so that nobody gets more than he may have.
        await client.query(`select pg_advisory_xact_lock(hashtextextended('export ' || $1, 0))`, [userName]);
        const { rows: open } = await client.query<{ jobId: string; total: number; same: boolean }>(
          `select job_id as "jobId", total, operation = $2 and input = $3 and not is_cancelled as same
            from gateway.export_job where user_name = $1 and status in ('0', '1')`,
          [userName, operation, JSON.stringify(input)],
        );
        const same = open.find((job) => job.same);
        if (same) return { jobId: same.jobId, total: same.total };
        if (open.length >= MAX_OPEN_EXPORTS) throw new Refused('EXPORT_TOO_MANY');
        const jobId = randomUUID();
        await client.query(
          `insert into gateway.export_job (job_id, operation, input, title, user_name, login_way, issued_by, total,
              created_at)
            values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
          [jobId, operation, JSON.stringify(input), title, userName, loginWay, issuedBy, total, clock()],
        );
        return { jobId, total };
      }),
    of: (userName) =>
      rowsOf(
        `select ${columns} from gateway.export_job where user_name = $1 and (status in ('0', '1') or ended_at > $2)
          order by created_at desc, job_id`,
        [userName, seenSince()],
      ),
    find: async (userName, jobId) =>
      (
        await rowsOf(`select ${columns} from gateway.export_job where user_name = $1 and job_id = $2`, [
          userName,
          jobId,
        ])
      )[0] ?? null,
    async cancel(userName, jobId) {
      await pool.query(
        `update gateway.export_job
          set is_cancelled = true, status = case status when '0' then '5' else status end, ended_at = case status
            when '0' then $3::timestamptz end
          where user_name = $1 and job_id = $2 and status in ('0', '1')`,
        [userName, jobId, clock()],
      );
    },
    async claim(maker) {
      // A cancelled job whose maker has died ends here, too.
      await pool.query(
        `update gateway.export_job
          set status = case when is_cancelled then '5' else '4' end, failure = case when is_cancelled then null else $1
            end, ended_at = $2, maker = null
          where status = '1' and lease_until < now() and (is_cancelled or tries >= ${mostTries})`,
        [GIVEN_UP, clock()],
      );
      const [job] = await rowsOf(
        `update gateway.export_job
          set status = '1', maker = $1, lease_until = ${lease}, tries = tries + 1, done = 0,
            started_at = coalesce(started_at, $2)
          where job_id = (
            select export.job_id from gateway.export_job export
             where (export.status = '0' or export.status = '1' and export.lease_until < now())
               and not exists (select from gateway.export_job other_export
                 where other_export.user_name = export.user_name and other_export.job_id <> export.job_id
                   and other_export.status = '1' and other_export.lease_until >= now())
             order by (select max(third_export.started_at) from gateway.export_job third_export
               where third_export.user_name = export.user_name
                 and third_export.job_id <> export.job_id) nulls first, export.created_at
             limit 1 for update skip locked)
          returning ${columns}`,
        [maker, clock()],
      );
      return job ?? null;
    },
    async renew(jobId, maker, { total, done }) {
      const [job] = await rowsOf(
        `update gateway.export_job set lease_until = ${lease}, total = $3, done = $4
          where job_id = $1 and maker = $2 and status = '1' returning ${columns}`,
        [jobId, maker, total, done],
      );
      return job !== undefined && !job.isCancelled;
    },
    async finish(jobId, maker, { fileName, digest, bytes }) {
      await pool.query(
        `update gateway.export_job
          set status = '2', done = total, maker = null, ended_at = $3, file_name = $4, digest = $5, bytes = $6,
            expires_at = $7
          where job_id = $1 and maker = $2 and status = '1'`,
        [jobId, maker, clock(), fileName, digest, bytes, new Date(clock().getTime() + EXPORT_KEPT_DAYS * dayMs)],
      );
    },
    async fail(jobId, maker, reason) {
      await pool.query(
        `update gateway.export_job set status = '4', maker = null, ended_at = $3, failure = $4
          where job_id = $1 and maker = $2 and status = '1'`,
        [jobId, maker, clock(), reason],
      );
    },
    async leave(jobId, maker) {
      await pool.query(
        `update gateway.export_job
          set status = case when is_cancelled then '5' else '0' end, ended_at = case when is_cancelled
            then $3::timestamptz end, maker = null, tries = tries - 1
          where job_id = $1 and maker = $2 and status = '1'`,
        [jobId, maker, clock()],
      );
    },
    untold: () =>
      rowsOf(
        `select ${columns} from gateway.export_job where status in ('2', '4') and told_at is null order by ended_at
          limit 20`,
        [],
      ),
    async told(jobId) {
      await pool.query('update gateway.export_job set told_at = $2 where job_id = $1', [jobId, clock()]);
    },
  };
}
