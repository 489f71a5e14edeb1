import type { Actor, OnBehalfOf, SignInFacts } from '@jwxt/contracts/kernel/actor.ts';
import type { LongJobResult } from '@jwxt/contracts/system/long-job.vocabulary.ts';
import type { Pool } from '@jwxt/infra/runtime/postgres.ts';

/** A job as its worker takes it up. */
export interface OpenJob {
  readonly jobId: string;
  readonly kind: string;
  readonly payload: unknown;
  readonly actor: Actor;
  readonly permission: string | null;
  readonly clientAddress: string | null;
  readonly signIn: SignInFacts | null;
  readonly onBehalfOf: OnBehalfOf | null;
  readonly createdAt: Date;
}
/** A thing that is still to be done. */
export interface OpenItem {
  readonly itemNo: number;
  readonly itemKey: string;
  readonly itemName: string;
}

/** The rows of jobs, as their worker writes them. Everything may be written twice. */
export interface LongJobStore {
  /** The oldest open job of each kind. */
  oldestOpen(): Promise<OpenJob[]>;
  started(jobId: string): Promise<void>;
  /** The next things to do; none when the job was asked to stop, or is through. */
  nextItems(jobId: string, count: number): Promise<OpenItem[]>;
  /** What became of one thing. Counted once. */
  finished(jobId: string, itemNo: number, result: LongJobResult, message: string): Promise<void>;
  /** Why the job does not go on at the moment; null: it does. */
  waits(jobId: string, reason: string | null): Promise<void>;
  /** Closes a job that has nothing left to do or was asked to stop. */
  close(jobId: string, failure?: string): Promise<void>;
}

/** Jobs in PostgreSQL. */
export function createLongJobStore(pool: Pool): LongJobStore {
  return {
    async oldestOpen() {
      const { rows } = await pool.query<OpenJob>(
        `select distinct on (kind) job_id as "jobId", kind, payload, actor, permission,
            client_address as "clientAddress", sign_in as "signIn", on_behalf_of as "onBehalfOf",
            created_at as "createdAt"
           from base.long_job where status in ('0', '1') order by kind, created_at, job_id`,
      );
      return rows;
    },
    async started(jobId) {
      await pool.query(
        `update base.long_job set status = '1', started_at = coalesce(started_at, now())
          where job_id = $1 and status = '0'`,
        [jobId],
      );
    },
    async nextItems(jobId, count) {
      const { rows } = await pool.query<OpenItem>(
        `select item.item_no as "itemNo", item.item_key as "itemKey", item.item_name as "itemName"
          from base.long_job_item item
          join base.long_job job using (job_id)
          where item.job_id = $1 and item.result = '0' and job.cancel_requested_by is null and job.status in ('0', '1')
          order by item.item_no limit $2`,
        [jobId, count],
      );
      return rows;
    },
    async finished(jobId, itemNo, result, message) {
      await pool.query(
        `with done as (update base.long_job_item set result = $3, message = $4, at = now()
            where job_id = $1 and item_no = $2 and result = '0' returning result)
         update base.long_job
         set done = done + 1, failed = failed + ($3 = '3')::int, skipped = skipped + ($3 = '2')::int
         where job_id = $1 and exists (select from done)`,
        [jobId, itemNo, result, message],
      );
    },
    async waits(jobId, reason) {
      await pool.query('update base.long_job set failure = $2 where job_id = $1 and failure is distinct from $2', [
        jobId,
        reason,
      ]);
    },
    async close(jobId, failure) {
      await pool.query(
        `with left_undone as (update base.long_job_item set result = '4' where job_id = $1 and result = '0'
            returning 1), open as (select count(*) as n from left_undone)
         update base.long_job job set ended_at = now(), failure = $2, status = case
             when $2::text is not null then '4'
             when open.n > 0 then '5'
             when failed = 0 then '2'
             when failed = total then '4'
             else '3' end
           from open where job.job_id = $1 and job.status in ('0', '1')`,
        [jobId, failure ?? null],
      );
    },
  };
}
