import type { ContractArea } from '../kernel/area.ts';
import {
  addAccount,
  changeAccount,
  givePasswords,
  removeAccounts,
  resetSecondFactors,
  setAccountStatus,
  setRoles,
  syncAccounts,
} from './account.command.ts';
import {
  accountOperations,
  createSystemUser,
  deleteSystemUser,
  deleteSystemUsers,
  resetSystemUsers,
  resetUserPasswords,
  resetUserSecondFactors,
  setSystemUserStatus,
  setUserPassword,
  setUserRoles,
  syncUserInfo,
  updateSystemUser,
} from './account.operations.ts';
import {
  addRole,
  changeRole,
  dropPermission,
  giveRole,
  removeRoles,
  setRolePermissions,
  takeRole,
} from './role.command.ts';
import {
  assignUsers,
  createRole,
  deleteRole,
  deleteRoles,
  removeUsers,
  roleOperations,
  updateRole,
} from './role.operations.ts';
import { deletePermission, rolePermissionOperations, saveRolePermissions } from './role-permission.operations.ts';
import { askSecondPerson, decideSecondPerson, withdrawSecondPerson } from './second-person.command.ts';
import {
  approveSecondPerson,
  requestSecondPerson,
  revokeSecondPerson,
  secondPersonOperations,
} from './second-person.operations.ts';
import { passwordMailOperations } from './password-mail.operations.ts';
import { revokePermissionTransfer, transferPermissions } from './permission-transfer.command.ts';
import {
  createPermissionTransfer,
  endPermissionTransfer,
  permissionTransferOperations,
} from './permission-transfer.operations.ts';
import { systemDepartmentOperations } from './system-department.operations.ts';
import { beginViewAs, endViewAs } from './view-as.command.ts';
import { stopViewAs, viewAs, viewAsOperations } from './view-as.operations.ts';

/** What the area brings to the contracts. */
export const accessArea = {
  operations: [
    ...roleOperations,
    ...rolePermissionOperations,
    ...accountOperations,
    ...passwordMailOperations,
    ...viewAsOperations,
    ...secondPersonOperations,
    ...permissionTransferOperations,
    ...systemDepartmentOperations,
  ],
  commands: [
    [addRole, [createRole]],
    [changeRole, [updateRole]],
    [removeRoles, [deleteRole, deleteRoles]],
    [giveRole, [assignUsers]],
    [takeRole, [removeUsers]],
    [setRolePermissions, [saveRolePermissions]],
    [dropPermission, [deletePermission]],
    [setRoles, [setUserRoles]],
    [resetSecondFactors, [resetUserSecondFactors]],
    [givePasswords, [resetUserPasswords, resetSystemUsers, setUserPassword]],
    [addAccount, [createSystemUser]],
    [changeAccount, [updateSystemUser]],
    [removeAccounts, [deleteSystemUser, deleteSystemUsers]],
    [setAccountStatus, [setSystemUserStatus]],
    [syncAccounts, [syncUserInfo]],
    [beginViewAs, [viewAs]],
    [endViewAs, [stopViewAs]],
    [askSecondPerson, [requestSecondPerson]],
    [decideSecondPerson, [approveSecondPerson]],
    [withdrawSecondPerson, [revokeSecondPerson]],
    [transferPermissions, [createPermissionTransfer]],
    [revokePermissionTransfer, [endPermissionTransfer]],
  ],
} as const satisfies ContractArea;
