import fc from 'fast-check';
import { expect, it } from 'vitest';
import { allocate, compareCandidates, spreadOverClasses, type Candidate, type Place } from './allocation.rules.ts';
import { admitRule, admitWay } from './divert.vocabulary.ts';

const keys = ['A', 'B', 'C', 'D'];
const places: fc.Arbitrary<Place[]> = fc
  .tuple(...keys.map(() => fc.tuple(fc.integer({ min: 0, max: 5 }), fc.option(fc.integer({ min: 0, max: 400 })))))
  .map((all) => all.map(([quota, minScore], at) => ({ key: keys[at] ?? '', name: keys[at] ?? '', quota, minScore })));
const candidates: fc.Arbitrary<Candidate[]> = fc
  .array(
    fc.record({
      score: fc.option(fc.integer({ min: 0, max: 400 })),
      requiredAverage: fc.option(fc.integer({ min: 0, max: 400 })),
      choices: fc.shuffledSubarray(keys),
      failedInterview: fc.boolean(),
    }),
    { maxLength: 14 },
  )
  .map((all) =>
    all.map((one, at) => ({ ...one, order: 0, studentCode: `S${String(at)}`, studentNumber: `26${String(at)}` })),
  );
const rules = fc.constantFrom(admitRule.choicesFirst, admitRule.rankFirst);

it('STUDENT-STATUS-37: no place gets more than its quota, nobody is below what it asks for, all are listed', () => {
  fc.assert(
    fc.property(rules, candidates, places, (rule, students, all) => {
      const list = allocate(rule, students, all);
      expect(list.map(({ studentCode }) => studentCode).toSorted()).toEqual(
        students.map(({ studentCode }) => studentCode).toSorted(),
      );
      expect(list.map(({ rank }) => rank)).toEqual(students.map((_one, at) => at + 1));
      for (const { key, quota, minScore } of all) {
        const there = list.filter(({ admitKey }) => admitKey === key);
        expect(there.length).toBeLessThanOrEqual(quota);
        for (const { studentCode } of there)
          expect(minScore ?? 0).toBeLessThanOrEqual(
            students.find((one) => one.studentCode === studentCode)?.score ?? 0,
          );
      }
    }),
  );
});

it('by rank nobody prefers a place that somebody behind him got by choice', () => {
  fc.assert(
    fc.property(candidates, places, (students, all) => {
      const list = allocate(admitRule.rankFirst, students, all);
      const one = new Map(students.map((student) => [student.studentCode, student]));
      for (const { studentCode, rank, admitKey, admitWay: way } of list) {
        const { choices = [], failedInterview, score } = one.get(studentCode) ?? {};
        if (failedInterview) continue;
        const got = way === admitWay.choice ? choices.indexOf(admitKey ?? '') : choices.length;
        for (const better of choices.slice(0, got)) {
          const place = all.find(({ key }) => key === better);
          if (place?.minScore !== null && (score ?? -1) < (place?.minScore ?? 0)) continue;
          const behind = list.filter((other) => other.rank > rank && other.admitKey === better);
          expect(behind).toEqual([]);
        }
      }
    }),
  );
});

it('the same students give the same list in whatever order they come', () => {
  fc.assert(
    fc.property(
      rules,
      candidates.chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }))),
      places,
      (rule, [students, shuffled], all) => {
        expect(allocate(rule, shuffled, all.toReversed())).toEqual(allocate(rule, students, all));
      },
    ),
  );
});

const student = (studentCode: string, score: number | null, choices: string[], own: Partial<Candidate> = {}) => ({
  studentCode,
  studentNumber: studentCode,
  score,
  requiredAverage: null,
  order: 0,
  choices,
  failedInterview: false,
  ...own,
});
const place = (key: string, quota: number, minScore: number | null = null): Place => ({
  key,
  name: key,
  quota,
  minScore,
});
const got = (list: ReturnType<typeof allocate>) =>
  Object.fromEntries(list.map(({ studentCode, admitKey, admitWay: way }) => [studentCode, [admitKey, way]]));

it('choices first gives a place to who named it first; rank first to the better; who named nothing is assigned', () => {
  const students = [
    student('1', 380, ['A', 'B']),
    student('2', 360, ['A', 'B']),
    student('3', 300, ['B']),
    student('4', 400, []),
  ];
  const all = [place('A', 1), place('B', 1), place('C', 9)];
  expect(got(allocate(admitRule.choicesFirst, students, all))).toEqual({
    1: ['A', '1'],
    2: ['C', '2'],
    3: ['B', '1'],
    4: ['C', '2'],
  });
  expect(got(allocate(admitRule.rankFirst, students, all))).toEqual({
    1: ['A', '1'],
    2: ['B', '1'],
    3: ['C', '2'],
    4: ['C', '2'],
  });
  const failed = allocate(admitRule.rankFirst, [student('1', 380, ['A'], { failedInterview: true })], all);
  expect(failed).toMatchObject([{ admitKey: 'C', admitWay: '2', why: '面试笔试未通过，按名额调剂' }]);
  expect(allocate(admitRule.rankFirst, [student('1', 100, ['A'])], [place('A', 1, 200)])).toMatchObject([
    { admitKey: null, why: '没有符合要求且有名额的专业或方向' },
  ]);
});

it('ties are broken by the rule of order, by required courses, and by the number', () => {
  const tied = [
    student('3', 300, []),
    student('2', 300, [], { requiredAverage: 350 }),
    student('1', 300, [], { requiredAverage: 350 }),
  ];
  expect(tied.toSorted(compareCandidates).map(({ studentCode }) => studentCode)).toEqual(['1', '2', '3']);
  const ordered = tied.map((one) => ({ ...one, order: -Number(one.studentCode) }));
  expect(ordered.toSorted(compareCandidates).map(({ studentCode }) => studentCode)).toEqual(['3', '2', '1']);
});

it('classes of a place are filled evenly by rank, full ones last', () => {
  const classes = [
    { bjdm: 'a', edrs: 2, rs: 0 },
    { bjdm: 'b', edrs: 30, rs: 1 },
  ];
  expect([...spreadOverClasses(['1', '2', '3', '4', '5'], classes).values()]).toEqual(['a', 'a', 'b', 'b', 'b']);
  expect(spreadOverClasses(['1'], [])).toEqual(new Map());
});
