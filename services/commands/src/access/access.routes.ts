import {
  addAccount,
  changeAccount,
  givePasswords,
  removeAccounts,
  resetSecondFactors,
  setAccountStatus,
  setRoles,
  syncAccounts,
} from '@jwxt/contracts/access/account.command.ts';
import {
  addRole,
  changeRole,
  dropPermission,
  giveRole,
  removeRoles,
  setRolePermissions,
  takeRole,
} from '@jwxt/contracts/access/role.command.ts';
import {
  askSecondPerson,
  decideSecondPerson,
  withdrawSecondPerson,
} from '@jwxt/contracts/access/second-person.command.ts';
import { revokePermissionTransfer, transferPermissions } from '@jwxt/contracts/access/permission-transfer.command.ts';
import { beginViewAs, endViewAs } from '@jwxt/contracts/access/view-as.command.ts';
import type { CommandDefinition } from '@jwxt/contracts/kernel/command.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import type { z } from 'zod';
import { applyOnce } from '../kernel/applied-command.ts';
import type { CommandContext } from '../kernel/command-context.ts';
import { defineRoute, type CommandRoute } from '../kernel/command-route.ts';
import type { Refused } from '../kernel/refusal.ts';
import { hashGiven, setPasswords } from './account-passwords.ts';
import { assignRole, takeRoleFrom } from './assign-roles.ts';
import { changeDetails, dropAccounts, openAccount, setStatus } from './keep-accounts.ts';
import { dropRoles, makeRole, renameRole } from './keep-roles.ts';
import { resetFactors } from './reset-second-factors.ts';
import { dropUnusedPermission, savePermissions } from './role-permissions.ts';
import { decideWaiting, waitForSecond, withdrawWaiting } from './second-person.ts';
import { setRolesOf } from './set-roles.ts';
import { hashInitial, syncPeople } from './sync-accounts.ts';
import { endTransfer, handOn } from './permission-transfer.ts';
import { beginViewing, endViewing } from './view-as.ts';

/**
 * What changes who may do what: one such change at a time, so that two that are right alone are right together, and
 * rights that are remembered are forgotten with it.
 */
function accessRoute<D extends CommandDefinition>(
  definition: D,
  work: (
    client: PoolClient,
    context: CommandContext,
    payload: z.output<D['payload']>,
  ) => Promise<z.output<D['result']> | Refused>,
): CommandRoute<D> {
  return preparedRoute(definition, (payload) => Promise.resolve(payload), work);
}

/** The same with what takes long and needs no turn: it is done before, and nobody waits for it. */
function preparedRoute<D extends CommandDefinition, P>(
  definition: D,
  prepare: (payload: z.output<D['payload']>) => Promise<P>,
  work: (client: PoolClient, context: CommandContext, prepared: P) => Promise<z.output<D['result']> | Refused>,
): CommandRoute<D> {
  return defineRoute(definition, async (payload, context, { pool, reference }) => {
    const prepared = await prepare(payload);
    const done = await applyOnce(pool, context, async (client) => {
      await client.query(`select pg_advisory_xact_lock(hashtext('access'))`);
      return await work(client, context, prepared);
    });
    reference.forget();
    return done;
  });
}

/** Commands of roles and accounts. */
export const accessRoutes: readonly CommandRoute[] = [
  accessRoute(addRole, makeRole),
  accessRoute(changeRole, renameRole),
  accessRoute(removeRoles, dropRoles),
  accessRoute(giveRole, assignRole),
  accessRoute(takeRole, takeRoleFrom),
  accessRoute(setRolePermissions, savePermissions),
  accessRoute(dropPermission, dropUnusedPermission),
  accessRoute(setRoles, setRolesOf),
  accessRoute(resetSecondFactors, resetFactors),
  preparedRoute(givePasswords, hashGiven, setPasswords),
  accessRoute(addAccount, openAccount),
  accessRoute(changeAccount, changeDetails),
  accessRoute(removeAccounts, dropAccounts),
  accessRoute(setAccountStatus, setStatus),
  preparedRoute(syncAccounts, hashInitial, syncPeople),
  accessRoute(transferPermissions, handOn),
  accessRoute(revokePermissionTransfer, endTransfer),
  defineRoute(askSecondPerson, (payload, context, { pool }) =>
    applyOnce(pool, context, (client) => waitForSecond(client, context, payload)),
  ),
  defineRoute(decideSecondPerson, (payload, context, { pool }) =>
    applyOnce(pool, context, (client) => decideWaiting(client, context, payload)),
  ),
  defineRoute(withdrawSecondPerson, (payload, context, { pool }) =>
    applyOnce(pool, context, (client) => withdrawWaiting(client, context, payload)),
  ),
  defineRoute(beginViewAs, (payload, context, { pool }) =>
    applyOnce(pool, context, (client) => beginViewing(client, context, payload)),
  ),
  defineRoute(endViewAs, (payload, context, { pool }) =>
    applyOnce(pool, context, (client) => endViewing(client, context, payload)),
  ),
];
