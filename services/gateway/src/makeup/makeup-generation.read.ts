import type { LongJobItem } from '@jwxt/contracts/system/long-job.command.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';

/** The job that makes lists at the moment, or waits to; null: none. */
export async function generationUnderWay(db: Queryable): Promise<string | null> {
  const { rows: [job] } = await db.query<{ jobId: string }>(`select job_id as "jobId" from base.long_job where kind = 'makeupGenerate' and status in ('0', '1') order by created_at limit 1`);
  return job?.jobId ?? null;
}

/** The courses of a semester in which somebody has not passed, as items of a job, and the name of the semester. */
export async function coursesToList(db: Queryable, semesterId: string): Promise<{ semester: string; items: LongJobItem[] }> {
  const [{ rows: [semester] }, { rows: items }] = await Promise.all([
    db.query<{ name: string }>('select xnxqmc as name from base.semester where xnxq = $1', [semesterId]),
    db.query<LongJobItem>(
      `select k.kch as "itemKey", k.kcmc || '（' || k.ywbm || '）' as "itemName" from base.course k
        where exists (select from base.makeup_source o join base.makeup_candidate m using (sheet_id) where o.semester_id = $1 and o.course_id = k.kch) order by k.ywbm, k.kch`, [semesterId]),
  ]);
  return { semester: semester?.name ?? semesterId, items };
}
