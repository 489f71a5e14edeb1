import type { CommandEnvelope } from '@jwxt/contracts/kernel/command.ts';
import { commandSenders } from '@jwxt/contracts/command-senders.ts';
import { isBeyondLooking, permissionOf } from '@jwxt/contracts/kernel/operation.ts';
import { lookingRefusal } from '@jwxt/contracts/session/session.vocabulary.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { gatherReads } from './gathered-reads.ts';
import type { ReferenceMemory } from './reference-memory.ts';
import type { Refusal } from './refusal.ts';

/** Whether a person may send a command: null, or why not. */
export type AskRights = (
  name: string,
  envelope: Pick<CommandEnvelope, 'actor' | 'permission' | 'signIn' | 'onBehalfOf'>,
) => Promise<Refusal | null>;

/** A command under the permission that a gateway names: whether who may only look may send it. */
type Ways = ReadonlyMap<string | null, { readonly temporary: boolean }>;

const waysOf = (name: string): Ways => {
  const ways = new Map<string | null, { temporary: boolean }>();
  for (const sender of commandSenders.get(name) ?? []) {
    const permission = permissionOf(sender);
    ways.set(permission, { temporary: (ways.get(permission)?.temporary ?? false) || !isBeyondLooking(sender) });
  }
  return ways;
};

/** An enabled account, and a permission that it may hold; null asks for the account alone. */
interface Holding {
  readonly userName: string;
  readonly permission: string | null;
  /** Who has handed it on to him; null: it is asked for among his roles. */
  readonly lender: string | null;
}

/**
 * Asks, after the gateway and as it did, whether the person behind a command holds the permission that an operation
 * which sends it declares ({@link commandSenders}), and whether a temporary link may do it. A program holds what its
 * token lists, while its creator holds that too; who acts by a permission that was handed on has it while its giver
 * holds it. What somebody holds is read from base data and remembered until rights
 * change; who seems not to hold it is looked up again, so that what was granted just now counts.
 */
export function createCommandRights(db: Queryable, reference: ReferenceMemory): AskRights {
  const ways = new Map([...commandSenders.keys()].map((name) => [name, waysOf(name)]));
  const holds = gatherReads(async (asked: readonly Holding[]) => {
    const { rows } = await db.query<{ may: boolean }>({
      name: 'rights_held',
      text: `select exists (select from base.user_account account
        where account.user_name = holder.user_name and account.sfqy = '1'
          and (account.valid_to is null or account.valid_to >= base.school_day()))
                and (token.token_id is null or token.revoked_at is null and token.expires_at > now()
                  and (given.permission is null or given.permission = any(token.permissions)))
                and case when given.lender is not null then exists (select from base.lent_permission lent
                    where lent.to_user = given.user_name and lent.from_user = given.lender
                      and lent.qxbh = given.permission)
                  else given.permission is null
                    or exists (select from base.user_role held join base.role_permission granted using (jsbh)
                    where held.user_name = holder.user_name and granted.qxbh = given.permission) end as may
               from unnest($1::text[], $2::text[], $3::text[]) with ordinality
                 as given (user_name, permission, lender, place)
               left join base.api_token token on token.user_name = given.user_name
               cross join lateral (select coalesce(token.created_by, given.user_name) as user_name) holder
               order by given.place`,
      values: [
        asked.map(({ userName }) => userName),
        asked.map(({ permission }) => permission),
        asked.map(({ lender }) => lender),
      ],
    });
    return rows.map(({ may }) => may);
  });
  return async (name, { actor: { userName }, permission, signIn, onBehalfOf }) => {
    const way = ways.get(name)?.get(permission);
    if (!way) return { code: 'FORBIDDEN' };
    const looks = lookingRefusal(signIn?.way);
    if (looks !== null && !way.temporary) return { code: looks };
    const lender = onBehalfOf?.userName ?? null;
    const asked = { userName, permission, lender };
    const held =
      (await reference.recall(`may ${permission} ${userName} ${lender}`, () => holds(asked))) || (await holds(asked));
    return held ? null : { code: 'FORBIDDEN' };
  };
}
