import { personKind } from '@jwxt/contracts/access/person-kind.vocabulary.ts';
import { addRole, changeRole, giveRole, removeRoles, takeRole } from '@jwxt/contracts/access/role.command.ts';
import {
  assignableUsers,
  assignUsers,
  casualUsersOfRole,
  createRole,
  deleteRole,
  deleteRoles,
  queryRoles,
  removeUsers,
  roleNames,
  studentsOfRole,
  teachersOfRole,
  updateRole,
} from '@jwxt/contracts/access/role.operations.ts';
import { handler } from '../kernel/handler.ts';
import { maskedValue } from '../kernel/masked-value.ts';
import { runCommand } from '../kernel/run-command.ts';
import { requireAccounts } from './account-scope.ts';
import { byPinyin } from '../kernel/sorted-by.ts';
import { holderOrder, readAssignable, readHolders } from './role-holder.read.ts';
import { readRoleNames, readRoles } from './role.read.ts';

const stateName = `coalesce((select mc from base.data_dict where dmlb = 'XTGL_JZGDQZT' and dm = teacher.dqztm), '')`;

/** 角色管理: roles, and who holds them (PERM-17…27). */
export const roleHandlers = [
  handler(queryRoles, (filter, { services }) => readRoles(services.db, filter)),
  handler(roleNames, ({ jslx }, { services }) => readRoleNames(services.db, jslx)),
  handler(createRole, ({ commandId, jsms = '', copyOf = null, ...role }, call) =>
    runCommand(addRole, { ...role, jsms, copyOf }, call, { commandId }),
  ),
  handler(updateRole, ({ commandId, jsms = '', ...role }, call) =>
    runCommand(changeRole, { ...role, jsms }, call, { commandId }),
  ),
  handler(deleteRole, async ({ commandId, jsbh }, call) => {
    await runCommand(removeRoles, { keys: [jsbh], each: false }, call, { commandId });
    return { jsbh };
  }),
  handler(deleteRoles, ({ commandId, keyList }, call) =>
    runCommand(removeRoles, { keys: keyList, each: true }, call, { commandId }),
  ),
  handler(assignUsers, async ({ commandId, fromDate = null, toDate = null, ...given }, call) => {
    await requireAccounts(call.services.db, call.user, call.permission, given.userNames);
    return await runCommand(giveRole, { ...given, fromDate, toDate }, call, { commandId });
  }),
  handler(removeUsers, async ({ commandId, ...taken }, call) => {
    await requireAccounts(call.services.db, call.user, call.permission, taken.userNames);
    return await runCommand(takeRole, taken, call, { commandId });
  }),
  handler(assignableUsers, ({ pageNo, pageSize, sort, ...filter }, { services, ...call }) =>
    readAssignable(services.db, filter, { ...call, pageNo, pageSize }, sort),
  ),
  handler(teachersOfRole, ({ jsbh, param: { ywbm, xm, dwh }, sort, pageNo, pageSize }, { services, ...call }) =>
    readHolders<{ gh: string; ywbm: string; xm: string; dwmc: string; dqztm: string; dqztmc: string }>(
      services.db,
      jsbh,
      personKind.teacher,
      `coalesce(teacher.gh, '') as gh, coalesce(teacher.ywbm, '') as ywbm, account.name as xm,
        coalesce(department.dwmc, '') as dwmc, coalesce(teacher.dqztm, '') as dqztm, ${stateName} as dqztmc`,
      { like: { 'teacher.ywbm': ywbm, 'account.name': xm }, equal: { 'department.dwh': dwh } },
      { ...call, pageNo, pageSize },
      holderOrder(sort, {
        ywbm: 'teacher.ywbm',
        xm: byPinyin('account.name'),
        dwmc: byPinyin('department.dwmc'),
        dqztmc: 'teacher.dqztm',
      }),
    ),
  ),
  handler(studentsOfRole, ({ jsbh, param, sort, pageNo, pageSize }, { services, ...call }) =>
    readHolders<{
      studentCode: string;
      studentNumber: string;
      studentName: string;
      departmentName: string;
      gradeMajorName: string;
      administrativeClassName: string;
    }>(
      services.db,
      jsbh,
      personKind.student,
      `coalesce(student.student_code, '') as "studentCode", coalesce(student.student_number, '') as "studentNumber",
        account.name as "studentName", coalesce(department.dwmc, '') as "departmentName",
        coalesce(grade_major.njzymc, '') as "gradeMajorName",
        coalesce(class_info.bjmc, '') as "administrativeClassName"`,
      {
        like: { 'student.student_number': param.studentNumber, 'account.name': param.studentName },
        equal: { 'department.dwh': param.dwh },
      },
      { ...call, pageNo, pageSize },
      holderOrder(sort, {
        studentNumber: 'student.student_number',
        studentName: byPinyin('account.name'),
        departmentName: byPinyin('department.dwmc'),
        administrativeClassName: byPinyin('class_info.bjmc'),
      }),
    ),
  ),
  handler(casualUsersOfRole, async ({ jsbh, param: { name }, sort, pageNo, pageSize }, { services, ...call }) => {
    const { rows, total } = await readHolders<{ name: string; mobile: string }>(
      services.db,
      jsbh,
      personKind.casual,
      `account.name, coalesce(account.mobile, '') as mobile`,
      { like: { 'account.name': name } },
      { ...call, pageNo, pageSize },
      holderOrder(sort, { userName: 'account.user_name', name: byPinyin('account.name') }),
    );
    const masked = rows.map(({ mobile, ...row }) => ({ ...row, mobile: mobile && maskedValue('phone', mobile) }));
    return { rows: masked, total };
  }),
];
