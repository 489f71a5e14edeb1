import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { from as copyFrom } from 'pg-copy-streams';
import type {
  ImportColumn,
  ImportCounts,
  ImportErrorCode,
  ImportRowState,
} from '@jwxt/contracts/kernel/resource-import.ts';
import { inTransaction, type Pool } from '@jwxt/infra/runtime/postgres.ts';
import type { ImportMapping } from './import-columns.ts';

/** A cell that is wrong, by its place in the row; without one: the row is, or a field that has no column. */
export interface CellError {
  readonly letter: string;
  readonly header: string;
  readonly field: string | null;
  readonly value: string;
  readonly code: ImportErrorCode;
  readonly message: string;
}
/** A line of a file, compared with what is there. */
export interface StagedRow {
  readonly rowNo: number;
  readonly state: ImportRowState;
  readonly called: string;
  /** Of the row that is there, with the version that it was compared with. */
  readonly key: string | null;
  readonly version: string | null;
  readonly cells: readonly string[];
  readonly given: Readonly<Record<string, unknown>>;
  readonly changes: readonly { readonly label: string; readonly before: string; readonly after: string }[];
  readonly errors: readonly CellError[];
}
/** A file that was read. */
export interface StagedRun {
  readonly runId: string;
  readonly resource: string;
  readonly fileName: string;
  readonly digest: string;
  readonly userName: string;
  readonly name: string;
  readonly departmentId: string | null;
  readonly createdAt: Date;
  readonly columns: readonly ImportColumn[];
  readonly counts: ImportCounts;
}

/** What gateways keep of imports: read files, and what the school calls its columns. */
export interface ImportStore {
  mappingOf(resource: string): Promise<ImportMapping>;
  remember(resource: string, mapping: ImportMapping): Promise<void>;
  /** What was kept under an id, if anything was. */
  find(runId: string): Promise<Pick<StagedRun, 'resource' | 'userName' | 'digest'> | undefined>;
  /**
   * Keeps a file with its rows; false: there is one under this id. Those that a day has passed over without a run are
   * forgotten.
   */
  stage(run: StagedRun, rows: readonly StagedRow[]): Promise<boolean>;
}

/** In PostgreSQL. */
export function createImportStore(pool: Pool): ImportStore {
  return {
    async mappingOf(resource) {
      const { rows } = await pool.query<{ header: string; field: string }>(
        'select header, field from gateway.import_mapping where resource = $1',
        [resource],
      );
      return Object.fromEntries(rows.map(({ header, field }) => [header, field]));
    },
    async remember(resource, mapping) {
      const entries = Object.entries(mapping);
      await pool.query(
        `insert into gateway.import_mapping (resource, header, field)
         select $1, given.header, given.field from unnest($2::text[], $3::text[]) as given (header, field)
         on conflict (resource, header) do update set field = excluded.field`,
        [resource, entries.map(([header]) => header), entries.map(([, field]) => field)],
      );
    },
    async find(runId) {
      const { rows } = await pool.query<Pick<StagedRun, 'resource' | 'userName' | 'digest'>>(
        'select resource, user_name as "userName", digest from gateway.import_run where run_id = $1',
        [runId],
      );
      return rows[0];
    },
    async stage(run, rows) {
      return await inTransaction(pool, async (client) => {
        await client.query(
          `delete from gateway.import_run where job_id is null and created_at < $1::timestamptz - interval '1 day'`,
          [run.createdAt],
        );
        const { rowCount } = await client.query(
          `insert into gateway.import_run (run_id, resource, file_name, digest, user_name, name, department_id,
              created_at, columns, total, added, changed, unchanged, wrong)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
           on conflict do nothing`,
          [
            run.runId,
            run.resource,
            run.fileName,
            run.digest,
            run.userName,
            run.name,
            run.departmentId,
            run.createdAt,
            JSON.stringify(run.columns),
            run.counts.total,
            run.counts.added,
            run.counts.changed,
            run.counts.unchanged,
            run.counts.wrong,
          ],
        );
        if (rowCount === 0) return false;
        const copy = client.query(
          copyFrom(
            `copy gateway.import_row (run_id, row_no, state, called, key, version, cells, given, changes, errors)
              from stdin`,
          ),
        );
        await pipeline(Readable.from(linesOf(run.runId, rows)), copy);
        return true;
      });
    },
  };
}

const LINES_TOGETHER = 500;
function* linesOf(runId: string, rows: readonly StagedRow[]): Generator<string> {
  for (let at = 0; at < rows.length; at += LINES_TOGETHER)
    yield rows
      .slice(at, at + LINES_TOGETHER)
      .map((row) =>
        [
          runId,
          String(row.rowNo),
          row.state,
          row.called,
          row.key,
          row.version,
          JSON.stringify(row.cells),
          JSON.stringify(row.given),
          JSON.stringify(row.changes),
          JSON.stringify(row.errors),
        ]
          .map(copied)
          .join('\t'),
      )
      .map((line) => `${line}\n`)
      .join('');
}

/** A value in the text form of COPY. */
function copied(value: string | null): string {
  if (value === null) return '\\N';
  return value.replaceAll('\\', '\\\\').replaceAll('\t', '\\t').replaceAll('\n', '\\n').replaceAll('\r', '\\r');
}
