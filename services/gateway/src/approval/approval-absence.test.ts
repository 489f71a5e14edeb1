import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  approvalCounts,
  approvalDetail,
  approvalLog,
  approve,
  queryApprovals,
  recallApproval,
  transferApproval,
  transferTargets,
  urgeApproval,
} from '@jwxt/contracts/approval/approval.operations.ts';
import {
  createDelegation,
  delegationChoices,
  queryDelegations,
  revokeDelegation,
} from '@jwxt/contracts/approval/secondary-auth.operations.ts';
import { auditApplication } from '@jwxt/contracts/audit/audit.operations.ts';
import { auditRegularScores, queryRegularApprovals } from '@jwxt/contracts/score/regular-approval.operations.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import type { Browser } from '../testing/browser.ts';
import { decide, submitSheet } from '../testing/score-steps.ts';
import { startSchool, type School } from '../testing/school.ts';

const day = 86_400_000;
const inDays = (days: number): string => toDateTimeText(Date.now() + days * day);
const commandId = (): string => crypto.randomUUID();

let school: School;
const people = new Map<string, Browser>();
const who = (name: string): Browser => people.get(name)!;
/** At dean1 and dean1b; applied for by teacher1, entered with teacher1b. */
let atUnit: string;
/** At dean2. */
let elsewhere: string;

beforeAll(async () => {
  school = await startSchool({ services: true });
  for (const name of [
    'teacher1',
    'teacher1b',
    'teacher2',
    'dean1',
    'dean1b',
    'dean2',
    'registrar1',
    'office1',
    'clerk1',
    'auditor1',
  ])
    people.set(name, await school.browser(name));
  atUnit = await submitSheet(who('teacher1'), 'TC1', {
    S2026001: { ps: '80', qm: '82.5' },
    S2026002: { ps: '70', qm: '75' },
  });
  elsewhere = await submitSheet(who('teacher2'), 'TC2', { S2026003: { ps: '30', qm: '40' } });
});
afterAll(() => school.stop());

const todos = async (name: string): Promise<string[]> =>
  (await who(name).get(queryApprovals, { type: '1', timeScopeValue: '0' })).list.map(({ applyId }) => applyId);
/** The list, its total and the count must agree, whoever asks. */
async function expectTodos(name: string, expected: readonly string[]): Promise<void> {
  const [list, { todo }] = await Promise.all([
    who(name).get(queryApprovals, { type: '1', timeScopeValue: '0' }),
    who(name).get(approvalCounts, {}),
  ]);
  expect([list.list.map(({ applyId }) => applyId), list.total, todo], name).toEqual([
    expected,
    expected.length,
    expected.length,
  ]);
}
const revisionOf = async (name: string, applyId: string): Promise<number> =>
  (await who(name).get(approvalDetail, { applyId })).revision;

describe('handing an application to another approver', () => {
  const transfer = async (name: string, toUser: string, more: object = {}) =>
    who(name).call(transferApproval, {
      commandId: commandId(),
      applyId: atUnit,
      revision: await revisionOf('dean1', atUnit),
      toUser,
      reason: '出差',
      ...more,
    });

  it('offers approvers of the same node, without those who had a hand in it', async () => {
    expect((await who('dean1').get(transferTargets, { applyId: atUnit })).list).toEqual([
      { userName: 'dean1b', name: '吴副院长', departmentName: '计算机学院' },
    ]);
    for (const stranger of ['dean2', 'teacher1'])
      expect((await who(stranger).call(transferTargets, { applyId: atUnit })).code, stranger).toBe(
        stranger === 'dean2' ? 'APPROVAL_NOT_FOUND' : 'FORBIDDEN',
      );
  });

  it("is refused to a stranger, the applicant, another unit, without reason, for another's application", async () => {
    expect(await transfer('dean1', 'dean1b', { reason: ' ' })).toMatchObject({
      fieldErrors: [{ field: 'reason', message: '必填' }],
    });
    expect(await transfer('dean1', 'dean2')).toMatchObject({
      code: 'APPROVAL_TRANSFER_TARGET',
      message: '“周院长”不是当前节点“院系审核”的审批人，不能转办',
    });
    expect(await transfer('dean1', 'teacher1')).toMatchObject({ code: 'APPROVAL_TRANSFER_TARGET' });
    expect(await transfer('dean1', 'nobody-at-all')).toMatchObject({ code: 'APPROVAL_TRANSFER_TARGET' });
    expect(await transfer('dean1', 'dean1')).toMatchObject({ code: 'APPROVAL_TRANSFER_SAME' });
    expect(await transfer('dean2', 'dean1b')).toMatchObject({ status: 404, code: 'APPROVAL_NOT_FOUND' });
    expect(await transfer('teacher1', 'dean1b')).toMatchObject({ status: 403 });
    await expectTodos('dean1', [atUnit]);
  });

  it('moves to-do, count and right to decide to that person alone; log and replay say who, to whom, why', async () => {
    const before = await revisionOf('dean1', atUnit);
    expect(await transfer('dean1', 'dean1b')).toMatchObject({ code: '200' });
    await expectTodos('dean1', []);
    await expectTodos('dean1b', [atUnit]);
    for (const [name, mine] of [
      ['dean1', []],
      ['dean1b', [atUnit]],
    ] as const)
      expect(
        (await who(name).get(queryRegularApprovals, { view: 'todo' })).rows.map(({ applyId }) => applyId),
        name,
      ).toEqual(mine);
    expect(await who('dean1b').get(approvalDetail, { applyId: atUnit })).toMatchObject({
      assigneeName: '吴副院长',
      mayApprove: true,
    });
    expect((await who('dean1').get(queryApprovals, { type: '2' })).list).toMatchObject([
      { applyId: atUnit, mayApprove: false, mayTransfer: true },
    ]);
    for (const revision of [before, before + 1]) {
      const { results } = await who('dean1').get(approve, {
        approvalStatus: '0',
        keyList: [atUnit],
        revisions: { [atUnit]: revision },
      });
      expect(results[atUnit]).toMatchObject({
        code: 'APPROVAL_TRANSFERRED',
        message: '该申请已由 李院长 转办给 吴副院长，由其审批',
      });
    }
    const { list } = await who('teacher1').get(approvalLog, { businessId: 'TC1.1', processNo: 'ZKCJSP' });
    expect(list.at(-1)).toMatchObject({
      kind: 'transferred',
      processNodeResultName: '转办',
      auditPersonName: '李院长',
      processNodeRemark: '转办给 吴副院长：出差',
    });
    const replay = await who('auditor1').get(auditApplication, { applyId: atUnit });
    expect(replay.steps.at(-1)).toMatchObject({
      title: '李院长转办给吴副院长（院系审核）：出差',
      statusBefore: '1',
      statusAfter: '1',
    });
  });

  it('can be taken back by a colleague of the node, so that nothing is stuck with somebody absent', async () => {
    expect(await transfer('dean1', 'dean1')).toMatchObject({ code: '200' });
    await expectTodos('dean1', [atUnit]);
    await expectTodos('dean1b', []);
  });
});

describe('urging', () => {
  it('is for the applicant and for the office, once a day, and shows to the approver, in log and replay', async () => {
    const urge = (name: string) =>
      who(name).call(urgeApproval, { commandId: commandId(), applyId: atUnit, remark: '请尽快处理' });
    const revision = await revisionOf('dean1', atUnit);
    expect(await urge('dean1')).toMatchObject({ status: 403, code: 'APPROVAL_URGE_NOT_YOURS' });
    expect(await urge('teacher2')).toMatchObject({ status: 404, code: 'APPROVAL_NOT_FOUND' });
    expect((await who('teacher1').get(approvalDetail, { applyId: atUnit })).mayUrge).toBe(true);
    expect(await urge('teacher1')).toMatchObject({ code: '200' });
    expect(await urge('office1')).toMatchObject({ status: 409, code: 'APPROVAL_URGED_TODAY' });
    const [item] = (await who('dean1').get(queryApprovals, { type: '1' })).list;
    expect(item).toMatchObject({ applyId: atUnit, revision, urgedTime: expect.any(String) as string });
    expect((await who('teacher1').get(approvalDetail, { applyId: atUnit })).mayUrge).toBe(false);
    expect(
      (await who('teacher1').get(approvalLog, { businessId: 'TC1.1', processNo: 'ZKCJSP' })).list.at(-1),
    ).toMatchObject({
      kind: 'urged',
      processNodeResultName: '催办',
      auditPersonName: '王老师',
      processNodeRemark: '请尽快处理',
    });
    expect((await who('auditor1').get(auditApplication, { applyId: atUnit })).steps.at(-1)).toMatchObject({
      title: '申请人催办（院系审核）：请尽快处理',
    });
    expect(await who('registrar1').call(urgeApproval, { commandId: commandId(), applyId: elsewhere })).toMatchObject({
      code: '200',
    });
  });
});

describe('deciding for somebody absent', () => {
  const grant = (name: string, toUser: string, more: object = {}) =>
    who(name).call(createDelegation, {
      commandId: commandId(),
      toUser,
      beginTime: inDays(-0.01),
      endTime: inDays(5),
      reason: '出国访问',
      processNos: [],
      ...more,
    });
  let authId: string;

  it('offers other approvers and the own processes', async () => {
    const { people: offered, processes } = await who('dean2').get(delegationChoices, { keyword: '院长' });
    expect(offered.map(({ userName }) => userName)).toEqual(
      ['dean1b', 'dean1'].filter((name) => offered.some((one) => one.userName === name)),
    );
    expect(processes.map(({ processNo }) => processNo)).toContain('ZKCJSP');
    expect((await who('teacher1').call(delegationChoices, {})).status).toBe(403);
  });

  it.each([
    ['over 90 days', { endTime: inDays(91) }, 'DELEGATION_TOO_LONG'],
    ['an end before the beginning', { beginTime: inDays(2), endTime: inDays(1) }, 'DELEGATION_PERIOD'],
    ['an end that is over', { beginTime: inDays(-3), endTime: inDays(-1) }, 'DELEGATION_PERIOD'],
    ['a process that is not the own', { processNos: ['NONE'] }, 'DELEGATION_PROCESS'],
    ['no reason', { reason: ' ' }, 'INVALID_INPUT'],
  ])('is refused for %s', async (_title, more, code) => {
    expect(await grant('dean2', 'dean1', more)).toMatchObject({ code });
  });

  it('is refused to oneself, to somebody who approves nothing, and from somebody who approves nothing', async () => {
    expect(await grant('dean2', 'dean2')).toMatchObject({ code: 'DELEGATION_TO_SELF' });
    expect(await grant('dean2', 'teacher1')).toMatchObject({ code: 'DELEGATION_NO_USER' });
    expect(await grant('dean2', 'absent')).toMatchObject({ code: 'DELEGATION_NO_USER' });
    expect(await grant('teacher1', 'dean1')).toMatchObject({ status: 403 });
  });

  it('brings the to-dos of the absent to the delegate, counted, with name; also what was handed to them', async () => {
    await expectTodos('dean1', [atUnit]);
    authId = (await grant('dean2', 'dean1')).data.authId;
    await expectTodos('dean1', [atUnit, elsewhere]);
    await expectTodos('dean2', [elsewhere]);
    expect(
      (await who('dean1').get(queryApprovals, { type: '1' })).list.map(({ onBehalfOfName }) => onBehalfOfName),
    ).toEqual([null, '周院长']);
    expect((await who('dean1').get(queryApprovals, { type: '0', timeScopeValue: '0' })).total).toBe(2);
    expect((await who('dean1').get(queryDelegations, {})).rows).toMatchObject([
      { authId, direction: 'received', authStatus: '1', authStatusName: '有效', mayRevoke: false },
    ]);
  });

  it('is not chained: what is lent is not lent on', async () => {
    const chained = (await grant('dean1', 'dean1b')).data.authId;
    await expectTodos('dean1b', [atUnit]);
    await who('dean1').get(revokeDelegation, { commandId: commandId(), authId: chained });
  });

  it('does not let a delegate decide on what he or the absent person applied for or entered', async () => {
    await school.pool.query(
      `insert into base.user_role (user_name, jsbh) values ('teacher2', '04'), ('teacher1b', '04') on conflict
        do nothing`,
    );
    people.set('teacher2', await school.browser('teacher2'));
    people.set('teacher1b', await school.browser('teacher1b'));
    // teacher2 applied for it, and is now an approver of unit 102 himself: his delegate must not do what he may not.
    const given = (await grant('teacher2', 'dean1b')).data.authId;
    expect(await todos('dean1b')).not.toContain(elsewhere);
    const seen = await who('dean2').get(approvalDetail, { applyId: elsewhere });
    const { results } = await who('dean1b').get(approve, {
      approvalStatus: '0',
      keyList: [elsewhere],
      revisions: { [elsewhere]: seen.revision },
    });
    expect(results[elsewhere]?.code).not.toBe('200');
    const [list, { todo }] = await Promise.all([
      who('dean1b').get(queryApprovals, { type: '1', timeScopeValue: '0' }),
      who('dean1b').get(approvalCounts, {}),
    ]);
    expect([list.list.length, list.total]).toEqual([todo, todo]);
    await who('teacher2').get(revokeDelegation, { commandId: commandId(), authId: given });
    await school.pool.query(`delete from base.user_role where user_name in ('teacher2', 'teacher1b') and jsbh = '04'`);
  });

  it('decides in the name of the absent: refused to strangers, logged as “B 代 A”', async () => {
    const { revision } = await who('dean1').get(approvalDetail, { applyId: elsewhere });
    const { results } = await who('dean1b').get(approve, {
      approvalStatus: '0',
      keyList: [elsewhere],
      revisions: { [elsewhere]: revision },
    });
    expect(results[elsewhere]).toMatchObject({ code: 'APPROVAL_NOT_CANDIDATE' });
    expect(await decide(who('dean1'), elsewhere, '0')).toMatchObject({
      code: '200',
      data: { approvalBusinessStatus: '2' },
    });
    expect(
      (await who('teacher2').get(approvalLog, { businessId: 'TC2.1', processNo: 'ZKCJSP' })).list.findLast(
        ({ kind }) => kind === 'decided',
      ),
    ).toMatchObject({ auditPersonName: '李院长 代 周院长' });
    const late = await who('dean2').get(approve, {
      approvalStatus: '0',
      keyList: [elsewhere],
      revisions: { [elsewhere]: revision },
    });
    expect(late.results[elsewhere]?.message).toMatch(/^该申请已由 李院长 代 周院长 于 /);
    expect((await who('auditor1').get(auditApplication, { applyId: elsewhere })).steps.at(-1)).toMatchObject({
      title: '院系审核通过',
      byName: '李院长 代 周院长',
    });
  });

  it('ends early by the one who gave it, and at once', async () => {
    const again = await who('registrar1').get(approvalDetail, { applyId: elsewhere });
    await who('registrar1').get(approve, {
      approvalStatus: '2',
      backNode: 'ZKCJSP-1',
      approvalOpinion: '请核对',
      keyList: [elsewhere],
      revisions: { [elsewhere]: again.revision },
    });
    await expectTodos('dean1', [atUnit, elsewhere]);
    expect(await who('dean1').call(revokeDelegation, { commandId: commandId(), authId })).toMatchObject({
      code: 'DELEGATION_NOT_YOURS',
    });
    expect(await who('dean2').call(revokeDelegation, { commandId: commandId(), authId })).toMatchObject({
      code: '200',
    });
    await expectTodos('dean1', [atUnit]);
    expect((await who('dean2').get(queryDelegations, {})).rows).toMatchObject([
      { authId, authStatus: '3', authStatusName: '已撤销', mayRevoke: false },
    ]);
    const { revision } = await who('dean2').get(approvalDetail, { applyId: elsewhere });
    expect(
      (
        await who('dean1').get(approve, {
          approvalStatus: '0',
          keyList: [elsewhere],
          revisions: { [elsewhere]: revision },
        })
      ).results[elsewhere],
    ).toMatchObject({ code: 'APPROVAL_NOT_CANDIDATE' });
  });

  it('reaches only the processes that were named, and not before its time', async () => {
    await grant('dean2', 'dean1', { processNos: ['CJXGSP'] });
    await grant('dean2', 'dean1b', { beginTime: inDays(1), endTime: inDays(2) });
    await expectTodos('dean1', [atUnit]);
    await expectTodos('dean1b', []);
  });

  it('holds on the areas’ pages too: it waits for the delegate there, who decides in the absent’s name', async () => {
    const waiting = async (name: string): Promise<string[]> =>
      (await who(name).get(queryRegularApprovals, { view: 'todo' })).rows.map(({ applyId }) => applyId);
    expect(await waiting('registrar1')).toEqual([]);
    await grant('dean2', 'registrar1', { processNos: ['ZKCJSP'] });
    expect(await waiting('registrar1')).toEqual([elsewhere]);
    expect(await who('registrar1').get(queryRegularApprovals, { view: 'all' })).toMatchObject({
      todo: 1,
      rows: expect.arrayContaining([expect.objectContaining({ applyId: elsewhere, awaitsMe: true })]),
    });
    const { revision } = await who('registrar1').get(approvalDetail, { applyId: elsewhere });
    const { results } = await who('registrar1').get(auditRegularScores, {
      approvalStatus: '0',
      keyList: [elsewhere],
      revisions: { [elsewhere]: revision },
    });
    expect(results[elsewhere]).toMatchObject({ code: '200' });
    expect(
      (await who('teacher2').get(approvalLog, { businessId: 'TC2.1', processNo: 'ZKCJSP' })).list.findLast(
        ({ kind }) => kind === 'decided',
      )?.auditPersonName,
    ).toMatch(/ 代 周院长$/);
  });
});

it("an application that the applicant takes back leaves everybody's queue, handed over or not", async () => {
  await who('dean1').get(transferApproval, {
    commandId: commandId(),
    applyId: atUnit,
    revision: await revisionOf('dean1', atUnit),
    toUser: 'dean1b',
    reason: '请代为审核',
  });
  await who('teacher1').get(recallApproval, { commandId: commandId(), applyId: atUnit });
  await expectTodos('dean1', []);
  await expectTodos('dean1b', []);
});
