import { createPool } from '@jwxt/infra/runtime/postgres.ts';
import type { QueryConfig } from 'pg';
import type { Load } from './load.ts';

/** Runs groups of statements round about, those of a group side by side. */
export function runStatements({ url, groups }: { url: string; groups: QueryConfig[][] }): Load {
  const pool = createPool(url, { name: 'statements' });
  let turn = 0;
  return () => Promise.all(groups[turn++ % groups.length]!.map((statement) => pool.query(statement)));
}
