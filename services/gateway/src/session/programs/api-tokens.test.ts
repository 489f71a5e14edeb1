import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operations } from '@jwxt/contracts/all-areas.ts';
import { student } from '@jwxt/contracts/base-info/person.resource.ts';
import { campus } from '@jwxt/contracts/base-info/place.resource.ts';
import { API_ROOT, permissionOf, type Operation } from '@jwxt/contracts/kernel/operation.ts';
import { SESSION_COOKIE } from '@jwxt/contracts/kernel/transport.ts';
import {
  createApiToken,
  queryApiCalls,
  queryApiTokens,
  revokeApiToken,
} from '@jwxt/contracts/session/api-token.operations.ts';
import { issueTempLogin } from '@jwxt/contracts/session/open-session.operations.ts';
import type { Browser } from '../../testing/browser.ts';
import { startSchool, type School } from '../../testing/school.ts';

let school: School;
let office: Browser;
beforeAll(async () => {
  school = await startSchool({ services: true, settings: { rateLimits: { perCaller: 10_000, signIns: 1_000 } } });
  office = await school.browser('office1');
});
afterAll(() => school.stop());

const id = (): string => crypto.randomUUID();
const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const wanted = {
  name: '人事系统',
  owner: 'clerk1',
  permissions: ['studentInfo:query', 'studentInfo:exportExcel', 'campus:create', 'campus:query'],
  units: [] as string[],
  addresses: [] as string[],
  expiresOn: inDays(30),
};
const make = (more: Partial<typeof wanted> = {}, by = office) =>
  by.get(createApiToken, { commandId: id(), ...wanted, ...more });
/** Calls as a program does: no cookie, no csrf value, no `_t`. */
const call = async (
  token: string,
  { method, path }: Pick<Operation, 'method' | 'path'>,
  input: Record<string, unknown> = {},
  headers: Record<string, string> = {},
) => {
  const query = method === 'GET' ? `?${new URLSearchParams(input as Record<string, string>).toString()}` : '';
  const answer = await school.app.inject({
    method,
    url: API_ROOT + path.replace(/\{\w+\}/g, 'x') + query,
    headers: { authorization: `Bearer ${token}`, ...headers },
    ...(method === 'POST' ? { payload: input } : {}),
  });
  const body = answer.headers['content-type']?.toString().startsWith('application/json')
    ? answer.json<{ code: string; message: string; traceId?: string; data: Record<string, unknown> }>()
    : null;
  return { status: answer.statusCode, code: body?.code, message: body?.message, traceId: body?.traceId, body, answer };
};
const rows = (body: { data: Record<string, unknown> } | null) => body?.data['rows'] as Record<string, unknown>[];

describe('a program with a token', () => {
  it('reads, writes and exports without session, csrf and time; logs name it, and who made its token', async () => {
    const { token, userName, tokenId } = await make();
    expect(userName).toMatch(/^program:[0-9a-f]{8}$/);
    const read = await call(token, student.operations.query, { pageSize: '50' });
    expect(read).toMatchObject({ status: 200, code: '200' });
    expect(rows(read.body).length).toBeGreaterThan(1);

    const values = { xqdm: 'N', xqmc: '北校区', yzbm: '100871', pxh: 3, sfqy: '1' };
    const command = { commandId: id(), values };
    const written = await call(token, campus.operations.create, command);
    expect(written).toMatchObject({ status: 200, code: '200' });
    // The same command again changes nothing a second time.
    expect(await call(token, campus.operations.create, command)).toMatchObject({ status: 200, code: '200' });
    const log = await school.pool.query(
      `select user_name, name, sign_in_way, sign_in_issued_by from base.operation_log
        where resource = 'campus' and key = 'N'`,
    );
    expect(log.rows).toEqual([
      { user_name: userName, name: '人事系统', sign_in_way: '4', sign_in_issued_by: 'office1' },
    ]);

    const file = await call(token, student.operations.exportExcel, {});
    expect(file.answer.headers['content-disposition']).toContain('attachment');
    expect(await call(token, campus.operations.create, { commandId: id(), values: {} })).toMatchObject({
      status: 400,
      code: 'INVALID_INPUT',
    });

    // What was answered is kept after the answer.
    const calls = async () => (await office.get(queryApiCalls, { tokenId })).list;
    await expect
      .poll(async () => (await calls()).map(({ operation, status }) => `${operation} ${String(status)}`).toSorted())
      .toEqual([
        'campus.create 200',
        'campus.create 200',
        'campus.create 400',
        'studentInfo.exportExcel 200',
        'studentInfo.query 200',
      ]);
    expect((await calls()).find(({ status }) => status === 400)).toMatchObject({
      clientAddress: '127.0.0.1',
      operationName: '校区新增',
    });
    const { list } = await office.get(queryApiTokens, { name: '人事' });
    expect(list[0]).toMatchObject({ tokenId, ownerName: '孙教务', status: '1', lastAddress: '127.0.0.1' });
    expect(JSON.stringify(list)).not.toContain(token);
    const kept = await school.pool.query('select row_to_json(token)::text as row from base.api_token token');
    expect(JSON.stringify(kept.rows)).not.toContain(token);
  });

  it('may call nothing that its token does not list, whatever it is', async () => {
    const { token } = await make({ permissions: ['campus:query'] });
    const others = operations.filter((operation) => permissionOf(operation) !== 'campus:query');
    const answers = await Promise.all(
      others
        .filter(({ programs }) => programs === undefined)
        .map(async (operation) => {
          const { status, code, traceId } = await call(token, operation);
          return [operation.id, status, code, traceId !== undefined];
        }),
    );
    expect(answers.length).toBeGreaterThan(300);
    expect(
      answers.filter(([, status, code, traced]) => !(status === 403 && String(code).startsWith('TOKEN_') && traced)),
    ).toEqual([]);
    expect(await call(token, student.operations.query)).toMatchObject({
      code: 'TOKEN_RIGHTS',
      message: '接口令牌没有“学生信息查询”的权限（studentInfo:query）',
    });
  });

  it('sees the units of its token, and what its creator may, at every call', async () => {
    const { token } = await make({ units: ['101'] });
    const seen = async () =>
      new Set(
        rows((await call(token, student.operations.query, { pageSize: '50' })).body).map((row) => row['departmentId']),
      );
    expect([...(await seen())]).toEqual(['101']);
    await school.pool.query(`delete from base.role_permission where jsbh = '02' and qxbh = 'studentInfo:query'`);
    try {
      await expect.poll(async () => (await call(token, student.operations.query)).code).toBe('TOKEN_RIGHTS');
    } finally {
      await school.pool.query(`insert into base.role_permission (jsbh, qxbh) values ('02', 'studentInfo:query')`);
    }
    await expect.poll(async () => (await call(token, student.operations.query)).code).toBe('200');
    await school.pool.query(`update base.user_account set sfqy = '0' where user_name = 'office1'`);
    try {
      await expect.poll(async () => (await call(token, student.operations.query)).code).toBe('TOKEN_CREATOR_GONE');
    } finally {
      await school.pool.query(`update base.user_account set sfqy = '1' where user_name = 'office1'`);
    }
  });
});

describe('a token opens nothing', () => {
  it('when it is revoked, expired, unknown, used from elsewhere, or shown beside a session', async () => {
    const [revoked, elsewhere] = [await make(), await make({ addresses: ['10.1.0.0/16'] })];
    expect(await call(revoked.token, campus.operations.query)).toMatchObject({ code: '200' });
    const revoke = { commandId: id(), tokenId: revoked.tokenId, reason: '程序停用' };
    expect(await office.get(revokeApiToken, revoke)).toEqual({ name: '人事系统' });
    expect(await office.call(revokeApiToken, { ...revoke, commandId: id() })).toMatchObject({ code: 'TOKEN_ENDED' });
    await expect
      .poll(() => call(revoked.token, campus.operations.query))
      .toMatchObject({ status: 401, code: 'TOKEN_REVOKED', message: '接口令牌“人事系统”已撤销' });
    expect(await call(elsewhere.token, campus.operations.query)).toMatchObject({
      status: 403,
      code: 'TOKEN_ADDRESS',
      message: '接口令牌“人事系统”不能从 127.0.0.1 使用',
    });
    for (const token of ['jwxt_nothing', 'nothing', revoked.token.slice(0, -1)])
      expect(await call(token, campus.operations.query)).toMatchObject({ status: 401, code: 'TOKEN_UNKNOWN' });
    const cookie = `${SESSION_COOKIE}=${office.cookies.get(SESSION_COOKIE) ?? ''}`;
    expect(await call(revoked.token, campus.operations.query, {}, { cookie })).toMatchObject({
      status: 400,
      code: 'TOKEN_AND_SESSION',
    });

    const { token } = await make({ expiresOn: inDays(1) });
    expect(await call(token, campus.operations.query)).toMatchObject({ code: '200' });
    school.advanceClock(3 * 86_400_000);
    expect(await call(token, campus.operations.query)).toMatchObject({ status: 401, code: 'TOKEN_EXPIRED' });
    school.advanceClock(-3 * 86_400_000);
  });

  it('in a page of another site, and under a wrong permission header', async () => {
    const { token } = await make();
    expect(
      await call(token, campus.operations.create, { commandId: id() }, { origin: 'https://evil.example' }),
    ).toMatchObject({ code: 'CSRF_REFUSED' });
    expect(await call(token, campus.operations.query, {}, { permission: 'teacher:query' })).toMatchObject({
      code: 'FORBIDDEN',
    });
  });
});

describe('making a token', () => {
  it.each([
    ['permissions', { permissions: ['readModel:rebuild'] }, '您没有这些权限，或不能授予程序：readModel:rebuild'],
    ['permissions', { permissions: ['apiToken:create'] }, '您没有这些权限，或不能授予程序：apiToken:create'],
    ['permissions', { permissions: [] }, '请选择权限'],
    ['owner', { owner: 'noone' }, '没有这个账号，或账号已停用'],
    ['units', { units: ['999'] }, '没有这些单位：999'],
    ['addresses.0', { addresses: ['10.1.2'] }, '应为 IP 地址或网段，例如 10.1.2.3 或 10.1.0.0/16'],
    ['expiresOn', { expiresOn: inDays(400) }, '有效期最长一年'],
    ['expiresOn', { expiresOn: inDays(-2) }, '到期日期应晚于今天'],
  ])('refuses a wrong field %s %j', async (field, more, message) => {
    expect((await office.call(createApiToken, { commandId: id(), ...wanted, ...more })).fieldErrors).toEqual([
      { field, message },
    ]);
  });

  it('is for who holds the permission, not for a temporary link; a repeated command is one token', async () => {
    const clerk = await school.browser('clerk1');
    expect(await clerk.call(createApiToken, { commandId: id(), ...wanted })).toMatchObject({ code: 'FORBIDDEN' });
    const admin = await school.browser('admin');
    const { path } = await admin.get(issueTempLogin, { commandId: id(), userName: 'office1', reason: '排查问题' });
    const guest = await school.browser();
    await guest.loginByLink(path.split('token=')[1] ?? '');
    expect(await guest.call(createApiToken, { commandId: id(), ...wanted })).toMatchObject({
      code: 'TEMP_LOGIN_LOOKS',
    });
    const commandId = id();
    const [first, again] = [
      await office.get(createApiToken, { commandId, ...wanted }),
      await office.get(createApiToken, { commandId, ...wanted }),
    ];
    expect(again).toEqual(first);
  });
});
