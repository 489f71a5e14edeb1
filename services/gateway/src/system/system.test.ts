import { queryProcesses } from '@jwxt/contracts/approval/process-setting.operations.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { processDefinitions } from '@jwxt/infra/base-data/process.data.ts';
import { changePasswordOperation, currentUser } from '@jwxt/contracts/session/session.operations.ts';
import {
  publishProcessOperation,
  readModelCancel,
  readModelQuery,
  readModelRebuild,
} from '@jwxt/contracts/system/system.operations.ts';
import type { InputOf } from '@jwxt/contracts/kernel/operation.ts';
import { encodePassword } from '@jwxt/contracts/kernel/transport.ts';
import { approvalListModel } from '@jwxt/contracts/approval/approval-list.read-model.ts';
import { readModelTable } from '@jwxt/contracts/kernel/read-model.ts';
import type { Browser } from '../testing/browser.ts';
import { PASSWORD } from '../testing/school.data.ts';
import { submitSheet } from '../testing/score-steps.ts';
import { startSchool, type School } from '../testing/school.ts';

const applicationTable = readModelTable(approvalListModel, 'application');

let school: School;
let admin: Browser;
beforeAll(async () => {
  school = await startSchool({ services: true });
  admin = await school.browser('admin');
});
afterAll(() => school.stop());

const models = async () => (await admin.get(readModelQuery, {})).list;

describe('read models', () => {
  it('tell version, position, lag, size and how they are followed', async () => {
    await submitSheet(await school.browser('teacher1'), 'TC1', {
      S2026001: { ps: '80', qm: '80' },
      S2026002: { ps: '70', qm: '70' },
    });
    const { list, storePosition, storeEvents } = await admin.get(readModelQuery, {});
    expect(list.map(({ name }) => name)).toEqual([
      'approval-content',
      'approval-list',
      'approval-log',
      'approval-statistics',
      'attempt',
      'deferred-exam',
      'elective',
      'entry-progress',
      'integrity-checkpoint',
      'major-schema',
      'recognition',
      'score-change',
      'score-ledger',
      'score-sheet',
      'score-statistics',
      'secondary-auth',
      'student-application',
      'todo-queue',
    ]);
    for (const model of list)
      expect(model).toMatchObject({
        status: 'serving',
        statusName: '服务中',
        subscription: '实时',
        parkedCount: 0,
        rebuild: null,
        lastFailure: null,
      });
    expect(list[1]).toMatchObject({
      title: '审批列表',
      version: expect.any(Number),
      nextVersion: null,
      position: storePosition,
    });
    expect(list[1]?.sizeBytes).toBeGreaterThan(0);
    expect(storeEvents).toBeGreaterThan(3);
  });

  it('are rebuilt on request, one or several, and serve the same afterwards', async () => {
    const rows = async () => (await school.pool.query(`select * from ${applicationTable} order by apply_id`)).rows;
    const before = await rows();
    const generation = async () =>
      (
        await school.pool.query<{ n: number }>(
          `select max(generation) as n from projection.read_model where name = 'approval-list' and status = 'serving'`,
        )
      ).rows[0]?.n;
    const first = await generation();
    expect(
      await admin.get(readModelRebuild, { names: 'approval-list,todo-queue', commandId: crypto.randomUUID() }),
    ).toEqual({ names: ['approval-list', 'todo-queue'] });
    await expect.poll(generation).toBeGreaterThan(first ?? 0);
    expect(await rows()).toEqual(before);
  });

  it('show a running rebuild with what is done, speed and time left', async () => {
    const { version } = (await models()).find(({ name }) => name === 'attempt')!;
    await school.pool.query(
      `insert into projection.read_model (name, generation, version, status, schema_name, events_handled, events_total,
          started_at, updated_at, speed, requested_by)
       values ('attempt', 99, $1, 'building', 'rm_attempt__g99', 250, 1000, now() - interval '10 seconds', now(), 25,
         'admin')`,
      [version + 1],
    );
    expect((await models()).find(({ name }) => name === 'attempt')).toMatchObject({
      status: 'building',
      statusName: '重建中',
      version,
      nextVersion: version + 1,
      rebuild: { done: 250, total: 1000, percent: 25, speed: 25, secondsLeft: 30, requestedBy: 'admin' },
    });
    await school.pool.query(`delete from projection.read_model where generation = 99`);
  });

  it('an unknown name and nothing to cancel are told', async () => {
    expect(await admin.call(readModelRebuild, { names: 'none', commandId: crypto.randomUUID() })).toMatchObject({
      status: 404,
      code: 'READ_MODEL_UNKNOWN',
    });
    for (const empty of [{ names: '' }, { names: [] }, {}]) {
      expect(
        await admin.call(readModelRebuild, { ...empty, commandId: crypto.randomUUID() } as InputOf<
          typeof readModelRebuild
        >),
      ).toMatchObject({ code: 'INVALID_INPUT', fieldErrors: [{ field: 'names', message: '请至少选择一个读模型' }] });
    }
    expect(await admin.call(readModelCancel, { names: 'attempt', commandId: crypto.randomUUID() })).toMatchObject({
      status: 409,
      code: 'REBUILD_NOT_RUNNING',
    });
  });
});

describe('processes', () => {
  it('are published as versions', async () => {
    const definition = processDefinitions.find(({ processNo }) => processNo === 'GXKSQ');
    if (!definition) throw new Error('no definition');
    const published = await admin.get(publishProcessOperation, {
      ...definition,
      processName: '公选课审批',
      commandId: crypto.randomUUID(),
    });
    expect(published).toEqual({ processNo: 'GXKSQ', version: 2 });
    const { list } = await admin.get(queryProcesses, {});
    expect(list).toHaveLength(processDefinitions.length);
    expect(list.find(({ processNo }) => processNo === 'GXKSQ')).toMatchObject({
      version: 2,
      publishedBy: '管理员',
      definition: { processName: '公选课审批' },
    });
    expect(
      await (
        await school.browser('registrar1')
      ).call(publishProcessOperation, { ...definition, commandId: crypto.randomUUID() }),
    ).toMatchObject({ code: 'FORBIDDEN' });
  });
});

describe('passwords', () => {
  // SESSION-31, SESSION-32, SESSION-33, SESSION-37, SESSION-38, SESSION-39
  it('a password is changed by its owner, by the rules, and ends the sessions', async () => {
    const [here, elsewhere] = [await school.browser('office1'), await school.browser('office1')];
    const change = (oldPassword: string, newPassword: string, confirm = newPassword) =>
      here.call(changePasswordOperation, {
        commandId: crypto.randomUUID(),
        oldToken: encodePassword(oldPassword),
        newToken: encodePassword(newPassword),
        confirmToken: encodePassword(confirm),
      });
    const rule = {
      code: 'INVALID_INPUT',
      fieldErrors: [{ field: 'newToken', message: '必须包含一个大写，一个小写字母，且长度为6到16位' }],
    };
    for (const weak of ['Abc12', 'Abcdefghijklmnopq', 'abcdef1', 'ABCDEF1'])
      expect(await change(PASSWORD, weak), weak).toMatchObject(rule);
    const spaced = `${rule.fieldErrors[0]?.message}；不能使用“空格”，符号只能用 ~!@&%#_`;
    expect(await change(PASSWORD, 'Abc 123')).toMatchObject({
      code: 'INVALID_INPUT',
      fieldErrors: [{ field: 'newToken', message: spaced }],
    });
    expect(await change(PASSWORD, 'Newpass1', 'Newpass2')).toMatchObject({
      fieldErrors: [{ field: 'confirmToken', message: '新密码输入不一致，请重新输入' }],
    });
    expect(await change('Wrong@2026', 'Newpass1')).toMatchObject({ status: 400, code: 'PASSWORD_WRONG' });
    expect(await change(PASSWORD, 'Newpass1')).toMatchObject({ code: '200' });
    expect(await elsewhere.call(currentUser, {})).toMatchObject({ status: 401, code: '53000010' });
    const again = await school.browser();
    expect(await again.login('office1', 'Newpass1')).toMatchObject({ code: '200' });
    expect(school.logged).not.toContain('Newpass1');
  });
});
