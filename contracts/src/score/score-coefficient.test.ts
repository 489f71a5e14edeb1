import { expect, it } from 'vitest';
import {
  coefficientLegend,
  coefficientsOf,
  coefficientWords,
  type ScoreCoefficientInUse,
} from './score-coefficient.ts';

const row = (
  kind: ScoreCoefficientInUse['kind'],
  objectCode: string,
  coefficient: number,
  beginSemesterId: string | null = null,
): ScoreCoefficientInUse => ({ kind, objectCode, objectName: `对象${objectCode}`, coefficient, beginSemesterId });
const score = { course: 'K1', courseNature: '04', courseAttribute: '1', examNature: '11', semesterId: '2025-2026-1' };

it('SCORE-MORE-19: the course goes before its nature, and that before its attribute', () => {
  const rows = [row('courseAttribute', '1', 110), row('courseNature', '04', 120), row('course', 'K1', 150)];
  expect(coefficientsOf(rows, score)).toEqual({ credit: 150, point: 100 });
  expect(coefficientsOf(rows.slice(0, 2), score).credit).toBe(120);
  expect(coefficientsOf(rows.slice(0, 1), score).credit).toBe(110);
  expect(coefficientsOf(rows, { ...score, course: 'K2', courseNature: '05', courseAttribute: '3' }).credit).toBe(100);
});

it('SCORE-MORE-19: the latest row that had begun in the semester of the score holds', () => {
  const rows = [row('examNature', '11', 80), row('examNature', '11', 70, '2025-2026-1')];
  expect(coefficientsOf(rows, score).point).toBe(70);
  expect(coefficientsOf(rows, { ...score, semesterId: '2024-2025-2' }).point).toBe(80);
  expect(coefficientsOf(rows.slice(1), { ...score, semesterId: '2024-2025-2' }).point).toBe(100);
});

it('SCORE-MORE-19: people read what counts how much', () => {
  expect(coefficientWords({ credit: 120, point: 80 })).toBe('学分系数 1.20，绩点系数 0.80');
  expect(coefficientWords({ credit: 100, point: 100 })).toBe('');
  expect(coefficientLegend([row('course', 'K1', 150), row('examNature', '11', 80, '2025-2026-1')])).toBe(
    '学分和绩点先各乘系数：对象K1 1.50（学分），对象11 0.80（绩点，2025-2026-1 起）；其余为 1.00',
  );
  expect(coefficientLegend([])).toBe('');
});
