import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operations } from '@jwxt/contracts/all-areas.ts';
import { campus } from '@jwxt/contracts/base-info/place.resource.ts';
import { API_ROOT, permissionOf } from '@jwxt/contracts/kernel/operation.ts';
import { createApiToken } from '@jwxt/contracts/session/api-token.operations.ts';
import { currentUser, login } from '@jwxt/contracts/session/session.operations.ts';
import { operationLogDetail, queryOperationLog } from '@jwxt/contracts/system/operation-log.operations.ts';
import { queryOperationSwitches, updateOperationSwitch } from '@jwxt/contracts/system/operation-switch.operations.ts';
import { findAllModule, findByFwbh } from '@jwxt/contracts/system/permission.operations.ts';
import type { Browser } from '../testing/browser.ts';
import { startSchool, type School } from '../testing/school.ts';

// SYSADMIN-17: every declared operation can be found, switched off with a notice, and on again.

let school: School;
let beside: Awaited<ReturnType<School['another']>>;
let admin: Browser;
/** Addresses whose bodies were read. */
const read: string[] = [];
beforeAll(async () => {
  school = await startSchool({ services: true });
  school.app.addHook('preParsing', async (asked) => void read.push(asked.url));
  beside = await school.another();
  admin = await school.browser('admin');
});
afterAll(async () => {
  await beside.close();
  await school.stop();
});

const NOTICE = '校区调整中，今晚 22:00 恢复';
const { query: campuses, create: newCampus } = campus.operations;
const update = (resourceId: string, sfqy: '0' | '1', notice = '') =>
  admin.call(updateOperationSwitch, { commandId: crypto.randomUUID(), resourceId, sfqy, notice });
const page = { pageNum: 1, pageSize: 200 };

describe('接口资源 (SYSADMIN-17)', () => {
  it('lists every operation as it is declared, by path, code, openness and state', async () => {
    const all = await admin.get(queryOperationSwitches, page);
    expect(all.total).toBe(operations.length);
    const found = await admin.get(queryOperationSwitches, { ...page, path: 'baseInfo/campus/query' });
    expect(found.list).toEqual([
      {
        resourceId: campuses.id,
        path: API_ROOT + campuses.path,
        method: campuses.method,
        operationName: campuses.summary,
        permissionCode: 'campus:query',
        isPublic: '0',
        sfqy: '1',
        notice: null,
        switchedBy: null,
        switchedTime: null,
        alwaysOn: null,
      },
    ]);
    const ids = async (filter: object) =>
      (await admin.get(queryOperationSwitches, { ...page, ...filter })).list.map(({ resourceId }) => resourceId);
    expect((await ids({ permissionCode: 'apitoken:REVOKE' })).toSorted()).toEqual(
      operations.filter((one) => permissionOf(one) === 'apiToken:revoke').map(({ id }) => id),
    );
    expect(await ids({ path: '接口令牌调用' })).toEqual(['apiToken.calls']);
    expect((await ids({ isPublic: '1' })).toSorted()).toEqual(
      operations
        .filter(({ access }) => 'public' in access)
        .map(({ id }) => id)
        .toSorted(),
    );
    expect(await ids({ sfqy: '0' })).toEqual([]);
  });

  it('every gateway refuses one that is off with its notice, to programs too, before a body is read', async () => {
    const office = await school.browser('office1');
    const { token } = await office.get(createApiToken, {
      commandId: crypto.randomUUID(),
      name: '校园地图',
      owner: 'office1',
      permissions: ['campus:create'],
      units: [],
      addresses: [],
      expiresOn: new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10),
    });
    const other = beside.browser();
    await other.login('office1');
    const values = { xqdm: 'N', xqmc: '北校区', xqjc: null, xqdz: null, yzbm: null, lxdh: null, pxh: 3 };
    const asked = { commandId: crypto.randomUUID(), values };
    const blank = { ...asked, values: { ...values, xqmc: '' } };
    expect((await other.call(newCampus, blank)).code).toBe('INVALID_INPUT');

    expect(await update(newCampus.id, '0', NOTICE)).toMatchObject({ code: '200' });
    read.length = 0;
    const refused = {
      status: 503,
      code: 'OPERATION_OFF',
      message: `“校区新增”已暂停使用：${NOTICE}`,
      traceId: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
    };
    expect(await office.call(newCampus, asked)).toMatchObject(refused);
    await expect.poll(() => other.call(newCampus, asked)).toMatchObject(refused);
    const program = await school.app.inject({
      method: 'POST',
      url: API_ROOT + newCampus.path,
      headers: { authorization: `Bearer ${token}` },
      payload: asked,
    });
    expect([program.statusCode, program.json<{ code: string }>().code]).toEqual([503, 'OPERATION_OFF']);
    expect(read).toEqual([]);
    // Who may not do it is told no more than before, and its neighbours go on.
    expect((await (await school.browser('auditor1')).call(newCampus, asked)).code).toBe('FORBIDDEN');
    expect((await office.call(campuses, {})).code).toBe('200');

    const { list } = await admin.get(queryOperationSwitches, { ...page, sfqy: '0' });
    expect(list).toMatchObject([{ resourceId: newCampus.id, sfqy: '0', notice: NOTICE, switchedBy: '管理员' }]);
    expect(await update(newCampus.id, '1')).toMatchObject({ code: '200' });
    expect((await office.call(newCampus, blank)).code).toBe('INVALID_INPUT');
    await expect.poll(async () => (await other.call(newCampus, blank)).code).toBe('INVALID_INPUT');

    const { rows } = await admin.get(queryOperationLog, { pageNo: 1, pageSize: 10, resource: 'resources' });
    expect(rows).toMatchObject([
      { operationName: '启用', resourceName: '接口资源', key: newCampus.id, userName: 'admin' },
      { operationName: '停用', resourceName: '接口资源', key: newCampus.id, userName: 'admin' },
    ]);
    const { fields } = await admin.get(operationLogDetail, { logId: rows[1]?.logId ?? '' });
    expect(fields.filter(({ changed }) => changed)).toMatchObject([
      { field: 'sfqy', before: '1', after: '0' },
      { field: 'notice', before: '', after: NOTICE },
    ]);
  });

  it('asks for a notice and for the right, and knows what it is asked for', async () => {
    expect(await update(campuses.id, '0', ' ')).toMatchObject({
      code: 'INVALID_INPUT',
      fieldErrors: [{ field: 'notice', message: '请输入停用说明' }],
    });
    expect((await update('campus.nothing', '0', NOTICE)).code).toBe('NOT_FOUND');
    const office = await school.browser('office1');
    expect(
      (
        await office.call(updateOperationSwitch, {
          commandId: crypto.randomUUID(),
          resourceId: campuses.id,
          sfqy: '0',
          notice: NOTICE,
        })
      ).code,
    ).toBe('FORBIDDEN');
  });

  it('what switching on needs cannot be switched off: with all the rest off, it still goes', async () => {
    for (const { id } of [login, currentUser, queryOperationSwitches, updateOperationSwitch])
      expect((await update(id, '0', NOTICE)).code, id).toBe('OPERATION_ALWAYS_ON');
    expect((await update(login.id, '0', NOTICE)).message).toBe('“登录”不能停用：没有它无法登录');
    await school.pool.query(
      `insert into base.operation_off select id, '全面维护', 'admin', now() from unnest($1::text[]) as id`,
      [operations.map(({ id }) => id)],
    );
    try {
      await expect.poll(async () => (await admin.call(campuses, {})).code).toBe('OPERATION_OFF');
      const later = await school.browser('admin');
      expect((await later.get(currentUser, {})).permissions).toContain('resources:update');
      await later.get(findAllModule, {});
      await later.get(findByFwbh, { fwbh: 'systemManage' });
      const { list } = await later.get(queryOperationSwitches, { ...page, path: '/campus/query' });
      expect(list).toMatchObject([{ resourceId: campuses.id, sfqy: '0' }]);
      expect((await update(campuses.id, '1')).code).toBe('200');
      expect((await admin.call(campuses, {})).code).toBe('200');
    } finally {
      await school.pool.query('delete from base.operation_off');
    }
  });
});
