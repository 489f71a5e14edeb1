import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { prepared } from './prepared-query.ts';

/** What the school is called; empty where nobody has said. */
export async function readSchoolName(db: Queryable): Promise<string> {
  const { rows } = await db.query<{ name: string }>(
    prepared(`select para_value as name from base.parameter where param_code = 'schoolName'`, []),
  );
  return rows[0]?.name ?? '';
}
