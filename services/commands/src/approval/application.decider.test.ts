import { describe, expect, test } from 'vitest';
import { by, draft, node, notPass, pass, recall, reject, story, submit } from './application.fixture.ts';

const submitted = story().given(submit(), by('teacher1'));

describe('submitting', () => {
  test('given nothing, when submitted, then the first node is asked and status is 1', () => {
    expect(submitted.state).toMatchObject({ phase: 'inApproval', status: '1', node: { processNodeId: 'P-1' } });
  });
  test('given it is in approval, when submitted again, then refused naming who applied and when', () => {
    expect(submitted.when(submit(draft({ round: 2 }))).refused).toMatchObject({
      code: 'APPROVAL_OPEN_EXISTS',
      details: { process: '正考成绩审批', name: '张老师', time: '2026-11-20 09:00:00' },
    });
  });
  test('given a node was skipped for its content, then the next one is asked', () => {
    const skipping = story().given(
      submit(draft({}, { nodes: [node(1, { skipped: true, skipReason: '未达到' }), node(2)] })),
    );
    expect(skipping.state).toMatchObject({ node: { processNodeId: 'P-2' } });
  });
  test('given it was returned, when the next round is submitted, then its content is what is decided on', () => {
    const again = submitted
      .given(reject(0, '0'))
      .given(submit(draft({ round: 2, content: { ...draft().content, contentHash: 'h2' } })), by('teacher1'));
    expect(again.state).toMatchObject({ status: '1', draft: { round: 2 }, node: { processNodeId: 'P-1' } });
    expect(again.when(pass(2)).events[0]?.data).toMatchObject({ contentHash: 'h2', round: 2 });
  });
  test('given it was returned, when the same round is submitted again, then refused', () => {
    expect(submitted.given(reject(0, '0')).when(submit()).refused?.code).toBe('CONCURRENT_CHANGE');
  });
  test.each([
    ['passed', pass(0)],
    ['not passed', notPass(0)],
  ])('given it ended %s, when submitted, then refused', (_title, decision) => {
    const single = story().given(submit(draft({}, { approvalType: '0', nodes: [node(1)] })));
    expect(single.given(decision).when(submit(draft({ round: 2 }))).refused?.code).toBe('APPROVAL_NOT_IN_APPROVAL');
  });
});

describe('passing', () => {
  test('a node before the last: the next one is asked and status is 2', () => {
    const { events } = submitted.when(pass(0));
    expect(events).toMatchObject([
      {
        type: 'NodePassed',
        data: {
          processNodeId: 'P-1',
          nextNodeId: 'P-2',
          auditPersonName: 'dean1的姓名',
          opinion: '同意',
          contentHash: 'h1',
        },
      },
    ]);
    expect(submitted.given(pass(0)).state).toMatchObject({ status: '2', node: { processNodeId: 'P-2' } });
  });
  test('the last node: it has passed, in the same append, and status is 9', () => {
    const last = submitted.given(pass(0)).given(pass(1), by('registrar1'));
    expect(last.when(pass(2), by('office1')).types).toEqual(['NodePassed', 'ApplicationPassed']);
    expect(last.given(pass(2), by('office1')).state).toMatchObject({
      phase: 'ended',
      status: '9',
      decisions: [{ name: 'dean1的姓名' }, { name: 'registrar1的姓名' }, { name: 'office1的姓名' }],
    });
  });
  test('a node before one that was skipped: the skipped one is passed over', () => {
    const skipping = story().given(
      submit(draft({}, { nodes: [node(1), node(2, { skipped: true, skipReason: '未达到' }), node(3)] })),
    );
    expect(skipping.when(pass(0)).events[0]?.data).toMatchObject({ nextNodeId: 'P-3' });
    const lastSkipped = story().given(
      submit(draft({}, { nodes: [node(1), node(2, { skipped: true, skipReason: '未达到' })] })),
    );
    expect(lastSkipped.when(pass(0)).types).toEqual(['NodePassed', 'ApplicationPassed']);
  });
});

describe('who may decide', () => {
  test('not the applicant', () => expect(submitted.when(pass(0), by('teacher1')).refused?.code).toBe('APPROVAL_OWN'));
  test('nobody who entered the content', () =>
    expect(submitted.when(pass(0), by('teacher2')).refused?.code).toBe('APPROVAL_OWN'));
  test('nobody whom role and unit do not make an approver of the current node, which is named', () => {
    expect(submitted.when(pass(0), by('dean2', false)).refused).toMatchObject({
      code: 'APPROVAL_NOT_CANDIDATE',
      details: { node: '节点1' },
    });
  });
});

describe('what was seen', () => {
  test('given another approver decided since, then refused naming who, when and with which result', () => {
    expect(submitted.given(pass(0)).when(pass(0), by('dean3')).refused).toMatchObject({
      code: 'APPROVAL_ALREADY_DECIDED',
      details: { name: 'dean1的姓名', time: '2026-11-20 08:01:00', result: '通过' },
      data: { nodeName: '节点1', opinion: '同意' },
    });
    expect(submitted.given(reject(0, '0')).when(pass(0), by('dean3')).refused?.details).toMatchObject({
      result: '驳回',
    });
  });
  test('given it ended since, then who decided is named as well', () => {
    const single = story().given(submit(draft({}, { nodes: [node(1)] })));
    expect(single.given(pass(0)).when(pass(0), by('dean3')).refused).toMatchObject({
      code: 'APPROVAL_ALREADY_DECIDED',
      details: { name: 'dean1的姓名' },
    });
  });
  test('given it was recalled since, then told so', () =>
    expect(submitted.given(recall, by('teacher1')).when(pass(0)).refused?.code).toBe('APPROVAL_RECALLED'));
  test('given it was recalled and submitted anew since, then refused because the content changed', () => {
    const anew = submitted.given(recall, by('teacher1')).given(submit(draft({ round: 2 })), by('teacher1'));
    expect(anew.when(pass(0)).refused?.code).toBe('APPROVAL_CHANGED');
  });
  test('given a revision that does not exist yet, then refused', () =>
    expect(submitted.when(pass(7)).refused?.code).toBe('APPROVAL_CHANGED'));
  test('an application that does not exist is not found', () =>
    expect(story().when(pass(0)).refused?.code).toBe('APPROVAL_NOT_FOUND'));
});

describe('rejecting (approval type 1)', () => {
  test('only to where the node may send back, as its version of the process says (SYSADMIN-24)', () => {
    const second = submitted.given(pass(0));
    const facts = { ...by('registrar1'), canReject: ['P-1'] };
    expect(second.when(reject(1, 'P-1'), facts).types).toEqual(['ApplicationRejected']);
    expect(second.when(reject(1, '0'), facts).refused).toMatchObject({
      code: 'APPROVAL_BACK_NODE_REFUSED',
      details: { node: '节点2' },
    });
  });
  test('to the applicant: returned, status 3', () => {
    expect(submitted.when(reject(0, '0')).types).toEqual(['ApplicationReturned']);
    expect(submitted.given(reject(0, '0')).state).toMatchObject({ phase: 'withApplicant', status: '3' });
  });
  test('to an earlier node: that one decides again, status 7', () => {
    const rejected = submitted.given(pass(0)).given(reject(1, 'P-1'), by('registrar1'));
    expect(rejected.state).toMatchObject({ phase: 'inApproval', status: '7', node: { processNodeId: 'P-1' } });
    expect(rejected.given(pass(2)).state).toMatchObject({ status: '2', node: { processNodeId: 'P-2' } });
  });
  test('without a node: asked to choose one (APPROVAL-66)', () => {
    expect(submitted.when(reject(0)).refused).toMatchObject({
      code: 'APPROVAL_NO_BACK_NODE',
      fieldErrors: [{ field: 'backNode', message: '请选择驳回节点' }],
    });
  });
  test.each(['P-1', 'P-2', 'nowhere'])('to the current, a later or an unknown node %s: refused', (backNode) => {
    expect(submitted.when(reject(0, backNode)).refused?.code).toBe('APPROVAL_BACK_NODE_UNKNOWN');
  });
  test('to a node that was skipped: refused', () => {
    const skipping = story().given(
      submit(draft({}, { nodes: [node(1, { skipped: true, skipReason: '未达到' }), node(2)] })),
    );
    expect(skipping.when(reject(0, 'P-1')).refused?.code).toBe('APPROVAL_BACK_NODE_UNKNOWN');
  });
  test.each(['', '  ', '同意'])('with “%s” for a reason: asked to say why', (opinion) => {
    expect(submitted.when(reject(0, '0', opinion)).refused).toMatchObject({
      code: 'APPROVAL_NO_REASON',
      details: { result: '驳回' },
    });
  });
  test('不通过 is refused', () => expect(submitted.when(notPass(0)).refused?.code).toBe('APPROVAL_RESULT_NOT_OFFERED'));
});

describe('not passing (other approval types)', () => {
  const plain = story().given(submit(draft({}, { approvalType: '0' })));
  test('ends it with status 8', () =>
    expect(plain.given(notPass(0)).state).toMatchObject({ phase: 'ended', status: '8' }));
  test('without a reason: asked to say why', () => {
    expect(plain.when({ ...notPass(0), opinion: '同意' }).refused).toMatchObject({
      code: 'APPROVAL_NO_REASON',
      details: { result: '不通过' },
    });
  });
  test('rejecting is refused', () =>
    expect(plain.when(reject(0, '0')).refused?.code).toBe('APPROVAL_RESULT_NOT_OFFERED'));
});

describe('statuses in which nothing may be decided', () => {
  test.each([
    ['3', submitted.given(reject(0, '0'))],
    ['4', submitted.given(recall, by('teacher1'))],
    [
      '9',
      story()
        .given(submit(draft({}, { nodes: [node(1)] })))
        .given(pass(0)),
    ],
    [
      '8',
      story()
        .given(submit(draft({}, { approvalType: '0' })))
        .given(notPass(0)),
    ],
  ])('%s', (_status, ended) => expect(ended.when(pass(ended.revision)).refused?.code).toBe('APPROVAL_NOT_IN_APPROVAL'));
});

test('APPROVAL-19: in statuses 1, 2 and 7 a decision may be taken', () => {
  const atSecond = submitted.given(pass(0));
  const rejected = atSecond.given(reject(1, 'P-1'), by('registrar1'));
  const statuses = [submitted, atSecond, rejected].map((at) => [
    at.state.phase === 'none' ? '' : at.state.status,
    at.when(pass(at.revision), by('office1')).refused,
  ]);
  expect(statuses).toEqual([
    ['1', null],
    ['2', null],
    ['7', null],
  ]);
});

describe('recalling', () => {
  test('before anybody decided: back with the applicant, status 4', () => {
    expect(submitted.given(recall, by('teacher1')).state).toMatchObject({ phase: 'withApplicant', status: '4' });
  });
  test('by somebody else: refused', () =>
    expect(submitted.when(recall, by('dean1')).refused?.code).toBe('APPROVAL_RECALL_NOT_APPLICANT'));
  test("after a node of the applicant's own unit decided: allowed where the process allows it", () => {
    expect(submitted.given(pass(0)).when(recall, by('teacher1')).types).toEqual(['ApplicationRecalled']);
    const strict = story().given(submit(draft({}, { recallAllowed: false })), by('teacher1'));
    expect(strict.given(pass(0)).when(recall, by('teacher1')).refused?.code).toBe('APPROVAL_RECALL_REFUSED');
    expect(strict.when(recall, by('teacher1')).types).toEqual(['ApplicationRecalled']);
  });
  test('after a node of another unit decided: refused', () => {
    expect(submitted.given(pass(0)).given(pass(1), by('registrar1')).when(recall, by('teacher1')).refused?.code).toBe(
      'APPROVAL_RECALL_REFUSED',
    );
  });
  test('a decision of an earlier round does not stand in the way', () => {
    const second = submitted
      .given(pass(0))
      .given(pass(1), by('registrar1'))
      .given(reject(2, '0'), by('office1'))
      .given(submit(draft({ round: 2 })), by('teacher1'))
      .given(pass(4));
    expect(second.when(recall, by('teacher1')).types).toEqual(['ApplicationRecalled']);
  });
  test('while rejected to an earlier node, or ended: refused', () => {
    const rejected = submitted.given(pass(0)).given(reject(1, 'P-1'), by('registrar1'));
    expect(rejected.when(recall, by('teacher1')).refused?.code).toBe('APPROVAL_RECALL_REFUSED');
    const passed = story()
      .given(submit(draft({}, { nodes: [node(1)] })))
      .given(pass(0));
    expect(passed.when(recall, by('teacher1')).refused?.code).toBe('APPROVAL_RECALL_REFUSED');
  });
  test('twice: the second changes nothing', () => {
    expect(submitted.given(recall, by('teacher1')).when(recall, by('teacher1'))).toMatchObject({
      types: [],
      refused: null,
    });
  });
});
