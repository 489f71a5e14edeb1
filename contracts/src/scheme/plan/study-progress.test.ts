import { expect, test } from 'vitest';
import { equivalenceFor, noEquivalents, type CourseReplacement } from '../../score/equivalent-courses.ts';
import { studyProgress, type PlannedCourse, type ProgressAttempt, type ProgressFacts } from './study-progress.ts';

const student = { studentCode: 'S1', gradeCode: '2026', gradeMajorId: '2026SE' };
const planned = (courseId: string, more: Partial<PlannedCourse> = {}): PlannedCourse => ({
  courseId,
  courseCode: courseId,
  courseName: courseId,
  module: '必修',
  className: '',
  credit: 30,
  term: 1,
  semesterId: '2026-2027-1',
  isRequired: true,
  ...more,
});
const attempt = (courseId: string, final: number, more: Partial<ProgressAttempt> = {}): ProgressAttempt => ({
  courseId,
  courseName: courseId,
  courseCredit: 30,
  semesterId: '2026-2027-1',
  scoreType: '1',
  examNature: '01',
  final,
  finalName: String(final / 100),
  passed: final >= 6000,
  source: '1',
  ...more,
});
const progress = (more: Partial<ProgressFacts>) =>
  studyProgress({
    plan: [],
    attempts: [],
    rule: 'ZGF',
    taking: new Set(),
    currentSemester: '2026-2027-2',
    asked: new Map(),
    ...more,
  });
const states = (facts: Partial<ProgressFacts>) =>
  progress(facts).modules.flatMap(({ lines }) => lines.map(({ courseId, state }) => `${courseId} ${state}`));

test('each course of the plan says where the student stands, and why', () => {
  const { modules, ...sums } = progress({
    plan: [
      planned('A'),
      planned('B'),
      planned('C'),
      planned('D', { semesterId: '2026-2027-2' }),
      planned('E', { semesterId: '2027-2028-1' }),
    ],
    attempts: [attempt('A', 8500), attempt('B', 5000)],
    taking: new Set(['D']),
  });
  expect(modules[0]!.lines.map(({ courseId, state, reason }) => [courseId, state, reason])).toEqual([
    ['A', 'earned', '85（2026-2027-1）'],
    ['B', 'failed', '50（2026-2027-1）未通过'],
    ['C', 'owed', '应在 2026-2027-1 修读，没有成绩'],
    ['D', 'taking', '正在修读，或成绩尚未公布'],
    ['E', 'ahead', '计划在 2027-2028-1 修读'],
  ]);
  expect(sums).toEqual({ required: 150, earned: 30, taking: 30, missing: 90 });
});

test('one achievement fills one line: equivalent and recognised courses are not counted twice', () => {
  const groupOf = equivalenceFor({ ...noEquivalents, pairs: [{ courseId: 'A', otherId: 'X', grades: [] }] }, student);
  expect(states({ plan: [planned('A')], attempts: [attempt('X', 9000)], groupOf })).toEqual(['A earned']);
  expect(states({ plan: [planned('A'), planned('X')], attempts: [attempt('X', 9000)], groupOf })).toEqual([
    'A owed',
    'X earned',
  ]);
  // A was recognised from Y, which is not in the plan: Y is not there beside it.
  const recognised = attempt('A', 8000, { source: '3', replaces: ['Y'] });
  expect(states({ plan: [planned('A')], attempts: [attempt('Y', 8000), recognised] })).toEqual(['A earned']);
  expect(states({ plan: [planned('A')], attempts: [attempt('Z', 8000)] })).toEqual(['A owed', 'Z beyond']);
});

// SCHEME-36: nothing is counted twice, and taking the rules away brings back what was.
test('courses that others replace are earned by all of these; chains are followed, a person goes first', () => {
  const rule = (old: string, instead: string, students: string[] = []): CourseReplacement => ({
    oldCourses: old.split(''),
    newCourses: instead.split(''),
    gradeMajorId: students.length === 0 ? '2026SE' : null,
    students,
  });
  const of = (rules: readonly CourseReplacement[], plan: string, ...attempts: ProgressAttempt[]) =>
    states({
      plan: plan.split('').map((courseId) => planned(courseId)),
      attempts,
      groupOf: equivalenceFor({ ...noEquivalents, replacements: rules }, student),
    });
  const [x, y, z] = [attempt('X', 8000), attempt('Y', 8000), attempt('Z', 8000)];
  expect(of([rule('A', 'X')], 'A', x)).toEqual(['A earned']);
  expect(of([rule('A', 'XY')], 'A', x)).toEqual(['A owed', 'X beyond']);
  expect(of([rule('A', 'XY')], 'A', x, y)).toEqual(['A earned']);
  expect(of([rule('A', 'XY')], 'A', attempt('A', 5000), x, y)).toEqual(['A earned']);
  expect(of([rule('AB', 'X')], 'AB', x)).toEqual(['A earned', 'B earned']);
  expect(of([rule('AB', 'X')], 'ABX', x)).toEqual(['A owed', 'B owed', 'X earned']);
  // A → B → Z, and A → X + B → X + Z.
  expect(of([rule('A', 'B'), rule('B', 'Z')], 'A', z)).toEqual(['A earned']);
  expect(of([rule('A', 'XB'), rule('B', 'YZ')], 'A', x, y, z)).toEqual(['A earned']);
  // The own rule of the student (SCHEME-38) before that of his grade-major, and nobody else's.
  expect(of([rule('A', 'X'), rule('A', 'Y', ['S1'])], 'A', x)).toEqual(['A owed', 'X beyond']);
  expect(of([rule('A', 'X'), rule('A', 'Y', ['S1'])], 'A', y)).toEqual(['A earned']);
  expect(of([rule('A', 'X', ['S2'])], 'A', x)).toEqual(['A owed', 'X beyond']);
  // What names a label that he holds ranks between the two.
  const ofLabel = (old: string, instead: string, labelled: string[]) => ({
    ...rule(old, instead),
    gradeMajorId: null,
    labelled,
  });
  expect(of([rule('A', 'X'), ofLabel('A', 'Y', ['S1'])], 'A', y)).toEqual(['A earned']);
  expect(of([ofLabel('A', 'Y', ['S1']), rule('A', 'X', ['S1'])], 'A', y)).toEqual(['A owed', 'Y beyond']);
  expect(of([ofLabel('A', 'Y', ['S2'])], 'A', y)).toEqual(['A owed', 'Y beyond']);
  expect(of([], 'A', x)).toEqual(['A owed', 'X beyond']);
});

test('of courses to choose from a module misses what it asks for and no more', () => {
  const choice = (courseId: string) => planned(courseId, { module: '选修', isRequired: false, credit: 20 });
  const of = (attempts: readonly ProgressAttempt[]) =>
    progress({ plan: [choice('A'), choice('B'), choice('C')], attempts, asked: new Map([['选修', 40]]) });
  expect(of([])).toMatchObject({ required: 40, earned: 0, missing: 40 });
  expect(of([attempt('A', 7000), attempt('C', 7000)])).toMatchObject({ required: 40, earned: 40, missing: 0 });
  expect(of([attempt('A', 7000), attempt('B', 7000), attempt('C', 7000)])).toMatchObject({ earned: 60, missing: 0 });
});

test('a module that asks for credits is missing as a whole while the plan has no course of it', () => {
  const asked = new Map([
    ['选修', 80],
    ['必修', 30],
    ['第二课堂', 0],
  ]);
  const { modules, ...sums } = progress({ plan: [planned('A')], attempts: [attempt('A', 8500)], asked });
  expect(modules.map(({ module, earned, missing }) => [module, earned, missing])).toEqual([
    ['选修', 0, 80],
    ['必修', 30, 0],
  ]);
  expect(sums).toEqual({ required: 110, earned: 30, taking: 0, missing: 80 });
});

test('what was credited says by what; what is more than a module asks for, and what would fill it, says so', () => {
  const choice = (courseId: string) => planned(courseId, { module: '选修', isRequired: false, credit: 20 });
  const groupOf = equivalenceFor({ ...noEquivalents, pairs: [{ courseId: 'B', otherId: 'X', grades: [] }] }, student);
  const { modules } = progress({
    plan: [planned('A'), planned('B'), planned('C'), planned('D'), choice('E'), choice('F'), choice('G')],
    attempts: [
      attempt('A', 8000),
      attempt('X', 8000),
      attempt('C', 8000, { source: '3' }),
      attempt('E', 8000),
      attempt('F', 8000, { semesterId: '2026-2027-2' }),
      attempt('Z', 8000),
    ],
    groupOf,
    asked: new Map([
      ['必修', 120],
      ['选修', 20],
    ]),
  });
  const told = modules.flatMap(({ lines }) => lines.map(({ courseId, basis, fills }) => [courseId, basis, fills]));
  expect(told).toEqual([
    ['A', 'plan', false],
    ['B', 'replaced', false],
    ['C', 'recognised', false],
    ['D', null, true],
    ['E', 'plan', false],
    ['F', 'surplus', false],
    ['G', null, false],
    ['Z', 'beyond', false],
  ]);
  // Nothing of the earned credits is lost by it.
  expect(modules.map(({ earned }) => earned)).toEqual([90, 40, 30]);
});

test('a course of the whole school fills the class of its nature, though no plan names it', () => {
  const open = [{ module: '通识选修', className: '公共选修课', courseNature: '08', courseAttribute: null }];
  const of = (courseAttribute: string) =>
    progress({
      attempts: [attempt('Z', 8000, { courseNature: '08', courseAttribute }), attempt('Y', 8000)],
      asked: new Map([['通识选修', 80]]),
      open,
    }).modules;
  expect(of('3')).toMatchObject([
    {
      module: '通识选修',
      earned: 30,
      missing: 50,
      openClasses: ['公共选修课'],
      lines: [{ basis: 'open', className: '公共选修课' }],
    },
    { module: '计划外课程', earned: 30, lines: [{ courseId: 'Y', basis: 'beyond' }] },
  ]);
  // What somebody has to take is not a free choice.
  expect(of('1').map(({ module, earned }) => [module, earned])).toEqual([
    ['通识选修', 0],
    ['计划外课程', 60],
  ]);
});
