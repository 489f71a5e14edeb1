import type {
  revokePermissionTransfer,
  transferPermissions,
} from '@jwxt/contracts/access/permission-transfer.command.ts';
import { clashAmong } from '@jwxt/contracts/access/role.rules.ts';
import { MAX_DELEGATION_DAYS } from '@jwxt/contracts/approval/secondary-auth.operations.ts';
import type { FieldError } from '@jwxt/contracts/kernel/envelope.ts';
import { toInstant } from '@jwxt/contracts/kernel/fields.ts';
import { isLendable } from '@jwxt/contracts/lendable.ts';
import { derivedId } from '@jwxt/infra/runtime/event-id.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import type { z } from 'zod';
import type { CommandContext } from '../kernel/command-context.ts';
import { logOperations } from '../kernel/operation-log.ts';
import { refuse, type Refused } from '../kernel/refusal.ts';
import { holdsPermission } from '../kernel/permission-holders.ts';

type Terms = z.output<typeof transferPermissions.payload>;

const dayMs = 86_400_000;

/**
 * Hands permissions on for a time (SYSADMIN-18, kind 2): only what the giver holds by a role of his own, so nothing
 * that he was handed himself. What becomes of it later follows from the view `base.lent_permission`.
 */
export async function handOn(
  client: PoolClient,
  context: CommandContext,
  terms: Terms,
): Promise<{ authId: string } | Refused> {
  const begin = toInstant(terms.beginTime);
  const end = toInstant(terms.endTime);
  const fieldErrors = await problemsOf(client, context, terms, { begin, end });
  if (fieldErrors.length > 0) return refuse('INVALID_INPUT', {}, { fieldErrors });
  const authId = derivedId(`${context.commandId}:permission-transfer`);
  const { actor, time } = context;
  const { toUser, permissions, units, reason } = terms;
  await client.query(
    `insert into base.permission_transfer (auth_id, from_user, to_user, permissions, units, begin_time, end_time,
        reason, created_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [authId, actor.userName, toUser, [...new Set(permissions)], [...new Set(units)], begin, end, reason, time],
  );
  await logOperations(client, context, 'grant', 'permissionTransfer', [
    { key: authId, before: null, after: { fromUser: actor.userName, ...terms } },
  ]);
  return { authId };
}

async function problemsOf(
  client: PoolClient,
  { actor: { userName }, time }: CommandContext,
  { toUser, permissions, units }: Terms,
  { begin, end }: { begin: string; end: string },
): Promise<FieldError[]> {
  const { rows } = await client.query<{
    receiver: string | null;
    held: string[];
    units: string[];
    roles: string[];
  }>(
    `select (select name from base.user_account where user_name = $1 and sfqy = '1' and kind <> 'student'
              and (valid_to is null or valid_to >= base.school_day())) as receiver,
            array(select distinct granted.qxbh from base.user_role held join base.role_permission granted using (jsbh)
              where held.user_name = $2 and granted.qxbh = any($3)) as held,
            array(select dwh from base.department where dwh = any($4)) as units,
            array(select held.jsbh from base.role_assignment held where held.user_name = $1
                and (held.to_date is null or held.to_date >= $5::timestamptz::date - 1)
                and (held.from_date is null or held.from_date <= $6::timestamptz::date + 1)
              union select held.jsbh from base.user_role held join base.role_permission granted using (jsbh)
                where held.user_name = $2 and granted.qxbh = any($3)) as roles`,
    [toUser, userName, permissions, units, begin, end],
  );
  const [known] = rows;
  const beyond = permissions.filter((code) => !known?.held.includes(code) || !isLendable(code));
  const strange = units.filter((unit) => !known?.units.includes(unit));
  const [from, until, now] = [begin, end, time].map((text) => Date.parse(text)) as [number, number, number];
  const wrong: [boolean, string, string][] = [
    [toUser === userName, 'toUser', '不能转授给自己'],
    [!known?.receiver, 'toUser', '没有这个教职工账号，或账号已停用'],
    [clashAmong(known?.roles ?? []) !== null, 'toUser', '职责分离：系统管理员不能接受业务权限'],
    [beyond.length > 0, 'permissions', `本人的角色没有这些权限，或不能转授：${beyond.slice(0, 5).join('、')}`],
    [strange.length > 0, 'units', `没有这些单位：${strange.slice(0, 5).join('、')}`],
    [until <= from || until <= now, 'endTime', '结束时间应晚于开始时间和当前时间'],
    [until - from > MAX_DELEGATION_DAYS * dayMs, 'endTime', `转授期限最长 ${String(MAX_DELEGATION_DAYS)} 天`],
  ];
  return wrong.filter(([applies]) => applies).map(([, field, message]) => ({ field, message }));
}

/** Ends it at once: by who gave it, or by who may end those of others. */
export async function endTransfer(
  client: PoolClient,
  context: CommandContext,
  { authId, reason }: z.output<typeof revokePermissionTransfer.payload>,
): Promise<{ authId: string } | Refused> {
  const { actor, time } = context;
  const { rows } = await client.query<{ from_user: string; to_user: string; over: boolean }>(
    `select from_user, to_user, revoked_at is not null or end_time <= $2 as over
       from base.permission_transfer where auth_id = $1 for update`,
    [authId, time],
  );
  const [row] = rows;
  if (!row) return refuse('NOT_FOUND');
  if (row.from_user !== actor.userName && !(await holdsPermission(client, actor.userName, 'secondaryAuth:revoke')))
    return refuse('TRANSFER_NOT_YOURS');
  if (row.over) return refuse('TRANSFER_ENDED');
  await client.query(
    'update base.permission_transfer set revoked_at = $2, revoked_by = $3, revoke_reason = $4 where auth_id = $1',
    [authId, time, actor.userName, reason],
  );
  await logOperations(client, context, 'revoke', 'permissionTransfer', [
    { key: authId, before: { fromUser: row.from_user, toUser: row.to_user }, after: { reason } },
  ]);
  return { authId };
}
