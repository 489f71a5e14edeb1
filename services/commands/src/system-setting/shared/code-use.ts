import type { ObjectType } from '@jwxt/contracts/system-setting/code-format.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import type { CommandContext } from '../../kernel/command-context.ts';

/** What became of a number that was made by a rule. */
export const reservationState = { kept: '0', used: '1', givenBack: '2' } as const;

/** Who else has a number kept for them; null: nobody has. */
export async function keptForOther(
  client: PoolClient,
  { actor, time }: CommandContext,
  objectType: ObjectType,
  code: unknown,
): Promise<string | null> {
  const { rows } = await client.query<{ name: string }>(
    `select coalesce(account.name, kept.user_name) as name from base.code_reservation kept
       left join base.user_account account using (user_name)
      where kept.object_type = $1 and kept.code = $2 and kept.user_name <> $3 and kept.state = $4
        and kept.expires_at > $5`,
    [objectType, code, actor.userName, reservationState.kept, time],
  );
  return rows[0]?.name ?? null;
}

/** The number stands on a row from now on. */
export async function markUsed(client: PoolClient, objectType: ObjectType, code: unknown): Promise<void> {
  await client.query('update base.code_reservation set state = $3 where object_type = $1 and code = $2', [
    objectType,
    code,
    reservationState.used,
  ]);
}
