import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { exportSystemUsers, systemUserDetail } from '@jwxt/contracts/access/account.operations.ts';
import { casualUsersOfRole } from '@jwxt/contracts/access/role.operations.ts';
import { stopViewAs, viewAs } from '@jwxt/contracts/access/view-as.operations.ts';
import { student, teacher } from '@jwxt/contracts/base-info/person.resource.ts';
import { queryExportJobs } from '@jwxt/contracts/file/export-job.operations.ts';
import { scoreCardExport } from '@jwxt/contracts/score-card/score-card.operations.ts';
import { currentUser } from '@jwxt/contracts/session/session.operations.ts';
import { loginWay } from '@jwxt/contracts/session/session.vocabulary.ts';
import { operationLogDetail, queryOperationLog } from '@jwxt/contracts/system/operation-log.operations.ts';
import type { Browser } from '../testing/browser.ts';
import { startSchool, type School } from '../testing/school.ts';

/*
 * SYSADMIN-15, BASE-DATA-22: personal values are masked, and each look at them whole is a row of the
 * operation log, as each export is.
 */

let school: School;
let office: Browser;
let clerk: Browser;
let admin: Browser;
beforeAll(async () => {
  school = await startSchool({ services: true, exports: { directRows: 6 } });
  [office, clerk, admin] = await Promise.all([
    school.browser('office1'),
    school.browser('clerk1'),
    school.browser('admin'),
  ]);
  await school.pool.query(`update base.student set mobile = '13912345678', id_number = '11010519491231002X',
      bank_card = '6222020200112233', address = '北京市海淀区学院路1号', health_code = '1', birth_date = '1949-12-31'
    where student_code = 'S2026001'`);
  await school.pool.query(`update base.teacher set sjh = '13800000001' where gh in ('T01', 'T04', 'T05')`);
  await school.pool.query(
    `update base.user_account set mobile = '13700000001' where user_name in ('admin', 'auditor1')`,
  );
});
afterAll(() => school.stop());
beforeEach(() => school.pool.query('delete from base.operation_log where looked is not null'));

const id = (): string => crypto.randomUUID();
const asked = { key: 'S2026001' };
const whole = { mobile: '13912345678', idNumber: '11010519491231002X', bankCard: '6222020200112233' };
const looks = async () =>
  (
    await school.pool.query(
      `select user_name, operation, resource, key, looked, permission_code, sign_in_way, sign_in_issued_by,
          trace_id ~ '^[0-9a-f]{32}$' as traced
        from base.operation_log where looked is not null order by id`,
    )
  ).rows;
const fields = ['idNumber', 'birthDate', 'healthCode', 'mobile', 'address', 'bankCard'];

test('a list tells nothing personal, a row by itself masks, and neither is a look', async () => {
  const { rows } = await clerk.get(student.operations.query, { studentNumber: '2026001', pageNo: 1, pageSize: 10 });
  expect(rows).toMatchObject([{ mobile: null, idNumber: null, address: null }]);
  expect(await clerk.get(student.operations.detail, asked)).toMatchObject({
    mobile: '139****5678',
    idNumber: '110*************2X',
    bankCard: '************2233',
    address: '北京市***',
    birthDate: '***',
    healthCode: '***',
    healthName: '***',
    email: null,
    studentName: rows[0]!.studentName,
  });
  expect(await looks()).toEqual([]);
});

test('who may see a row whole does, and each look is logged: who, whose, which fields, in which trace', async () => {
  expect(await clerk.get(student.reveal!, asked)).toMatchObject({ ...whole, birthDate: '1949-12-31' });
  const look = { user_name: 'clerk1', operation: 'look', resource: 'student', key: 'S2026001', traced: true };
  expect(await looks()).toMatchObject([{ ...look, looked: { fields }, permission_code: 'studentInfo:reveal' }]);
  // A person's last look is not the last change.
  expect((await clerk.get(student.operations.detail, asked))['editor']).toBe('');

  const { rows } = await admin.get(queryOperationLog, { operation: 'look', key: 'S2026001', pageNo: 1, pageSize: 10 });
  expect(rows).toMatchObject([{ name: '孙教务', operationName: '查看', resourceName: '学生信息' }]);
  const detail = await admin.get(operationLogDetail, { logId: rows[0]!.logId });
  expect(detail.fields).toMatchObject([
    { label: '完整的个人信息', after: '证件号、出生日期、健康状况、手机、家庭住址、银行卡号' },
  ]);
  expect(JSON.stringify(detail)).not.toContain('13912345678');
});

test('without the permission, or outside the scope, nothing is told and nothing logged', async () => {
  const other = await school.browser('clerk2');
  expect(await (await school.browser('dean1')).call(student.reveal!, asked)).toMatchObject({ status: 403 });
  await school.pool.query(`delete from base.role_permission where jsbh = '02' and qxbh = 'studentInfo:reveal'`);
  await expect.poll(async () => (await office.call(student.reveal!, asked)).code).toBe('FORBIDDEN');
  // The rest of the row is still hers to read.
  expect(await office.get(student.operations.detail, asked)).toMatchObject({ mobile: '139****5678' });
  await school.pool.query(`insert into base.role_permission (jsbh, qxbh) values ('02', 'studentInfo:reveal')`);
  expect(await other.call(student.reveal!, asked)).toMatchObject({ status: 404 });
  expect(await looks()).toEqual([]);
});

test('what people see of themselves is no look at somebody; with their eyes it is', async () => {
  expect(await clerk.get(teacher.reveal!, { key: 'T04' })).toMatchObject({ sjh: '13800000001' });
  await admin.get(systemUserDetail, { userName: 'admin' });
  expect(await looks()).toEqual([]);
  await clerk.get(teacher.reveal!, { key: 'T01' });
  await admin.get(systemUserDetail, { userName: 'auditor1' });
  expect(await looks()).toMatchObject([
    { user_name: 'clerk1', resource: 'teacher', key: 'T01', looked: { fields: ['sjh'] } },
    { user_name: 'admin', resource: 'systemUser', key: 'auditor1', looked: { fields: ['mobile'] } },
  ]);
  await admin.get(viewAs, { commandId: id(), userName: 'clerk1', reason: '核对手机号' });
  await admin.get(currentUser, {});
  await admin.get(teacher.reveal!, { key: 'T04' });
  expect((await looks()).at(-1)).toMatchObject({
    user_name: 'clerk1',
    key: 'T04',
    sign_in_way: loginWay.viewAs,
    sign_in_issued_by: 'admin',
  });
  await admin.get(stopViewAs, { commandId: id() });
  await admin.get(currentUser, {});
});

test('people without number or staff record are listed with their telephones in masks', async () => {
  const { rows } = await admin.get(casualUsersOfRole, { jsbh: '07', param: {}, pageNo: 1, pageSize: 10 });
  expect(rows).toMatchObject([{ userName: 'auditor1', mobile: '137****0001' }]);
  expect(await looks()).toEqual([]);
});

test('each export is a row: of what, under which conditions, how many rows, and what of it was personal', async () => {
  const { bytes } = await clerk.call(student.operations.exportExcel, { studentNumber: '2026001' });
  expect(bytes.length).toBeGreaterThan(0);
  await office.call(scoreCardExport, { studentCode: 'S2026001' });
  expect(await looks()).toMatchObject([
    {
      user_name: 'clerk1',
      operation: 'export',
      resource: 'student',
      key: '学生信息.xlsx',
      looked: { filter: { studentNumber: '2026001' }, rows: 1, fields: [] },
      permission_code: 'studentInfo:exportExcel',
      traced: true,
    },
    { operation: 'export', resource: 'scoreCard', looked: { filter: { studentCode: 'S2026001' } } },
  ]);
  const { rows } = await admin.get(queryOperationLog, { operation: 'export', pageNo: 1, pageSize: 10 });
  expect(rows.map(({ resourceName }) => resourceName)).toEqual(['学生成绩', '学生信息']);
  const { fields: told } = await admin.get(operationLogDetail, { logId: rows[1]!.logId });
  expect(told).toMatchObject([
    { label: '完整的个人信息', after: '无' },
    { label: '条件', after: '学号：2026001' },
    { label: '行数', after: '1' },
  ]);
});

test('one that is made later is logged when it is made, in the name of whoever asked', async () => {
  const answer = await admin.call(exportSystemUsers, {});
  expect(answer.status).toBe(202);
  await expect.poll(async () => (await admin.get(queryExportJobs, {})).list.map(({ status }) => status)).toEqual(['2']);
  const [row, ...more] = await looks();
  expect(more).toEqual([]);
  expect(row).toMatchObject({ user_name: 'admin', operation: 'export', resource: 'systemUser', traced: true });
  expect(row.looked.rows).toBeGreaterThan(6);
});

test('what cannot be logged is not answered', async () => {
  await school.pool.query(`alter table base.operation_log add constraint full_disk check (looked is null)`);
  const look = await clerk.call(student.reveal!, asked);
  const taken = await clerk.call(student.operations.exportExcel, { studentNumber: '2026001' });
  expect([look.status, taken.status]).toEqual([500, 500]);
  expect(JSON.stringify(look)).not.toContain('13912345678');
  await school.pool.query('alter table base.operation_log drop constraint full_disk');
  expect((await clerk.call(student.reveal!, asked)).status).toBe(200);
});
