import pg, { type QueryConfig } from 'pg';
import type { Load } from '../load-driver.ts';

/** Runs groups of statements round about, those of a group side by side. */
export function prepare({ url, groups }: { url: string; groups: QueryConfig[][] }): Load {
  const pool = new pg.Pool({ connectionString: url, max: 10 });
  let turn = 0;
  return () => Promise.all(groups[turn++ % groups.length]!.map((statement) => pool.query(statement)));
}
