import { SESSION_ENDED_CHANNEL } from '@jwxt/contracts/session/session.vocabulary.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import type { CommandContext } from '../../kernel/command-context.ts';

/** Ends what people have open, told to all gateways with the commit. */
export async function endSessionsOf(
  client: PoolClient,
  context: CommandContext,
  userNames: readonly string[],
): Promise<void> {
  await client.query(
    `with ended as (update gateway.session set revoked_at = $2
        where user_name = any($1) and revoked_at is null and expires_at > $2 returning id_hash)
     select pg_notify($3, id_hash) from ended`,
    [userNames, context.time, SESSION_ENDED_CHANNEL],
  );
}
