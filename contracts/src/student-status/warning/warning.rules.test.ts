import { describe, expect, it, test } from 'vitest';
import {
  holds,
  judgeWarning,
  losesExam,
  nextLine,
  ruleWords,
  type AppliedRule,
  type IndicatorValues,
} from './warning.rules.ts';
import { initialChange, initialStatus, type WarningIndicator, type WarningOperator } from './warning.vocabulary.ts';

const levels = ['蓝色', '黄色', '橙色', '红色'].map((name, index) => ({
  code: String(index + 1),
  name: `${name}预警`,
  severity: index + 1,
}));
const severityOf = Number;
const rule = (
  indicator: WarningIndicator,
  operator: WarningOperator,
  threshold: number,
  warningLevelCode: string,
  more: Partial<AppliedRule> = {},
): AppliedRule => ({
  warningRuleId: `${indicator}${operator}${String(threshold)}`,
  versionNo: 1,
  ruleText: '',
  warningTypeCode: `T${indicator}`,
  indicator,
  operator,
  threshold,
  warningLevelCode,
  grades: [],
  studentTypes: [],
  ...more,
});
/** The rules that every school starts with, in hundredths. */
const standard = [
  rule('1', '<', 1200, '2'),
  rule('1', '<', 800, '3'),
  rule('2', '>=', 1500, '3'),
  rule('2', '>=', 2500, '4'),
  rule('3', '<', 150, '2'),
  rule('7', '>=', 200, '4'),
];
const valuesOf = (some: Partial<Record<WarningIndicator, number>>): IndicatorValues => {
  const of = (indicator: WarningIndicator) => ({ value: some[indicator] ?? null, words: '' });
  return { 1: of('1'), 2: of('2'), 3: of('3'), 4: of('4'), 5: of('5'), 6: of('6') };
};
const student = { gradeCode: '2026', studentType: '1' };
const levelOf = (
  some: Partial<Record<WarningIndicator, number>>,
  { before = [], rules = standard }: { before?: readonly number[]; rules?: readonly AppliedRule[] } = {},
) => judgeWarning(valuesOf(some), rules, levels, student, before)?.warningLevelCode ?? null;

// STUDENT-STATUS-33: a rule says itself in words that people read.
test('a rule in words', () => {
  expect(ruleWords({ indicator: '1', operator: '<', threshold: 800 }, '橙色预警')).toBe(
    '学期获得学分 < 8学分 → 橙色预警',
  );
  expect(ruleWords({ indicator: '3', operator: '<=', threshold: 150 }, '黄色预警')).toBe('平均绩点 ≤ 1.5 → 黄色预警');
});

// STUDENT-STATUS-32: the highest level wins.
test.each([
  ['nothing holds', { 1: 1200, 2: 1499, 3: 150 }, null],
  ['just below', { 1: 1199 }, '2'],
  ['two of one indicator', { 1: 700 }, '3'],
  ['several indicators', { 1: 1000, 2: 2500, 3: 100 }, '4'],
  ['what is not judged never holds', {}, null],
  ['zero is a value', { 1: 0 }, '3'],
] as const)('%s', (_what, values, level) => {
  expect(levelOf(values)).toBe(level);
});

test.each([
  ['the second orange in a row is red', [3], '4'],
  ['a red one before counts as well', [4], '4'],
  ['a yellow one before does not', [2], '3'],
  ['a semester between ends the row', [0, 3], '3'],
  ['the first one', [], '3'],
] as const)('连续预警: %s', (_what, before, level) => {
  expect(levelOf({ 1: 500 }, { before })).toBe(level);
});

test('a row without a warning now is none, whatever was before', () => {
  expect(levelOf({ 1: 2000 }, { before: [4, 4, 4] })).toBeNull();
  expect(levelOf({ 1: 1000 }, { before: [3, 3] })).toBe('2');
});

test('rules hold for their grades and kinds of students alone', () => {
  const of = (more: Partial<AppliedRule>) => levelOf({ 1: 0 }, { rules: [rule('1', '<', 800, '3', more)] });
  expect([
    of({ grades: ['2025'] }),
    of({ studentTypes: ['2'] }),
    of({ grades: ['2026'], studentTypes: ['1'] }),
  ]).toEqual([null, null, '3']);
});

test.each([
  ['<', [true, false, false]],
  ['<=', [true, true, false]],
  ['>=', [false, true, true]],
  ['>', [false, false, true]],
] as const)('%s', (operator, expected) => {
  expect([99, 100, 101].map((value) => holds(operator, value, 100))).toEqual(expected);
});

/** Numbers that look random and are the same at every run. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648;
}

describe('properties', () => {
  it('STUDENT-STATUS-30: a verdict does not depend on the order of the rules; computing twice changes nothing', () => {
    const random = numbers(18);
    for (let round = 0; round < 300; round += 1) {
      const values = valuesOf({ 1: random() * 2000, 2: random() * 3000, 3: random() * 400 });
      const before = [0, 1].map(() => Math.floor(random() * 5));
      const shuffled = standard.toSorted(() => random() - 0.5);
      const verdict = judgeWarning(values, shuffled, levels, student, before);
      expect(verdict).toEqual(judgeWarning(values, standard, levels, student, before));
      const found = verdict && { warningLevelCode: verdict.warningLevelCode, leftOut: random() < 0.2 ? '休学' : null };
      const known =
        random() < 0.3
          ? null
          : {
              warningLevelCode: String(Math.ceil(random() * 4)),
              leftOut: null,
              status: Object.values(initialStatus)[Math.floor(random() * 4)]!,
            };
      const first = nextLine(known, found, severityOf);
      const kept = found ?? known;
      if (kept === null) continue;
      const again = nextLine({ ...kept, status: first.status }, found, severityOf);
      expect(again).toEqual({ change: initialChange.same, status: first.status });
    }
  });
});

const { open, confirmed, exempt, gone, leftOut } = initialStatus;
test.each([
  ['new', null, '3', null, initialChange.added, open],
  ['new and on leave', null, '3', '休学', initialChange.added, leftOut],
  ['confirmed stays', ['3', confirmed], '3', null, initialChange.same, confirmed],
  ['a higher level wants another decision', ['3', confirmed], '4', null, initialChange.changed, open],
  ['a lower one as well', ['3', confirmed], '2', null, initialChange.changed, open],
  ['exempt stays at a lower level', ['3', exempt], '2', null, initialChange.changed, exempt],
  ['and ends at a higher one', ['3', exempt], '4', null, initialChange.changed, open],
  ['gone', ['3', confirmed], null, null, initialChange.gone, gone],
  ['gone still', ['3', gone], null, null, initialChange.same, gone],
  ['gone and back', ['3', gone], '3', null, initialChange.added, open],
  ['on leave by now', ['3', open], '3', '休学', initialChange.changed, leftOut],
  ['back from leave', ['3', leftOut], '3', null, initialChange.changed, open],
] as const)('a line: %s', (_what, before, level, away, change, status) => {
  const known = before && {
    warningLevelCode: before[0],
    status: before[1],
    leftOut: before[1] === leftOut ? '休学' : null,
  };
  const found = level === null ? null : { warningLevelCode: level, leftOut: away };
  expect(nextLine(known, found, severityOf)).toEqual({ change, status });
});

// STUDENT-STATUS-28
test('absences of a third of the hours end the exam', () => {
  expect([losesExam(15, 48), losesExam(16, 48), losesExam(3, 0)]).toEqual([false, true, false]);
});
