import type { ProcessDefinition } from '@jwxt/contracts/approval/process-definition.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import { canonicalJson } from '../kernel/canonical-json.ts';
import type { CommandContext } from '../kernel/command-context.ts';
import { logOperations } from '../kernel/operation-log.ts';
import { refuse, type Refused } from '../kernel/refusal.ts';
import { structuralProblems } from './process-check.ts';

/**
 * Publishes a process definition as its next version; what runs keeps its own (C7). The definition in force published
 * again stays as it is. Refuses PROCESS_INVALID with the reason.
 */
export async function publishVersion(
  client: PoolClient,
  context: CommandContext,
  definition: ProcessDefinition,
): Promise<{ processNo: string; version: number } | Refused> {
  const { processNo } = definition;
  const [wrong] = await structuralProblems(client, definition);
  if (wrong) return refuse('PROCESS_INVALID', { reason: wrong.text });
  await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`process ${processNo}`]);
  const { rows } = await client.query<{ version: number; definition: ProcessDefinition; status: string }>(
    'select version, definition, status from base.process_definition where process_no = $1 order by version desc',
    [processNo],
  );
  const current = rows.find(({ status }) => status === yesNo.yes);
  if (current && canonicalJson(current.definition) === canonicalJson(definition))
    return { processNo, version: current.version };
  const version = (rows[0]?.version ?? 0) + 1;
  await client.query(`update base.process_definition set status = '2' where process_no = $1 and status = '1'`, [
    processNo,
  ]);
  await client.query(
    `insert into base.process_definition (process_no, version, definition, status, published_at, published_by)
      values ($1, $2, $3, '1', $4, $5)`,
    [processNo, version, JSON.stringify(definition), context.time, context.actor.userName],
  );
  await logOperations(client, context, 'publish', 'process', [
    { key: processNo, before: current?.definition ?? null, after: definition },
  ]);
  return { processNo, version };
}
