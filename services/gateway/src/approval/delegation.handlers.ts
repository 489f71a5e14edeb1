import { processNames } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import {
  createDelegation,
  delegationChoices,
  grantSecondaryAuth,
  queryDelegations,
  revokeDelegation,
  revokeSecondaryAuth,
  type DelegationItem,
} from '@jwxt/contracts/approval/secondary-auth.operations.ts';
import { authStatusAt, authStatusNames, authStatus } from '@jwxt/contracts/approval/secondary-auth.state.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { secondaryAuthModel } from '@jwxt/contracts/approval/secondary-auth.read-model.ts';
import { readModelTable, type ReadRowOf } from '@jwxt/contracts/kernel/read-model.ts';
import { handler } from '../kernel/handler.ts';
import { rolesWith } from '../kernel/principal.ts';
import { runCommand } from '../kernel/run-command.ts';
import { sortedOrder } from '../kernel/sorted-by.ts';
import { readPossibleDelegates } from './approver.read.ts';

const authorisationTable = readModelTable(secondaryAuthModel, 'authorisation');

/** What the list is sorted by. */
const sortExpressions = { beginTime: 'begin_time', endTime: 'end_time' };

type AuthorisationRow = ReadRowOf<typeof secondaryAuthModel.tables.authorisation>;

const nameOf = (processNo: string): string => (processNames as Record<string, string>)[processNo] ?? processNo;

/** What the caller gave and was given, the newest first. */
const queryHandler = handler(queryDelegations, async ({ pageNo, pageSize, sort }, call) => {
  const { userName } = call.user;
  const { rows } = await call.services.db.query<AuthorisationRow & { total: number }>(
    `select *, count(*) over ()::int as total from ${authorisationTable} where from_user = $1 or to_user = $1
      order by ${sortedOrder(sort, sortExpressions, 'granted_at desc, auth_id')} limit $2 offset $3`,
    [userName, pageSize, (pageNo - 1) * pageSize],
  );
  return { rows: rows.map((row) => itemOf(row, userName, call.now)), total: rows[0]?.total ?? 0 };
});

function itemOf(row: AuthorisationRow, me: string, now: Date): DelegationItem {
  const status = authStatusAt(
    { beginTime: row.begin_time.toISOString(), endTime: row.end_time.toISOString(), revoked: row.revoked_at !== null },
    now.toISOString(),
  );
  const given = row.from_user === me;
  return {
    authId: row.auth_id,
    fromUser: row.from_user,
    fromUserName: row.from_name,
    toUser: row.to_user,
    toUserName: row.to_name,
    toDepartmentName: row.to_department_name,
    authType: row.auth_type,
    processNames: row.process_nos.map(nameOf),
    beginTime: toDateTimeText(row.begin_time),
    endTime: toDateTimeText(row.end_time),
    reason: row.reason,
    authStatus: status,
    authStatusName: authStatusNames[status],
    direction: given ? 'given' : 'received',
    mayRevoke: given && (status === authStatus.upcoming || status === authStatus.inForce),
  };
}

const choicesHandler = handler(delegationChoices, async ({ keyword }, call) => {
  const roles = rolesWith(call.user, 'system:approve').map(({ code }) => code);
  const [people, processes] = await Promise.all([
    readPossibleDelegates(call.services.db, call.user.userName, keyword ?? ''),
    call.services.db.query<{ processNo: string; processName: string }>(
      `select distinct definition.process_no as "processNo", definition.definition->>'processName' as "processName"
        from base.process_definition definition, jsonb_array_elements(definition.definition->'nodes') as element (n)
        where definition.status = '1' and n->>'roleCode' = any($1) order by 1`,
      [roles],
    ),
  ]);
  return { people, processes: processes.rows };
});

const createHandler = handler(createDelegation, ({ commandId, ...payload }, call) =>
  runCommand(grantSecondaryAuth, payload, call, { commandId }),
);
const revokeHandler = handler(revokeDelegation, ({ commandId, authId }, call) =>
  runCommand(revokeSecondaryAuth, { authId }, call, { commandId }),
);

export const delegationHandlers = [queryHandler, choicesHandler, createHandler, revokeHandler];
