import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { READ_MODEL_REQUEST_CHANNEL } from '@jwxt/contracts/kernel/push.ts';
import { createCommandSender } from '@jwxt/infra/base-data/command-sender.ts';
import { listen } from '@jwxt/infra/runtime/postgres.ts';
import { isPassword } from '../kernel/password-hash.ts';
import { startTestApp, type TestApp } from '../testing/commands-app.ts';
import { person } from '../testing/person.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp({ policies: [] });
  await t.accept('reference.load', {
    resource: 'userAccount',
    rows: [{ userName: 'teacher1', name: '张老师', kind: 'casual', password: 'Jwxt@2026' }],
  });
  await query(`insert into projection.read_model (name, generation, version, status, schema_name, started_at,
      updated_at)
    values ('approval-list', 1, 1, 'serving', 'rm_approval_list', now(), now()),
      ('score-sheet', 1, 1, 'serving', 'rm_score_sheet', now(), now())`);
});
afterAll(async () => {
  await t.stop();
});

const query = async (sql: string) => (await t.app.services.pool.query<Record<string, unknown>>(sql)).rows;
const change = (oldPassword: string, newPassword: string, more: object = {}) =>
  t.send('user.changePassword', { oldPassword, newPassword }, { actor: person('teacher1'), ...more });

test.each([
  ['SESSION-34', '', 'Abcdef1', 'oldPassword', '请输入原密码！'],
  ['SESSION-35', 'Jwxt@2026', '', 'newPassword', '请输入新密码！'],
  ['SESSION-37', 'Jwxt@2026', 'Abcd1', 'newPassword', '必须包含一个大写，一个小写字母，且长度为6到16位'],
  ['SESSION-37', 'Jwxt@2026', 'Abcdefghijklmnop1', 'newPassword', '必须包含一个大写，一个小写字母，且长度为6到16位'],
  [
    'SESSION-38',
    'Jwxt@2026',
    'Abcdef$1',
    'newPassword',
    '必须包含一个大写，一个小写字母，且长度为6到16位；不能使用“$”，符号只能用 ~!@&%#_',
  ],
  ['SESSION-39', 'Jwxt@2026', 'abcdef1', 'newPassword', '必须包含一个大写，一个小写字母，且长度为6到16位'],
  [
    'SESSION-38',
    'Jwxt@2026',
    'New-4-Pass',
    'newPassword',
    '必须包含一个大写，一个小写字母，且长度为6到16位；不能使用“-”，符号只能用 ~!@&%#_',
  ],
  ['the same again', 'Jwxt@2026', 'Jwxt@2026', 'newPassword', '新密码不能与原密码相同'],
])('%s: from “%s” to “%s” is refused under its field', async (_id, oldPassword, newPassword, field, message) => {
  expect(await change(oldPassword, newPassword)).toMatchObject({
    code: 'INVALID_INPUT',
    fieldErrors: [{ field, message }],
  });
});

test('a wrong old password is refused; the right one changes it, once, and the log shows neither', async () => {
  expect(await change('wrong', 'Abcdef~1')).toMatchObject({
    code: 'PASSWORD_WRONG',
    message: '原密码错误，请重新输入',
  });
  const commandId = randomUUID();
  expect(await change('Jwxt@2026', 'Abcdef~1', { commandId })).toMatchObject({
    status: 'accepted',
    result: { userName: 'teacher1' },
  });
  expect(await change('Jwxt@2026', 'Abcdef~1', { commandId })).toMatchObject({ status: 'accepted' });
  const [account] = await query(`select password_hash from base.user_account where user_name = 'teacher1'`);
  expect(await isPassword(String(account?.password_hash), 'Abcdef~1')).toBe(true);
  const log = await query(`select * from base.operation_log where operation = 'changePassword'`);
  expect(log).toHaveLength(1);
  expect(JSON.stringify(log)).not.toMatch(/Abcdef|argon2/);
});

test('a rebuild is asked for once and the workers are told; a second and an unknown model are refused', async () => {
  const told: string[] = [];
  const listener = await listen(t.database.url, READ_MODEL_REQUEST_CHANNEL, {
    onNotification: (payload) => told.push(payload),
  });
  try {
    expect(await t.send('readModel.rebuild', { names: ['approval-list', 'nothing'] })).toMatchObject({
      code: 'READ_MODEL_UNKNOWN',
      message: '读模型“nothing”不存在',
    });
    expect(await query('select * from projection.request')).toEqual([]);
    expect(await t.send('readModel.rebuild', { names: ['approval-list'] })).toMatchObject({
      result: { names: ['approval-list'] },
    });
    expect(await t.send('readModel.rebuild', { names: ['approval-list'] })).toMatchObject({
      code: 'REBUILD_RUNNING',
      message: '读模型“审批列表”正在重建，请等待完成或先取消',
    });
    await expect.poll(() => told).toEqual(['approval-list']);
    expect(await query('select name, kind, requested_by from projection.request')).toEqual([
      { name: 'approval-list', kind: 'rebuild', requested_by: 'admin' },
    ]);
    expect(await query(`select key, user_name from base.operation_log where operation = 'rebuild'`)).toEqual([
      { key: 'approval-list', user_name: 'admin' },
    ]);
  } finally {
    await listener.close();
  }
});

test('a cancel withdraws a rebuild not begun, asks the worker of a running one, is refused without one', async () => {
  expect(await t.send('readModel.cancel', { names: ['approval-list'] })).toMatchObject({ status: 'accepted' });
  expect(await query('select * from projection.request')).toEqual([]);
  expect(await t.send('readModel.cancel', { names: ['approval-list'] })).toMatchObject({
    code: 'REBUILD_NOT_RUNNING',
    message: expect.stringContaining('审批列表') as unknown,
  });
  await query(
    `insert into projection.read_model (name, generation, version, status, schema_name, started_at, updated_at)
      values ('score-sheet', 2, 1, 'building', 'rm_score_sheet__g2', now(), now())`,
  );
  expect(await t.send('readModel.rebuild', { names: ['score-sheet'] })).toMatchObject({ code: 'REBUILD_RUNNING' });
  // Of several, one is being rebuilt already.
  expect(await t.send('readModel.rebuild', { names: ['approval-list', 'score-sheet'] })).toMatchObject({
    status: 'accepted',
    result: { names: ['approval-list'] },
  });
  expect(await t.send('readModel.cancel', { names: ['approval-list'] })).toMatchObject({ status: 'accepted' });
  // Of several, one has ended by itself meanwhile.
  expect(await t.send('readModel.cancel', { names: ['approval-list', 'score-sheet'] })).toMatchObject({
    status: 'accepted',
    result: { names: ['score-sheet'] },
  });
  expect(await query('select name, kind from projection.request')).toEqual([{ name: 'score-sheet', kind: 'cancel' }]);
});

test('a replay asks the workers of read models with parked events, once', async () => {
  await query(`insert into projection.parked (name, generation, stream, revision, event_type, commit_position,
      prepare_position, reason, at)
    values ('approval-list', 1, 'application-1', 0, 'ApplicationSubmitted', 1, 1, 'x', now()),
      ('approval-list', 1, 'application-1', 1, 'NodePassed', 2, 2, 'x', now())`);
  expect(await t.send('system.replayParked', {})).toMatchObject({
    result: { replayed: 0, remaining: 0, readModels: ['approval-list'] },
  });
  expect(await t.send('system.replayParked', {})).toMatchObject({ result: { readModels: [] } });
  expect(await query(`select name from projection.request where kind = 'replay'`)).toEqual([{ name: 'approval-list' }]);
});

test('the list of accounts loaded again keeps the passwords that people have changed, and says whose', async () => {
  const account = (userName: string, password: string, name = '王老师') => ({
    userName,
    name,
    kind: 'casual',
    password,
  });
  const list = [account('keeps1', 'First@123'), account('keeps2', 'First@123')];
  const load = (rows: object[]) =>
    t.accept<{ stored: number; keptPasswords: string[] }>('reference.load', { resource: 'userAccount', rows });
  expect(await load(list)).toMatchObject({ stored: 2, keptPasswords: [] });
  expect(
    await t.send(
      'user.changePassword',
      { oldPassword: 'First@123', newPassword: 'Mine@456' },
      { actor: person('keeps1') },
    ),
  ).toMatchObject({ status: 'accepted' });
  // With another name and another first password: the name is taken, the password only of who still has the first one.
  expect(await load([account('keeps1', 'Other@789', '王新名'), account('keeps2', 'Other@789')])).toEqual({
    stored: 2,
    unchanged: 0,
    keptPasswords: ['keeps1'],
  });
  const [first, second] = await query(
    `select name, password_hash from base.user_account where user_name like 'keeps_' order by user_name`,
  );
  expect(first?.['name']).toBe('王新名');
  expect(await isPassword(String(first?.['password_hash']), 'Mine@456')).toBe(true);
  expect(await isPassword(String(second?.['password_hash']), 'Other@789')).toBe(true);
  // The loader hears it, too.
  const sender = createCommandSender(await t.app.http.listen({ host: '127.0.0.1', port: 0 }), t.operatorSecret);
  expect(
    await sender.load('userAccount', [account('keeps1', 'Other@789', '王老师'), account('keeps2', 'Other@789')]),
  ).toEqual({ keptPasswords: ['keeps1'] });
});
