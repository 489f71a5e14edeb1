import { describe, expect, it } from 'vitest';
import { refuse } from '../kernel/refusal.ts';
import type { ApplicationCommand, ApplicationFacts } from './application.decider.ts';
import { by, draft, pass, recall, reject, story, submit } from './application.fixture.ts';

const applied = story().given(submit(draft()), by('teacher1'));
const now = '2026-11-20T02:00:00.000Z';
const transfer = (revision: number, toUser: string): ApplicationCommand => ({
  type: 'transfer',
  revision,
  toUser,
  reason: '出差',
});
/** Who hands over, and to whom: an approver of the node unless told otherwise. */
const handing = (userName: string, candidate = true): ApplicationFacts => ({
  ...by(userName),
  target: { name: '接办人', departmentName: null, candidate },
});
const urge = (capacity: 'applicant' | 'office'): ApplicationCommand => ({ type: 'urge', capacity, remark: '' });
const at = (userName: string, time = now): ApplicationFacts => ({ ...by(userName, false), now: time });
const absent = { authId: 'G1', userName: 'dean9', name: '外出的院长' };

describe('an application that is handed over', () => {
  const handed = applied.given(transfer(0, 'dean2'), handing('dean1'));

  it('is decided by the receiver alone, until it reaches the next node', () => {
    expect(handed.when(pass(1), by('dean1')).refused).toMatchObject({ code: 'APPROVAL_TRANSFERRED' });
    const passed = handed.given(pass(1), by('dean2'));
    expect(passed.when(pass(2), by('office1')).types).toEqual(['NodePassed']);
  });

  it('is known to be handed over to somebody who still has the screen from before', () => {
    expect(handed.when(pass(0), by('dean1')).refused).toMatchObject({ code: 'APPROVAL_TRANSFERRED' });
  });

  it('comes back to the whole queue when it is rejected to the node, and when it is sent again', () => {
    const back = handed.given(pass(1), by('dean2')).given(reject(2, 'P-1'), by('office1'));
    expect(back.when(pass(3), by('dean1')).types).toEqual(['NodePassed']);
    const again = handed.given(recall, by('teacher1')).given(submit(draft({ round: 2 })), by('teacher1'));
    expect(again.when(pass(3), by('dean1')).types).toEqual(['NodePassed']);
  });

  it('may be handed on by any approver of the node, also back to oneself', () => {
    expect(handed.when(transfer(1, 'dean1'), handing('dean1')).types).toEqual(['ApplicationTransferred']);
    expect(handed.when(transfer(1, 'dean2'), handing('dean3')).refused).toMatchObject({
      code: 'APPROVAL_TRANSFER_SAME',
    });
  });

  it.each([
    [
      'by somebody who is no approver of the node',
      transfer(0, 'dean2'),
      { ...handing('x'), candidate: false },
      'APPROVAL_NOT_CANDIDATE',
    ],
    ['to somebody who is none', transfer(0, 'dean2'), handing('dean1', false), 'APPROVAL_TRANSFER_TARGET'],
    [
      'to an account that does not exist',
      transfer(0, 'dean2'),
      { ...by('dean1'), target: null },
      'APPROVAL_TRANSFER_TARGET',
    ],
    ['to who entered the content', transfer(0, 'teacher2'), handing('dean1'), 'APPROVAL_TRANSFER_OWN'],
    ['by who entered the content', transfer(0, 'dean2'), handing('teacher2'), 'APPROVAL_OWN'],
    ['of another version', transfer(7, 'dean2'), handing('dean1'), 'APPROVAL_CHANGED'],
  ] as const)('is refused %s', (_title, command, facts, code) => {
    expect(applied.when(command, facts).refused).toMatchObject({ code });
  });

  it('is refused where the process does not allow it, and when it is over', () => {
    const fixed = story().given(submit(draft({}, { transferAllowed: false })), by('teacher1'));
    expect(fixed.when(transfer(0, 'dean2'), handing('dean1')).refused).toMatchObject({
      code: 'APPROVAL_TRANSFER_REFUSED',
    });
    expect(applied.given(recall, by('teacher1')).when(transfer(1, 'dean2'), handing('dean1')).refused).toMatchObject({
      code: 'APPROVAL_NOT_IN_APPROVAL',
    });
  });
});

describe('urging', () => {
  it('is for the applicant and the office, once on a day of the school', () => {
    expect(applied.when(urge('applicant'), at('dean1')).refused).toMatchObject({ code: 'APPROVAL_URGE_NOT_YOURS' });
    const urged = applied.given(urge('applicant'), at('teacher1'));
    // Stories happen on the 20th of November, eight o'clock and later.
    expect(urged.when(urge('office'), at('office1', '2026-11-20T15:59:59.000Z')).refused).toMatchObject({
      code: 'APPROVAL_URGED_TODAY',
    });
    expect(urged.when(urge('office'), at('office1', '2026-11-20T16:00:00.000Z')).types).toEqual(['ApplicationUrged']);
  });

  it('changes nothing that is decided on: who had it open before may decide', () => {
    const urged = applied.given(urge('applicant'), at('teacher1'));
    expect(urged.when(pass(0), by('dean1')).types).toEqual(['NodePassed']);
  });

  it('is refused when nobody is waited for', () => {
    expect(applied.given(recall, by('teacher1')).when(urge('applicant'), at('teacher1')).refused).toMatchObject({
      code: 'APPROVAL_URGE_REFUSED',
    });
  });
});

// SYSADMIN-24: nodeMode 全部
describe('a node that all of its approvers must pass', () => {
  const voters = ['dean1', 'dean2', 'dean3'];
  const one = (userName: string, more: Partial<ApplicationFacts> = {}): ApplicationFacts => ({
    ...by(userName),
    voters,
    ...more,
  });
  const once = applied.given(pass(0), one('dean1'));
  const twice = once.given(pass(0), one('dean2'));

  it('is passed with the last of them, each of whom decides on what he saw before the others', () => {
    expect(once.when(pass(0), one('dean2')).types).toEqual(['NodeEndorsed']);
    expect(twice.when(pass(0), one('dean3')).events).toMatchObject([
      { type: 'NodePassed', data: { nextNodeId: 'P-2', auditPersonName: 'dean3的姓名' } },
    ]);
    const [only] = draft().process.nodes;
    const short = story().given(submit(draft({}, { nodes: [only!] })), by('teacher1'));
    expect(short.when(pass(0), one('dean1', { voters: ['dean1'] })).types).toEqual(['NodePassed', 'ApplicationPassed']);
  });

  it('takes no second vote of one person, neither his own nor by a delegate, and nobody’s who is no approver', () => {
    for (const again of [pass(0), reject(0, '0')])
      expect(once.when(again, one('dean1')).refused).toMatchObject({ code: 'APPROVAL_ENDORSED' });
    const inPlace = { authId: 'G2', userName: 'dean1', name: '院长' };
    expect(once.when(pass(0), one('dean9', { onBehalfOf: inPlace })).refused).toMatchObject({
      code: 'APPROVAL_ENDORSED',
    });
    expect(once.when(pass(0), one('dean4', { candidate: false })).refused).toMatchObject({
      code: 'APPROVAL_NOT_CANDIDATE',
    });
  });

  it('is left by the first who rejects, and begins anew when it comes back, or is sent again', () => {
    expect(once.when(reject(0, '0'), one('dean2')).types).toEqual(['ApplicationReturned']);
    const on = twice.given(pass(0), one('dean3'));
    const back = on.given(reject(on.revision, 'P-1'), by('office1'));
    expect(back.when(pass(back.revision), one('dean1')).types).toEqual(['NodeEndorsed']);
    const again = once.given(recall, by('teacher1')).given(submit(draft({ round: 2 })), by('teacher1'));
    expect(again.when(pass(again.revision), one('dean1')).types).toEqual(['NodeEndorsed']);
  });

  it('counts the vote of a delegate for the absent, besides his own where he is an approver too', () => {
    const dean2 = { authId: 'G1', userName: 'dean2', name: '院长二' };
    const dean3 = { authId: 'G3', userName: 'dean3', name: '院长三' };
    expect(applied.when(pass(0), one('dean9', { onBehalfOf: dean2, alsoFor: [dean3] })).events).toMatchObject([
      { type: 'NodeEndorsed', data: { onBehalfOf: dean2 } },
      { type: 'NodeEndorsed', data: { onBehalfOf: dean3 } },
    ]);
    const [own, last] = once.when(pass(0), one('dean2', { alsoFor: [dean3] })).events;
    expect(own).toMatchObject({ type: 'NodeEndorsed' });
    expect(own?.data).not.toHaveProperty('onBehalfOf');
    expect(last).toMatchObject({ type: 'NodePassed', data: { onBehalfOf: dean3 } });
    // Any one decides: nobody is stood in for besides.
    expect(applied.when(pass(0), { ...by('dean1'), alsoFor: [dean3] }).types).toEqual(['NodePassed']);
  });

  it('waits for those who hold the role now: one who does not any more is waited for no longer', () => {
    const complete: ApplicationCommand = { type: 'completeNode' };
    const system = (left: readonly string[]) => ({ ...by('system', false), voters: left });
    expect(twice.when(complete, system(voters)).types).toEqual([]);
    expect(twice.when(complete, system(['dean1', 'dean2', 'dean7'])).types).toEqual([]);
    expect(twice.when(complete, system(['dean1', 'dean2'])).events).toMatchObject([
      { type: 'NodePassed', data: { opinion: '其余审批人已不再担任', nextNodeId: 'P-2' } },
    ]);
    expect(twice.when(complete, { ...system(['dean1']), conflict: refuse('APPROVAL_COURSE_CONFLICT') }).types).toEqual(
      [],
    );
    expect(applied.when(complete, system([])).types).toEqual([]);
    expect(once.when(pass(0), one('dean2', { voters: ['dean1', 'dean2'] })).types).toEqual(['NodePassed']);
  });

  it('is not handed over by one of them; the office hands it to one who decides alone', () => {
    const facts = { ...handing('dean2'), voters };
    expect(once.when(transfer(0, 'dean3'), facts).refused).toMatchObject({ code: 'APPROVAL_TRANSFER_ALL' });
    const handed = once.given({ ...transfer(0, 'dean1'), capacity: 'office' } as ApplicationCommand, {
      ...handing('office9', true),
      voters,
    });
    expect(handed.when(pass(handed.revision), by('dean1')).types).toEqual(['NodePassed']);
  });
});

// SYSADMIN-23: timeLimitDays, timeoutAction
describe('an application that waits for longer than it may', () => {
  const tell: ApplicationCommand = { type: 'tellOverdue' };
  const clock = (time: string, action: '0' | '1' = '0'): ApplicationFacts => ({
    ...by('system', false),
    now: time,
    timeout: { action, limitDays: 3 },
  });
  // It was submitted on the 20th of November, a day of the school.
  const late = '2026-11-23T16:00:00.000Z';

  it('is told of on the day after its last, once for each time that it comes to a node', () => {
    expect(applied.when(tell, clock('2026-11-23T15:59:59.000Z')).types).toEqual([]);
    const told = applied.given(tell, clock(late));
    expect(applied.when(tell, clock(late)).events).toMatchObject([
      {
        type: 'ApplicationOverdue',
        data: { processNodeName: '节点1', since: '2026-11-20T00:00:00.000Z', limitDays: 3, reportedTo: null },
      },
    ]);
    expect(told.when(tell, clock('2026-12-24T00:00:00.000Z')).types).toEqual([]);
    const back = told.given(pass(0), by('dean1')).given(reject(2, 'P-1'), by('office1'));
    expect(back.when(tell, clock(late)).types).toEqual(['ApplicationOverdue']);
    const handed = told.given(transfer(0, 'dean2'), handing('dean1'));
    expect(handed.when(tell, clock(late)).types).toEqual([]);
  });

  it('is reported to who decides next, at the last node to the office, above the office to nobody', () => {
    const above = (of: typeof applied) => of.when(tell, clock(late, '1')).events[0];
    expect(above(applied)).toMatchObject({
      data: { reportedTo: { processNodeId: 'P-2', name: '节点2', roleCode: '05', scopeUnit: '*' } },
    });
    const [first, second, last] = draft().process.nodes;
    const skipping = { nodes: [first!, { ...second!, skipped: true }, { ...last!, skipped: true }] };
    expect(above(story().given(submit(draft({}, skipping)), by('teacher1')))).toMatchObject({
      data: { reportedTo: { processNodeId: null, name: '教务处', roleCode: '02', scopeUnit: '*' } },
    });
    const atOffice = applied.given(pass(0), by('dean1')).given(pass(1), by('registrar1'));
    expect(above(atOffice)).toMatchObject({ data: { processNodeId: 'P-3', reportedTo: null } });
  });

  it('changes nothing that is decided on, and nothing where its version says nothing or it waits nowhere', () => {
    expect(applied.given(tell, clock(late)).when(pass(0), by('dean1')).types).toEqual(['NodePassed']);
    expect(applied.when(tell, { ...clock(late), timeout: null }).types).toEqual([]);
    expect(applied.given(recall, by('teacher1')).when(tell, clock(late)).types).toEqual([]);
    expect(story().when(tell, clock(late)).types).toEqual([]);
  });
});

describe('a decision for somebody absent', () => {
  it('names both, and is refused when either had a hand in the content', () => {
    const decided = applied.when(pass(0), { ...by('dean1'), onBehalfOf: absent });
    expect(decided.events[0]).toMatchObject({ data: { onBehalfOf: absent, auditPersonName: 'dean1的姓名' } });
    expect(
      applied.when(pass(0), { ...by('dean1'), onBehalfOf: { ...absent, userName: 'teacher2' } }).refused,
    ).toMatchObject({ code: 'APPROVAL_OWN' });
    expect(applied.when(pass(0), { ...by('teacher2'), onBehalfOf: absent }).refused).toMatchObject({
      code: 'APPROVAL_OWN',
    });
  });

  it('reaches what was handed to the absent, and not what was handed to others', () => {
    const facts = { ...by('dean1'), onBehalfOf: absent };
    expect(applied.given(transfer(0, 'dean9'), handing('dean3')).when(pass(1), facts).types).toEqual(['NodePassed']);
    expect(applied.given(transfer(0, 'dean4'), handing('dean3')).when(pass(1), facts).refused).toMatchObject({
      code: 'APPROVAL_TRANSFERRED',
    });
  });
});

it('APPROVAL-77: content that conflicts is not passed, but may be sent back', () => {
  const conflicting = { ...by('dean1'), conflict: refuse('APPROVAL_COURSE_CONFLICT') };
  expect(applied.when(pass(0), conflicting).refused).toMatchObject({ code: 'APPROVAL_COURSE_CONFLICT' });
  expect(applied.when(reject(0, '0'), conflicting).types).toEqual(['ApplicationReturned']);
});

// SYSADMIN-25
describe('what the office does to an application of others', () => {
  const terminate = (revision: number): ApplicationCommand => ({ type: 'terminate', revision, reason: '重复申请' });
  const office = by('office9', false);

  it('ends it wherever it waits, as not passed, whatever its process offers', () => {
    for (const waiting of [applied, applied.given(pass(0), by('dean1'))]) {
      const [ended] = waiting.when(terminate(waiting.revision), office).events;
      expect(ended).toMatchObject({ type: 'ApplicationNotPassed', data: { terminated: true, opinion: '重复申请' } });
    }
  });

  it('refuses one’s own, what has moved on, and what waits nowhere', () => {
    expect(applied.when(terminate(0), by('teacher1', false)).refused).toMatchObject({ code: 'APPROVAL_OWN' });
    const passed = applied.given(pass(0), by('dean1'));
    expect(passed.when(terminate(0), office).refused).toMatchObject({ code: 'APPROVAL_ALREADY_DECIDED' });
    const ended = applied.given(terminate(0), office);
    expect(ended.when(terminate(1), office).refused).toMatchObject({ code: 'APPROVAL_NOT_IN_APPROVAL' });
    expect(story().when(terminate(0), office).refused).toMatchObject({ code: 'APPROVAL_NOT_FOUND' });
  });

  it('hands it to any approver of the node, though it is none itself', () => {
    const handed: ApplicationCommand = {
      type: 'transfer',
      revision: 0,
      toUser: 'dean2',
      capacity: 'office',
      reason: '出差',
    };
    const facts: ApplicationFacts = { ...handing('office9'), candidate: false };
    expect(applied.when(handed, facts).types).toEqual(['ApplicationTransferred']);
    const own = applied.when({ ...handed, toUser: 'teacher1' }, facts);
    expect(own.refused).toMatchObject({ code: 'APPROVAL_TRANSFER_OWN' });
  });
});
