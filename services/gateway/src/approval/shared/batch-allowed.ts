import { approvalListModel } from '@jwxt/contracts/approval/approval-list.read-model.ts';
import { readModelTable } from '@jwxt/contracts/kernel/read-model.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';

const applicationTable = readModelTable(approvalListModel, 'application');

/** SQL for whether the version that the application aliased `application` runs by lets several be decided together. */
export const batchAllowed = `coalesce((select (version.definition->>'batchAllowed')::boolean
    from base.process_definition version where version.process_no = application.process_no
      and version.version = application.process_version), true)`;

/** Those of the applications that their version of the process does not let be decided with others. */
export async function decidedAlone(db: Queryable, applyIds: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await db.query<{ apply_id: string }>(
    `select application.apply_id from ${applicationTable} application
      where application.apply_id = any($1) and not ${batchAllowed}`,
    [applyIds],
  );
  return new Set(rows.map((row) => row.apply_id));
}
