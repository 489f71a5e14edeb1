import { expect, it } from 'vitest';
import { shuntStatus } from '@jwxt/contracts/student-status/divert/divert.vocabulary.ts';
import type { ShuntRow } from '@jwxt/contracts/student-status/divert/shunt.events.ts';
import { shuntStreams, type ShuntState } from '@jwxt/contracts/student-status/divert/shunt.state.ts';
import { isRefused } from '../../kernel/refusal.ts';
import { shuntDecider, type ShuntCommand, type ShuntFacts } from './shunt.decider.ts';

const row = (studentCode: string, admitKey: string | null): ShuntRow => ({
  studentCode,
  studentNumber: studentCode,
  studentName: studentCode,
  volunteers: [],
  rankScore: 300,
  requiredAverage: null,
  rank: 1,
  admitKey,
  admitWay: admitKey === null ? null : '1',
  why: '第1志愿',
});
const computed = (listHash: string, rows = [row('S1', 'A'), row('S2', 'B')]): ShuntFacts => ({
  computed: {
    diversionId: 'D1',
    rule: { admitRule: '2', scoreBasis: '1', interviewRatio: 0, needInterview: false },
    places: [
      { key: 'A', name: '软件工程', gradeMajorId: 'SE', quota: 1, minScore: null },
      { key: 'B', name: '计算机', gradeMajorId: 'CS', quota: 1, minScore: null },
    ],
    rows,
    leftOut: [],
    listHash,
  },
});
const day = (n: number): string => new Date(Date.UTC(2026, 8, n)).toISOString();
const application = {
  applyId: 'P1',
  round: 1,
  process: { processVersion: 1 },
  applicant: { userName: 'u' },
} as unknown as NonNullable<ShuntFacts['application']>;

/** A list that commands are given to one after another; each answers its events' types or why it was refused. */
function list() {
  let state: ShuntState = shuntStreams.initial;
  return {
    get state() {
      return state;
    },
    give(command: ShuntCommand, facts?: ShuntFacts, time = day(1)): string[] | string {
      const decided = shuntDecider.decide(state, command, facts);
      if (isRefused(decided)) return decided.refused.code;
      for (const event of decided)
        state = shuntStreams.evolve(state, event, { revision: 0, time, userName: 'u', name: 'U' });
      return decided.map(({ type }) => type);
    },
  };
}

it('a list goes from its computation to its implementation, and no step is left out (STUDENT-STATUS-41)', () => {
  const it = list();
  expect(it.give({ type: 'publish' })).toBe('SHUNT_NOT_COMPUTED');
  expect(it.give({ type: 'compute' }, computed('h1'))).toEqual(['ShuntComputed']);
  expect(it.give({ type: 'compute' }, computed('h1'))).toEqual([]);
  expect(it.give({ type: 'submit', now: day(2) })).toBe('SHUNT_NOT_PUBLISHED');
  expect(it.give({ type: 'publish' })).toEqual(['ShuntPublished']);
  expect(it.give({ type: 'submit', now: day(3) }, { application })).toBe('SHUNT_SHOWN_SHORT');
  expect(it.give({ type: 'submit', now: day(4) }, { application })).toBe('SHUNT_OPEN_STUDENTS');
  const classes = [
    { studentCode: 'S1', bjdm: 'c1' },
    { studentCode: 'S2', bjdm: 'c2' },
  ];
  expect(it.give({ type: 'assignClasses', classes })).toEqual(['ShuntClassesAssigned']);
  expect(it.give({ type: 'implement', done: { effectiveDate: '2026-09-05', leftOut: [] } })).toBe('SHUNT_NOT_PASSED');
  expect(it.give({ type: 'submit', now: day(4) }, { application })).toEqual(['ShuntSubmitted']);
  expect(it.give({ type: 'compute' }, computed('h2'))).toBe('SHUNT_NOT_EDITABLE');
  expect(it.give({ type: 'adjust', studentCode: 'S1', admitKey: 'B', reason: '复核' })).toBe('SHUNT_NOT_EDITABLE');
  expect(it.give({ type: 'pass', applyId: 'P1' })).toEqual(['ShuntPassed']);
  const left = [{ studentCode: 'S2', studentName: 'S2', why: '学籍状态已不是在读' }];
  expect(it.give({ type: 'implement', done: { effectiveDate: '2026-09-05', leftOut: left } })).toEqual([
    'ShuntImplemented',
  ]);
  expect(it.state).toMatchObject({ status: shuntStatus.implemented, effectiveDate: '2026-09-05', leftOut: left });
});

it('an adjustment is by name, may go beyond a quota, and takes the list out of sight until it is shown anew', () => {
  const it = list();
  it.give({ type: 'compute' }, computed('h1'));
  it.give({ type: 'publish' });
  expect(it.give({ type: 'adjust', studentCode: 'S9', admitKey: 'B', reason: '复核' })).toBe('SHUNT_STUDENT_UNKNOWN');
  expect(it.give({ type: 'adjust', studentCode: 'S1', admitKey: 'Z', reason: '复核' })).toBe('SHUNT_PLACE_UNKNOWN');
  expect(it.give({ type: 'adjust', studentCode: 'S1', admitKey: 'B', reason: '身体原因' })).toEqual(['ShuntAdjusted']);
  expect(it.state).toMatchObject({ status: shuntStatus.computed, publishedAt: null });
  if (it.state.status === shuntStatus.collecting) throw new Error('computed');
  expect(it.state.rows.get('S1')).toMatchObject({ admitKey: 'B', admitWay: '3', why: '身体原因' });
  // Computed anew it is what everybody asked for again.
  expect(it.give({ type: 'compute' }, computed('h1'))).toEqual(['ShuntComputed']);
  expect(it.state.rows.get('S1')).toMatchObject({ admitKey: 'A' });
});

it('who has no place keeps a list from being shown, unless the batch may be short', () => {
  const it = list();
  it.give({ type: 'compute' }, computed('h1', [row('S1', 'A'), row('S2', null)]));
  expect(it.give({ type: 'publish' })).toBe('SHUNT_OPEN_STUDENTS');
  expect(it.give({ type: 'publish' }, { mayBeShort: true })).toEqual(['ShuntPublished']);
});

it('a list that came back goes on with its application; one that was not passed is with the office again', () => {
  const submitted = () => {
    const one = list();
    one.give({ type: 'compute' }, computed('h1', [row('S1', 'A')]));
    one.give({ type: 'assignClasses', classes: [{ studentCode: 'S1', bjdm: 'c1' }] });
    one.give({ type: 'publish' });
    one.give({ type: 'submit', now: day(5) }, { application });
    return one;
  };
  const back = submitted();
  expect(back.give({ type: 'close', outcome: 'returned', opinion: '请核对' })).toEqual(['ShuntClosed']);
  expect(back.state).toMatchObject({ status: shuntStatus.published, applyId: 'P1', round: 1, opinion: '请核对' });
  const refused = submitted();
  refused.give({ type: 'close', outcome: 'notPassed', opinion: '名额有误' });
  expect(refused.state).toMatchObject({ status: shuntStatus.notPassed, applyId: null, round: 0, refusedNum: 1 });
  expect(refused.give({ type: 'compute' }, computed('h1'))).toEqual(['ShuntComputed']);
});
