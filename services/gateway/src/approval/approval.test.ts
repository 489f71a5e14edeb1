import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  approvalConfig,
  approvalCounts,
  approvalDetail,
  approvalFates,
  approvalLog,
  approve,
  queryApprovals,
  recallApproval,
} from '@jwxt/contracts/approval/approval.operations.ts';
import { splitContent } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import { approvalListModel } from '@jwxt/contracts/approval/approval-list.read-model.ts';
import { readModelTable } from '@jwxt/contracts/kernel/read-model.ts';
import type { Browser } from '../testing/browser.ts';
import { decide, submitSheet } from '../testing/score-steps.ts';
import { startSchool, type School } from '../testing/school.ts';

const applicationTable = readModelTable(approvalListModel, 'application');
const tallyTable = readModelTable(approvalListModel, 'tally');

let school: School;
let teacher: Browser;
let dean: Browser;
let registrar: Browser;
/** An ordinary class (the office is skipped), and one in which everybody fails (it is not). */
let applyId: string;
let failing: string;
let before: unknown;

beforeAll(async () => {
  school = await startSchool({ services: true });
  [teacher, dean, registrar] = (await Promise.all(
    ['teacher1', 'dean1', 'registrar1'].map((name) => school.browser(name)),
  )) as [Browser, Browser, Browser];
  before = await dean.get(approvalCounts, {});
  applyId = await submitSheet(teacher, 'TC1', { S2026001: { ps: '80', qm: '82.5' }, S2026002: { ps: '70', qm: '75' } });
  failing = await submitSheet(await school.browser('teacher2'), 'TC2', { S2026003: { ps: '30', qm: '40' } });
});
afterAll(() => school.stop());

describe('the to-do list', () => {
  it('is empty before anybody submits', () => {
    expect(before).toMatchObject({ todo: 0, applied: 0, done: 0, overdue: 0, byProcess: [], oldest: null });
  });

  it('APPROVAL-03: has what waits for the person at once after the submission, and for nobody else', async () => {
    expect((await dean.get(queryApprovals, { type: '1' })).list).toMatchObject([
      { applyId, mayApprove: true, approvalBusinessStatus: '1', currentNodeName: '院系审核' },
    ]);
    expect(await dean.get(approvalCounts, {})).toMatchObject({
      todo: 1,
      today: 1,
      overdue: 0,
      byProcess: [{ processNo: 'ZKCJSP', processName: '正考成绩审批', n: 1 }],
      oldest: { applyId },
    });
    expect(await (await school.browser('dean2')).get(approvalCounts, {})).toMatchObject({
      todo: 1,
      oldest: { applyId: failing },
    });
    for (const other of ['registrar1', 'teacher1', 'admin', 'clerk1']) {
      expect((await (await school.browser(other)).get(queryApprovals, { type: '1' })).total, other).toBe(0);
    }
  });

  it('APPROVAL-03: the status parameters that the tab sends hide nothing that can be decided', async () => {
    const sent = { type: '1', approvalProcessStatus: '2', approvalBusinessStatus: '2' } as const;
    expect((await dean.get(queryApprovals, sent)).list.map((item) => item.applyId)).toEqual([applyId]);
  });

  it('APPROVAL-16: an item has every field of the specification', async () => {
    const [item] = (await dean.get(queryApprovals, { type: '1' })).list;
    for (const name of [
      'applyId',
      'approvalProcessId',
      'approvalProcessName',
      'approvalProcessStatus',
      'approvalBusinessStatus',
      'approvalBusinessStatusName',
      'applyTime',
      'applicantName',
      'existsFile',
      'existsApproveLine',
      'instanceId',
      'businessTable',
      'businessFileTable',
      'factUseProcessCode',
      'applyContent',
      'needRadio',
      'isAllSchool',
      'scoreType',
    ])
      expect(item, name).toHaveProperty(name);
    expect(item?.applyContent.split('_SP_').map((piece) => piece.split(':')[0])).toEqual([
      '学期',
      '课程',
      '教学班',
      '人数',
      '及格率',
      '平均分',
    ]);
  });

  it('APPROVAL-02: all shows a person the own ones, staff with the whole school everything', async () => {
    const totals = await Promise.all(
      ['teacher1', 'dean1', 'clerk1', 'registrar1', 'auditor1'].map(
        async (name) => (await (await school.browser(name)).get(queryApprovals, { type: '0' })).total,
      ),
    );
    expect(totals).toEqual([1, 1, 0, 2, 2]);
  });

  it('APPROVAL-05: the time range, the process and the keyword narrow the list', async () => {
    expect((await registrar.get(queryApprovals, { keyword: '程序设计' })).total).toBe(1);
    expect((await registrar.get(queryApprovals, { keyword: '100%_' })).total).toBe(0);
    expect((await registrar.get(queryApprovals, { processNo: 'CJXGSP' })).total).toBe(0);
    await shiftApplication(-10);
    expect(await registrar.get(queryApprovals, { timeScopeValue: '7' })).toMatchObject({
      total: 1,
      list: [{ applyId }],
    });
    expect((await registrar.get(queryApprovals, { timeScopeValue: '0' })).total).toBe(2);
    await shiftApplication(10);
  });
});

/** Moves the time of applying of the failing class, with the day that it is counted by. */
async function shiftApplication(days: number): Promise<void> {
  await school.pool.query(
    `update ${applicationTable} set apply_time = apply_time + make_interval(days => $2) where apply_id = $1`,
    [failing, days],
  );
  await school.pool.query(`delete from ${tallyTable} where user_name = '*' and day <> ''`);
  await school.pool.query(
    `insert into ${tallyTable}
      select '*', 'applied', to_char(apply_time at time zone 'Asia/Shanghai', 'YYYY-MM-DD'), process_no, count(*)
      from ${applicationTable} group by 3, 4`,
  );
}

describe('one application', () => {
  it('APPROVAL-18, APPROVAL-30: tells what to decide on, the way so far and the way ahead', async () => {
    const detail = await (await school.browser('dean2')).get(approvalDetail, { applyId: failing });
    expect(splitContent(detail.applyContent)).toContainEqual({ label: '及格率', value: '0.0%' });
    expect(detail.nodes.map(({ state }) => state)).toEqual(['done', 'current', 'ahead']);
    expect(detail.progress.map(({ kind, processNodeResultName }) => [kind, processNodeResultName])).toEqual([
      ['submitted', '提交申请'],
      ['waiting', '待审核'],
      ['waiting', '未到达'],
    ]);
    expect((await dean.get(approvalDetail, { applyId })).nodes.map(({ state }) => state)).toEqual([
      'done',
      'current',
      'skipped',
    ]);
  });

  it('is not shown to people whom it does not concern: not in another unit, not to another teacher', async () => {
    for (const stranger of ['dean2', 'teacher2', 'teacher1b']) {
      const browser = await school.browser(stranger);
      const refused = { status: 404, code: 'APPROVAL_NOT_FOUND', message: '申请不存在或您无权查看' };
      expect(await browser.call(approvalDetail, { applyId }), stranger).toMatchObject(refused);
      expect(await browser.call(approvalLog, { businessId: 'TC1.1', processNo: 'ZKCJSP' }), stranger).toMatchObject(
        refused,
      );
      expect(await browser.get(approvalConfig, { processNo: 'ZKCJSP', businessIds: 'TC1.1' }), stranger).toMatchObject({
        status: '1',
      });
    }
    for (const known of ['teacher1', 'clerk1', 'registrar1', 'auditor1'])
      expect(await (await school.browser(known)).call(approvalDetail, { applyId }), known).toMatchObject({
        code: '200',
      });
  });

  // APPROVAL-78, APPROVAL-79, APPROVAL-80
  it('its configuration by business key or instance; otherwise 传参错误', async () => {
    const expected = { status: '0', approvalType: '1', nodes: [{ processNodeId: '0', processNodeName: '申请人' }] };
    expect(await dean.get(approvalConfig, { processNo: 'ZKCJSP', businessIds: 'TC1.1' })).toMatchObject(expected);
    expect(await dean.get(approvalConfig, { instanceIds: applyId })).toMatchObject(expected);
    for (const input of [{}, { processNo: 'ZKCJSP' }, { businessIds: 'TC1.1' }])
      expect(await dean.get(approvalConfig, input)).toMatchObject({ status: '1', message: '传参错误' });
  });
});

describe('a decision', () => {
  // APPROVAL-63, APPROVAL-66, APPROVAL-70
  it('is refused without result, return node, keys or what the screen showed', async () => {
    expect(await dean.call(approve, { keyList: [applyId] })).toMatchObject({
      code: 'INVALID_INPUT',
      fieldErrors: [{ field: 'approvalStatus', message: '必填' }],
    });
    expect(await dean.call(approve, { keyList: [applyId], approvalStatus: '2' })).toMatchObject({
      code: 'APPROVAL_NO_BACK_NODE',
      message: '请选择驳回节点',
    });
    for (const reason of [{}, { approvalOpinion: ' ' }, { approvalOpinion: '同意' }]) {
      expect(
        await dean.call(approve, {
          keyList: [applyId],
          approvalStatus: '2',
          backNode: '0',
          revisions: { [applyId]: 0 },
          ...reason,
        }),
      ).toMatchObject({
        status: 400,
        code: 'APPROVAL_NO_REASON',
        message: '请填写驳回的原因',
        fieldErrors: [{ field: 'approvalOpinion', message: '请填写驳回的原因' }],
      });
    }
    expect(await dean.call(approve, { keyList: [], approvalStatus: '0' })).toMatchObject({
      code: 'APPROVAL_DATA_LOST',
      message: '数据丢失，请刷新后重试',
    });
    const { results } = await dean.get(approve, { keyList: applyId, approvalStatus: '0' });
    expect(results[applyId]).toMatchObject({ code: 'APPROVAL_DATA_LOST' });
    expect(
      await dean.call(approve, { keyList: [applyId], approvalStatus: '0', approvalOpinion: '长'.repeat(61) }),
    ).toMatchObject({ fieldErrors: [{ message: '只允许输入60个字符' }] });
  });

  it("is each key's own: who may not decide, or no longer, is told why beside those that passed", async () => {
    const { revision } = await dean.get(approvalDetail, { applyId });
    const asTeacher = await teacher.call(approve, {
      keyList: [applyId],
      approvalStatus: '0',
      revisions: { [applyId]: revision },
    });
    expect(asTeacher).toMatchObject({ status: 403, code: 'FORBIDDEN' });
    const commandId = crypto.randomUUID();
    const input = {
      commandId,
      approvalStatus: '0',
      keyList: [applyId, failing],
      revisions: { [applyId]: revision, [failing]: 0 },
    } as const;
    const { results } = await dean.get(approve, { ...input, keyList: [...input.keyList] });
    expect(results).toMatchObject({
      [applyId]: { code: '200', data: { approvalBusinessStatus: '9' } },
      [failing]: { code: 'APPROVAL_NOT_CANDIDATE' },
    });
    expect((await dean.get(approve, { ...input, keyList: [...input.keyList] })).results).toEqual(results);
  });

  it('APPROVAL-74: is in the lists at once: gone from to-do, in done, in the log', async () => {
    expect((await dean.get(queryApprovals, { type: '1' })).total).toBe(0);
    expect((await dean.get(queryApprovals, { type: '2', approvalBusinessStatus: '9' })).list).toMatchObject([
      { applyId, approvalBusinessStatus: '9', mayApprove: false, waitingSince: null },
    ]);
    expect(await dean.get(approvalCounts, {})).toMatchObject({ todo: 0, done: 1, doneToday: 1, oldest: null });
    const { list } = await teacher.get(approvalLog, { businessId: 'TC1.1', processNo: 'ZKCJSP' });
    expect(list.find(({ kind }) => kind === 'decided')).toMatchObject({
      processNodeId: 'ZKCJSP-1',
      processNodeName: '院系审核',
      processNodeResult: '0',
      processNodeResultName: '通过',
      processNodeRemark: '同意',
      auditPersonName: '李院长',
      auditPersonDepartmentName: '计算机学院',
    });
  });

  it('is told of to lists that showed it before: what took it away, by whom, and nothing to strangers', async () => {
    const fates = async (name: string, revisions: Record<string, number>) =>
      (await (await school.browser(name)).get(approvalFates, { revisions })).list.map(({ item, step }) => [
        item.applyId,
        item.mayApprove,
        step,
      ]);
    const step = { kind: 'decided', personName: '李院长', resultName: '通过' };
    expect(await fates('dean1', { [applyId]: 0, nothing: 0 })).toEqual([[applyId, false, { ...step, own: true }]]);
    expect(await fates('dean1b', { [applyId]: 0 })).toEqual([[applyId, false, { ...step, own: false }]]);
    expect(await fates('dean2', { [applyId]: 0, [failing]: 0 })).toEqual([[failing, true, null]]);
  });

  it('of the second of two approvers tells who decided and when', async () => {
    const second = await school.browser('dean1b');
    const { results } = await second.get(approve, {
      approvalStatus: '0',
      keyList: [applyId],
      revisions: { [applyId]: 0 },
    });
    expect(results[applyId]?.code).toBe('APPROVAL_ALREADY_DECIDED');
    expect(results[applyId]?.message).toMatch(
      /^该申请已由 李院长 于 \d{4}-\d\d-\d\d \d\d:\d\d:\d\d 审批（通过），请刷新后查看$/,
    );
  });

  // APPROVAL-62, APPROVAL-72, APPROVAL-83
  it('may send it back to a node or the applicant, under the names that other processes use', async () => {
    const dean2 = await school.browser('dean2');
    expect(await decide(dean2, failing, '0')).toMatchObject({ data: { approvalBusinessStatus: '2' } });
    expect(
      (await registrar.get(approvalConfig, { instanceIds: failing })).nodes.map(({ processNodeId }) => processNodeId),
    ).toEqual(['0', 'ZKCJSP-1']);
    const { revision } = await registrar.get(approvalDetail, { applyId: failing });
    const sent = await registrar.get(approve, {
      processNodeResult: '2',
      approvalNode: 'ZKCJSP-1',
      processNodeRemark: '请再核对',
      instanceIds: failing,
      revisions: { [failing]: revision },
    });
    expect(sent.results[failing]).toMatchObject({ code: '200', data: { approvalBusinessStatus: '7' } });
    expect((await dean2.get(queryApprovals, { type: '1' })).list).toMatchObject([
      { applyId: failing, approvalBusinessStatus: '7', mayApprove: true },
    ]);
    expect((await registrar.get(queryApprovals, { type: '2' })).total).toBe(1);
    expect(await decide(dean2, failing, '2', { backNode: '0', approvalOpinion: '退回' })).toMatchObject({
      data: { approvalBusinessStatus: '3' },
    });
    expect((await (await school.browser('teacher2')).get(approvalDetail, { applyId: failing })).nodes[0]).toMatchObject(
      { processNodeId: '0', state: 'current' },
    );
  });

  it('can be forestalled: the applicant takes the application back, others cannot', async () => {
    const teacher2 = await school.browser('teacher2');
    const again = await submitSheet(teacher2, 'TC2', { S2026003: { ps: '85', qm: '85' } });
    expect(
      (await teacher2.get(queryApprovals, { type: '0' })).list.find((item) => item.applyId === again),
    ).toMatchObject({ mayRecall: true, mayApprove: false });
    expect(await teacher.call(recallApproval, { applyId: again, commandId: crypto.randomUUID() })).toMatchObject({
      status: 403,
      code: 'APPROVAL_RECALL_NOT_APPLICANT',
    });
    expect(await teacher2.get(recallApproval, { applyId: again, commandId: crypto.randomUUID() })).toEqual({
      applyId: again,
      approvalBusinessStatus: '4',
    });
    expect((await (await school.browser('dean2')).get(queryApprovals, { type: '1' })).total).toBe(0);
  });
});
