import { isProgram } from '@jwxt/contracts/session/program.vocabulary.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import type { Place } from './change-cursor.ts';

/** Keeps the place that a program asks on from: what comes before it, it has dealt with. People's are not kept. */
export async function keepReader(db: Queryable, userName: string, { no, copy }: Place, now: Date): Promise<void> {
  if (!isProgram(userName)) return;
  await db.query(
    `insert into gateway.change_reader (user_name, change_no, copying, read_at) values ($1, $2, $3, $4)
      on conflict (user_name) do update
        set change_no = excluded.change_no, copying = excluded.copying, read_at = excluded.read_at`,
    [userName, no, copy !== null, now],
  );
}
