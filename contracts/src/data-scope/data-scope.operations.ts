import { z } from 'zod';
import { commandId } from '../kernel/fields.ts';
import { noScope, dimensionCodes } from '../kernel/scope.vocabulary.ts';
import { scopeSubjects } from './scope-subject.vocabulary.ts';
import { defineOperation } from '../kernel/operation.ts';
import { savedScope } from './data-scope.command.ts';

const groupKey = z.string().min(1, '请选择用户组').max(64);
const nodeKey = z.string().min(1).max(80);
const scopeItem = z.object({
  yhzbh: groupKey,
  qxbh: nodeKey,
  sjqxbh: z.enum(dimensionCodes, '没有这个数据维度'),
  fwz: z.string().trim().min(1, '必填').max(2000, '最多 2000 个字符'),
});

/** User groups: roles, which a scope is set for one by one. */
export const scopeGroups = defineOperation({
  id: 'dataPermission.groups',
  method: 'GET',
  path: '/system/dataPermission/groups',
  access: { permission: 'dataPermission:query' },
  scope: noScope.school,
  summary: '可设置数据权限的用户组',
  input: z.object({}),
  output: z.array(z.object({ yhzbh: z.string(), yhzmc: z.string() })),
});

/** What is saved of a user group, with the names of the codes, and which actions it holds. */
export const scopesOfGroup = defineOperation({
  id: 'dataPermission.query',
  method: 'GET',
  path: '/system/dataPermission/query',
  access: { permission: 'dataPermission:query' },
  scope: noScope.school,
  summary: '用户组的数据权限',
  input: z.object({ yhzbh: groupKey }),
  output: z.object({
    yhzbh: z.string(),
    version: z.string(),
    held: z.array(z.string()),
    listDto: z.array(savedScope),
    names: z.array(z.object({ sjqxbh: z.enum(dimensionCodes), code: z.string(), name: z.string() })),
  }),
});

/** What the values of a dimension are chosen from. */
export const scopeValues = defineOperation({
  id: 'dataPermission.values',
  method: 'GET',
  path: '/system/dataPermission/values',
  access: { permission: 'dataPermission:query' },
  scope: noScope.school,
  summary: '数据维度的可选值',
  input: z.object({
    sjqxbh: z.enum(dimensionCodes, '没有这个数据维度'),
    keyword: z.string().trim().max(60).optional(),
  }),
  output: z.array(z.object({ code: z.string(), name: z.string() })),
});

/**
 * PERM-33, 34, 35. `permissionIds`: the function with all below it, itself first; what was saved below is overwritten.
 * `listDto` is of the function itself; an empty one gives it back to what stands above.
 */
export const saveDataPermission = defineOperation({
  id: 'dataPermission.save',
  method: 'POST',
  path: '/system/dataPermission/save',
  access: { permission: 'dataPermission:save' },
  scope: noScope.school,
  summary: '保存数据权限',
  encoding: 'json',
  outcome: 'set',
  input: z.object({
    commandId,
    yhzbh: groupKey,
    permissionIds: z.array(nodeKey).min(1, '请选择功能').max(2000),
    listDto: z.array(scopeItem).max(6),
    version: z.string(),
  }),
  output: z.object({ overwritten: z.number().int() }),
});

/** Why somebody sees a row, or does not: by each role, what lets in or keeps out. */
export const explainScope = defineOperation({
  id: 'dataPermission.explain',
  method: 'GET',
  path: '/system/dataPermission/explain',
  access: { permission: 'dataPermission:query' },
  scope: noScope.school,
  summary: '为什么能（不能）看到',
  input: z.object({
    userName: z.string().trim().min(1, '请填写账号').max(64),
    qxbh: z.string().min(1, '请选择功能').max(80),
    subject: z.enum(scopeSubjects, '请选择数据种类'),
    key: z.string().trim().min(1, '请填写数据编号').max(64),
  }),
  output: z.object({
    seen: z.boolean(),
    person: z.string(),
    row: z.string(),
    conclusion: z.string(),
    roles: z.array(
      z.object({
        jsbh: z.string(),
        jsmc: z.string(),
        node: z.string(),
        holds: z.boolean(),
        seen: z.boolean(),
        dimensions: z.array(
          z.object({
            sjqxbh: z.string(),
            name: z.string(),
            allowed: z.string(),
            value: z.string(),
            passed: z.boolean(),
          }),
        ),
      }),
    ),
  }),
});

export const dataScopeOperations = [scopeGroups, scopesOfGroup, scopeValues, saveDataPermission, explainScope] as const;
