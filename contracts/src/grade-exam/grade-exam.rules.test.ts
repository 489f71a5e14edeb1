import { expect, test } from 'vitest';
import { requirementProblem, type Examinee, type RequirementOfStudent } from './grade-exam.rules.ts';

const student: Examinee = { grade: '2026', gradeName: '2026级', studentType: '1', studentTypeName: '本科' };
const row = (own: Partial<RequirementOfStudent>): RequirementOfStudent => ({
  grades: [],
  gradeNames: '',
  studentTypes: [],
  studentTypeNames: '',
  prerequisite: null,
  maxPassedScore: null,
  best: null,
  ...own,
});
const older = row({ grades: ['2024', '2025'], gradeNames: '2024级、2025级' });
const afterFour = (best: number | null, passed = false, score: number | null = 425) =>
  row({ prerequisite: { name: '英语四级', score, best, passed } });

test('SCORE-MORE-14: conditions of a row hold together, of several rows one is enough; what fails is said', () => {
  expect(requirementProblem([], student)).toBeNull();
  expect(requirementProblem([older], student)).toBe('年级须为2024级、2025级（现为2026级）');
  expect(requirementProblem([{ ...older, prerequisite: afterFour(3980).prerequisite }], student)).toBe(
    '年级须为2024级、2025级（现为2026级），且“英语四级”须达到 425 分（最高 398 分）',
  );
  expect(requirementProblem([older, afterFour(4250)], student)).toBeNull();
  expect(requirementProblem([older, afterFour(null)], student)).toBe(
    '年级须为2024级、2025级（现为2026级）；或者 “英语四级”须达到 425 分（没有成绩）',
  );
  expect(requirementProblem([row({ studentTypes: ['3'], studentTypeNames: '硕士' })], student)).toBe(
    '学生类别须为硕士（现为本科）',
  );
});

test('SCORE-MORE-14: without points a prerequisite is passed; who has enough points does not come again', () => {
  expect(requirementProblem([afterFour(4000, true, null)], student)).toBeNull();
  expect(requirementProblem([afterFour(4000, false, null)], student)).toBe('“英语四级”须合格（最高 400 分）');
  expect(requirementProblem([row({ maxPassedScore: 550, best: 5495 })], student)).toBeNull();
  expect(requirementProblem([row({ maxPassedScore: 550, best: 5500 })], student)).toBe(
    '已达到 550 分的不可再报（最高 550 分）',
  );
});
