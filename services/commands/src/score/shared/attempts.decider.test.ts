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
