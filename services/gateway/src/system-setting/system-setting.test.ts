import { afterAll, beforeAll, expect, it } from 'vitest';
import { appSetting } from '@jwxt/contracts/home/app-setting.resource.ts';
import { menusOfUser } from '@jwxt/contracts/home/menu.operations.ts';
import { noticeType } from '@jwxt/contracts/notice/notice-type.resource.ts';
import { noticeTypeList } from '@jwxt/contracts/notice/publishing.operations.ts';
import { parameterByCode, systemSet } from '@jwxt/contracts/session/appearance.operations.ts';
import { generateCode, releaseCodeOperation } from '@jwxt/contracts/system-setting/code-reservation.operations.ts';
import { codeRule } from '@jwxt/contracts/system-setting/code-rule.resource.ts';
import { serviceDomain } from '@jwxt/contracts/system-setting/service-domain.resource.ts';
import { systemParameter } from '@jwxt/contracts/system-setting/system-parameter.resource.ts';
import type { Resource } from '@jwxt/contracts/kernel/resource.ts';
import type { WireRow } from '@jwxt/contracts/kernel/resource-field.ts';
import type { Browser } from '../testing/browser.ts';
import { startSchool, type School } from '../testing/school.ts';

let school: School;
let admin: Browser;
let office: Browser;
let teacher: Browser;
beforeAll(async () => {
  school = await startSchool({ services: true });
  [admin, office, teacher] = (await Promise.all(
    ['admin', 'office1', 'teacher1'].map((userName) => school.browser(userName)),
  )) as [Browser, Browser, Browser];
});
afterAll(() => school.stop());

const id = (): string => crypto.randomUUID();
/** Changes some values of a row, as its page does. */
async function change(who: Browser, { operations, fields }: Resource, key: string, values: WireRow) {
  const row = await who.get(operations.detail, { key });
  const known = Object.fromEntries(Object.keys(fields).map((name) => [name, row[name]]));
  return await who.call(operations.update, {
    commandId: id(),
    key,
    version: String(row['version']),
    values: { ...known, ...values },
  });
}
const create = (who: Browser, { operations }: Resource, values: WireRow) =>
  who.call(operations.create, { commandId: id(), values });

it('SYSADMIN-03: a parameter is set by its kind and shows at once; the office reads, others see nothing', async () => {
  const { rows } = await admin.get(systemParameter.operations.query, { pageNo: 1, pageSize: 200 });
  expect(rows.map(({ groupName }) => groupName)).toContain('登录页与外观');
  expect(await change(admin, systemParameter, 'zxx', { paraValue: '求真' })).toMatchObject({ code: '200' });
  expect(await (await school.browser()).get(systemSet, {})).toMatchObject({ zxx: '求真' });
  expect(await change(admin, systemParameter, 'dlybj', { paraValue: 'https://evil.example/x.png' })).toMatchObject({
    fieldErrors: [{ field: 'values.paraValue', message: '应为 PNG、JPEG、WebP、GIF 或 SVG 图片' }],
  });
  expect(await change(office, systemParameter, 'zxx', { paraValue: '求实' })).toMatchObject({ code: 'FORBIDDEN' });
  expect(await teacher.call(systemParameter.operations.query, {})).toMatchObject({ code: 'FORBIDDEN' });
});

it('SYSADMIN-03: without a session only public parameters answer, those of a school by its own choice', async () => {
  const stranger = await school.browser();
  const values = { paraValue: 'x', paraType: '1', paraOptions: [], groupName: '其他', sortNum: 1 };
  await create(admin, systemParameter, { ...values, paramCode: 'OWN_1', paraName: '公开的', isPublic: '1' });
  await create(admin, systemParameter, { ...values, paramCode: 'OWN_2', paraName: '不公开的', isPublic: '0' });
  expect(await stranger.get(parameterByCode, { paramCode: 'OWN_1' })).toMatchObject({ paraValue: 'x' });
  expect(await stranger.call(parameterByCode, { paramCode: 'OWN_2' })).toMatchObject({ status: 401 });
  expect(await stranger.call(parameterByCode, { paramCode: 'CJ_JGX' })).toMatchObject({ status: 401 });
});

it('SYSADMIN-02: a tile is made, shown to people, and keeps to the layout', async () => {
  const tile = {
    menuId: '50',
    menuName: '图书馆',
    menuType: '2',
    url: 'https://lib.example.edu.cn',
    iconContent: 'books',
    moduleId: null,
    menuCatagoryId: '3',
    dataStatus: 'SHOW',
    sortNum: 9,
  };
  expect(await create(admin, appSetting, { ...tile, url: 'javascript:alert(1)' })).toMatchObject({
    fieldErrors: [{ field: 'values.url', message: '应以 https://、http:// 或 / 开头' }],
  });
  expect(await create(admin, appSetting, { ...tile, menuCatagoryId: null })).toMatchObject({
    fieldErrors: [{ field: 'values.menuCatagoryId', message: '显示的应用应放在一个分类里' }],
  });
  expect(await create(admin, appSetting, tile)).toMatchObject({ code: '200' });
  const names = async () =>
    (await teacher.get(menusOfUser, { userName: 'teacher1' })).list.flatMap(({ menuList }) =>
      menuList.map(({ menuName }) => menuName),
    );
  expect(await names()).toContain('图书馆');
  expect(await change(admin, appSetting, '50', { dataStatus: 'HIDDEN' })).toMatchObject({ code: '200' });
  expect(await names()).not.toContain('图书馆');
  expect(await create(office, appSetting, { ...tile, menuId: '51' })).toMatchObject({ code: 'FORBIDDEN' });
});

it('SYSADMIN-04: a kind of notices is offered to who writes one until it is stopped; a used one stays', async () => {
  const offered = async () => (await office.get(noticeTypeList, {})).list.map(({ noticeTypeName }) => noticeTypeName);
  const made = await create(office, noticeType, { noticeTypeName: '竞赛通知', needRead: '1', sortNum: 9, sfqy: '1' });
  const { key } = made.data as { key: string };
  expect(await offered()).toContain('竞赛通知');
  expect(await create(office, noticeType, { noticeTypeName: '竞赛通知', needRead: '0', sortNum: 1 })).toMatchObject({
    fieldErrors: [{ field: 'values.noticeTypeName', message: '通知类型已存在' }],
  });
  await change(office, noticeType, key, { sfqy: '0' });
  expect(await offered()).not.toContain('竞赛通知');
  await school.pool.query(
    `insert into base.notice (notice_id, notice_name, notice_type_id, content, audience, create_user, create_name,
        create_time, edit_time) values ('N1', '通知', $1, '', '{}', 'office1', '教务', now(), now())`,
    [key],
  );
  expect(await office.call(noticeType.operations.delete, { commandId: id(), key })).toMatchObject({
    code: 'RESOURCE_IN_USE',
    message: '“竞赛通知”正在使用：通知公告 1 条，不能删除',
  });
});

it('SYSADMIN-16: a service domain holds modules, each once', async () => {
  const domain = { bh: '90', mc: '教学建设', sortNum: 90, sfqy: '1' };
  expect(
    await create(admin, serviceDomain, { ...domain, servingList: [{ route: 'guide' }, { route: 'guide' }] }),
  ).toMatchObject({ fieldErrors: [{ field: 'values.servingList.1.route', message: '模块重复' }] });
  await create(admin, serviceDomain, { ...domain, servingList: [{ route: 'guide' }, { route: 'project' }] });
  expect(await admin.get(serviceDomain.operations.detail, { key: '90' })).toMatchObject({
    servingList: [{ route: 'guide' }, { route: 'project' }],
  });
  expect(await office.call(serviceDomain.operations.query, {})).toMatchObject({ code: 'FORBIDDEN' });
});

it('SYSADMIN-07: numbers are made by the rule, kept, given back; each change of a rule is a version', async () => {
  const { rows } = await office.get(codeRule.operations.query, { pageNo: 1, pageSize: 20 });
  expect(rows[0]).toMatchObject({ ruleName: '课程编号', objectName: '课程', ruleVersion: 1, sample: 'XXX00001' });
  const made = await office.call(generateCode, { commandId: id(), objectType: '1', values: { kkxy: '101' } });
  expect(made).toMatchObject({ message: '课程编码生成成功', data: { code: '10100001' } });
  const given = await office.call(releaseCodeOperation, { commandId: id(), objectType: '1', code: '10100001' });
  expect(given).toMatchObject({ message: '取消占位成功' });
  const segments = [
    { type: 'fixed', value: 'KC', length: null },
    { type: 'serial', value: null, length: 4 },
  ];
  expect(await change(office, codeRule, 'course', { segments })).toMatchObject({ code: '200' });
  expect(await office.get(codeRule.operations.detail, { key: 'course' })).toMatchObject({
    ruleVersion: 2,
    sample: 'KC0001',
  });
  const next = await office.call(generateCode, { commandId: id(), objectType: '1', values: {} });
  expect(next).toMatchObject({ data: { code: 'KC0001' } });
  expect(await teacher.call(generateCode, { commandId: id(), objectType: '1' })).toMatchObject({ code: 'FORBIDDEN' });
});
