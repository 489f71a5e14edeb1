import type { Represented } from '@jwxt/contracts/approval/application.events.ts';
import { secondaryAuthStream } from '@jwxt/contracts/approval/secondary-auth.events.ts';
import { authStatusAt, secondaryAuthStreams, authStatus } from '@jwxt/contracts/approval/secondary-auth.state.ts';
import type { PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import type { CommandServices } from '../kernel/command-route.ts';
import { holdsPermission } from '../kernel/permission-holders.ts';
import { refuse, type Refused } from '../kernel/refusal.ts';

/** The permission that makes a role's holder an approver. */
const APPROVE: PermissionCode = 'system:approve';

/** An enabled account as events name it; null when there is none. */
export async function loadApprover(
  db: Queryable,
  userName: string,
): Promise<{ name: string; departmentName: string | null } | null> {
  const { rows } = await db.query<{ name: string; departmentName: string | null }>(
    `select account.name, department.dwmc as "departmentName" from base.user_account account
       left join base.teacher on teacher.gh = account.gh
         left join base.department on department.dwh = coalesce(teacher.dwh, account.department_id)
      where account.user_name = $1 and account.sfqy = '1'`,
    [userName],
  );
  return rows[0] ?? null;
}

/** Whether any of the person's roles approves at all. */
export const mayApproveAtAll = (db: Queryable, userName: string): Promise<boolean> =>
  holdsPermission(db, userName, APPROVE);

/** Processes with a node for one of the person's approving roles. */
export async function processesDecidedBy(db: Queryable, userName: string): Promise<Set<string>> {
  const { rows } = await db.query<{ processNo: string }>(
    `select distinct definition.process_no as "processNo"
      from base.process_definition definition, jsonb_array_elements(definition.definition->'nodes') as element (n)
      where n->>'roleCode' in (select held.jsbh from base.user_role held
        join base.role_permission granted on granted.jsbh = held.jsbh and granted.qxbh = $2 where held.user_name = $1)`,
    [userName, APPROVE],
  );
  return new Set(rows.map(({ processNo }) => processNo));
}

/**
 * Whom a delegate stands in for under an authorisation, taken from its own stream. Refuses when it is not his, not in
 * force at this moment, or does not reach the process. What the absent person may decide is asked of base data
 * afterwards.
 */
export async function representedBy(
  { handler }: CommandServices,
  authId: string,
  { userName, processNo, now }: { userName: string; processNo: string; now: string },
): Promise<Represented | Refused> {
  const { state } = await handler.read(secondaryAuthStream(authId), secondaryAuthStreams);
  if (state.phase === 'none') return refuse('DELEGATION_NOT_IN_FORCE');
  const { fromUser, toUser, processNos, beginTime, endTime } = state.auth;
  const reaches = toUser.userName === userName && (processNos.length === 0 || processNos.includes(processNo));
  if (!reaches || authStatusAt({ beginTime, endTime, revoked: state.phase === 'revoked' }, now) !== authStatus.inForce)
    return refuse('DELEGATION_NOT_IN_FORCE');
  return { authId, userName: fromUser.userName, name: fromUser.name };
}
