import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import type { CommandEnvelope } from '@jwxt/contracts/kernel/command.ts';
import { applicationStream } from '@jwxt/contracts/approval/application.events.ts';
import { approvalListModel } from '@jwxt/contracts/approval/approval-list.read-model.ts';
import { approvalLogModel } from '@jwxt/contracts/approval/approval-log.read-model.ts';
import { readModelSchema, readModelTable } from '@jwxt/contracts/kernel/read-model.ts';
import { isRefused } from '../kernel/refusal.ts';
import { startTestApp, type TestApp } from '../testing/commands-app.ts';
import { person } from '../testing/person.ts';
import { loadSmallSchool, request, twoNodes } from '../testing/small-school.ts';
import { buildApplicationDraft, type DraftRequest } from './shared/application-draft.ts';
import { applicationDecider } from './application.decider.ts';
import { completeNodes, tellOverdue } from './approval-watch.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
  await loadSmallSchool(t);
});
afterAll(async () => {
  await t.stop();
});

/** Opens an application as a policy does, and answers its id. */
async function opened(more: Partial<DraftRequest> = {}): Promise<string> {
  const applyId = randomUUID();
  const draft = await buildApplicationDraft(t.app.services.pool, request(applyId, more));
  if (isRefused(draft)) throw new Error(draft.refused.code);
  const done = await t.app.services.handler.execute({
    stream: applicationStream(applyId),
    decider: applicationDecider,
    command: { type: 'submit', draft },
    context: {
      commandId: randomUUID(),
      command: 'test',
      correlationId: 'c',
      causationId: null,
      clientAddress: null,
      actor: person('teacher1'),
      permission: null,
      time: '2026-11-20T01:00:00.000Z',
    },
    facts: () => ({ userName: 'teacher1', name: '张老师', departmentName: null, candidate: false }),
  });
  if (isRefused(done)) throw new Error(done.refused.code);
  return applyId;
}
const pass = (applyId: string, revision: number, userName: string, more: Partial<CommandEnvelope> = {}) =>
  t.send(
    'application.decide',
    { applyId, revision, approvalStatus: '0', approvalOpinion: '同意' },
    { actor: person(userName), ...more },
  );
const typesOf = async (applyId: string) => (await t.stream(applicationStream(applyId))).map(({ event }) => event.type);

/** Who was told what of an application, of the messages whose title ends so. */
const messagesOf = async (applyId: string, title: string) =>
  (
    await t.app.services.pool.query<{ user_name: string; content: string }>(
      `select audience.user_name, message.content from base.system_message_entity message
        join base.system_message_audience audience using (system_message_entity_id)
        where message.title like '%' || $2 and message.link like '%' || $1
        order by message.content, audience.user_name`,
      [applyId, title],
    )
  ).rows.map(({ user_name: user, content }) => [user, content]);

test('an application passes unit and office; every event says who, with which right, when and from where', async () => {
  const applyId = await opened();
  expect(await pass(applyId, 0, 'dean1', { permission: 'system:approve' })).toMatchObject({
    status: 'accepted',
    result: { applyId, approvalBusinessStatus: '2', revision: 1 },
  });
  expect(await pass(applyId, 1, 'registrar1')).toMatchObject({
    status: 'accepted',
    result: { approvalBusinessStatus: '9', revision: 3 },
  });
  expect(await typesOf(applyId)).toEqual(['ApplicationSubmitted', 'NodePassed', 'NodePassed', 'ApplicationPassed']);
  const [, decided] = await t.stream(applicationStream(applyId));
  expect(decided?.metadata).toMatchObject({
    actor: { userName: 'dean1', name: '姓名dean1', permission: 'system:approve' },
    clientAddress: '10.0.0.1',
    schemaVersion: 1,
  });
  expect(decided?.metadata.time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
});

test("approvers are found by role and unit: another unit, another role, nobody's own", async () => {
  const applyId = await opened();
  expect(await pass(applyId, 0, 'dean2')).toMatchObject({
    code: 'APPROVAL_NOT_CANDIDATE',
    message: '您不是当前节点“院系审核”的审批人',
  });
  expect(await pass(applyId, 0, 'registrar1')).toMatchObject({ code: 'APPROVAL_NOT_CANDIDATE' });
  expect(await pass(applyId, 0, 'teacher1')).toMatchObject({
    code: 'APPROVAL_OWN',
    message: '不能审批本人提交或录入的申请',
  });
  expect(await pass(applyId, 0, 'dean3')).toMatchObject({ status: 'accepted' });
});

test('a role taken away counts at once, whatever the session still says', async () => {
  const applyId = await opened();
  await t.app.services.pool.query(`update base.user_account set sfqy = '0' where user_name = 'dean3'`);
  expect(await pass(applyId, 0, 'dean3', { actor: person('dean3', { roleCodes: ['04'] }) })).toMatchObject({
    code: 'APPROVAL_NOT_CANDIDATE',
  });
  await t.app.services.pool.query(`update base.user_account set sfqy = '1' where user_name = 'dean3'`);
});

test('two approvers on the same item at once, 40 times: one decides, the other is told who did', async () => {
  for (let index = 0; index < 40; index += 1) {
    const applyId = await opened();
    const outcomes = await Promise.all([pass(applyId, 0, 'dean1'), pass(applyId, 0, 'dean3')]);
    const [refused] = outcomes.filter((outcome) => outcome.status === 'refused');
    const winner = outcomes[0].status === 'accepted' ? 'dean1' : 'dean3';
    expect(outcomes.filter((outcome) => outcome.status === 'accepted')).toHaveLength(1);
    expect(refused).toMatchObject({
      code: 'APPROVAL_ALREADY_DECIDED',
      data: { name: `姓名${winner}`, result: '通过' },
    });
    expect(await typesOf(applyId)).toEqual(['ApplicationSubmitted', 'NodePassed']);
  }
});

test('two approvers at once in two processes: one decides, the other is told who did', async () => {
  const other = t.another();
  try {
    const applyId = await opened();
    const payload = { applyId, revision: 0, approvalStatus: '0', approvalOpinion: '同意' };
    const outcomes = await Promise.all([
      t.send('application.decide', payload, { actor: person('dean1') }),
      t.send('application.decide', payload, { actor: person('dean3') }, other),
    ]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['accepted', 'refused']);
    expect(outcomes.find(({ status }) => status === 'refused')).toMatchObject({ code: 'APPROVAL_ALREADY_DECIDED' });
    expect(await typesOf(applyId)).toEqual(['ApplicationSubmitted', 'NodePassed']);
  } finally {
    await other.close();
  }
});

test('the same command id twice answers the first result and appends nothing; other content is refused', async () => {
  const applyId = await opened();
  const commandId = randomUUID();
  const first = await pass(applyId, 0, 'dean1', { commandId });
  await pass(applyId, 1, 'registrar1');
  expect(await pass(applyId, 0, 'dean1', { commandId })).toEqual(first);
  expect(await typesOf(applyId)).toHaveLength(4);
  expect(await pass(applyId, 0, 'dean3', { commandId })).toMatchObject({ code: 'COMMAND_REUSED' });
  expect(
    await t.send(
      'application.decide',
      { applyId, revision: 0, approvalStatus: '2', approvalOpinion: '', backNode: '0' },
      { commandId, actor: person('dean1') },
    ),
  ).toMatchObject({ code: 'COMMAND_REUSED' });
});

test('the applicant takes it back, and the decision that comes late is told it is no longer in approval', async () => {
  const applyId = await opened();
  expect(await t.send('application.recall', { applyId }, { actor: person('dean1') })).toMatchObject({
    code: 'APPROVAL_RECALL_NOT_APPLICANT',
  });
  expect(await t.send('application.recall', { applyId }, { actor: person('teacher1') })).toMatchObject({
    result: { approvalBusinessStatus: '4' },
  });
  expect(await pass(applyId, 0, 'dean1')).toMatchObject({
    code: 'APPROVAL_RECALLED',
    message: '该申请已撤回，无需审批',
  });
  expect(await pass(applyId, 1, 'dean1')).toMatchObject({
    code: 'APPROVAL_NOT_IN_APPROVAL',
    message: '数据不在审批中状态，不允许审批',
  });
});

test('an opinion over 60 characters is refused under its field (APPROVAL-58)', async () => {
  const outcome = await t.send('application.decide', {
    applyId: 'x',
    revision: 0,
    approvalStatus: '0',
    approvalOpinion: '好'.repeat(61),
  });
  expect(outcome).toMatchObject({
    code: 'INVALID_INPUT',
    fieldErrors: [{ field: 'approvalOpinion', message: '只允许输入60个字符' }],
  });
});

test('an application that does not exist is not found', async () => {
  expect(await pass('nothing', 0, 'dean1')).toMatchObject({ code: 'APPROVAL_NOT_FOUND' });
});

// SYSADMIN-24
describe('a version whose nodes say where they send back to, and whom they are copied to', () => {
  const backTo = (applyId: string, backNode: string, revision: number) =>
    t.send(
      'application.decide',
      { applyId, revision, approvalStatus: '2', approvalOpinion: '请核对', backNode },
      { actor: person('registrar1') },
    );
  const told = (applyId: string) => messagesOf(applyId, '抄送');
  let before: string;
  beforeAll(async () => {
    before = await opened();
    await t.accept('reference.load', { resource: 'userRole', rows: [{ userName: 'teacher2', jsbh: '02' }] });
    const [first, second] = twoNodes.nodes;
    await t.accept('process.publish', {
      ...twoNodes,
      nodes: [
        { ...first!, ccRoles: ['02', '04'] },
        { ...second!, canReject: ['ZKCJSP-1'] },
      ],
    });
  });

  it('refuses to send back elsewhere; an application that was running goes by its own version', async () => {
    const applyId = await opened();
    await pass(applyId, 0, 'dean1');
    expect(await backTo(applyId, '0', 1)).toMatchObject({
      code: 'APPROVAL_BACK_NODE_REFUSED',
      message: '该流程不允许从“教务处审核”驳回到所选节点，请重新选择',
    });
    expect(await backTo(applyId, 'ZKCJSP-1', 1)).toMatchObject({ result: { approvalBusinessStatus: '7' } });
    await pass(before, 0, 'dean1');
    expect(await backTo(before, '0', 1)).toMatchObject({ result: { approvalBusinessStatus: '3' } });
    expect(await told(before)).toEqual([]);
  });

  it('tells the holders in the node’s unit once it passes there, and how it ends, but not who did it', async () => {
    const applyId = await opened();
    await pass(applyId, 0, 'dean1');
    const passed = '张老师的申请已由院系审核通过，抄送给您。';
    await expect
      .poll(() => told(applyId))
      .toEqual([
        ['dean3', passed],
        ['teacher2', passed],
      ]);
    await pass(applyId, 1, 'registrar1');
    const ended = '张老师的申请已全部通过，抄送给您。';
    await expect
      .poll(() => told(applyId))
      .toEqual([
        ['dean1', ended],
        ['dean3', ended],
        ['teacher2', ended],
        ['dean3', passed],
        ['teacher2', passed],
      ]);
  });
});

// SYSADMIN-23
describe('a version that says what happens when its time limit has passed', () => {
  const table = readModelTable(approvalListModel, 'application');
  const query = (sql: string, values: unknown[] = []) => t.app.services.pool.query(sql, values);
  const now = new Date();
  const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000);
  let before: string;
  beforeAll(async () => {
    // The columns of the read models that are asked for.
    for (const { name } of [approvalListModel, approvalLogModel]) await query(`create schema ${readModelSchema(name)}`);
    await query(`create table ${table} (apply_id text, process_no text, process_version int, status text,
      current_node_id text, waiting_since timestamptz, time_limit_days int, revision int, endorsed_by text[])`);
    await query(`create table ${readModelTable(approvalLogModel, 'record')} (apply_id text, kind text,
      examine_time timestamptz)`);
    before = await opened();
    await t.accept('process.publish', { ...twoNodes, timeLimitDays: 2, timeoutAction: '1' });
  });
  /** Shows an application as it waits since its last event. */
  const listed = async (applyId: string, version: number, nodeId: string) => {
    await query(`delete from ${table} where apply_id = $1`, [applyId]);
    const since = (await t.stream(applicationStream(applyId))).at(-1)?.metadata.time;
    await query(`insert into ${table} values ($1, 'ZKCJSP', $2, '2', $3, $4, 2)`, [applyId, version, nodeId, since]);
  };

  it('reminds who decides there and reports it one level up, once at each node, whoever looks', async () => {
    const applyId = await opened();
    await listed(applyId, 3, 'ZKCJSP-1');
    await listed(before, 2, 'ZKCJSP-1');
    const other = t.another();
    try {
      const told = await Promise.all([
        tellOverdue(t.app.services, now),
        tellOverdue(other.services, now),
        tellOverdue(t.app.services, inDays(1)),
      ]);
      expect(told.toSorted()).toEqual([0, 0, 1]);
    } finally {
      await other.close();
    }
    const reminded = [
      ['dean1', '“标题”在院系审核等待超过 2 天，请尽快审批。'],
      ['dean3', '“标题”在院系审核等待超过 2 天，请尽快审批。'],
    ];
    const reported = ['registrar1', '张老师的申请在院系审核等待超过 2 天，上报给您，请督促办理。'];
    await expect.poll(() => messagesOf(applyId, '超时提醒')).toEqual(reminded);
    await expect.poll(() => messagesOf(applyId, '超时上报')).toEqual([reported]);
    expect(await messagesOf(before, '超时提醒')).toEqual([]);
    await pass(applyId, 0, 'dean1');
    await listed(applyId, 3, 'ZKCJSP-2');
    expect(await tellOverdue(t.app.services, inDays(1))).toBe(0);
    expect(await tellOverdue(t.app.services, inDays(4))).toBe(1);
    await expect
      .poll(() => messagesOf(applyId, '超时上报'))
      .toEqual([['teacher2', '张老师的申请在教务处审核等待超过 2 天，上报给您，请督促办理。'], reported]);
    expect(await typesOf(applyId)).toEqual([
      'ApplicationSubmitted',
      'ApplicationOverdue',
      'NodePassed',
      'ApplicationOverdue',
    ]);
  });

  it('reminds the one alone to whom it was handed', async () => {
    const applyId = await opened();
    await t.accept(
      'application.transfer',
      { applyId, revision: 0, toUser: 'dean3', reason: '出差' },
      { actor: person('dean1') },
    );
    await listed(applyId, 3, 'ZKCJSP-1');
    await query(`update ${table} set waiting_since = '2026-11-20T01:00:00.000Z' where apply_id = $1`, [applyId]);
    expect(await tellOverdue(t.app.services, now)).toBe(1);
    await expect.poll(async () => (await messagesOf(applyId, '超时提醒')).map(([user]) => user)).toEqual(['dean3']);
  });
});

// SYSADMIN-24: nodeMode 全部
describe('a version with a node that all must pass', () => {
  const absentTo = async (fromUser: string, toUser: string): Promise<string> => {
    const from = new Date(Date.now() - 60_000);
    const { authId } = await t.accept<{ authId: string }>(
      'secondaryAuth.grant',
      {
        toUser,
        beginTime: toDateTimeText(from),
        endTime: toDateTimeText(new Date(from.getTime() + 86_400_000)),
        reason: '出差',
      },
      { actor: person(fromUser) },
    );
    return authId;
  };
  beforeAll(async () => {
    const [first, second] = twoNodes.nodes;
    await t.accept('process.publish', { ...twoNodes, nodes: [{ ...first!, nodeMode: '2' }, second!] });
    for (const jsbh of ['04', '05'])
      await t.accept('reference.load', { resource: 'rolePermission', rows: [{ jsbh, qxbh: 'system:approve' }] });
  });

  it('two at once, 20 times: both pass it, on what both saw, and it goes on once', async () => {
    for (let index = 0; index < 20; index += 1) {
      const applyId = await opened();
      const outcomes = await Promise.all([pass(applyId, 0, 'dean1'), pass(applyId, 0, 'dean3')]);
      expect(outcomes.map(({ status }) => status)).toEqual(['accepted', 'accepted']);
      expect(await typesOf(applyId)).toEqual(['ApplicationSubmitted', 'NodeEndorsed', 'NodePassed']);
    }
  });

  it('waits for all, takes no second vote, is not handed over; who lost the role is not waited for', async () => {
    const applyId = await opened();
    expect(await pass(applyId, 0, 'dean1')).toMatchObject({
      result: { approvalBusinessStatus: '1', revision: 0 },
    });
    expect(await pass(applyId, 0, 'dean1')).toMatchObject({ code: 'APPROVAL_ENDORSED' });
    expect(
      await t.send(
        'application.transfer',
        { applyId, revision: 0, toUser: 'dean1', reason: '出差' },
        { actor: person('dean3') },
      ),
    ).toMatchObject({ code: 'APPROVAL_TRANSFER_ALL' });
    const { pool } = t.app.services;
    await pool.query(
      `insert into ${readModelTable(approvalListModel, 'application')} (apply_id, revision, endorsed_by)
      values ($1, 0, '{dean1}')`,
      [applyId],
    );
    expect(await completeNodes(t.app.services, new Date())).toBe(0);
    await pool.query(`update base.user_account set sfqy = '0' where user_name = 'dean3'`);
    expect(await completeNodes(t.app.services, new Date())).toBe(1);
    expect(await completeNodes(t.app.services, new Date())).toBe(0);
    await pool.query(`update base.user_account set sfqy = '1' where user_name = 'dean3'`);
    expect(await typesOf(applyId)).toEqual(['ApplicationSubmitted', 'NodeEndorsed', 'NodePassed']);
    const urged = await opened();
    await pass(urged, 0, 'dean1');
    await t.accept('application.urge', { applyId: urged, capacity: 'office' });
    await expect.poll(async () => (await messagesOf(urged, '催办')).map(([user]) => user)).toEqual(['dean3']);
  });

  it('takes the vote of a delegate for the absent, as long as the authorisation is in force', async () => {
    const applyId = await opened();
    const authId = await absentTo('dean3', 'dean1');
    const both = { applyId, revision: 0, approvalStatus: '0', approvalOpinion: '同意', alsoFor: [authId] };
    expect(await t.send('application.decide', both, { actor: person('dean1') })).toMatchObject({
      result: { approvalBusinessStatus: '2' },
    });
    const [, own, other] = await t.stream(applicationStream(applyId));
    expect([own?.event.type, other?.event]).toMatchObject([
      'NodeEndorsed',
      { type: 'NodePassed', data: { onBehalfOf: { userName: 'dean3' } } },
    ]);
    await t.accept('secondaryAuth.revoke', { authId }, { actor: person('dean3') });
    const later = await opened();
    await t.accept('application.decide', { ...both, applyId: later }, { actor: person('dean1') });
    expect(await typesOf(later)).toEqual(['ApplicationSubmitted', 'NodeEndorsed']);
  });
});
