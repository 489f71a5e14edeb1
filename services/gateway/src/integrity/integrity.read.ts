import type { checkpointSorts } from '@jwxt/contracts/integrity/integrity.operations.ts';
import type { ListPage } from '../kernel/sorted-by.ts';
import { checkpointModel } from '@jwxt/contracts/integrity/checkpoint.read-model.ts';
import { readModelTable, type ReadRowOf } from '@jwxt/contracts/kernel/read-model.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { prepared } from '../kernel/prepared-query.ts';

const checkpointTable = readModelTable(checkpointModel, 'checkpoint');
const keyTable = readModelTable(checkpointModel, 'signing_key');

/** A checkpoint as it is listed. */
export type CheckpointRow = ReadRowOf<typeof checkpointModel.tables.checkpoint>;
type KeyRow = ReadRowOf<typeof checkpointModel.tables.signing_key>;

/** A page of the checkpoints, newest first, and how many there are. */
export async function readCheckpoints(
  db: Queryable,
  { pageNo, pageSize, sort }: ListPage<(typeof checkpointSorts)[number]>,
): Promise<{ rows: CheckpointRow[]; total: number }> {
  const order = sort === 'number' ? 'number' : 'number desc';
  const [{ rows }, { rows: counted }] = await Promise.all([
    db.query<CheckpointRow>(
      prepared(`select * from ${checkpointTable} order by ${order} limit $1 offset $2`, [
        pageSize,
        (pageNo - 1) * pageSize,
      ]),
    ),
    db.query<{ total: number }>(prepared(`select count(*)::int as total from ${checkpointTable}`, [])),
  ]);
  return { rows, total: counted[0]?.total ?? 0 };
}

/** One of them; undefined: there is none of that number. */
export async function readCheckpoint(db: Queryable, number: number): Promise<CheckpointRow | undefined> {
  return (await db.query<CheckpointRow>(prepared(`select * from ${checkpointTable} where number = $1`, [number])))
    .rows[0];
}

/** The keys, newest first. */
export async function readSigningKeys(db: Queryable): Promise<KeyRow[]> {
  return (await db.query<KeyRow>(prepared(`select * from ${keyTable} order by at desc`, []))).rows;
}

/** A check as it stands. */
export interface RunRow {
  readonly runId: string;
  readonly name: string;
  readonly startedAt: Date;
  readonly endedAt: Date | null;
  readonly events: number;
  readonly total: number;
  readonly outcome: 'intact' | 'altered' | 'unproven' | 'failed' | null;
  readonly lines: string[];
}

const runsShown = 10;

/** The last checks, newest first. */
export async function readRuns(db: Queryable): Promise<RunRow[]> {
  const { rows } = await db.query<RunRow>(
    prepared(
      `select run_id as "runId", name, started_at as "startedAt", ended_at as "endedAt", events::float8 as events,
          total::float8 as total, outcome, lines from base.integrity_run order by started_at desc
        limit ${String(runsShown)}`,
      [],
    ),
  );
  return rows;
}
