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
  createSystemUser,
  deleteSystemUser,
  deleteSystemUsers,
  exportSystemUsers,
  printPasswordSlips,
  querySystemUsers,
  queryUsers,
  resetSystemUsers,
  resetUserPasswords,
  resetUserSecondFactors,
  setSystemUserStatus,
  setUserPassword,
  setUserRoles,
  syncUserInfo,
  systemUserDetail,
  updateSystemUser,
  type AccountView,
  type IssuedPassword,
} from '@jwxt/contracts/access/account.operations.ts';
import { OPENED_AT_ONCE } from '@jwxt/contracts/access/account.vocabulary.ts';
import { decodePassword } from '@jwxt/contracts/kernel/transport.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import { newPasswordProblem } from '@jwxt/contracts/session/password-rule.ts';
import { readMissingAccounts } from '@jwxt/infra/runtime/missing-accounts.ts';
import { pdfAnswer } from '../kernel/document-answer.ts';
import { exportHandler, listExport } from '../kernel/export-handler.ts';
import { handler, type SignedInCall } from '../kernel/handler.ts';
import { logLook } from '../kernel/look-log.ts';
import { invalidField, Refused } from '../kernel/refused.ts';
import { runCommand } from '../kernel/run-command.ts';
import type { WorkbookColumn } from '../kernel/workbook.ts';
import { requireAccounts } from './account-scope.ts';
import { exportedAccounts, readAccount, readAccounts } from './account.read.ts';
import { issuedTo, readNames } from './shared/issued-passwords.ts';
import { passwordSlips } from './password-slips.ts';
import { passwordFor } from './shared/password-for.ts';

/** Gives people random passwords, and answers them: the only time that anybody sees them. */
async function reset(
  { commandId, userNames }: { commandId: string; userNames: readonly string[] },
  call: SignedInCall,
): Promise<{ passwords: IssuedPassword[] }> {
  await requireAccounts(call.services.db, call.user, call.permission, userNames);
  const each = [...new Set(userNames)];
  const passwords = each.map((userName) => ({ userName, password: passwordFor(userName, commandId, call) }));
  await runCommand(givePasswords, { passwords, mustChange: yesNo.yes }, call, { commandId });
  return { passwords: await issuedTo(each, commandId, call) };
}

const emptyToNull = (text: string | undefined): string | null => (text === undefined || text === '' ? null : text);
const detailsOf = (given: {
  name: string;
  departmentId?: string | undefined;
  mobile?: string | undefined;
  email?: string | undefined;
  validTo?: string | undefined;
}) => ({
  name: given.name,
  departmentId: emptyToNull(given.departmentId),
  mobile: emptyToNull(given.mobile),
  email: emptyToNull(given.email),
  validTo: emptyToNull(given.validTo),
});

const exported: readonly WorkbookColumn<AccountView>[] = [
  { header: '账号', width: 18, value: (row) => row.userName },
  { header: '姓名', width: 14, value: (row) => row.name },
  { header: '用户类型', width: 10, value: (row) => row.userTypeName },
  { header: '工号 / 学号', width: 16, value: (row) => row.businessCode },
  { header: '单位', width: 24, value: (row) => row.departmentName },
  { header: '角色', width: 30, value: (row) => row.roleNames.join('、') },
  { header: '状态', width: 8, value: (row) => row.accountStatusName },
  { header: '有效期', width: 12, value: (row) => row.validTo ?? '' },
  { header: '最近登录', width: 20, kind: 'time', value: (row) => row.lastLoginTime ?? '' },
];

/** 用户管理 (SYSADMIN-11) and 系统用户 (SYSADMIN-22). */
export const accountHandlers = [
  handler(queryUsers, (filter, { services, ...call }) => readAccounts(services.db, filter, call)),
  handler(querySystemUsers, (filter, { services, ...call }) => readAccounts(services.db, filter, call)),
  handler(setUserRoles, async ({ commandId, ...given }, call) => {
    await requireAccounts(call.services.db, call.user, call.permission, [given.userName]);
    return await runCommand(setRoles, given, call, { commandId });
  }),
  handler(resetUserPasswords, reset),
  handler(resetSystemUsers, reset),
  handler(resetUserSecondFactors, async ({ commandId, userNames }, call) => {
    await requireAccounts(call.services.db, call.user, call.permission, userNames);
    return await runCommand(resetSecondFactors, { userNames }, call, { commandId });
  }),
  handler(setUserPassword, async ({ commandId, userName, newToken, confirmToken }, call) => {
    await requireAccounts(call.services.db, call.user, call.permission, [userName]);
    const password = decodePassword(newToken) ?? '';
    const wrong = newPasswordProblem(password, '');
    if (wrong !== null) throw invalidField('newToken', wrong);
    if (decodePassword(confirmToken) !== password) throw invalidField('confirmToken', '新密码输入不一致，请重新输入');
    const passwords = [{ userName, password }];
    await runCommand(givePasswords, { passwords, mustChange: yesNo.yes }, call, { commandId });
    return {};
  }),
  handler(createSystemUser, async ({ commandId, userName, ...given }, call) => {
    const password = passwordFor(userName, commandId, call);
    const details = detailsOf(given);
    await runCommand(addAccount, { userName, password, ...details }, call, { commandId });
    const names = await readNames(call.services.db, [userName]);
    return { departmentName: '', ...names.get(userName), userName, name: given.name, password };
  }),
  handler(systemUserDetail, async ({ userName }, call) => {
    const account = await readAccount(call.services.db, userName, call);
    if (!account) throw new Refused('ACCOUNT_UNKNOWN', { names: userName });
    const { mobile, email } = account;
    const told = Object.entries({ mobile, email }).filter(([, value]) => value !== '');
    const fields = told.map(([field]) => field);
    await logLook(call, { resource: 'systemUser', key: userName, own: 'userName', fields });
    return account;
  }),
  handler(updateSystemUser, async ({ commandId, userName, version, ...given }, call) => {
    await requireAccounts(call.services.db, call.user, call.permission, [userName]);
    return await runCommand(changeAccount, { userName, version, ...detailsOf(given) }, call, { commandId });
  }),
  handler(deleteSystemUser, async ({ commandId, userName }, call) => {
    await requireAccounts(call.services.db, call.user, call.permission, [userName]);
    await runCommand(removeAccounts, { keys: [userName], each: false }, call, { commandId });
    return { userName };
  }),
  handler(deleteSystemUsers, async ({ commandId, keyList }, call) => {
    await requireAccounts(call.services.db, call.user, call.permission, keyList);
    return await runCommand(removeAccounts, { keys: keyList, each: true }, call, { commandId });
  }),
  handler(setSystemUserStatus, async ({ commandId, ...given }, call) => {
    await requireAccounts(call.services.db, call.user, call.permission, given.userNames);
    return await runCommand(setAccountStatus, given, call, { commandId });
  }),
  handler(syncUserInfo, async ({ commandId, passwords }, call) => {
    const all = await readMissingAccounts(call.services.db);
    const free = all.filter(({ taken }) => !taken);
    // Without passwords nothing is hashed, and all come at once.
    const now = passwords === yesNo.yes ? free.slice(0, OPENED_AT_ONCE) : free;
    const people = now.map(({ userName }) => ({
      userName,
      password: passwords === yesNo.yes ? passwordFor(userName, commandId, call) : null,
    }));
    const { opened, ended, userNames } = await runCommand(syncAccounts, { people }, call, { commandId });
    const done = new Set(userNames);
    return {
      opened,
      ended,
      // Sent again, the command opened others than those who are without now.
      remaining: free.filter(({ userName }) => !done.has(userName)).length,
      taken: all.filter(({ taken }) => taken).map(({ userName }) => userName),
      passwords: passwords === yesNo.yes ? await issuedTo(userNames, commandId, call) : [],
    };
  }),
  handler(printPasswordSlips, ({ slips }, call) => pdfAnswer(call, '初始密码条.pdf', passwordSlips(slips, call.now))),
  exportHandler(exportSystemUsers, (filter, call) =>
    listExport('系统用户.xlsx', {
      sheet: '系统用户',
      columns: exported,
      rows: exportedAccounts(filter, call),
    }),
  ),
];
