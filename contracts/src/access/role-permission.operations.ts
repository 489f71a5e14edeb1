import { z } from 'zod';
import { commandId } from '../kernel/fields.ts';
import { defineOperation } from '../kernel/operation.ts';
import { noScope } from '../kernel/scope.vocabulary.ts';

/** What a role may do, as it is told and saved. `version` changes with every change of its permissions. */
const granted = { jsbh: z.string(), jsmc: z.string(), qxbhs: z.array(z.string()), version: z.string() };

/** One role with its permissions; `defaults`: those that it came with (empty for the school's own roles). */
export const selectRoleByJsbh = defineOperation({
  id: 'roleMana.selectRoleByJsbh',
  method: 'GET',
  path: '/system/roleMana/selectRoleByJsbh/{jsbh}',
  access: { permission: 'role:roleMana:selectRoleByJsbh' },
  scope: noScope.school,
  summary: '角色的权限',
  input: z.object({ jsbh: z.string().min(1).max(20) }),
  output: z.object({ ...granted, defaults: z.array(z.string()) }),
});
/** SYSADMIN-12. What was added and removed is logged code by code; sessions take it up at their next call. */
export const saveRolePermissions = defineOperation({
  id: 'roleMana.save',
  method: 'POST',
  path: '/system/roleMana/save',
  access: { permission: 'roleMana:save' },
  scope: noScope.school,
  summary: '保存角色权限',
  encoding: 'json',
  outcome: 'set',
  input: z.object({
    commandId,
    jsbh: z.string().min(1).max(20),
    version: z.string(),
    qxbhs: z.array(z.string().min(1).max(80)).max(2000),
  }),
  output: z.object({ added: z.array(z.string()), removed: z.array(z.string()) }),
});

/** SYSADMIN-14: every permission code with what declares it and which roles hold it. */
export const permissionView = z.object({
  qxbh: z.string(),
  qxmc: z.string(),
  fwbh: z.string(),
  fwmc: z.string(),
  /** Empty: no operation asks for it. */
  operations: z.array(z.object({ method: z.string(), path: z.string(), summary: z.string() })),
  /** Whether the product knows the code; others are left from before, 未使用. */
  known: z.boolean(),
  roles: z.array(z.object({ jsbh: z.string(), jsmc: z.string() })),
  userNum: z.number().int(),
});
export type PermissionView = z.output<typeof permissionView>;
export const queryPermissions = defineOperation({
  id: 'permission.query',
  method: 'GET',
  path: '/system/permission/query',
  access: { permission: 'permission:query' },
  scope: noScope.school,
  summary: '权限清单',
  input: z.object({}),
  output: z.array(permissionView),
});
/** Takes a code that nothing declares from all roles. */
export const deletePermission = defineOperation({
  id: 'permission.delete',
  method: 'DELETE',
  path: '/system/permission/delete/{qxbh}',
  access: { permission: 'permission:delete' },
  scope: noScope.school,
  summary: '删除未使用的权限',
  encoding: 'form',
  outcome: 'remove',
  input: z.object({ commandId, qxbh: z.string().min(1).max(80) }),
  output: z.object({ roles: z.number().int() }),
});

export const rolePermissionOperations = [
  selectRoleByJsbh,
  saveRolePermissions,
  queryPermissions,
  deletePermission,
] as const;
