import { mayBeGivenByOffice } from '@jwxt/contracts/access/role.rules.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import type { CommandContext } from '../kernel/command-context.ts';
import { refuse, type Refused } from '../kernel/refusal.ts';
import { holdsPermission } from '../kernel/permission-holders.ts';

/** A stored account, without its password. `version` changes with every change of its row. */
export interface AccountRow {
  readonly userName: string;
  readonly name: string;
  readonly kind: string;
  readonly sfqy: string;
  readonly departmentId: string | null;
  readonly mobile: string | null;
  readonly email: string | null;
  readonly validTo: string | null;
  readonly pwdMustChange: string;
  readonly hasPassword: boolean;
  readonly version: string;
}

/** Locks accounts until the transaction ends, by name. Refuses when one of them is none. */
export async function lockAccounts(
  client: PoolClient,
  userNames: readonly string[],
): Promise<readonly AccountRow[] | Refused> {
  const { rows } = await client.query<AccountRow>(
    `select user_name as "userName", name, kind, sfqy, department_id as "departmentId", mobile, email,
        valid_to as "validTo", pwd_must_change as "pwdMustChange", password_hash is not null as "hasPassword",
        xmin::text as version
      from base.user_account where user_name = any($1) order by user_name for update`,
    [userNames],
  );
  const found = new Set(rows.map(({ userName }) => userName));
  const missing = userNames.filter((name) => !found.has(name));
  return missing.length > 0 ? refuse('ACCOUNT_UNKNOWN', { names: missing.join('、') }) : rows;
}

/** What the operation log keeps of an account. What is personal is not in it. */
export function loggedAccount({ version: _version, mobile: _mobile, email: _email, ...row }: AccountRow): object {
  return row;
}

/**
 * Refuses what would let somebody become more than he is: who does not keep roles himself gives no password to people
 * who hold more than the roles of units.
 */
export async function mayHelp(
  client: PoolClient,
  { actor }: CommandContext,
  accounts: readonly AccountRow[],
): Promise<Refused | null> {
  if (await holdsPermission(client, actor.userName, 'role:updateRoleInfo')) return null;
  const { rows } = await client.query<{ userName: string; jsbh: string; kind: string }>(
    `select held.user_name as "userName", held.jsbh, role.jslx as kind
      from base.role_assignment held join base.role using (jsbh) where held.user_name = any($1)`,
    [accounts.map(({ userName }) => userName)],
  );
  const above = rows.find(({ jsbh, kind }) => kind !== 'student' && !mayBeGivenByOffice(jsbh));
  return above
    ? refuse('ACCOUNT_NOT_YOURS', { name: accounts.find((one) => one.userName === above.userName)?.name ?? '' })
    : null;
}
