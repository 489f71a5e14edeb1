import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { defineCommand } from '@jwxt/contracts/kernel/command.ts';
import { permissionOf } from '@jwxt/contracts/kernel/operation.ts';
import { kickOutUsers } from '@jwxt/contracts/session/open-session.operations.ts';
import { kickOut } from '@jwxt/contracts/session/session.command.ts';
import { EventLogUnavailable } from '@jwxt/infra/runtime/event-log-errors.ts';
import { startTestApp, type TestApp } from '../testing/commands-app.ts';
import { person } from '../testing/person.ts';
import { applyOnce } from './applied-command.ts';
import { defineRoute, type CommandRoute } from './command-route.ts';

const echo = defineCommand(
  'test.echo',
  z.object({
    text: z.string().max(5, '最多 5 个字符'),
    count: z.number().int().min(1).max(9),
    rows: z.array(z.object({ name: z.string().min(1, '必填') })).default([]),
  }),
  z.unknown(),
);
const breaks = defineCommand('test.break', z.object({ how: z.enum(['fault', 'store', 'database']) }), z.unknown());
const routes: readonly CommandRoute[] = [
  defineRoute(kickOut, (_payload, context, { pool }) => applyOnce(pool, context, () => Promise.resolve({ ended: 0 }))),
  defineRoute(echo, (payload, context) =>
    Promise.resolve({ result: { payload, time: context.time, command: context.command }, position: null }),
  ),
  defineRoute(breaks, ({ how }) => {
    switch (how) {
      case 'fault':
        return Promise.reject(new Error('secret detail'));
      case 'store':
        return Promise.reject(new EventLogUnavailable('append', undefined));
      case 'database':
        return Promise.reject(Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }));
    }
  }),
];

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp({ routes, policies: [], now: () => new Date('2026-11-20T08:00:00.000Z') });
});
afterAll(async () => {
  await t.stop();
});

test('without a signature nothing is answered but health', async () => {
  expect((await t.app.http.inject({ method: 'POST', url: '/commands/test.echo', payload: {} })).statusCode).toBe(401);
  expect(
    (
      await t.app.http.inject({
        method: 'POST',
        url: '/commands/test.echo',
        headers: { authorization: 'Bearer wrong' },
        payload: {},
      })
    ).statusCode,
  ).toBe(401);
  expect((await t.app.http.inject({ url: '/health/live' })).statusCode).toBe(200);
  expect((await t.app.http.inject({ url: '/health/ready' })).json()).toEqual({ service: 'commands', ready: true });
  const ready = await t.ask('/health/ready');
  expect(ready.json()).toMatchObject({
    ready: true,
    checks: { database: { status: 'up' }, eventStore: { status: 'up' } },
  });
});

test('a payload against its schema is refused field by field, in Chinese', async () => {
  const outcome = await t.send('test.echo', { text: '超过五个字符', count: 'x', rows: [{ name: '好' }, { name: '' }] });
  expect(outcome).toMatchObject({
    status: 'refused',
    code: 'INVALID_INPUT',
    message: '数据校验未通过，请检查或请刷新后重试',
    fieldErrors: [
      { field: 'text', message: '最多 5 个字符' },
      { field: 'count' },
      { field: 'rows.1.name', message: '必填' },
    ],
  });
  const messages = outcome.status === 'refused' ? (outcome.fieldErrors?.map(({ message }) => message) ?? []) : [];
  for (const message of messages) expect(message).toMatch(/[一-鿿]/);
});

test('an unknown command and an envelope that is none are refused, never a fault', async () => {
  expect(await t.send('test.nothing', {})).toMatchObject({ code: 'COMMAND_UNKNOWN' });
  expect(await t.send('test.echo', {}, { commandId: '' })).toMatchObject({
    code: 'MALFORMED_REQUEST',
    fieldErrors: [{ field: 'commandId' }],
  });
});

test('faults are answered without their details, engines that are away as such', async () => {
  expect(await t.send('test.break', { how: 'fault' })).toEqual({
    status: 'refused',
    code: 'INTERNAL',
    message: '系统出现异常，请稍后再试；如仍有问题，请将追踪号告知管理员',
  });
  expect(await t.send('test.break', { how: 'store' })).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  expect(await t.send('test.break', { how: 'database' })).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
});

test("the time is the server's; another time is taken only where backdating is allowed", async () => {
  const at = '2026-03-01T00:00:00.000Z';
  const backdating = t.another({ allowBackdated: true });
  try {
    expect(await t.send('test.echo', { text: 'a', count: 1 }, { at })).toMatchObject({
      result: { time: '2026-11-20T08:00:00.000Z' },
    });
    expect(await t.send('test.echo', { text: 'a', count: 1 }, { at }, backdating)).toMatchObject({
      result: { time: at },
    });
    expect(await t.send('test.echo', { text: 'a', count: 1 }, { at: 'yesterday' }, backdating)).toMatchObject({
      code: 'MALFORMED_REQUEST',
    });
  } finally {
    await backdating.close();
  }
});

test('the fingerprint tells content and person apart, not the order of fields', async () => {
  const fingerprint = async (payload: object, userName = 'admin') => {
    const outcome = await t.send('test.echo', payload, { actor: person(userName), commandId: randomUUID() });
    return outcome.status === 'accepted' ? (outcome.result as { command: string }).command : null;
  };
  const first = await fingerprint({ text: 'a', count: 1 });
  expect(await fingerprint({ count: 1, text: 'a', rows: [] })).toBe(first);
  expect(await fingerprint({ text: 'a', count: 2 })).not.toBe(first);
  expect(await fingerprint({ text: 'a', count: 1 }, 'teacher1')).not.toBe(first);
});

test('who gets a permission may at once, who loses it or the account may not; what was accepted stays so', async () => {
  const { pool } = t.app.services;
  const permission = permissionOf(kickOutUsers);
  const kick = async (commandId: string = randomUUID()) => {
    const outcome = await t.sendForPerson(
      kickOut.name,
      { sessionIds: ['s'] },
      { commandId, actor: person('keeper'), permission },
    );
    return outcome.status === 'accepted' ? 'accepted' : outcome.code;
  };
  await pool.query(
    `insert into base.user_account (user_name, name, kind, password_hash) values ('keeper', '管理员', 'casual', '')`,
  );
  await pool.query(`insert into base.role (jsbh, jsmc, jslx) values ('K', '会话管理', 'casual')`);
  await pool.query(`insert into base.user_role (user_name, jsbh) values ('keeper', 'K')`);
  expect(await kick()).toBe('FORBIDDEN');
  await pool.query(`insert into base.role_permission (jsbh, qxbh) values ('K', $1)`, [permission]);
  const first = randomUUID();
  expect(await kick(first)).toBe('accepted');
  for (const [taken, back] of [
    [
      `delete from base.role_permission where jsbh = 'K'`,
      `insert into base.role_permission (jsbh, qxbh) values ('K', '${permission}')`,
    ],
    [`update base.user_account set sfqy = '0' where user_name = 'keeper'`, ''],
  ] as const) {
    await pool.query(taken);
    await expect.poll(() => kick()).toBe('FORBIDDEN');
    expect(await kick(first)).toBe('accepted');
    if (back !== '') await pool.query(back);
  }
});
