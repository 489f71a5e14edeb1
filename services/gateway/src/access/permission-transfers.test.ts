import { readXlsx } from 'hucre/xlsx';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  createPermissionTransfer,
  endPermissionTransfer,
  exportPermissionTransfers,
  permissionTransferChoices,
  queryPermissionTransfers,
} from '@jwxt/contracts/access/permission-transfer.operations.ts';
import { queryUsers } from '@jwxt/contracts/access/account.operations.ts';
import { assignUsers } from '@jwxt/contracts/access/role.operations.ts';
import { authStatus } from '@jwxt/contracts/approval/secondary-auth.state.ts';
import { student } from '@jwxt/contracts/base-info/person.resource.ts';
import { explainScope } from '@jwxt/contracts/data-scope/data-scope.operations.ts';
import { importOperations } from '@jwxt/contracts/kernel/resource-import.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { createApiToken } from '@jwxt/contracts/session/api-token.operations.ts';
import { currentUser } from '@jwxt/contracts/session/session.operations.ts';
import { queryOperationLog } from '@jwxt/contracts/system/operation-log.operations.ts';
import type { Browser } from '../testing/browser.ts';
import { renameClass } from '../testing/rename-class.ts';
import { startSchool, type School } from '../testing/school.ts';

/* SYSADMIN-18: permissions that somebody hands on for a time (kind 2, beside 审批代理 and 高危操作确认). */

let school: School;
let clerk: Browser;
let teacher: Browser;
let admin: Browser;
beforeAll(async () => {
  school = await startSchool({ services: true });
  // What is handed on here is nothing that teachers have anyway, for the classes that they lead.
  await school.pool.query(`delete from base.role_permission where jsbh = '06' and qxbh = 'studentInfo:query'`);
  [clerk, teacher, admin] = await Promise.all([
    school.browser('clerk1'),
    school.browser('teacher2'),
    school.browser('admin'),
  ]);
});
afterAll(() => school.stop());
afterEach(() => school.pool.query('delete from base.permission_transfer'));

const id = (): string => crypto.randomUUID();
const inDays = (days: number): string => toDateTimeText(Date.now() + days * 86_400_000);
const page = { pageNo: 1, pageSize: 50 };
const terms = (more: object = {}) => ({
  commandId: id(),
  toUser: 'teacher2',
  permissions: ['classInfo:query', 'classInfo:update', 'studentInfo:query', 'studentInfo:reveal'],
  units: [] as string[],
  beginTime: inDays(-0.01),
  endTime: inDays(10),
  reason: '产假',
  ...more,
});
const give = async (more: object = {}, by = clerk) => (await by.get(createPermissionTransfer, terms(more))).authId;
const revoke = (authId: string, by = clerk) =>
  by.call(endPermissionTransfer, { commandId: id(), authId, reason: '已返校' });
const unitsSeenBy = async (browser: Browser) => {
  const answer = await browser.call(student.operations.query, page);
  return answer.code === '200' ? [...new Set(answer.data.rows.map((row) => row['departmentId']))] : answer.code;
};
const rowOf = async (authId: string, by = clerk) =>
  (await by.get(queryPermissionTransfers, page)).rows.find((row) => row.authId === authId);
const rename = (unit: string, by: Browser, bjmc?: string) => renameClass(school, unit, by, bjmc);
const lastOf = async (resource: string, key: string) => {
  const { rows } = await admin.get(queryOperationLog, { ...page, resource, key });
  return { userName: rows[0]?.userName, actedFor: rows[0]?.actedFor, operation: rows[0]?.operation };
};

describe('what was handed on', () => {
  it('is held at once in an open session, in the giver’s scope, and ends when it is taken back', async () => {
    expect(await unitsSeenBy(teacher)).toBe('FORBIDDEN');
    const authId = await give();
    await expect.poll(() => unitsSeenBy(teacher)).toEqual(['101']);
    expect((await teacher.get(currentUser, {})).permissions).toContain('studentInfo:query');
    expect(await rowOf(authId, teacher)).toMatchObject({
      fromUserName: '孙教务',
      toUserName: '郑老师',
      authStatus: authStatus.inForce,
      reason: '产假',
      lost: [],
      mayRevoke: false,
    });
    expect(await revoke(authId, teacher)).toMatchObject({ code: 'TRANSFER_NOT_YOURS' });
    expect(await revoke(authId)).toMatchObject({ code: '200' });
    await expect.poll(() => unitsSeenBy(teacher)).toBe('FORBIDDEN');
    expect(await rowOf(authId)).toMatchObject({
      authStatus: authStatus.revoked,
      revokedByName: '孙教务',
      revokeReason: '已返校',
    });
    expect(await revoke(authId)).toMatchObject({ code: 'TRANSFER_ENDED' });
  });

  it('is logged as done by one for the other: changes, whole looks and exports', async () => {
    const authId = await give({ permissions: [...terms().permissions, 'studentInfo:exportExcel'] });
    await expect.poll(() => unitsSeenBy(teacher)).toEqual(['101']);
    const { key, answer } = await rename('101', teacher);
    expect(answer).toMatchObject({ code: '200' });
    expect(await lastOf('classInfo', key)).toEqual({
      userName: 'teacher2',
      actedFor: '孙教务（clerk1）',
      operation: 'update',
    });
    expect((await rename('102', teacher)).answer).toMatchObject({ code: 'OUT_OF_SCOPE' });
    const { rows } = await school.pool.query<{ studentCode: string }>(
      `update base.student set mobile = '13800000000' where student_code in
        (select student_code from base.student where dwh = '101' limit 1) returning student_code as "studentCode"`,
    );
    const seen = rows[0]!.studentCode;
    await expect.poll(async () => (await teacher.call(student.reveal!, { key: seen })).code).toBe('200');
    expect(await lastOf('student', seen)).toMatchObject({ operation: 'look', actedFor: '孙教务（clerk1）' });
    expect((await teacher.call(student.operations.exportExcel, {})).status).toBe(200);
    const { rows: taken } = await admin.get(queryOperationLog, { ...page, operation: 'export', userName: 'teacher2' });
    expect(taken[0]).toMatchObject({ actedFor: '孙教务（clerk1）' });
    await revoke(authId);
  });

  it('is used only where the own right is not enough', async () => {
    const authId = await give({ toUser: 'clerk2', permissions: ['classInfo:query', 'classInfo:update'] });
    await school.pool.query(`update base.user_account set department_id = '102' where user_name = 'clerk2'`);
    const other = await school.browser('clerk2');
    const own = await rename('102', other, '自己的班');
    expect(own.answer).toMatchObject({ code: '200' });
    expect(await lastOf('classInfo', own.key)).toMatchObject({ userName: 'clerk2', actedFor: '' });
    const lent = await rename('101', other, '别人的班');
    expect(lent.answer).toMatchObject({ code: '200' });
    expect(await lastOf('classInfo', lent.key)).toMatchObject({ userName: 'clerk2', actedFor: '孙教务（clerk1）' });
    // It widens nothing else of what the receiver holds.
    expect(await unitsSeenBy(other)).toEqual(['102']);
    await revoke(authId);
  });

  it('brings rows in from a file within the giver’s reach, by a job that is done for the giver', async () => {
    await school.pool.query(`insert into base.role_permission (jsbh, qxbh) values ('03', 'studentInfo:import')`);
    const permissions = ['studentInfo:query', 'studentInfo:import'];
    await expect
      .poll(async () => (await clerk.call(createPermissionTransfer, terms({ permissions }))).code)
      .toBe('200');
    await expect.poll(() => unitsSeenBy(teacher)).toEqual(['101']);
    const imports = importOperations('studentInfo', 'student', '学生信息');
    const classes = await school.pool.query<{ name: string; type: string }>(
      `select distinct on (dwh) bjmc as name, (select mc from base.data_dict where dmlb = 'XTGL_XSLB' limit 1) as type
         from base.class_info where dwh in ('101', '102') order by dwh`,
    );
    const lines = classes.rows.map(
      ({ name, type }, index) => `生${String(index)},Z99${String(index)},${name},男,${type}`,
    );
    const file = Buffer.from(['姓名,学号,行政班,性别,学生类别', ...lines].join('\r\n'));
    const { data: preview } = await teacher.call(imports.preview, { fileName: '名单.csv' }, { file });
    expect(preview.counts).toMatchObject({ total: 2, added: 1, wrong: 1 });
    await teacher.get(imports.run, { commandId: id(), runId: preview.runId, whole: '0' });
    const came = () =>
      school.pool.query(
        `select acted_for as "actedFor" from base.operation_log
          where user_name = 'teacher2' and resource = 'student' and after->>'student_number' like 'Z99%'`,
      );
    await expect.poll(async () => (await came()).rows).toEqual([{ actedFor: '孙教务（clerk1）' }]);
    await school.pool.query(`delete from base.role_permission where jsbh = '03' and qxbh = 'studentInfo:import'`);
  });

  it('is no wider than the units that it was limited to', async () => {
    const office = await school.browser('office1');
    const authId = await give({ permissions: ['studentInfo:query'], units: ['102'] }, office);
    await expect.poll(() => unitsSeenBy(teacher)).toEqual(['102']);
    await revoke(authId, office);
    const none = await give({ permissions: ['studentInfo:query'], units: ['102'] });
    await expect.poll(() => unitsSeenBy(teacher)).toEqual([]);
    expect(await revoke(none, admin)).toMatchObject({ code: '200' });
    expect(await rowOf(none)).toMatchObject({ revokedByName: '管理员' });
  });

  it('goes when its time is over or not yet there, and with the right or the account of whoever gave it', async () => {
    const authId = await give();
    const set = async (sql: string) => void (await school.pool.query(sql));
    const gone = async () => {
      await expect.poll(() => unitsSeenBy(teacher)).toBe('FORBIDDEN');
    };
    const there = async () => {
      await expect.poll(() => unitsSeenBy(teacher)).toEqual(['101']);
    };
    await there();
    await set(`delete from base.role_permission where jsbh = '03' and qxbh = 'studentInfo:query'`);
    await gone();
    expect((await rowOf(authId))?.lost).toEqual(['学生信息查询']);
    await set(`insert into base.role_permission (jsbh, qxbh) values ('03', 'studentInfo:query')`);
    await there();
    await set(`update base.user_account set sfqy = '0' where user_name = 'clerk1'`);
    await gone();
    await set(`update base.user_account set sfqy = '1' where user_name = 'clerk1'`);
    await there();
    await set(`update base.user_account set valid_to = base.school_day() - 1 where user_name = 'clerk1'`);
    await gone();
    expect((await rowOf(authId, admin))?.lost).toHaveLength(4);
    await set(`update base.user_account set valid_to = null where user_name = 'clerk1'`);
    await there();
    await set(`update base.permission_transfer set begin_time = now() + interval '1 day' where auth_id = '${authId}'`);
    await gone();
    const { rows } = await admin.get(queryPermissionTransfers, { ...page, authStatus: authStatus.upcoming });
    expect(rows.map((row) => row.authId)).toEqual([authId]);
    await set(`update base.permission_transfer set begin_time = now() - interval '2 day',
      end_time = now() - interval '1 day' where auth_id = '${authId}'`);
    await gone();
    expect(await rowOf(authId)).toMatchObject({ authStatus: authStatus.ended, mayRevoke: false });
  });

  it('is told where an administrator asks why somebody sees a row', async () => {
    const authId = await give();
    const { rows } = await school.pool.query<{ key: string }>(
      `select student_code as key from base.student where dwh = '101' limit 1`,
    );
    const told = await admin.get(explainScope, {
      userName: 'teacher2',
      qxbh: 'studentInfo:query',
      subject: 'student',
      key: rows[0]!.key,
    });
    expect(told.conclusion).toContain('能看到：角色“院系教务员（孙教务转授）”有“学生信息查询”权限');
    const { rows: accounts } = await admin.get(queryUsers, { ...page, userName: 'teacher2' });
    expect(accounts[0]).toMatchObject({ roleNames: ['任课教师'], lentBy: ['孙教务'] });
    await revoke(authId);
  });
});

describe('handing on', () => {
  it.each([
    ['what one does not hold', { permissions: ['examSet:initSet', 'scoreRules:publish'] }, 'permissions'],
    ['approving, which has 审批代理', { permissions: ['system:approve'] }, 'permissions'],
    ['what is about oneself', { permissions: ['publicCourseManage:apply'] }, 'permissions'],
    ['handing on itself', { permissions: ['secondaryAuth:create'] }, 'permissions'],
    ['to oneself', { toUser: 'clerk1' }, 'toUser'],
    ['to nobody', { toUser: 'nobody-there' }, 'toUser'],
    ['for more than 90 days', { endTime: inDays(91) }, 'endTime'],
    ['into the past', { beginTime: inDays(-3), endTime: inDays(-1) }, 'endTime'],
    ['units that are not there', { units: ['999'] }, 'units'],
    ['without a reason', { reason: ' ' }, 'reason'],
    ['to the administrator of the system (separation of duties)', { toUser: 'admin' }, 'toUser'],
  ])('is refused: %s', async (_title, more, field) => {
    const answer = await clerk.call(createPermissionTransfer, terms(more));
    expect(answer.fieldErrors?.map((error) => error.field)).toEqual([field]);
  });

  it('is not for what one was handed oneself, nor for the token of a program', async () => {
    const authId = await give({ toUser: 'dean1', permissions: ['studentInfo:reveal'] });
    const dean = await school.browser('dean1');
    await expect.poll(async () => (await dean.get(currentUser, {})).permissions).toContain('studentInfo:reveal');
    expect((await dean.get(permissionTransferChoices, {})).permissions.map(({ code }) => code)).not.toContain(
      'studentInfo:reveal',
    );
    expect(
      (await dean.call(createPermissionTransfer, terms({ permissions: ['studentInfo:reveal'] }))).fieldErrors,
    ).toEqual([{ field: 'permissions', message: '本人的角色没有这些权限，或不能转授：studentInfo:reveal' }]);
    await revoke(authId);

    const toOffice = await give({ toUser: 'office1', permissions: ['recognition:nothing'] }).catch(() => null);
    expect(toOffice).toBeNull();
    await school.pool.query(`delete from base.role_permission where jsbh = '02' and qxbh = 'studentInfo:reveal'`);
    const lent = await give({ toUser: 'office1', permissions: ['studentInfo:reveal'] });
    const office = await school.browser('office1');
    await expect.poll(async () => (await office.get(currentUser, {})).permissions).toContain('studentInfo:reveal');
    const token = await office.call(createApiToken, {
      commandId: id(),
      name: '档案系统',
      owner: 'clerk1',
      permissions: ['studentInfo:reveal'],
      expiresOn: inDays(20).slice(0, 10),
    });
    expect(token.fieldErrors?.map(({ field }) => field)).toEqual(['permissions']);
    await revoke(lent);
    await school.pool.query(`insert into base.role_permission (jsbh, qxbh) values ('02', 'studentInfo:reveal')`);
  });

  it('keeps the receiver from what clashes with it: nobody becomes administrator meanwhile', async () => {
    const authId = await give({ toUser: 'nobody', permissions: ['studentInfo:query'] });
    const asked = { commandId: id(), jsbh: '01', userNames: ['nobody'] };
    expect(await admin.call(assignUsers, asked)).toMatchObject({ code: 'ROLE_CLASH' });
    await revoke(authId);
    expect(await admin.call(assignUsers, { ...asked, commandId: id() })).toMatchObject({ code: '200' });
  });

  it('shows people their own, and all of them to who may end them; as a workbook too', async () => {
    const authId = await give();
    const dean = await school.browser('dean1');
    expect((await dean.get(queryPermissionTransfers, page)).rows.map((row) => row.authId)).not.toContain(authId);
    const { rows } = await admin.get(queryPermissionTransfers, { ...page, person: '孙教' });
    expect(rows[0]).toMatchObject({ authId, mayRevoke: true });
    const { bytes } = await admin.call(exportPermissionTransfers, {});
    const book = await readXlsx(bytes);
    expect(book.sheets[0]!.rows[1]!.slice(0, 4)).toEqual(['clerk1', '孙教务', 'teacher2', '郑老师']);
    await revoke(authId);
  });
});
