import { z } from 'zod';
import { commandId, dateText, dateTimeText, pageNum, pageSize, total, yesNoFlag } from '../kernel/fields.ts';
import { sortBy } from '../kernel/list-sort.ts';
import { defineOperation } from '../kernel/operation.ts';
import { noScope } from '../kernel/scope.vocabulary.ts';
import { accountStatus, ACCOUNTS_AT_ONCE, isMobileOrEmpty, WRONG_MOBILE } from './account.vocabulary.ts';
import { personKind } from './person-kind.vocabulary.ts';

const text = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `最多 ${String(max)} 个字符`);
const userName = z.string('请选择用户').trim().min(1, '请选择用户').max(64, '最多 64 个字符');
const userNames = z
  .array(userName)
  .min(1, '请至少选择一名用户')
  .max(ACCOUNTS_AT_ONCE, `一次最多处理 ${String(ACCOUNTS_AT_ONCE)} 名用户`);

/** What lists of accounts are asked for. */
const filter = {
  userName: text(64).optional(),
  name: text(60).optional(),
  userType: z.enum(personKind).optional(),
  businessCode: text(64).optional(),
  departmentId: text(64).optional(),
  jsbh: text(20).optional(),
  accountStatus: z.enum(accountStatus).optional(),
};

/** An account as lists show it. Nothing personal. */
export const accountView = z.object({
  userName: z.string(),
  name: z.string(),
  userType: z.enum(personKind),
  userTypeName: z.string(),
  businessCode: z.string(),
  departmentName: z.string(),
  roleCodes: z.array(z.string()),
  roleNames: z.array(z.string()),
  /** Who has handed permissions on to the account at present (权限转授), by name. */
  lentBy: z.array(z.string()),
  accountStatus: z.enum(accountStatus),
  accountStatusName: z.string(),
  /** `1`: signs in by the school's single sign-on alone. */
  ssoBound: yesNoFlag,
  pwdMustChange: yesNoFlag,
  /** `1`: has bound a second factor. */
  mfaEnabled: yesNoFlag,
  validTo: z.string().nullable(),
  lastLoginTime: dateTimeText.nullable(),
});
export type AccountView = z.output<typeof accountView>;
/** A password that is shown once, to whoever made it. */
export const issuedPassword = z.object({
  userName: z.string(),
  name: z.string(),
  departmentName: z.string(),
  password: z.string(),
});
export type IssuedPassword = z.output<typeof issuedPassword>;
const listing = { method: 'POST', encoding: 'form', outcome: 'query' } as const;
/** What lists of accounts are sorted by. */
export const accountSorts = [
  'userName',
  'name',
  'userType',
  'businessCode',
  'departmentName',
  'validTo',
  'lastLoginTime',
] as const;
const list = {
  input: z.object({ ...filter, sort: sortBy(accountSorts), pageNo: pageNum, pageSize }),
  output: z.object({ rows: z.array(accountView), total }),
};

/** SYSADMIN-11, PERM-13: accounts within the own scope. */
export const queryUsers = defineOperation({
  id: 'userMana.query',
  path: '/system/userMana/query',
  access: { permission: 'user:query' },
  scope: 'account',
  summary: '用户查询',
  ...listing,
  ...list,
});
/** The roles of one person, all of them; periods of those that stay are kept. */
export const setUserRoles = defineOperation({
  id: 'userMana.setRoles',
  method: 'PUT',
  path: '/system/userMana/setRoles',
  access: { permission: 'user:setRoles' },
  scope: 'account',
  summary: '设置角色',
  encoding: 'json',
  outcome: 'set',
  input: z.object({ commandId, userName, jsbhs: z.array(z.string().min(1).max(20)).max(50) }),
  output: z.object({ added: z.array(z.string()), removed: z.array(z.string()) }),
});
/** A random password each, shown once, to be changed at the next sign-in. Their sessions end. */
export const resetUserPasswords = defineOperation({
  id: 'userMana.updateUserDefaultPassword',
  method: 'PUT',
  path: '/system/userMana/updateUserDefaultPassword',
  access: { permission: 'user:updateUserDefaultPassword' },
  scope: 'account',
  summary: '重置为初始密码',
  encoding: 'json',
  outcome: 'reset',
  patience: 'long',
  input: z.object({ commandId, userNames }),
  output: z.object({ passwords: z.array(issuedPassword) }),
});
/** For who has lost the telephone: bound anew at the next sign-in where a role asks for it. Their sessions end. */
export const resetUserSecondFactors = defineOperation({
  id: 'userMana.resetSecondFactor',
  method: 'PUT',
  path: '/system/userMana/resetSecondFactor',
  access: { permission: 'user:resetSecondFactor' },
  scope: 'account',
  summary: '重置二次验证',
  encoding: 'json',
  outcome: 'reset',
  input: z.object({ commandId, userNames }),
  output: z.object({ reset: z.number().int() }),
});
/** A password of the administrator's choice, by the rules of SESSION-33…39. Both are encoded as at signing in. */
export const setUserPassword = defineOperation({
  id: 'userMana.manualUpdatePassword',
  method: 'PUT',
  path: '/system/userMana/manualUpdatePassword',
  access: { permission: 'user:manualUpdatePassword' },
  scope: 'account',
  summary: '手动修改密码',
  encoding: 'form',
  outcome: 'modify',
  input: z.object({
    commandId,
    userName,
    newToken: z.string().min(1, '请输入新密码！').max(512),
    confirmToken: z.string().min(1, '请再次输入密码！').max(512),
  }),
  output: z.object({}),
});

/** What is kept of an account besides who it is for. */
const kept = {
  name: text(60).min(1, '请输入姓名'),
  departmentId: text(64).optional(),
  mobile: z.string().trim().refine(isMobileOrEmpty, WRONG_MOBILE).optional(),
  email: z
    .string()
    .trim()
    .max(60, '最多 60 个字符')
    .refine((value) => value === '' || z.email().safeParse(value).success, '邮箱格式有误')
    .optional(),
  validTo: dateText.optional(),
};
/** SYSADMIN-22: somebody who is neither teacher nor student. */
export const createSystemUser = defineOperation({
  id: 'systemUser.create',
  method: 'POST',
  path: '/system/systemUser/create',
  access: { permission: 'systemUser:create' },
  scope: noScope.school,
  summary: '新增临时用户',
  encoding: 'form',
  outcome: 'add',
  input: z.object({
    commandId,
    userName: z
      .string('请输入账号')
      .trim()
      .min(1, { error: '请输入账号', abort: true })
      .max(30, '最多 30 个字符')
      .regex(/^[A-Za-z0-9_.-]+$/, '只能使用字母、数字和 _ . -'),
    ...kept,
  }),
  output: issuedPassword,
});
export const querySystemUsers = defineOperation({
  id: 'systemUser.query',
  path: '/system/systemUser/query',
  access: { permission: 'systemUser:query' },
  scope: 'account',
  summary: '系统用户查询',
  ...listing,
  ...list,
});
/** With what is personal, whole: each look is a row of the operation log (decision 056). */
export const systemUserDetail = defineOperation({
  id: 'systemUser.detail',
  method: 'GET',
  path: '/system/systemUser/detail/{userName}',
  access: { permission: 'systemUser:detail' },
  scope: 'account',
  summary: '系统用户详情',
  input: z.object({ userName }),
  output: accountView.extend({
    departmentId: z.string(),
    mobile: z.string(),
    email: z.string(),
    failCount: z.number().int(),
    version: z.string(),
  }),
});
/** A teacher's or student's name and unit are those of the person. */
export const updateSystemUser = defineOperation({
  id: 'systemUser.update',
  method: 'PUT',
  path: '/system/systemUser/update',
  access: { permission: 'systemUser:update' },
  scope: 'account',
  summary: '修改系统用户',
  encoding: 'form',
  outcome: 'modify',
  input: z.object({ commandId, userName, version: z.string(), ...kept }),
  output: z.object({ userName: z.string() }),
});
export const deleteSystemUser = defineOperation({
  id: 'systemUser.delete',
  method: 'DELETE',
  path: '/system/systemUser/delete/{userName}',
  access: { permission: 'systemUser:delete' },
  scope: 'account',
  summary: '删除系统用户',
  dangerous: { why: '删除后不能恢复', tells: ({ userName: asked }) => `账号 ${asked}` },
  encoding: 'form',
  outcome: 'remove',
  input: z.object({ commandId, userName }),
  output: z.object({ userName: z.string() }),
});
export const deleteSystemUsers = defineOperation({
  id: 'systemUser.batchDelete',
  method: 'DELETE',
  path: '/system/systemUser/batchDelete',
  access: { permission: 'systemUser:batchDelete' },
  scope: 'account',
  summary: '批量删除系统用户',
  dangerous: { why: '删除后不能恢复', tells: ({ keyList }) => `账号 ${keyList.join('、')}` },
  encoding: 'json',
  outcome: 'remove',
  input: z.object({ commandId, keyList: userNames }),
  output: z.object({
    deleted: z.number().int(),
    kept: z.array(z.object({ key: z.string(), message: z.string() })),
  }),
});
export const resetSystemUsers = defineOperation({
  id: 'systemUser.resetPassword',
  method: 'PUT',
  path: '/system/systemUser/resetPassword',
  access: { permission: 'systemUser:resetPassword' },
  scope: 'account',
  summary: '系统用户重置密码',
  encoding: 'json',
  outcome: 'reset',
  patience: 'long',
  input: z.object({ commandId, userNames }),
  output: z.object({ passwords: z.array(issuedPassword) }),
});
/** Stops accounts, opens them again, or ends a lock. */
export const setSystemUserStatus = defineOperation({
  id: 'systemUser.setStatus',
  method: 'PUT',
  path: '/system/systemUser/setStatus',
  access: { permission: 'systemUser:update' },
  scope: 'account',
  summary: '启用、停用与解锁账号',
  encoding: 'json',
  outcome: 'set',
  input: z.object({ commandId, userNames, to: z.enum(['open', 'stopped', 'unlocked']) }),
  output: z.object({ changed: z.number().int() }),
});
export const exportSystemUsers = defineOperation({
  id: 'systemUser.export',
  method: 'POST',
  path: '/system/systemUser/export',
  access: { permission: 'systemUser:export' },
  scope: 'account',
  summary: '系统用户导出',
  encoding: 'form',
  outcome: 'exportExcel',
  answer: 'file',
  input: z.object(filter),
  output: z.unknown(),
});
/**
 * Accounts for teachers and students who have none, the first of them; those of people who have left end. `passwords`
 * no: they sign in by single sign-on. `remaining`: how many are still without, so that the page goes on.
 */
export const syncUserInfo = defineOperation({
  id: 'systemUser.syncUserInfo',
  method: 'POST',
  path: '/system/systemUser/syncUserInfo',
  access: { permission: 'systemUser:syncUserInfo' },
  scope: noScope.school,
  summary: '同步人员账号',
  encoding: 'form',
  outcome: 'operate',
  patience: 'long',
  input: z.object({ commandId, passwords: yesNoFlag }),
  output: z.object({
    opened: z.number().int(),
    ended: z.number().int(),
    remaining: z.number().int(),
    /** Whose number is somebody else's account already. */
    taken: z.array(z.string()),
    passwords: z.array(issuedPassword),
  }),
});
/** Passwords that have just been made, on slips to be folded and handed out. Nothing of it is kept. */
export const printPasswordSlips = defineOperation({
  id: 'systemUser.passwordSlips',
  method: 'POST',
  path: '/system/systemUser/passwordSlips',
  access: { permission: 'user:updateUserDefaultPassword' },
  scope: { none: '只打印刚刚生成的密码' },
  summary: '打印密码条',
  encoding: 'json',
  outcome: 'query',
  answer: 'file',
  input: z.object({ slips: z.array(issuedPassword).min(1).max(5000) }),
  output: z.unknown(),
});

export const accountOperations = [
  queryUsers,
  setUserRoles,
  resetUserPasswords,
  resetUserSecondFactors,
  setUserPassword,
  createSystemUser,
  querySystemUsers,
  systemUserDetail,
  updateSystemUser,
  deleteSystemUser,
  deleteSystemUsers,
  resetSystemUsers,
  setSystemUserStatus,
  exportSystemUsers,
  syncUserInfo,
  printPasswordSlips,
] as const;
