import { cancelLongJob, startLongJob, type LongJobItem } from '@jwxt/contracts/system/long-job.command.ts';
import { isOpenJob, type LongJobStatus } from '@jwxt/contracts/system/long-job.vocabulary.ts';
import { derivedId } from '@jwxt/infra/runtime/event-id.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import { applyOnce } from './applied-command.ts';
import type { CommandContext } from './command-context.ts';
import { defineRoute, type CommandRoute } from './command-route.ts';
import { checkInput } from './field-errors.ts';
import type { LongJobKind } from './long-job.ts';
import { logOperations } from './operation-log.ts';
import { refuse, type Refused } from './refusal.ts';

/**
 * The commands that start and stop jobs of the given kinds. The id of a job is derived from its command: the same
 * command is the same job.
 */
export function longJobRoutes(kinds: readonly LongJobKind[]): CommandRoute[] {
  const byKind = new Map(kinds.map((kind) => [kind.kind, kind]));
  return [
    defineRoute(startLongJob, (job, context, { pool }) => {
      const kind = byKind.get(job.kind);
      if (!kind) return Promise.resolve(refuse('COMMAND_UNKNOWN', { name: job.kind }));
      const payload = checkInput(kind.payload, job.payload);
      if ('fieldErrors' in payload)
        return Promise.resolve(refuse('INVALID_INPUT', {}, { fieldErrors: payload.fieldErrors }));
      return applyOnce(pool, context, (client) => insertJob(client, context, job));
    }),
    defineRoute(cancelLongJob, ({ jobId }, context, { pool }) =>
      applyOnce(pool, context, (client) => askToStop(client, context, jobId)),
    ),
  ];
}

/** Puts a job in the queue of its kind, in the transaction of a command, from whose id its own is derived. */
export async function insertJob(
  client: PoolClient,
  context: CommandContext,
  {
    kind,
    title,
    payload,
    items,
  }: { kind: string; title: string; payload: Record<string, unknown>; items: readonly LongJobItem[] },
): Promise<{ jobId: string; total: number }> {
  const { actor, permission, correlationId, clientAddress, signIn, onBehalfOf, time } = context;
  const jobId = derivedId(`${context.commandId}:long-job`);
  await client.query(
    `insert into base.long_job (job_id, kind, title, total, payload, actor, permission, correlation_id, client_address,
        user_name, name, department_id, created_at, sign_in, on_behalf_of)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
    [
      jobId,
      kind,
      title,
      items.length,
      JSON.stringify(payload),
      JSON.stringify(actor),
      permission,
      correlationId,
      clientAddress,
      actor.userName,
      actor.name,
      actor.departmentId,
      time,
      signIn === undefined ? null : JSON.stringify(signIn),
      onBehalfOf === undefined ? null : JSON.stringify(onBehalfOf),
    ],
  );
  await client.query(
    `insert into base.long_job_item (job_id, item_no, item_key, item_name)
     select $1, n, key, name from unnest($2::text[], $3::text[]) with ordinality as item (key, name, n)`,
    [jobId, items.map(({ itemKey }) => itemKey), items.map(({ itemName }) => itemName)],
  );
  await logOperations(client, context, '发起任务', 'longJob', [
    { key: jobId, before: null, after: { kind, title, total: items.length, payload } },
  ]);
  return { jobId, total: items.length };
}

async function askToStop(
  client: PoolClient,
  context: CommandContext,
  jobId: string,
): Promise<{ jobId: string; status: string } | Refused> {
  const {
    rows: [job],
  } = await client.query<{ status: LongJobStatus; cancel_requested_by: string | null; title: string }>(
    'select status, cancel_requested_by, title from base.long_job where job_id = $1 for update',
    [jobId],
  );
  if (!job) return refuse('NOT_FOUND');
  if (!isOpenJob(job.status) || job.cancel_requested_by !== null) return { jobId, status: job.status };
  await client.query('update base.long_job set cancel_requested_by = $2 where job_id = $1', [
    jobId,
    context.actor.name,
  ]);
  await logOperations(client, context, '取消任务', 'longJob', [
    { key: jobId, before: { title: job.title, status: job.status }, after: { cancelRequestedBy: context.actor.name } },
  ]);
  return { jobId, status: job.status };
}
