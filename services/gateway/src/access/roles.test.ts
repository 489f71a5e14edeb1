import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
import {
  deletePermission,
  queryPermissions,
  saveRolePermissions,
  selectRoleByJsbh,
} from '@jwxt/contracts/access/role-permission.operations.ts';
import { findAllDepChild } from '@jwxt/contracts/base-info/department.operations.ts';
import { permissions } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import { currentUser } from '@jwxt/contracts/session/session.operations.ts';
import { permissionsOfRole } from '@jwxt/infra/base-data/role.data.ts';
import type { Browser } from '../testing/browser.ts';
import { startSchool, type School } from '../testing/school.ts';

let school: School;
let admin: Browser;
let office: Browser;
beforeAll(async () => {
  school = await startSchool({ services: true });
  admin = await school.browser('admin');
  office = await school.browser('office1');
});
afterAll(() => school.stop());

const commandId = (): string => crypto.randomUUID();
const day = (offset: number) => new Date(Date.now() + 8 * 3600_000 + offset * 86_400_000).toISOString().slice(0, 10);
const page = { pageNo: 1, pageSize: 20 };

describe('role administration', () => {
  // PERM-15, PERM-16, PERM-17
  it('lists roles with number, name, kind and how many hold them, found by each', async () => {
    const { rows, total } = await admin.get(queryRoles, { jsmc: '审核', jslx: '1', ...page });
    expect(total).toBe(2);
    expect(rows[0]).toMatchObject({
      jsbh: '04',
      jsmc: '院系审核人',
      jslx: '1',
      jslxmc: '教师',
      userNum: 3,
      isBuiltIn: '1',
      sfqy: '1',
    });
    expect((await admin.get(queryRoles, { jsbh: '08', ...page })).rows).toMatchObject([{ jslxmc: '学生' }]);
    expect((await admin.get(queryRoles, { jslx: '3', ...page })).rows.map(({ jsmc }) => jsmc)).toEqual([
      '系统管理员',
      '审计员',
      '数据保护专员',
    ]);
    // PERM-27
    expect(await admin.get(roleNames, { jslx: '2' })).toEqual([{ jsbh: '08', jsmc: '学生' }]);
  });

  // PERM-18…22: POST, PUT with fields in the body, DELETE with the id in the address, DELETE with a body
  it('makes, changes and removes roles; what is missing is said at its field', async () => {
    expect(await admin.call(createRole, { commandId: commandId(), jsbh: '', jsmc: '', jslx: '1' })).toMatchObject({
      fieldErrors: [
        { field: 'jsbh', message: '角色编号必填' },
        { field: 'jsmc', message: '角色名称必填' },
      ],
    });
    const made = { jsbh: 'zy01', jsmc: '专业负责人', jslx: '1' as const };
    expect(await admin.get(createRole, { commandId: commandId(), ...made })).toEqual({ jsbh: 'zy01' });
    expect(await admin.call(createRole, { commandId: commandId(), ...made })).toMatchObject({
      code: 'ROLE_EXISTS',
      fieldErrors: [{ field: 'jsbh', message: '角色编号已存在' }],
    });
    const [row] = (await admin.get(queryRoles, { jsbh: 'zy01', ...page })).rows;
    const change = {
      commandId: commandId(),
      jsbh: 'zy01',
      jsmc: '专业主任',
      sfqy: '0' as const,
      mfaRequired: '1' as const,
      version: row!.version,
    };
    expect(await admin.get(updateRole, change)).toEqual({ jsbh: 'zy01' });
    expect((await admin.get(queryRoles, { jsbh: 'zy01', ...page })).rows).toMatchObject([
      { jsmc: '专业主任', sfqy: '0', mfaRequired: '1' },
    ]);
    expect(await admin.call(deleteRole, { commandId: commandId(), jsbh: '06' })).toMatchObject({
      code: 'ROLE_BUILT_IN',
    });
    expect(await admin.get(deleteRole, { commandId: commandId(), jsbh: 'zy01' })).toEqual({ jsbh: 'zy01' });
    await admin.get(createRole, { commandId: commandId(), ...made });
    expect(await admin.get(deleteRoles, { commandId: commandId(), keyList: ['zy01', '01'] })).toMatchObject({
      deleted: 1,
      kept: [{ key: '01' }],
    });
  });
});

describe('users of a role', () => {
  // PERM-23…26, PERM-11, ERRORS-37
  it('are added for a period, listed in three kinds with since when, and removed', async () => {
    const found = await admin.get(assignableUsers, { jsbh: '04', keyword: '郑老师', ...page });
    expect(found.rows).toEqual([
      { userName: 'teacher2', name: '郑老师', businessCode: 'T08', departmentName: '数学学院' },
    ]);
    const answer = await admin.call(assignUsers, {
      commandId: commandId(),
      jsbh: '04',
      userNames: ['teacher2'],
      fromDate: day(0),
      toDate: day(30),
    });
    expect(answer).toMatchObject({ code: '200', message: '分配成功', data: { assigned: 1 } });
    const { rows } = await admin.get(teachersOfRole, { jsbh: '04', ...page, param: { xm: '郑', dwh: '102' } });
    expect(rows).toMatchObject([
      {
        userName: 'teacher2',
        gh: 'T08',
        ywbm: 'T08',
        xm: '郑老师',
        dwmc: '数学学院',
        dqztm: '11',
        fromDate: day(0),
        toDate: day(30),
        grantedBy: '管理员',
        state: '1',
      },
    ]);
    expect((await admin.get(casualUsersOfRole, { jsbh: '07', ...page })).rows).toMatchObject([
      { userName: 'auditor1', name: '冯审计', mobile: '' },
    ]);
    expect((await admin.get(studentsOfRole, { jsbh: '08', ...page })).total).toBe(0);
    expect(
      await admin.call(assignUsers, {
        commandId: commandId(),
        jsbh: '04',
        userNames: ['teacher2'],
        fromDate: day(2),
        toDate: day(1),
      }),
    ).toMatchObject({ fieldErrors: [{ field: 'toDate', message: '结束日期不能早于开始日期' }] });
    expect(await admin.get(removeUsers, { commandId: commandId(), jsbh: '04', userNames: ['teacher2'] })).toEqual({
      removed: 1,
    });
  });

  it('a role that has not begun, or has ended, gives nothing to a session that is open', async () => {
    const teacher = await school.browser('teacher2');
    const codes = async () => (await teacher.get(currentUser, {})).roleCodes;
    const give = (fromDate: string, toDate?: string) =>
      admin.get(assignUsers, { commandId: commandId(), jsbh: '04', userNames: ['teacher2'], fromDate, toDate });
    await give(day(1));
    await expect.poll(codes).toEqual(['06']);
    await give(day(0));
    await expect.poll(codes).toEqual(['04', '06']);
    await give(day(-3), day(-1));
    await expect.poll(codes).toEqual(['06']);
    await admin.get(removeUsers, { commandId: commandId(), jsbh: '04', userNames: ['teacher2'] });
  });

  it('PERM-23: the office gives roles of units; those of the system it does not', async () => {
    const give = (jsbh: string) => office.call(assignUsers, { commandId: commandId(), jsbh, userNames: ['teacher1b'] });
    expect(await give('02')).toMatchObject({ code: 'ROLE_NOT_YOURS' });
    expect(await give('04')).toMatchObject({ code: '200' });
    expect(
      await office.call(removeUsers, { commandId: commandId(), jsbh: '04', userNames: ['teacher1b'] }),
    ).toMatchObject({ code: '200' });
  });

  it('who is narrowed to a unit neither sees nor gives roles to people of others', async () => {
    await school.pool.query(
      `insert into base.role_permission (jsbh, qxbh)
        select '03', unnest(array['role:query', 'role:queryUser', 'user:setRoles',
          'role:roleMana:queryJzgListByJsbh'])`,
    );
    const clerk = await school.browser('clerk1');
    const seen = await clerk.get(teachersOfRole, { jsbh: '04', ...page });
    expect(seen.rows.map(({ userName }) => userName)).toEqual(['dean1', 'dean1b']);
    expect((await clerk.get(assignableUsers, { jsbh: '04', ...page })).rows.map((row) => row.userName)).not.toContain(
      'teacher2',
    );
    expect(
      await clerk.call(assignUsers, { commandId: commandId(), jsbh: '04', userNames: ['teacher2'] }),
    ).toMatchObject({ code: 'ACCOUNT_UNKNOWN' });
    await school.pool.query(
      `delete from base.role_permission where jsbh = '03' and (qxbh like 'role%' or qxbh like 'user:%')`,
    );
  });

  it('PERM-28: the units to choose from are all of the school', async () => {
    expect(JSON.stringify(await admin.get(findAllDepChild, {}))).toMatch(/教务处.*计算机学院.*软件系/);
  });
});

describe('what a role may do', () => {
  // PERM-01: roles here, users in accounts.test.ts, data permissions in data-scope.test.ts.
  it('PERM-10: each role holds what it came with; roleMana changes that, at the next call of its people', async () => {
    for (const [jsbh, codes] of Object.entries(permissionsOfRole))
      expect((await admin.get(selectRoleByJsbh, { jsbh })).qxbhs).toEqual([...codes].toSorted());
    const auditor = await school.browser('auditor1');
    const may = async () => (await auditor.call(queryRoles, page)).status;
    expect(await may()).toBe(200);
    const role = await admin.get(selectRoleByJsbh, { jsbh: '07' });
    const without = role.qxbhs.filter((code) => code !== 'role:query');
    expect(
      await admin.get(saveRolePermissions, {
        commandId: commandId(),
        jsbh: '07',
        version: role.version,
        qxbhs: [...without, 'readModel:rebuild'],
      }),
    ).toEqual({ added: ['readModel:rebuild'], removed: ['role:query'] });
    await expect.poll(may).toBe(403);
    const now = await admin.get(selectRoleByJsbh, { jsbh: '07' });
    await admin.get(saveRolePermissions, {
      commandId: commandId(),
      jsbh: '07',
      version: now.version,
      qxbhs: role.qxbhs,
    });
    await expect.poll(may).toBe(200);
    expect(await admin.call(selectRoleByJsbh, { jsbh: 'none' })).toMatchObject({ code: 'ROLE_UNKNOWN' });
  });

  it('SYSADMIN-14: every code with what asks for it and who holds it; an unknown one is shown and may go', async () => {
    await school.pool.query(`insert into base.role_permission (jsbh, qxbh) values ('07', 'old:thing')`);
    const list = await admin.get(queryPermissions, {});
    expect(list).toHaveLength(permissions.length + 1);
    expect(list.find(({ qxbh }) => qxbh === 'user:setRoles')).toMatchObject({
      fwbh: '01',
      fwmc: '系统管理',
      known: true,
      operations: [
        { method: 'POST', path: '/api/system/role/assignUsers', summary: '分配用户' },
        { method: 'PUT', path: '/api/system/userMana/setRoles', summary: '设置角色' },
      ],
      roles: [
        { jsbh: '01', jsmc: '系统管理员' },
        { jsbh: '02', jsmc: '教务处管理员' },
      ],
      userNum: 2,
    });
    expect(list.find(({ qxbh }) => qxbh === 'old:thing')).toMatchObject({ known: false, operations: [] });
    expect(await admin.call(deletePermission, { commandId: commandId(), qxbh: 'user:setRoles' })).toMatchObject({
      code: 'PERMISSION_IN_USE',
    });
    expect(await admin.get(deletePermission, { commandId: commandId(), qxbh: 'old:thing' })).toEqual({ roles: 1 });
  });
});
