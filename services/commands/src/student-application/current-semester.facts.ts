import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';

/** The current semester, in which what is about no semester is asked for; empty where none is set. */
export async function currentSemester(db: Queryable): Promise<string> {
  const { rows } = await db.query<{ xnxq: string }>(`select xnxq from base.semester where sfdqxq = '1'`);
  return rows[0]?.xnxq ?? '';
}
