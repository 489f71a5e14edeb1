import { afterAll, beforeAll, expect, it } from 'vitest';
import { student } from '@jwxt/contracts/base-info/person.resource.ts';
import { noticeType } from '@jwxt/contracts/notice/notice-type.resource.ts';
import {
  exportOperationLog,
  operationLogDetail,
  queryOperationLog,
} from '@jwxt/contracts/system/operation-log.operations.ts';
import type { Browser } from '../testing/browser.ts';
import { startSchool, type School } from '../testing/school.ts';

let school: School;
let admin: Browser;
let office: Browser;
beforeAll(async () => {
  school = await startSchool({ services: true });
  [admin, office] = await Promise.all([school.browser('admin'), school.browser('office1')]);
});
afterAll(() => school.stop());

const page = { pageNo: 1, pageSize: 20 };

/* SYSADMIN-15 */
it('says who did what to which row, by which right; found by person, thing, key and time', async () => {
  const values = { noticeTypeName: '实验通知', needRead: '0', sortNum: 9, sfqy: '1' } as const;
  const { key } = await office.get(noticeType.operations.create, { commandId: crypto.randomUUID(), values });
  const version = String((await office.get(noticeType.operations.detail, { key }))['version']);
  const renamed = { ...values, noticeTypeName: '实验教学通知' };
  await office.get(noticeType.operations.update, { commandId: crypto.randomUUID(), key, version, values: renamed });

  const { rows, total } = await admin.get(queryOperationLog, { ...page, resource: 'noticeType', key });
  expect([total, rows.map(({ operationName }) => operationName)]).toEqual([2, ['修改', '新增']]);
  expect(rows[0]).toMatchObject({
    userName: 'office1',
    resourceName: '通知类型',
    permissionCode: 'noticeType:update',
    permissionName: '通知类型修改',
  });
  const detail = await admin.get(operationLogDetail, { logId: rows[0]!.logId });
  expect(detail.fields.filter(({ changed }) => changed)).toMatchObject([
    { label: '通知类型', before: '实验通知', after: '实验教学通知' },
  ]);
  const found = async (filter: object) => (await admin.get(queryOperationLog, { ...page, ...filter })).total;
  expect([
    await found({ userName: 'office1', resource: 'noticeType', operation: 'create' }),
    await found({ userName: 'admin', resource: 'noticeType', key }),
    await found({ resource: 'noticeType', key, endTime: '2020-01-01 00:00:00' }),
  ]).toEqual([1, 0, 0]);
});

it('personal values are not read in it; a resource is found by its own name', async () => {
  const { rows } = await school.pool.query<{ id: string }>(
    `insert into base.operation_log (at, user_name, name, operation, resource, key, before, after, command_id)
      values (now(), 'office1', '办公室', 'update', 'student', 'S-LOG',
        '{"mobile": "13800000000", "student_name": "甲"}',
        jsonb_build_object('mobile', '13900000000', 'student_name', '甲', 'remark', repeat('长', 5000)), 'x')
      returning id::text`,
  );
  const detail = await admin.get(operationLogDetail, { logId: rows[0]!.id });
  const hidden = '（个人信息，已隐藏）';
  const of = (field: string) => detail.fields.find((each) => each.field === field);
  expect(of('mobile')).toMatchObject({ label: '手机', before: hidden, after: hidden, changed: true });
  expect(of('student_name')).toMatchObject({ label: '姓名', before: '甲', after: '甲', changed: false });
  // What is very long is not sent whole.
  expect(of('remark')).toMatchObject({ before: '', after: `${'长'.repeat(1_000)}…`, changed: true });
  expect((await admin.get(queryOperationLog, { ...page, resource: student.name, key: 'S-LOG' })).total).toBe(1);
});

it('is taken away as a workbook, and kept from everybody else', async () => {
  expect(await admin.call(exportOperationLog, { resource: 'noticeType' })).toMatchObject({ status: 200 });
  expect(await admin.call(operationLogDetail, { logId: '999999999' })).toMatchObject({
    status: 404,
    code: 'NOT_FOUND',
  });
  const teacher = await school.browser('teacher1');
  expect(await teacher.call(queryOperationLog, page)).toMatchObject({ status: 403, code: 'FORBIDDEN' });
  expect(await teacher.call(exportOperationLog, {})).toMatchObject({ status: 403, code: 'FORBIDDEN' });
});
