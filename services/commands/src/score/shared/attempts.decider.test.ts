import { describe, expect, it } from 'vitest';
import type { Attempt, AttemptsEvent } from '@jwxt/contracts/score/attempts.events.ts';
import { evolveAttempts, noAttempts, type AttemptsState } from '@jwxt/contracts/score/attempts.state.ts';
import type { RecognitionRequest } from '@jwxt/contracts/recognition/recognition.events.ts';
import { attemptsDecider, noFacts, type AttemptsCommand, type AttemptsFacts } from './attempts.decider.ts';

const attempt = (attemptId: string, final: number | null, more: Partial<Attempt> = {}): Attempt => ({
  attemptId,
  studentCode: 'S1',
  studentNumber: '2026S1',
  studentName: '学生S1',
  courseId: 'K1',
  courseNum: 'NK1',
  courseName: '高等数学',
  courseCredit: 40,
  semesterId: '2026-2027-1',
  examNature: '01',
  final,
  finalName: String(final),
  scoreRemarkCode: '00',
  passed: final !== null && final >= 6000,
  source: '1',
  ruleVersion: 'ZGF-60',
  teachingClassId: 'TC1',
  scoreType: '1',
  applyId: 'A1',
  openDepartmentId: '101',
  departmentId: '101',
  bjdm: 'B1',
  njzydm: '2026SE',
  ...more,
});
const recognised = (attemptId: string, applyId: string) =>
  attempt(attemptId, 8800, { source: '3', examNature: '16', applyId });
const asked = (applyId: string, applyTime: string): AttemptsFacts => ({
  request: {
    applyId,
    studentCode: 'S1',
    relateList: [{ outSideList: [], inSideList: [{ courseId: 'K1', courseName: '高等数学' }] }],
    application: { applyTime, applicant: { name: '教务员' }, process: { processName: '系统内成绩认定审核' } },
  } as unknown as RecognitionRequest,
});
const given = (...events: AttemptsEvent[]): AttemptsState =>
  events.reduce((state, event) => evolveAttempts(state, event), noAttempts);
const recorded = (data: Attempt): AttemptsEvent => ({ type: 'AttemptRecorded', data });
const when = (state: AttemptsState, command: AttemptsCommand, facts = noFacts) =>
  attemptsDecider.decide(state, command, facts);
const reserve: AttemptsCommand = { type: 'reserve', courseId: 'K1' };
const reservedBy = (applyId: string, time: string): AttemptsEvent => {
  const decided = when(noAttempts, reserve, asked(applyId, time));
  if ('refused' in decided || !decided[0]) throw new Error('not reserved');
  return decided[0];
};
const [early, late] = ['2026-11-20T01:00:00.000Z', '2026-11-20T02:00:00.000Z'] as const;

describe('attempts of a student at a course', () => {
  it('are recorded once', () => {
    expect(when(noAttempts, { type: 'record', attempt: attempt('a', 5000) })).toEqual([recorded(attempt('a', 5000))]);
    expect(when(given(recorded(attempt('a', 5000))), { type: 'record', attempt: attempt('a', 5000) })).toEqual([]);
  });

  it('are revised with what they were before, and only when that differs', () => {
    const state = given(recorded(attempt('a', 5000)));
    const revision = {
      attemptId: 'a',
      studentCode: 'S1',
      studentNumber: '2026S1',
      studentName: '学生S1',
      courseId: 'K1',
      applyId: 'C1',
      reason: '漏加',
      after: { final: 6400, finalName: '64.00', scoreRemarkCode: '00', passed: true },
    };
    const decided = when(state, { type: 'revise', revision });
    expect(decided).toMatchObject([
      { type: 'AttemptRevised', data: { before: { final: 5000, passed: false }, after: { final: 6400 } } },
    ]);
    const after = 'refused' in decided ? state : decided.reduce((now, event) => evolveAttempts(now, event), state);
    expect(after.attempts[0]).toMatchObject({ final: 6400, passed: true });
    expect(when(after, { type: 'revise', revision })).toEqual([]);
    expect(when(noAttempts, { type: 'revise', revision })).toMatchObject({ refused: { code: 'NOT_FOUND' } });
  });
});

describe('what applications do to an attempt', () => {
  const about = {
    attemptId: 'a',
    student: { studentCode: 'S1', studentNumber: '2026S1', studentName: '学生S1' },
    courseId: 'K1',
    reason: '数学建模竞赛',
  };
  const cancel: AttemptsCommand = { type: 'cancel', ...about, applyId: 'Z1' };
  const bonus = (applyId: string, points: number): AttemptsCommand => ({
    type: 'giveBonus',
    ...about,
    applyId,
    points,
  });
  const withdraw: AttemptsCommand = { type: 'withdraw', ...about };
  const record = (final: number): AttemptsCommand => ({ type: 'record', attempt: attempt('a', final) });
  const revised = (final: number | null): AttemptsCommand => ({
    type: 'revise',
    revision: {
      attemptId: 'a',
      ...about.student,
      courseId: 'K1',
      applyId: 'C1',
      reason: '漏加',
      after: {
        final,
        finalName: String(final ?? '-'),
        scoreRemarkCode: final === null ? '11' : '00',
        passed: (final ?? 0) >= 6000,
      },
    },
  });
  /** The state after commands, and what the last one wrote. */
  function told(...commands: AttemptsCommand[]) {
    let [state, last]: [AttemptsState, readonly AttemptsEvent[]] = [noAttempts, []];
    for (const command of commands) {
      const decided = when(state, command);
      if ('refused' in decided) throw new Error(decided.refused.code);
      last = decided;
      state = decided.reduce((now, event) => evolveAttempts(now, event), state);
    }
    return { state, written: last.map(({ type }) => type) };
  }
  const finals = ({ state }: { state: AttemptsState }) => state.attempts.map(({ final }) => final);

  it('a cancelled one counts no more, once; restored by the application that cancelled it, it does', () => {
    expect(told(record(7000), cancel)).toMatchObject({ state: { attempts: [], cancelled: [{ attemptId: 'a' }] } });
    expect(told(record(7000), cancel, cancel).written).toEqual([]);
    const other: AttemptsCommand = { type: 'restore', ...about, applyId: 'Z2' };
    expect(told(record(7000), cancel, other).written).toEqual([]);
    expect(finals(told(record(7000), cancel, { ...other, applyId: 'Z1' }))).toEqual([7000]);
    expect(when(noAttempts, cancel)).toMatchObject({ refused: { code: 'ATTEMPT_GONE' } });
    expect(when(given(recorded(recognised('a', 'R1'))), cancel)).toMatchObject({
      refused: { code: 'ATTEMPT_RECOGNISED' },
    });
  });

  it('stays cancelled when its sheet was taken back and is published again', () => {
    const again = told(record(7000), cancel, withdraw, record(7500));
    expect(again.written).toEqual(['AttemptRecorded', 'AttemptCancelled']);
    expect(again.state).toMatchObject({ attempts: [], cancelled: [{ final: 7500 }] });
    expect(
      finals(told(record(7000), cancel, withdraw, { type: 'restore', ...about, applyId: 'Z1' }, record(7500))),
    ).toEqual([7500]);
  });

  it('bonuses are on top of what the sheet says, whatever it says later, at most 10, never above 100', () => {
    expect(finals(told(record(7000), bonus('J1', 300), bonus('J2', 250)))).toEqual([7550]);
    expect(told(record(7000), bonus('J1', 300), bonus('J1', 300)).written).toEqual([]);
    expect(finals(told(record(9800), bonus('J1', 500)))).toEqual([10_000]);
    expect(when(told(record(7000), bonus('J1', 800)).state, bonus('J2', 300))).toMatchObject({
      refused: { code: 'BONUS_TOO_MUCH', details: { given: '8' } },
    });
    expect(when(told(record(5500)).state, bonus('J1', 500))).toMatchObject({ refused: { code: 'BONUS_NOT_FOR' } });
    const high = told(record(9800), bonus('J1', 500), revised(9000));
    expect(high.written).toEqual(['AttemptRevised', 'AttemptBonusGiven']);
    expect(finals(high)).toEqual([9500]);
    expect(told(record(9800), bonus('J1', 500), revised(9800)).written).toEqual([]);
    // A score that fails has none, and has it again once it passes.
    expect(finals(told(record(7000), bonus('J1', 500), revised(5500)))).toEqual([5500]);
    expect(finals(told(record(7000), bonus('J1', 500), revised(5500), revised(6500)))).toEqual([7000]);
    expect(finals(told(record(7000), bonus('J1', 500), withdraw, record(8000)))).toEqual([8500]);
  });

  it('a bonus that is taken back leaves what the sheet says, and the others', () => {
    const take: AttemptsCommand = { type: 'takeBonus', ...about, applyId: 'J1' };
    expect(finals(told(record(9800), bonus('J1', 500), bonus('J2', 100), take))).toEqual([9900]);
    expect(finals(told(record(7000), bonus('J1', 500), revised(8000), take))).toEqual([8000]);
    // 成绩待定 meanwhile: what has no value does not become a 0 by it.
    const pending = told(record(7000), bonus('J1', 500), revised(null), take);
    expect([pending.written, finals(pending)]).toEqual([['AttemptBonusTaken'], [null]]);
    expect(told(record(9800), take).written).toEqual([]);
    expect(when(told(record(7000), bonus('J1', 500), withdraw).state, take)).toMatchObject({
      refused: { code: 'ATTEMPT_GONE' },
    });
  });
});

describe('the right to recognise a course', () => {
  it('is held by one request at a time', () => {
    const state = given(reservedBy('R1', early));
    expect(when(state, reserve, asked('R1', early))).toEqual([]);
    expect(when(state, reserve, asked('R2', late))).toMatchObject({
      refused: {
        code: 'APPROVAL_OPEN_EXISTS',
        details: { process: '系统内成绩认定审核', name: '教务员', time: '2026-11-20 09:00:00' },
      },
    });
  });

  it('is given back by the very request that holds it, not by an older try of the same application', () => {
    const state = given(reservedBy('R1', late));
    const release = (time: string): AttemptsCommand => ({
      type: 'release',
      studentCode: 'S1',
      courseId: 'K1',
      applyId: 'R1',
      time,
    });
    expect(when(state, release(early))).toEqual([]);
    expect(when(state, release(late))).toEqual([
      { type: 'RecognitionReleased', data: { studentCode: 'S1', courseId: 'K1', applyId: 'R1' } },
    ]);
  });

  it('ends in one recognised attempt; a second recognition is refused', () => {
    const state = given(reservedBy('R1', early), recorded(recognised('r', 'R1')));
    expect(state.reservation).toBeNull();
    expect(when(state, reserve, asked('R2', late))).toMatchObject({
      refused: { code: 'RECOGNITION_ALREADY', details: { course: '高等数学' } },
    });
    expect(when(state, { type: 'record', attempt: recognised('q', 'R2') })).toMatchObject({
      refused: { code: 'RECOGNITION_ALREADY' },
    });
  });

  it('does not stand in the way of a typed score', () => {
    expect(when(given(reservedBy('R1', early)), { type: 'record', attempt: attempt('a', 7000) })).toHaveLength(1);
    expect(when(given(reservedBy('R1', early)), { type: 'record', attempt: recognised('q', 'R2') })).toMatchObject({
      refused: { code: 'APPROVAL_OPEN_EXISTS' },
    });
  });
});
