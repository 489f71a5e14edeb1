import { expect, test } from 'vitest';
import type { PlanCell, PlanDetail, PlanLimit } from '@jwxt/contracts/scheme/plan/execution-plan.operations.ts';
import { linesOf, termsOf } from './plan-matrix.model.ts';

const cell = (courseId: string, term: number, more: Partial<PlanCell> = {}): PlanCell => ({
  executionPlanId: `M1/${courseId}`,
  version: '1',
  courseId,
  courseBusinessCode: courseId,
  courseName: courseId,
  term,
  semesterId: '',
  courseSystemId: '',
  courseSystemName: '',
  openDepartmentName: '',
  courseAttribute: '1',
  courseAttributeName: '必修',
  courseNatureName: '',
  credit: '2.5',
  totalHour: '40',
  weekHours: '',
  hours: [],
  startEndWeek: '',
  examMethodName: '',
  directionName: '',
  specialItemSign: '0',
  planSource: '1',
  planStatus: '0',
  openStatus: '0',
  fixed: '',
  exceptions: 0,
  ...more,
});
const node = (nodeId: string, depth: number, minCredit = ''): PlanLimit => ({
  nodeId,
  name: nodeId,
  depth,
  minCredit,
  maxCredit: '',
  arrangedCredit: '0',
  courseNum: 0,
  missing: minCredit,
});

test('a plan is a matrix of classes and terms, by the tree, with what classes without courses ask for', () => {
  const limits = [node('通识', 0, '30'), node('必修', 1), node('选修', 1, '8'), node('专业', 0), node('核心', 1)];
  const rows = [
    cell('K3', 3, { courseSystemId: '核心' }),
    cell('K1', 1, { courseSystemId: '必修' }),
    cell('K2', 1, { courseSystemId: '必修', credit: '4' }),
    cell('K4', 2, { courseSystemName: '素质拓展' }),
  ];
  expect(
    linesOf(rows, limits).map(({ names, sum, cells }) => [names.join('/'), sum.credit, [...cells.keys()]]),
  ).toEqual([
    ['通识/必修', 65, [1]],
    ['通识/选修', 0, []],
    ['专业/核心', 25, [3]],
    ['素质拓展/', 25, [2]],
  ]);
});

test('terms say when they are, and those beyond the length of study appear where courses stand in them', () => {
  const plan = {
    terms: 2,
    grade: '2026',
    currentTerm: 2,
    rows: [cell('K1', 1), cell('K9', 4)],
  } as unknown as PlanDetail;
  expect(termsOf(plan).map(({ term, semesterId, when, sum }) => [term, semesterId, when, sum.courses])).toEqual([
    [1, '2026-2027-1', 'past', 1],
    [2, '2026-2027-2', 'now', 0],
    [3, '2027-2028-1', 'ahead', 0],
    [4, '2027-2028-2', 'ahead', 1],
  ]);
});
