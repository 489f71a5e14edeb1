import { z } from 'zod';
import { yesNoFlag } from '../kernel/fields.ts';
import { defineOperation } from '../kernel/operation.ts';

const own = { signedIn: '读取自己的权限' } as const;

/** PERM-06: the codes the caller holds in a module (`fwbh`, see `moduleKey`), the shared ones included. */
export const findByFwbh = defineOperation({
  id: 'permission.findByFwbh',
  method: 'GET',
  path: '/system/permission/findByFwbh',
  access: own,
  alwaysOn: '没有它无法打开页面',
  summary: '本人在一个模块中的权限',
  input: z.object({ fwbh: z.string().trim().min(1, '请选择模块').max(40) }),
  output: z.object({ list: z.array(z.object({ qxbh: z.string() })) }),
});

/**
 * PERM-07: the modules of the caller, by `moduleKey`; with it, whether pages check permissions at all (PERM-04: '0'
 * shows everything, the server still refuses).
 */
export const findAllModule = defineOperation({
  id: 'permission.findAllModule',
  method: 'GET',
  path: '/system/permission/findAllModule',
  access: own,
  alwaysOn: '没有它无法打开页面',
  summary: '本人可用的模块',
  input: z.object({}),
  output: z.object({ list: z.array(z.object({ QXBH: z.string() })), checked: yesNoFlag }),
});

/** HOME-53: whether the caller holds a code. */
export const checkPermission = defineOperation({
  id: 'permission.check',
  method: 'GET',
  path: '/system/permission/checkByUserName',
  access: own,
  summary: '本人是否有一项权限',
  calledBy: 'Other systems of the school that ask for one permission of the person who is signed in.',
  input: z.object({ qxbh: z.string().trim().min(1, '请填写权限编号').max(100) }),
  output: z.boolean(),
});

export const permissionOperations = [findByFwbh, findAllModule, checkPermission] as const;
