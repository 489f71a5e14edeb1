import { leftTeacherStates } from '@jwxt/contracts/base-info/person-state.vocabulary.ts';
import { yesNo, yesNoOf } from '@jwxt/contracts/kernel/yes-no.ts';
import { readMissingAccounts } from '@jwxt/infra/runtime/missing-accounts.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import { allowsSql } from '@jwxt/infra/runtime/status-allowance.ts';
import type { CommandContext } from '../kernel/command-context.ts';
import { logOperations } from '../kernel/operation-log.ts';
import { hashInitialPassword } from '../kernel/password-hash.ts';
import { endSessionsOf } from './shared/end-sessions.ts';

/** Roles that come with the account; whoever needs more is given it. */
const roleOf = { teacher: '06', student: '08' } as const;

/** Hashes of the passwords that people begin with; null: by single sign-on alone. */
export async function hashInitial({
  people,
}: {
  people: readonly { userName: string; password: string | null }[];
}): Promise<ReadonlyMap<string, string | null>> {
  return new Map(
    await Promise.all(
      people.map(
        async ({ userName, password }) =>
          [userName, password === null ? null : await hashInitialPassword(password)] as const,
      ),
    ),
  );
}

/** Opens accounts of people who have none, and ends those of people who have left (SYSADMIN-22). */
export async function syncPeople(
  client: PoolClient,
  context: CommandContext,
  hashes: ReadonlyMap<string, string | null>,
): Promise<{ opened: number; ended: number; userNames: string[] }> {
  const missing = (await readMissingAccounts(client)).filter(({ userName, taken }) => !taken && hashes.has(userName));
  const accounts = missing.map((person) => ({ ...person, hash: hashes.get(person.userName) ?? null }));
  await client.query(
    `insert into base.user_account (user_name, name, kind, password_hash, gh, student_code, pwd_must_change)
      select "userName", name, kind, hash, gh, "studentCode", case when hash is null then '0' else '1' end
        from jsonb_to_recordset($1::jsonb)
          as person ("userName" text, name text, kind text, hash text, gh text, "studentCode" text)`,
    [JSON.stringify(accounts)],
  );
  const roles = missing.flatMap(({ userName, kind, teaches }) =>
    kind === 'student' || teaches ? [{ userName, jsbh: roleOf[kind] }] : [],
  );
  await client.query(
    `insert into base.role_assignment (user_name, jsbh, granted_at, granted_by)
      select given.user_name, given.jsbh, $3, $4 from unnest($1::text[], $2::text[]) as given (user_name, jsbh)
        join base.role using (jsbh)`,
    [roles.map(({ userName }) => userName), roles.map(({ jsbh }) => jsbh), context.time, context.actor.userName],
  );
  await logOperations(
    client,
    context,
    'sync',
    'userAccount',
    accounts.map(({ userName, name, kind, gh, studentCode, hash }) => ({
      key: userName,
      before: null,
      after: { name, kind, gh, studentCode, hasPassword: yesNoOf(hash !== null) },
    })),
  );
  await logOperations(
    client,
    context,
    'assign',
    'userRole',
    roles.map(({ userName, jsbh }) => ({ key: `${userName}/${jsbh}`, before: null, after: {} })),
  );
  return {
    opened: accounts.length,
    ended: await endOfLeft(client, context),
    userNames: accounts.map(({ userName }) => userName),
  };
}

async function endOfLeft(client: PoolClient, context: CommandContext): Promise<number> {
  const { rows } = await client.query<{ userName: string }>(
    `update base.user_account account set sfqy = '${yesNo.no}'
      where account.sfqy = '${yesNo.yes}'
        and (exists (select from base.teacher where teacher.gh = account.gh and teacher.dqztm = any($1))
          or exists (select from base.student
            where student.student_code = account.student_code and not ${allowsSql('student.dqztm', 'account')}))
      returning account.user_name as "userName"`,
    [leftTeacherStates],
  );
  const left = rows.map(({ userName }) => userName);
  await endSessionsOf(client, context, left);
  await logOperations(
    client,
    context,
    'disable',
    'userAccount',
    left.map((key) => ({ key, before: { sfqy: yesNo.yes }, after: { sfqy: yesNo.no, reason: '已不在校' } })),
  );
  return left.length;
}
