import { randomUUID } from 'node:crypto';
import type { WireRow } from '@jwxt/contracts/kernel/resource-field.ts';
import type { ResourceName } from '@jwxt/contracts/kernel/resource.vocabulary.ts';
import type { TestApp } from './commands-app.ts';

/** A file of new rows as a gateway has read it for a person. `begun`: it has been run, by a job that is gone. */
export async function stageImport(
  t: TestApp,
  resource: ResourceName,
  userName: string,
  rows: readonly WireRow[],
  begun = false,
): Promise<string> {
  const runId = randomUUID();
  await t.app.services.pool.query(
    `insert into gateway.import_run (run_id, resource, file_name, digest, user_name, name, created_at, columns, total,
        added, changed, unchanged, wrong, job_id)
     values ($1, $2, '名单.xlsx', '', $3, $3, now(), '[]', $4, $4, 0, 0, 0, $5)`,
    [runId, resource, userName, rows.length, begun ? randomUUID() : null],
  );
  await t.app.services.pool.query(
    `insert into gateway.import_row (run_id, row_no, state, called, cells, given, changes, errors)
     select $1, element.n + 1, '1', '', '[]', element.given, '[]', '[]'
       from jsonb_array_elements($2::jsonb) with ordinality as element (given, n)`,
    [runId, JSON.stringify(rows)],
  );
  return runId;
}
