import { attemptsOfStudent, attemptsThere } from '@jwxt/contracts/standing/student-attempts.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';

/**
 * {@link attemptsOfStudent}; until the read model is there for the first time, which people who ask wait for, nobody
 * has a score.
 */
export async function attemptsSql(db: Queryable): Promise<string> {
  const { rows } = await db.query<{ exists: boolean }>(`select ${attemptsThere} as exists`);
  return rows[0]?.exists ? attemptsOfStudent : 'null::jsonb';
}
