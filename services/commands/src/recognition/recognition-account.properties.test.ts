import {
  emptyAccount,
  evolveAccount,
  type RecognitionAccountState,
} from '@jwxt/contracts/recognition/recognition-account.state.ts';
import { creditLimit } from '@jwxt/contracts/recognition/recognition-arithmetic.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { recognitionAccountDecider, type AccountCommand } from './recognition-account.decider.ts';

const facts = { requiredCredit: 200, percent: 50 };
const taking = fc.record({
  applyId: fc.constantFrom('A', 'B', 'C', 'D'),
  time: fc.constantFrom('2026-11-01T00:00:00.000Z', '2026-11-02T00:00:00.000Z'),
  credit: fc.integer({ min: 5, max: 80 }),
  sources: fc
    .uniqueArray(fc.constantFrom('x', 'y', 'z'), { maxLength: 2 })
    .map((keys) => keys.map((key) => ({ key, courseName: key, field: key }))),
});
const command: fc.Arbitrary<AccountCommand> = fc.oneof(
  taking.map((each): AccountCommand => ({
    type: 'take',
    studentCode: 'S1',
    processName: '系统内成绩认定审核',
    taking: each,
  })),
  fc
    .record({
      applyId: fc.constantFrom('A', 'B', 'C', 'D'),
      time: fc.constantFrom('2026-11-01T00:00:00.000Z', '2026-11-02T00:00:00.000Z'),
    })
    .map((each): AccountCommand => ({ type: 'giveBack', studentCode: 'S1', ...each })),
);

describe("a student's account of recognitions", () => {
  it('never holds more than the limit, a score or application twice, whatever is asked; repeats change nothing', () => {
    fc.assert(
      fc.property(fc.array(command, { maxLength: 40 }), (commands) => {
        let state: RecognitionAccountState = emptyAccount;
        for (const each of commands) {
          const decision = recognitionAccountDecider.decide(state, each, facts);
          if ('refused' in decision) continue;
          state = decision.reduce(evolveAccount, state);
          expect(recognitionAccountDecider.decide(state, each, facts)).toEqual([]);
          expect(state.taken.reduce((sum, { credit }) => sum + credit, 0)).toBeLessThanOrEqual(
            creditLimit(facts.requiredCredit, facts.percent),
          );
          const keys = state.taken.flatMap(({ sources }) => sources.map(({ key }) => key));
          expect(new Set(keys).size).toBe(keys.length);
          expect(new Set(state.taken.map(({ applyId }) => applyId)).size).toBe(state.taken.length);
        }
      }),
    );
  });

  it('says how much is too much, and which score is used', () => {
    const take = (applyId: string, credit: number, keys: readonly string[]): AccountCommand => ({
      type: 'take',
      studentCode: 'S1',
      processName: '',
      taking: {
        applyId,
        time: 't',
        credit,
        sources: keys.map((key) => ({ key, courseName: `课程${key}`, field: key })),
      },
    });
    const state = { taken: [{ applyId: 'A', time: 't', credit: 60, sources: [{ key: 'x', courseName: '课程x' }] }] };
    expect(recognitionAccountDecider.decide(state, take('B', 41, []), facts)).toMatchObject({
      refused: { code: 'RECOGNITION_CREDIT_LIMIT', details: { sum: '10.1', limit: '10.0', plan: '20.0', percent: 50 } },
    });
    expect(recognitionAccountDecider.decide(state, take('B', 40, ['x']), facts)).toMatchObject({
      refused: { code: 'RECOGNITION_SOURCE_USED', details: { course: '课程x' } },
    });
    expect(recognitionAccountDecider.decide(state, take('B', 40, ['y']), facts)).toMatchObject([
      { type: 'RecognitionCreditTaken', data: { applyId: 'B', credit: 40 } },
    ]);
  });
});
