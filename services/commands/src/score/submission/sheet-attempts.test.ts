import { describe, expect, it } from 'vitest';
import type { SheetRules, SubmittedRow } from '@jwxt/contracts/score/score-sheet.events.ts';
import { attemptOf } from './sheet-attempts.ts';
import { about, roster, rules } from '../score-sheet.fixture.ts';

const row = (more: Partial<SubmittedRow> = {}): SubmittedRow => ({
  ...roster[0]!,
  cells: { ps: 800, qm: 900 },
  scoreRemarkCode: '00',
  final: 8600,
  passed: true,
  ...more,
});
const makeupRules = (makeupType: '1' | '2' | '3', cap: number | null = 6000): SheetRules => ({
  ...rules,
  retake: { makeupAndDelayTemplateValue: '1', cap, students: { S1: { makeupType, originAttemptId: 'TC1.1.S1' } } },
});
const of = (scoreType: string, with_: SheetRules, submitted: SubmittedRow) =>
  attemptOf({ ...about, scoreType }, with_, submitted, 'A1');

describe('the attempt that a published row becomes', () => {
  it.each([
    ['an ordinary class', '1', rules, '', '01'],
    ['a retake student in it', '1', rules, '重修', '13'],
    ['a catch-up student in it', '1', rules, '补修', '15'],
    ['a first make-up', '2', makeupRules('1'), '补考', '11'],
    ['a second make-up', '2', makeupRules('2'), '补考', '12'],
    ['a deferred exam', '2', makeupRules('3'), '缓考', '02'],
    ['a make-up before graduation', '3', makeupRules('1'), '', '21'],
    [
      'a retake class',
      '4',
      { ...rules, retake: { makeupAndDelayTemplateValue: null, cap: null, students: {} } },
      '重修',
      '13',
    ],
  ] as const)('of %s has its exam nature', (_of, scoreType, with_, isReExamStudentName, examNature) => {
    expect(of(scoreType, with_, row({ isReExamStudentName })).examNature).toBe(examNature);
  });

  it('tells what a cap took away, and nothing where it took nothing', () => {
    expect(of('2', makeupRules('1'), row({ final: 6000 }))).toMatchObject({
      final: 6000,
      rawFinal: 8600,
      finalName: '60.00',
      passed: true,
    });
    expect(of('2', makeupRules('3'), row())).not.toHaveProperty('rawFinal');
    expect(of('2', makeupRules('1', null), row())).not.toHaveProperty('rawFinal');
  });

  it('staying away from a deferred exam is 旷考, from a make-up 缺考', () => {
    const absent = row({ cells: { ps: 800 }, scoreRemarkCode: '02', final: 0, passed: false });
    expect(of('2', makeupRules('3'), absent)).toMatchObject({ scoreRemarkCode: '03', final: 0, examNature: '02' });
    expect(of('2', makeupRules('1'), absent)).toMatchObject({ scoreRemarkCode: '02', examNature: '11' });
  });
});
