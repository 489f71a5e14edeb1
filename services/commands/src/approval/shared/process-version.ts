import type { ProcessSnapshot } from '@jwxt/contracts/approval/application.events.ts';
import {
  processDefinition,
  type ProcessDefinition,
  type ProcessNode,
} from '@jwxt/contracts/approval/process-definition.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';

/** A version of a process, whether in force or not; null when there is none. */
export async function loadDefinition(
  db: Queryable,
  processNo: string,
  version: number,
): Promise<ProcessDefinition | null> {
  const { rows } = await db.query<{ definition: unknown }>(
    'select definition from base.process_definition where process_no = $1 and version = $2',
    [processNo, version],
  );
  return rows[0] ? processDefinition.parse(rows[0].definition) : null;
}

/** A node as the version has it that an application runs by; undefined when there is none such. */
export async function definedNode(
  db: Queryable,
  { processNo, processVersion }: Pick<ProcessSnapshot, 'processNo' | 'processVersion'>,
  processNodeId: string,
): Promise<ProcessNode | undefined> {
  const definition = await loadDefinition(db, processNo, processVersion);
  return definition?.nodes.find((node) => node.processNodeId === processNodeId);
}

/** Days that a node takes where its process says nothing (SP_CBTS). */
export async function loadLimitDays(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ days: number }>(
    `select para_value::int as days from base.parameter where param_code = 'SP_CBTS' and para_value ~ '^[0-9]{1,3}$'`,
  );
  return rows[0]?.days ?? 3;
}
