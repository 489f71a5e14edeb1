import { ADMINISTRATOR } from '@jwxt/contracts/access/role.rules.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import type { CommandContext } from '../kernel/command-context.ts';
import { logOperations } from '../kernel/operation-log.ts';
import { hashPassword } from '../kernel/password-hash.ts';
import { isRefused, refusalText, refuse, type Refused } from '../kernel/refusal.ts';
import { endSessionsOf } from './shared/end-sessions.ts';
import { lockAccounts, loggedAccount } from './account-row.ts';

interface Details {
  readonly name: string;
  readonly departmentId: string | null;
  readonly mobile: string | null;
  readonly email: string | null;
  readonly validTo: string | null;
}

/** Opens an account for a casual user; its password must be changed at the first sign-in. */
export async function openAccount(
  client: PoolClient,
  context: CommandContext,
  { userName, password, ...details }: Details & { userName: string; password: string },
): Promise<{ userName: string } | Refused> {
  const missing = await unknownUnit(client, details.departmentId);
  if (missing) return missing;
  const { name, departmentId, mobile, email, validTo } = details;
  const { rowCount } = await client.query(
    `insert into base.user_account (user_name, name, kind, password_hash, department_id, mobile, email, valid_to,
        pwd_must_change)
      values ($1, $2, 'casual', $3, $4, $5, $6, $7, '1') on conflict do nothing`,
    [userName, name, await hashPassword(password), departmentId, mobile, email, validTo],
  );
  if (rowCount === 0)
    return refuse('ACCOUNT_EXISTS', {}, { fieldErrors: [{ field: 'userName', message: '账号已存在' }] });
  await logOperations(client, context, 'create', 'userAccount', [
    { key: userName, before: null, after: { name, kind: 'casual', departmentId, validTo } },
  ]);
  return { userName };
}

/** Changes what is kept of an account; name and unit of a teacher or student are the person's. */
export async function changeDetails(
  client: PoolClient,
  context: CommandContext,
  { userName, version, ...details }: Details & { userName: string; version: string },
): Promise<{ userName: string } | Refused> {
  const accounts = await lockAccounts(client, [userName]);
  if (isRefused(accounts)) return accounts;
  const [account] = accounts;
  if (account === undefined || account.version !== version) return refuse('ACCOUNT_CHANGED');
  const missing = await unknownUnit(client, details.departmentId);
  if (missing) return missing;
  const casual = account.kind === 'casual';
  const after = {
    ...details,
    name: casual ? details.name : account.name,
    departmentId: casual ? details.departmentId : account.departmentId,
  };
  await client.query(
    `update base.user_account set name = $2, department_id = $3, mobile = $4, email = $5, valid_to = $6
      where user_name = $1`,
    [userName, after.name, after.departmentId, after.mobile, after.email, after.validTo],
  );
  await logOperations(client, context, 'update', 'userAccount', [
    { key: userName, before: loggedAccount(account), after: loggedAccount({ ...account, ...after }) },
  ]);
  return (await administratorLeft(client)) ?? { userName };
}

/** Stops accounts, opens them again, or ends a lock. Who is stopped is signed out. */
export async function setStatus(
  client: PoolClient,
  context: CommandContext,
  { userNames, to }: { userNames: readonly string[]; to: 'open' | 'stopped' | 'unlocked' },
): Promise<{ changed: number } | Refused> {
  if (to === 'stopped' && userNames.includes(context.actor.userName)) return refuse('ACCOUNT_OWN');
  const accounts = await lockAccounts(client, userNames);
  if (isRefused(accounts)) return accounts;
  if (to === 'unlocked') {
    await client.query('delete from gateway.login_failure where user_name = any($1)', [userNames]);
    await logOperations(
      client,
      context,
      'unlock',
      'userAccount',
      accounts.map(({ userName }) => ({ key: userName, before: null, after: null })),
    );
    return { changed: accounts.length };
  }
  const sfqy = to === 'open' ? yesNo.yes : yesNo.no;
  const changed = accounts.filter((account) => account.sfqy !== sfqy);
  const keys = changed.map(({ userName }) => userName);
  await client.query('update base.user_account set sfqy = $2 where user_name = any($1)', [keys, sfqy]);
  if (to === 'stopped') await endSessionsOf(client, context, keys);
  await logOperations(
    client,
    context,
    to === 'open' ? 'enable' : 'disable',
    'userAccount',
    changed.map((account) => ({
      key: account.userName,
      before: loggedAccount(account),
      after: loggedAccount({ ...account, sfqy }),
    })),
  );
  return (await administratorLeft(client)) ?? { changed: changed.length };
}

/** Removes accounts of casual users that nothing was ever done with; all others are stopped instead. */
export async function dropAccounts(
  client: PoolClient,
  context: CommandContext,
  { keys, each }: { keys: readonly string[]; each: boolean },
): Promise<{ deleted: number; kept: { key: string; message: string }[] } | Refused> {
  const kept: { key: string; message: string }[] = [];
  let deleted = 0;
  for (const key of new Set(keys)) {
    const outcome = await dropAccount(client, context, key);
    if (!isRefused(outcome)) deleted += 1;
    else if (each) kept.push({ key, message: refusalText(outcome.refused) });
    else return outcome;
  }
  return { deleted, kept };
}

async function dropAccount(client: PoolClient, context: CommandContext, key: string): Promise<true | Refused> {
  if (key === context.actor.userName) return refuse('ACCOUNT_OWN');
  const accounts = await lockAccounts(client, [key]);
  if (isRefused(accounts)) return accounts;
  const account = accounts[0]!;
  if (account.kind !== 'casual') return refuse('ACCOUNT_OF_PERSON', { name: account.name });
  const { rows } = await client.query<{ used: boolean }>(
    `select exists (select from base.operation_log where user_name = $1)
        or exists (select from gateway.session where user_name = $1)
        or exists (select from base.permission_transfer where to_user = $1)
        or exists (select from base.role_assignment where user_name = $1) as used`,
    [key],
  );
  if (rows[0]?.used) return refuse('ACCOUNT_USED', { name: account.name });
  await client.query('delete from base.user_account where user_name = $1', [key]);
  await logOperations(client, context, 'delete', 'userAccount', [{ key, before: loggedAccount(account), after: null }]);
  return true;
}

async function unknownUnit(client: PoolClient, departmentId: string | null): Promise<Refused | null> {
  if (departmentId === null) return null;
  const { rowCount } = await client.query('select from base.department where dwh = $1', [departmentId]);
  return rowCount === 1
    ? null
    : refuse('INVALID_INPUT', {}, { fieldErrors: [{ field: 'departmentId', message: '单位不存在' }] });
}

async function administratorLeft(client: PoolClient): Promise<Refused | null> {
  const { rows } = await client.query<{ were: boolean; left: boolean }>(
    `select exists (select from base.role_assignment where jsbh = $1) as were,
        exists (select from base.user_role held join base.user_account account using (user_name)
          where held.jsbh = $1 and account.sfqy = '1') as left`,
    [ADMINISTRATOR],
  );
  return rows[0]?.were && !rows[0].left ? refuse('ROLE_LAST_ADMINISTRATOR') : null;
}
