import type { z } from 'zod';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import { initialStatus } from '@jwxt/contracts/student-status/warning/warning.vocabulary.ts';
import type {
  confirmWarnings,
  exemptWarnings,
} from '@jwxt/contracts/student-status/warning/warning-scheme.operations.ts';
import { derivedId } from '@jwxt/infra/runtime/event-id.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import type { CommandContext } from '../../kernel/command-context.ts';
import { logOperations } from '../../kernel/operation-log.ts';

type Done = z.output<typeof confirmWarnings.result>;
interface Line {
  readonly key: string;
  readonly status: string;
  readonly row: object;
}

async function lockLines(client: PoolClient, keys: readonly string[]): Promise<Line[]> {
  const { rows } = await client.query<Line>(
    `select initial_id as key, status, to_jsonb(line) - 'hits' as row from base.warning_initial line
      where initial_id = any($1) order by initial_id for update`,
    [keys],
  );
  return rows;
}

/**
 * Exempts open lines with a reason, or opens exempt ones again; what is confirmed or gone stays (STUDENT-STATUS-30).
 */
export async function exemptLines(
  client: PoolClient,
  context: CommandContext,
  { keys, exemptSign, exemptReason }: z.output<typeof exemptWarnings.payload>,
): Promise<Done> {
  const [from, to] =
    exemptSign === yesNo.yes ? [initialStatus.open, initialStatus.exempt] : [initialStatus.exempt, initialStatus.open];
  const lines = (await lockLines(client, keys)).filter(({ status }) => status === from);
  const reason = exemptSign === yesNo.yes ? exemptReason : null;
  await client.query(
    `update base.warning_initial set status = $2, exempt_reason = $3, decided_by = $4, decided_at = $5
      where initial_id = any($1)`,
    [lines.map(({ key }) => key), to, reason, context.actor.name, context.time],
  );
  await logOperations(
    client,
    context,
    'exempt',
    'initialList',
    lines.map(({ key, row }) => ({ key, before: row, after: { ...row, status: to, exempt_reason: reason } })),
  );
  return { changed: lines.length, kept: new Set(keys).size - lines.length };
}

/**
 * Confirms open lines: each becomes the result of its scheme and student, or brings it up to date (STUDENT-STATUS-27).
 * Whoever was told of another level is to be told again, of the same one never.
 */
export async function confirmLines(
  client: PoolClient,
  context: CommandContext,
  { keys }: z.output<typeof confirmWarnings.payload>,
): Promise<Done> {
  const lines = (await lockLines(client, keys)).filter(({ status }) => status === initialStatus.open);
  const ids = lines.map(({ key }) => key);
  await client.query(
    `update base.warning_initial set status = $2, decided_by = $3, decided_at = $4 where initial_id = any($1)`,
    [ids, initialStatus.confirmed, context.actor.name, context.time],
  );
  await client.query(
    `insert into base.status_warning_result as known (warning_result_id, warning_scheme_id, student_code, semester_id,
        warning_level_code, warning_type_code, hits, reason_text, advice, confirmed_at)
      select told.result_id, line.warning_scheme_id, line.student_code, scheme.semester_id, line.warning_level_code,
        line.warning_type_code, line.hits, line.reason_text, level.advice, $2
        from jsonb_to_recordset($1) as told (initial_id text, result_id text)
        join base.warning_initial line using (initial_id)
        join base.status_warning_scheme scheme using (warning_scheme_id)
        join base.warning_level level on level.warning_level_code = line.warning_level_code
      on conflict (warning_scheme_id, student_code) do update set warning_level_code = excluded.warning_level_code,
        warning_type_code = excluded.warning_type_code, hits = excluded.hits, reason_text = excluded.reason_text,
        advice = excluded.advice, confirmed_at = excluded.confirmed_at, revoke_reason = null, revoked_at = null,
        send_status = case when known.told_level is not distinct from excluded.warning_level_code
          and known.revoked_at is null then known.send_status else '0' end,
        read_time = case when known.told_level is not distinct from excluded.warning_level_code
          and known.revoked_at is null then known.read_time end`,
    [JSON.stringify(ids.map((id) => ({ initial_id: id, result_id: derivedId(`${id}:result`) }))), context.time],
  );
  await logOperations(
    client,
    context,
    'confirm',
    'initialList',
    lines.map(({ key, row }) => ({ key, before: row, after: { ...row, status: initialStatus.confirmed } })),
  );
  return { changed: lines.length, kept: new Set(keys).size - lines.length };
}
