import { SESSION_ENDED_CHANNEL } from '@jwxt/contracts/session/session.vocabulary.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import type { CommandContext } from '../kernel/command-context.ts';
import { logOperations } from '../kernel/operation-log.ts';

/** Ends open sessions, told to all gateways with the commit, and writes down whose they were (SYSADMIN-28). */
export async function endSessionsOfOthers(
  client: PoolClient,
  context: CommandContext,
  sessionIds: readonly string[],
): Promise<{ ended: number }> {
  const { rows } = await client.query<{ id: string; user_name: string; client_address: string | null }>(
    `with ended as (
       update gateway.session set revoked_at = $2
       where left(id_hash, 32) = any($1) and revoked_at is null and expires_at > $2
       returning id_hash, user_name, client_address
     )
     select left(id_hash, 32) as id, user_name, client_address, pg_notify($3, id_hash) from ended`,
    [sessionIds, context.time, SESSION_ENDED_CHANNEL],
  );
  await logOperations(
    client,
    context,
    'kickOut',
    'loginUserRedis',
    rows.map(({ id, user_name: userName, client_address: clientAddress }) => ({
      key: id,
      before: { userName, clientAddress },
      after: null,
    })),
  );
  return { ended: rows.length };
}
