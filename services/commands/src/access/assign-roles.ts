import { personKinds, personKindOf } from '@jwxt/contracts/access/person-kind.vocabulary.ts';
import { ADMINISTRATOR, clashAmong, mayBeGivenByOffice } from '@jwxt/contracts/access/role.rules.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import type { CommandContext } from '../kernel/command-context.ts';
import { logOperations, type LoggedChange } from '../kernel/operation-log.ts';
import { isRefused, refuse, type Refused } from '../kernel/refusal.ts';
import { holdsPermission } from '../kernel/permission-holders.ts';
import { lockRole, type RoleRow } from './role-row.ts';

/** Who gets or loses a role, and for which days. */
interface Assignment {
  readonly jsbh: string;
  readonly userNames: readonly string[];
  readonly fromDate: string | null;
  readonly toDate: string | null;
}
interface Person {
  readonly userName: string;
  readonly name: string;
  readonly kind: string;
  /** Other roles that are held on some day of the new period, or of which something was handed on. */
  readonly others: string[];
}

/**
 * Gives a role to people for a period; who has it gets the new one (PERM-23). The kind must fit, nobody gives himself
 * anything, and separation of duties holds over the whole period.
 */
export async function assignRole(
  client: PoolClient,
  context: CommandContext,
  assignment: Assignment,
): Promise<{ assigned: number } | Refused> {
  const { jsbh, fromDate, toDate } = assignment;
  if (assignment.userNames.includes(context.actor.userName)) return refuse('ROLE_OWN');
  const role = await roleToGive(client, context, jsbh);
  if (isRefused(role)) return role;
  if (role.sfqy !== yesNo.yes) return refuse('ROLE_STOPPED', { name: role.jsmc });
  const people = await lockPeople(client, assignment);
  if (isRefused(people)) return people;
  const others = people.filter(({ kind }) => kind !== role.jslx);
  if (others.length > 0)
    return refuse('ROLE_KIND', {
      role: role.jsmc,
      kind: personKinds[personKindOf(role.jslx)],
      names: others.map(({ name }) => name).join('、'),
    });
  const clash = await clashOf(client, people, jsbh);
  if (clash) return clash;
  const { rows } = await client.query<Held & { before: object | null }>(
    `with known as (select user_name, from_date, to_date from base.role_assignment
        where jsbh = $1 and user_name = any($2) for update)
     insert into base.role_assignment as held (user_name, jsbh, from_date, to_date, granted_at, granted_by)
     select unnest($2::text[]), $1, $3, $4, $5, $6
     on conflict (user_name, jsbh) do update set from_date = excluded.from_date, to_date = excluded.to_date,
       granted_at = excluded.granted_at, granted_by = excluded.granted_by
       where (held.from_date, held.to_date) is distinct from (excluded.from_date, excluded.to_date)
     returning held.user_name as "userName", held.from_date as "fromDate", held.to_date as "toDate",
       (select jsonb_build_object('fromDate', known.from_date, 'toDate', known.to_date) from known
         where known.user_name = held.user_name) as before`,
    [jsbh, people.map(({ userName }) => userName), fromDate, toDate, context.time, context.actor.userName],
  );
  await logOperations(
    client,
    context,
    'assign',
    'userRole',
    rows.map(({ userName, before }): LoggedChange => ({
      key: `${userName}/${jsbh}`,
      before,
      after: { fromDate, toDate },
    })),
  );
  return (await administratorsLeft(client, jsbh)) ?? { assigned: people.length };
}

interface Held {
  readonly userName: string;
  readonly fromDate: string | null;
  readonly toDate: string | null;
}

/** Takes a role from people (PERM-11), who may also give up their own. Who does not hold it is left alone. */
export async function takeRoleFrom(
  client: PoolClient,
  context: CommandContext,
  { jsbh, userNames }: Pick<Assignment, 'jsbh' | 'userNames'>,
): Promise<{ removed: number } | Refused> {
  const role = await roleToGive(client, context, jsbh);
  if (isRefused(role)) return role;
  const { rows } = await client.query<Held>(
    `delete from base.role_assignment where jsbh = $1 and user_name = any($2)
      returning user_name as "userName", from_date as "fromDate", to_date as "toDate"`,
    [jsbh, userNames],
  );
  await logOperations(
    client,
    context,
    'unassign',
    'userRole',
    rows.map(({ userName, fromDate, toDate }) => ({
      key: `${userName}/${jsbh}`,
      before: { fromDate, toDate },
      after: null,
    })),
  );
  return (await administratorsLeft(client, jsbh)) ?? { removed: rows.length };
}

/** The role, if this person may give and take it. */
async function roleToGive(client: PoolClient, { actor }: CommandContext, jsbh: string): Promise<RoleRow | Refused> {
  const role = await lockRole(client, jsbh);
  if (!role) return refuse('ROLE_UNKNOWN');
  return mayBeGivenByOffice(jsbh) || (await holdsPermission(client, actor.userName, 'role:updateRoleInfo'))
    ? role
    : refuse('ROLE_NOT_YOURS', { name: role.jsmc });
}

/** Accounts of these names, with what else they hold within the period. */
async function lockPeople(
  client: PoolClient,
  { jsbh, userNames, fromDate, toDate }: Assignment,
): Promise<readonly Person[] | Refused> {
  const { rows } = await client.query<Person>(
    `select account.user_name as "userName", account.name, account.kind,
        array(select held.jsbh from base.role_assignment held where held.user_name = account.user_name
          and held.jsbh <> $2 and (held.to_date is null or held.to_date >= coalesce($3::date, base.school_day()))
          and (held.from_date is null or $4::date is null or held.from_date <= $4)
          union select lender.jsbh from base.permission_transfer transfer
            join base.role_assignment lender on lender.user_name = transfer.from_user
            join base.role_permission granted on granted.jsbh = lender.jsbh
              and granted.qxbh = any(transfer.permissions)
          where transfer.to_user = account.user_name and transfer.revoked_at is null
            and transfer.end_time >= coalesce($3::date, now())
            and ($4::date is null or transfer.begin_time < $4::date + 1)) as others
      from base.user_account account where account.user_name = any($1) order by account.user_name for update`,
    [userNames, jsbh, fromDate, toDate],
  );
  const found = new Set(rows.map(({ userName }) => userName));
  const missing = userNames.filter((name) => !found.has(name));
  return missing.length > 0 ? refuse('ACCOUNT_UNKNOWN', { names: missing.join('、') }) : rows;
}

async function clashOf(client: PoolClient, people: readonly Person[], jsbh: string): Promise<Refused | null> {
  for (const { name, others } of people) {
    const clash = clashAmong([...others, jsbh]);
    if (!clash) continue;
    const { rows } = await client.query<{ jsbh: string; jsmc: string }>(
      'select jsbh, jsmc from base.role where jsbh = any($1) order by jsbh',
      [clash],
    );
    const [first = clash[0], second = clash[1]] = rows.map(({ jsmc }) => jsmc);
    return refuse('ROLE_CLASH', { name, first, second });
  }
  return null;
}

/** Refuses what would leave nobody to administer the system. */
async function administratorsLeft(client: PoolClient, jsbh: string): Promise<Refused | null> {
  if (jsbh !== ADMINISTRATOR) return null;
  const { rowCount } = await client.query(
    `select from base.user_role held join base.user_account account using (user_name)
      where held.jsbh = $1 and account.sfqy = '1' limit 1`,
    [ADMINISTRATOR],
  );
  return rowCount === 0 ? refuse('ROLE_LAST_ADMINISTRATOR') : null;
}
