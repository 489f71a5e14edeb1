import { z } from 'zod';
import { commandId, dateText, pageNum, pageSize, total, yesNoFlag } from '../kernel/fields.ts';
import { sortBy } from '../kernel/list-sort.ts';
import { defineOperation } from '../kernel/operation.ts';
import { noScope } from '../kernel/scope.vocabulary.ts';
import { personKind } from './person-kind.vocabulary.ts';
import { periodState } from './role.rules.ts';

const jsbh = z.string('请选择角色').trim().min(1, '请选择角色').max(20, '最多 20 个字符');
/** A new role's number: it becomes part of addresses. */
const newJsbh = z
  .string('角色编号必填')
  .trim()
  .min(1, { error: '角色编号必填', abort: true })
  .max(20, '最多 20 个字符')
  .regex(/^[A-Za-z0-9]+$/, '只能使用字母和数字');
const jsmc = z.string('角色名称必填').trim().min(1, '角色名称必填').max(40, '最多 40 个字符');
const jsms = z.string().trim().max(200, '最多 200 个字符').optional();
const jslx = z.enum(personKind, '请选择角色类型');
const userNames = z.array(z.string().min(1).max(64)).min(1, '请至少选择一名用户').max(200, '一次最多处理 200 名用户');
const day = dateText.optional();

/** A role as lists show it. `version` changes with every change of its row. */
export const roleView = z.object({
  jsbh: z.string(),
  jsmc: z.string(),
  jslx: z.enum(personKind),
  jslxmc: z.string(),
  jsms: z.string(),
  userNum: z.number().int(),
  isBuiltIn: yesNoFlag,
  sfqy: yesNoFlag,
  /** '1': who holds it signs in with a second factor. */
  mfaRequired: yesNoFlag,
  version: z.string(),
});
export type RoleView = z.output<typeof roleView>;

/** What the list is sorted by. */
export const roleSorts = ['jsbh', 'jsmc', 'jslx', 'userNum', 'sfqy'] as const;

/** PERM-17. */
export const queryRoles = defineOperation({
  id: 'role.query',
  method: 'GET',
  path: '/system/role/query',
  access: { permission: 'role:query' },
  scope: noScope.school,
  summary: '角色查询',
  input: z.object({
    jsbh: z.string().trim().max(20, '最多 20 个字符').optional(),
    jsmc: z.string().trim().max(40, '最多 40 个字符').optional(),
    jslx: jslx.optional(),
    sort: sortBy(roleSorts),
    pageNo: pageNum,
    pageSize,
  }),
  output: z.object({ rows: z.array(roleView), total }),
});
/** PERM-18, PERM-19. `copyOf`: the role whose permissions and scopes the new one begins with. */
export const createRole = defineOperation({
  id: 'role.create',
  method: 'POST',
  path: '/system/role/create',
  access: { permission: 'role:insertRoleInfo' },
  scope: noScope.school,
  summary: '新增角色',
  encoding: 'form',
  outcome: 'add',
  input: z.object({ commandId, jsbh: newJsbh, jsmc, jslx, jsms, copyOf: jsbh.optional() }),
  output: z.object({ jsbh: z.string() }),
});
/** PERM-20. Number and kind of a role stay, and what is not given. */
export const updateRole = defineOperation({
  id: 'role.update',
  method: 'PUT',
  path: '/system/role/update',
  access: { permission: 'role:updateRoleInfo' },
  scope: noScope.school,
  summary: '修改角色',
  encoding: 'form',
  outcome: 'modify',
  input: z.object({
    commandId,
    jsbh,
    jsmc,
    jsms,
    sfqy: yesNoFlag,
    mfaRequired: yesNoFlag.optional(),
    version: z.string(),
  }),
  output: z.object({ jsbh: z.string() }),
});
/** PERM-21. */
export const deleteRole = defineOperation({
  id: 'role.delete',
  method: 'DELETE',
  path: '/system/role/delete/{jsbh}',
  access: { permission: 'role:deleteRoleByid' },
  scope: noScope.school,
  summary: '删除角色',
  dangerous: { why: '角色的权限和数据权限一并删除，不能恢复', tells: ({ jsbh: asked }) => `角色 ${asked}` },
  encoding: 'form',
  outcome: 'remove',
  input: z.object({ commandId, jsbh }),
  output: z.object({ jsbh: z.string() }),
});
/** PERM-22. What cannot be removed stays, each with the reason. */
export const deleteRoles = defineOperation({
  id: 'role.batchDelete',
  method: 'DELETE',
  path: '/system/role/batchDelete',
  access: { permission: 'role:deleteRoleByid' },
  scope: noScope.school,
  summary: '批量删除角色',
  dangerous: { why: '角色的权限和数据权限一并删除，不能恢复', tells: ({ keyList }) => `角色 ${keyList.join('、')}` },
  encoding: 'json',
  outcome: 'remove',
  input: z.object({ commandId, keyList: z.array(jsbh).min(1, '请至少选择一条数据').max(200, '一次最多处理 200 条') }),
  output: z.object({
    deleted: z.number().int(),
    kept: z.array(z.object({ key: z.string(), message: z.string() })),
  }),
});
/** PERM-27: names for choices; roles in use alone. */
export const roleNames = defineOperation({
  id: 'role.findNames',
  method: 'GET',
  path: '/system/role/findNames',
  access: { signedIn: '角色名称供各处选择，不含权限内容' },
  summary: '角色名称列表',
  input: z.object({ jslx: jslx.optional() }),
  output: z.array(z.object({ jsbh: z.string(), jsmc: z.string() })),
});

/** PERM-23. Who holds the role already gets the new dates. */
export const assignUsers = defineOperation({
  id: 'role.assignUsers',
  method: 'POST',
  path: '/system/role/assignUsers',
  access: { permission: 'user:setRoles' },
  scope: 'account',
  summary: '分配用户',
  encoding: 'json',
  outcome: 'assign',
  input: z
    .object({ commandId, jsbh, userNames, fromDate: day, toDate: day })
    .refine(({ fromDate, toDate }) => fromDate === undefined || toDate === undefined || fromDate <= toDate, {
      path: ['toDate'],
      message: '结束日期不能早于开始日期',
    }),
  output: z.object({ assigned: z.number().int() }),
});
/** PERM-11: takes a role from people; what they did by it stays theirs. */
export const removeUsers = defineOperation({
  id: 'role.removeUsers',
  method: 'DELETE',
  path: '/system/role/batchDeleteUserByJsbh',
  access: { permission: 'role:batchDeleteUserByJsbh' },
  scope: 'account',
  summary: '移出角色用户',
  encoding: 'json',
  outcome: 'remove',
  input: z.object({ commandId, jsbh, userNames }),
  output: z.object({ removed: z.number().int() }),
});

/** What candidates are sorted by. */
export const assignableSorts = ['userName', 'name', 'businessCode', 'departmentName'] as const;
/** Who has an account of the role's kind and may be given it. */
export const assignableUsers = defineOperation({
  id: 'role.queryUser',
  method: 'POST',
  path: '/system/role/queryUser',
  access: { permission: 'role:queryUser' },
  scope: 'account',
  summary: '可分配的用户',
  encoding: 'form',
  outcome: 'query',
  input: z.object({
    jsbh,
    keyword: z.string().trim().max(60).optional(),
    dwh: z.string().max(64).optional(),
    sort: sortBy(assignableSorts),
    pageNo: pageNum,
    pageSize,
  }),
  output: z.object({
    rows: z.array(
      z.object({ userName: z.string(), name: z.string(), businessCode: z.string(), departmentName: z.string() }),
    ),
    total,
  }),
});

/** Since when and until when somebody holds a role, and who gave it. */
const holding = {
  userName: z.string(),
  fromDate: z.string().nullable(),
  toDate: z.string().nullable(),
  grantedAt: z.string().nullable(),
  grantedBy: z.string(),
  state: z.enum(periodState),
};
const periodSorts = ['fromDate', 'toDate', 'grantedAt'] as const;
/** What the holders of a role are sorted by, in each of their tabs. */
export const teacherHolderSorts = ['ywbm', 'xm', 'dwmc', 'dqztmc', ...periodSorts] as const;
export const studentHolderSorts = [
  'studentNumber',
  'studentName',
  'departmentName',
  'administrativeClassName',
  ...periodSorts,
] as const;
export const casualHolderSorts = ['userName', 'name', ...periodSorts] as const;
const asked = <S extends z.ZodRawShape, K extends string>(param: S, sorts: readonly [K, ...K[]]) =>
  z.object({ jsbh, sort: sortBy(sorts), pageNo: pageNum, pageSize, param: z.object(param).default({} as never) });
const text = z.string().trim().max(60, '最多 60 个字符').optional();
const listOfHolders = { method: 'POST', encoding: 'json', outcome: 'query' } as const;

/** PERM-24. */
export const teachersOfRole = defineOperation({
  id: 'roleMana.teachers',
  path: '/system/roleMana/queryJzgListByJsbh',
  access: { permission: 'role:roleMana:queryJzgListByJsbh' },
  scope: 'account',
  summary: '角色的教师',
  ...listOfHolders,
  input: asked({ ywbm: text, xm: text, dwh: text }, teacherHolderSorts),
  output: z.object({
    rows: z.array(
      z.object({
        ...holding,
        gh: z.string(),
        ywbm: z.string(),
        xm: z.string(),
        dwmc: z.string(),
        dqztm: z.string(),
        dqztmc: z.string(),
      }),
    ),
    total,
  }),
});
/** PERM-25. */
export const studentsOfRole = defineOperation({
  id: 'roleMana.students',
  path: '/system/roleMana/queryStuListByJsbh',
  access: { permission: 'role:roleMana:queryStuListByJsbh' },
  scope: 'account',
  summary: '角色的学生',
  ...listOfHolders,
  input: asked({ studentNumber: text, studentName: text, dwh: text }, studentHolderSorts),
  output: z.object({
    rows: z.array(
      z.object({
        ...holding,
        studentCode: z.string(),
        studentNumber: z.string(),
        studentName: z.string(),
        departmentName: z.string(),
        gradeMajorName: z.string(),
        administrativeClassName: z.string(),
      }),
    ),
    total,
  }),
});
/** PERM-26. */
export const casualUsersOfRole = defineOperation({
  id: 'roleMana.casualUsers',
  path: '/system/roleMana/queryCasualUserListByJsbh',
  access: { permission: 'role:roleMana:queryCasualUserListByJsbh' },
  scope: 'account',
  summary: '角色的临时用户',
  ...listOfHolders,
  input: asked({ name: text }, casualHolderSorts),
  output: z.object({ rows: z.array(z.object({ ...holding, name: z.string(), mobile: z.string() })), total }),
});

export const roleOperations = [
  queryRoles,
  createRole,
  updateRole,
  deleteRole,
  deleteRoles,
  roleNames,
  assignUsers,
  removeUsers,
  assignableUsers,
  teachersOfRole,
  studentsOfRole,
  casualUsersOfRole,
] as const;
