import { describe, expect, it } from 'vitest';
import type { SchemaCourse } from './schema-course.ts';
import { schemaDifference } from './schema-difference.ts';
import type { SchemaFrame } from './schema-frame.ts';
import { sampleCourse, sampleFrame } from './schema.fixture.ts';
import { creditTotals, nodeRequirements, practiceCredit } from './schema-sums.ts';
import { checkSchema, maySubmit } from './schema.rules.ts';

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const core = sampleCourse();
const chosen = sampleCourse({
  schemaCourseID: id(2),
  courseCode: 'K2',
  courseName: '云计算',
  classifyId: 'C2',
  courseAttribute: '3',
  credit: 20,
  totalHour: 320,
  hours: [{ xsbh: '1', xs: 320 }],
  weekHours: 20,
  term: 7,
});
const good = [core, chosen];
const fine = { enabled: true, unitActive: true };
const check = (courses: readonly SchemaCourse[], frame: Partial<SchemaFrame> = {}, facts: object = {}) =>
  checkSchema({
    courses,
    frame: sampleFrame(frame),
    facts: new Map(Object.entries({ K1: fine, K2: fine, K3: fine, ...facts })),
  });
const codesOf = (...args: Parameters<typeof check>) => check(...args).map(({ level, code }) => `${level} ${code}`);

describe('the checks of a scheme (SCHEME-08)', () => {
  it('let one pass whose sums are those that are required', () => {
    // A term with so few courses is only worth a second look.
    expect(codesOf(good)).toEqual(['W termMin']);
    expect(maySubmit(check(good))).toBe(true);
  });

  it.each<[string, readonly SchemaCourse[], Partial<SchemaFrame>, object]>([
    ['E empty', [], {}, {}],
    ['E noRequirement', good, { requirements: [] }, {}],
    ['E requiredCredit', [core, sampleCourse({ ...core, schemaCourseID: id(3), courseCode: 'K3' }), chosen], {}, {}],
    ['E electiveCredit', [core], {}, {}],
    ['E moduleMin', [core], {}, {}],
    ['E moduleMax', [core, { ...chosen, credit: 65 }], {}, {}],
    ['E courseGone', good, {}, { K1: undefined }],
    ['E courseDisabled', good, {}, { K1: { ...fine, enabled: false } }],
    ['E unitInactive', good, {}, { K1: { ...fine, unitActive: false } }],
    ['E classify', [core, { ...chosen, classifyId: 'M1' }], {}, {}],
    ['E hourTypes', [{ ...core, totalHour: 500 }, chosen], {}, {}],
    ['E degreeCourse', [core, { ...chosen, isDegreeCourse: '1' }], {}, {}],
    ['E repeated', [core, { ...core, schemaCourseID: id(3), term: 2 }, chosen], {}, {}],
    ['W weekHours', [{ ...core, weekHours: 40 }, chosen], {}, {}],
    ['W term', [core, { ...chosen, term: 9 }], {}, {}],
    ['W prerequisite', [{ ...core, prerequisites: ['K2'] }, chosen], {}, {}],
    ['W practiceShare', good, { practicePercent: 25 }, {}],
    ['W termMax', [{ ...core, credit: 305 }, chosen], {}, {}],
  ])('find %s', (code, courses, frame, facts) => {
    expect(codesOf(courses, frame, facts)).toContain(code);
  });

  it('find a group whose courses cannot reach what it asks for', () => {
    const groups = [
      { courseGroupId: 'G1', courseGroupName: '方向课', groupType: '1', minCredit: 40, minCourseNum: null },
    ];
    expect(codesOf([core, { ...chosen, courseGroupId: 'G1' }], { groups })).toContain('E groupCredit');
    expect(codesOf([core, { ...chosen, courseGroupId: 'G1', credit: 40 }], { groups })).not.toContain('E groupCredit');
  });

  it('take one course twice where nobody can be in both directions', () => {
    const one = { ...core, directionId: '01' };
    const other = { ...core, schemaCourseID: id(3), directionId: '02' };
    expect(codesOf([one, other, chosen])).not.toContain('E repeated');
    expect(codesOf([one, { ...other, directionId: '' }, chosen])).toContain('E repeated');
  });

  it('say the difference, and where to go', () => {
    expect(check([core]).find(({ code }) => code === 'moduleMin')).toEqual({
      level: 'E',
      code: 'moduleMin',
      where: { nodeId: 'C2' },
      text: '“选修”已排0学分，最低2，还差2',
    });
  });
});

describe('the sums of a scheme', () => {
  it('count electives as far as their module wants them (SCHEME-20)', () => {
    const offered = [core, chosen, { ...chosen, schemaCourseID: id(3), courseCode: 'K3' }];
    expect(creditTotals(offered, sampleFrame())).toMatchObject({ required: 30, elective: 20, total: 50, offered: 40 });
    expect(nodeRequirements(offered, sampleFrame()).map(({ sums, difference }) => [sums.credit, difference])).toEqual([
      [70, null],
      [30, 0],
      [40, 20],
    ]);
  });

  it('count practice by its hours, and whole where a course is practice', () => {
    expect(
      practiceCredit({
        ...core,
        hours: [
          { xsbh: '1', xs: 320 },
          { xsbh: '2', xs: 160 },
        ],
      }),
    ).toBe(10);
    expect(practiceCredit({ ...core, courseAttribute: '5' })).toBe(30);
  });
});

describe('the difference of two schemes', () => {
  it('is told course by course, whatever keys the rows have', () => {
    const before = [core, chosen, sampleCourse({ schemaCourseID: id(4), courseCode: 'K4' })];
    const after = [
      { ...core, schemaCourseID: id(11), term: 2 },
      { ...chosen, schemaCourseID: id(12), credit: 25 },
      sampleCourse({ schemaCourseID: id(13), courseCode: 'K5' }),
    ];
    expect(schemaDifference(before, after).map(({ kind, fields }) => [kind, fields])).toEqual([
      ['moved', ['term']],
      ['changed', ['credit']],
      ['added', []],
      ['removed', []],
    ]);
  });
});
