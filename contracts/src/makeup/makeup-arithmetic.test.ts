import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { effectiveAttempt } from '../score/effective-attempt.ts';
import { computeRow } from '../score/score-arithmetic.ts';
import type { ScoreItem, SheetRules } from '../score/score-sheet.events.ts';
import { makeupOptionName, makeupTypeName, scoreRemarks, type ScoreRemarkCode } from '../score/score.vocabulary.ts';

const item = (
  dataKey: string,
  scoreSubItemProportion: number,
  enable: 'true' | 'false',
  isExamItem: boolean,
): ScoreItem => ({
  dataKey,
  scoreSubItemName: dataKey,
  scoreSubItemProportion,
  enable,
  isExamItem,
  type: 'number',
  scoreHierarchyCode: 'bfz',
});

/** Sheets of a make-up: 替代期末 with usual items closed, or the exam alone. */
function rulesOf(option: '0' | '1', usual: number, cap: number | null, makeupType: '1' | '2' | '3'): SheetRules {
  const items =
    option === '1'
      ? [item('ps', usual, 'false', false), item('qm', 100 - usual, 'true', true)]
      : [item('bk', 100, 'true', true)];
  return {
    items,
    scoreHierarchyCode: 'bfz',
    scoreHierarchyName: '百分制',
    listCode: [],
    digit: 2,
    passMark: 6000,
    ruleVersion: 'ZGF-60',
    retake: { makeupAndDelayTemplateValue: option, cap, students: { S1: { makeupType, originAttemptId: 'TC1.1.S1' } } },
  };
}

const S1 = { studentCode: 'S1' };
const tenths = fc.integer({ min: 0, max: 1000 });
const cell = fc.option(tenths, { nil: null });
const situation = fc.record({
  option: fc.constantFrom<'0' | '1'>('0', '1'),
  usual: fc.integer({ min: 0, max: 100 }),
  cap: fc.constantFrom(null, 5000, 6000, 7000),
  makeupType: fc.constantFrom<'1' | '2' | '3'>('1', '2', '3'),
  remark: fc.constantFrom(...(Object.keys(scoreRemarks) as ScoreRemarkCode[])),
  original: cell,
  exam: cell,
});

/** The stated rule, in exact fractions of big integers: remark, completeness, sum, replaced exam, cap, pass. */
function oracle({
  option,
  usual,
  cap,
  makeupType,
  remark,
  original,
  exam,
}: typeof situation extends fc.Arbitrary<infer T> ? T : never): { final: bigint | null; passed: boolean } {
  const { final: fixed, items } = scoreRemarks[remark];
  if (fixed === 'zero') return { final: 0n, passed: false };
  if (fixed === 'fixed') return { final: 6000n, passed: true };
  if (fixed === 'none' || exam === null) return { final: null, passed: false };
  const alone = option === '0' || items === 'exam' || original === null;
  const sum = alone
    ? BigInt(exam) * 10n * 100n
    : BigInt(original) * 10n * BigInt(usual) + BigInt(exam) * 10n * BigInt(100 - usual);
  const total = sum / 100n;
  const passed = total >= 6000n;
  const limit = cap === null || makeupType === '3' ? null : BigInt(Math.max(cap, 6000));
  return { final: passed && limit !== null && total > limit ? limit : total, passed };
}

describe('the score of a make-up', () => {
  it('is what the stated rules say, whatever the cells, remark, option and cap', () => {
    fc.assert(
      fc.property(situation, (given) => {
        const { option, usual, cap, makeupType, remark, original, exam } = given;
        const cells: Record<string, number | null> = option === '1' ? { ps: original, qm: exam } : { bk: exam };
        const row = computeRow(cells, remark, rulesOf(option, usual, cap, makeupType), S1);
        const expected = oracle(given);
        expect(row.final === null ? null : BigInt(row.final)).toEqual(expected.final);
        expect(row.passed).toBe(expected.passed);
        // What a cap took away is told, and only then.
        expect(
          row.rawFinal === undefined || (row.final !== null && row.rawFinal > row.final && makeupType !== '3'),
        ).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it('never lowers the effective score', () => {
    fc.assert(
      fc.property(tenths, fc.array(situation, { maxLength: 4 }), (first, sat) => {
        const original = {
          semesterId: '2026-2027-1',
          scoreType: '1',
          final: Math.min(first * 10, 5999),
          passed: false,
          examNature: '01',
        };
        const later = sat.map((given) => {
          const { final, passed } = computeRow(
            { ps: given.original, qm: given.exam, bk: given.exam },
            given.remark,
            rulesOf(given.option, given.usual, given.cap, given.makeupType),
            S1,
          );
          return { ...original, scoreType: '2', final, passed, examNature: given.makeupType === '3' ? '02' : '11' };
        });
        const best = effectiveAttempt([original, ...later], 'ZGF');
        expect(best?.passed || (best?.final ?? -1) >= original.final).toBe(true);
        expect(best?.passed).toBe(later.some(({ passed }) => passed));
      }),
      { numRuns: 1000 },
    );
  });

  it('of 86 counts 60 for a make-up, and 86 for a deferred exam; below 60 it stays what it is', () => {
    const cells = { ps: 800, qm: 900 };
    expect(computeRow(cells, '00', rulesOf('1', 40, 6000, '1'), S1)).toEqual({
      final: 6000,
      complete: true,
      passed: true,
      rawFinal: 8600,
    });
    expect(computeRow(cells, '00', rulesOf('1', 40, 6000, '3'), S1)).toEqual({
      final: 8600,
      complete: true,
      passed: true,
    });
    expect(computeRow({ ps: 800, qm: 450 }, '00', rulesOf('1', 40, 6000, '1'), S1)).toEqual({
      final: 5900,
      complete: true,
      passed: false,
    });
    expect(computeRow({ bk: 900 }, '00', rulesOf('0', 0, null, '1'), S1)).toEqual({
      final: 9000,
      complete: true,
      passed: true,
    });
  });

  it('counts the exam alone where an original item was never entered: nothing that was not handed in becomes 0', () => {
    expect(computeRow({ ps: null, qm: 700 }, '00', rulesOf('1', 40, null, '1'), S1)).toMatchObject({
      final: 7000,
      passed: true,
    });
    expect(computeRow({ ps: 800, qm: null }, '00', rulesOf('1', 40, null, '1'), S1)).toMatchObject({
      final: null,
      complete: false,
    });
  });
});

describe('words of make-ups', () => {
  it('MAKEUP-04: 1 reads 替代期末', () => expect(makeupOptionName('1')).toBe('替代期末'));
  it('MAKEUP-05: anything else reads 100%', () =>
    expect(['0', '2', '', null].map(makeupOptionName)).toEqual(['100%', '100%', '100%', '100%']));
  it('MAKEUP-12: 3 is 缓考', () => expect(makeupTypeName('3')).toBe('缓考'));
  it('MAKEUP-13: anything else is 补考', () =>
    expect(['1', '2', '', '9'].map(makeupTypeName)).toEqual(['补考', '补考', '补考', '补考']));
});
