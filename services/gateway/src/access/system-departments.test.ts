import { afterAll, beforeAll, expect, test } from 'vitest';
import { querySystemDepartments, systemDepartmentTree } from '@jwxt/contracts/access/system-department.operations.ts';
import { department } from '@jwxt/contracts/base-info/department.resource.ts';
import type { Browser } from '../testing/browser.ts';
import { startSchool, type School } from '../testing/school.ts';

let school: School;
let admin: Browser;
beforeAll(async () => {
  school = await startSchool({ services: true });
  admin = await school.browser('admin');
});
afterAll(() => school.stop());

test('SYSADMIN-21: the administrator keeps units, which are those of base data, and sees their accounts', async () => {
  const tree = await admin.get(systemDepartmentTree, {});
  expect(tree.map(({ dwh, child }) => [dwh, child.map((below) => below.dwh)])).toEqual([
    ['10', []],
    ['101', ['1011']],
    ['102', []],
  ]);
  const before = tree.find(({ dwh }) => dwh === '101')!.userNum;
  expect(before).toBeGreaterThan(0);

  const values = {
    dwh: '1012',
    ywbm: '1012',
    dwmc: '网络系',
    dwjc: null,
    dwywmc: null,
    lsdwh: '101',
    dwlbm: '1',
    dwfzrh: null,
    sfjxdw: '1',
    sfkkdw: '1',
    jlrq: null,
    sxrq: null,
    pxh: 5,
    sfqy: '1',
  } as const;
  const create = { commandId: crypto.randomUUID(), values };
  expect(await admin.call(department.operations.create, create)).toMatchObject({ code: '200' });
  const asked = { pageNo: 1, pageSize: 50 };
  const found = await admin.get(querySystemDepartments, { ...asked, dwmc: '网络' });
  expect(found).toMatchObject({ total: 1, rows: [{ dwh: '1012', lsdwmc: '计算机学院', userNum: 0, sfqy: '1' }] });

  // Stopped in one place, it is stopped in the other.
  const office = await school.browser('office1');
  const row = await office.get(department.operations.detail, { key: '1012' });
  await office.get(department.operations.update, {
    commandId: crypto.randomUUID(),
    key: '1012',
    version: row.version,
    values: { ...values, sfqy: '0' },
  });
  expect((await admin.get(querySystemDepartments, { ...asked, sfqy: '0' })).rows.map(({ dwh }) => dwh)).toEqual([
    '1012',
  ]);
  expect((await admin.call(department.operations.exportExcel, {})).status).toBe(200);
  expect(await office.call(querySystemDepartments, asked)).toMatchObject({ code: 'FORBIDDEN' });
});
