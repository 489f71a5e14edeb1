import type { ContractArea } from '../kernel/area.ts';
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

/** What the area brings to the contracts. */
export const accessArea = {
  operations: [...roleOperations, ...rolePermissionOperations],
  commands: [
    [addRole, [createRole]],
    [changeRole, [updateRole]],
    [removeRoles, [deleteRole, deleteRoles]],
    [giveRole, [assignUsers]],
    [takeRole, [removeUsers]],
    [setRolePermissions, [saveRolePermissions]],
    [dropPermission, [deletePermission]],
  ],
} as const satisfies ContractArea;
