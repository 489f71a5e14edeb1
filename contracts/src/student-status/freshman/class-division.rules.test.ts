import { expect, test } from 'vitest';
import { divideClasses, figuresOf, type Divided } from './class-division.rules.ts';
import { sortBy, sortRuleProblems } from './sort.rules.ts';

/** Numbers that look drawn and are the same each time. */
function drawing(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
function somebody(count: number, draw: () => number): Divided[] {
  return Array.from({ length: count }, (_none, at) => ({
    key: `P${String(at)}`,
    sex: draw() < 0.02 ? '9' : draw() < 0.5 + draw() / 4 ? '1' : '2',
    province: draw() < 0.4 ? '42' : String(11 + Math.floor(draw() * 30)),
    score: draw() < 0.05 ? null : 4500 + Math.floor(draw() * 2000),
  }));
}
const classesOf = (count: number) =>
  Array.from({ length: count }, (_none, at) => ({ key: `C${String(at)}`, members: [] as Divided[] }));
const spread = (numbers: readonly number[]): number => Math.max(...numbers) - Math.min(...numbers);

test('STUDENT-STATUS-12: everybody is in one class; sizes and sexes differ by one; scores are even', () => {
  const draw = drawing(7);
  for (let round = 0; round < 60; round += 1) {
    const people = somebody(Math.floor(draw() * 240), draw);
    const classes = classesOf(1 + Math.floor(draw() * 9));
    const placed = divideClasses(people, classes);
    expect([...placed.keys()].toSorted()).toEqual(people.map(({ key }) => key).toSorted());
    const members = classes.map(({ key }) => people.filter((person) => placed.get(person.key) === key));
    expect(spread(members.map((of) => of.length))).toBeLessThanOrEqual(1);
    for (const sex of ['1', '2', '9'])
      expect(spread(members.map((of) => of.filter((each) => each.sex === sex).length))).toBeLessThanOrEqual(1);
    // The same people come to the same classes, however the list was given: places in it part equals alone.
    const scores = new Set(people.map(({ sex, province, score }) => `${sex} ${province} ${String(score)}`));
    if (scores.size === people.length) expect(divideClasses(people.toReversed(), classes)).toEqual(placed);
    expect(divideClasses(people, classes)).toEqual(placed);
    if (people.length >= 30 * classes.length)
      expect(spread(members.map((of) => figuresOf(of).avgScore ?? 0))).toBeLessThan(10);
  }
});

test('STUDENT-STATUS-12: who comes late fills up the smaller classes', () => {
  const person = (key: string, sex = '1'): Divided => ({ key, sex, province: '42', score: 5000 });
  const classes = [
    { key: 'A', members: [person('a1'), person('a2'), person('a3')] },
    { key: 'B', members: [person('b1')] },
  ];
  const placed = divideClasses([person('x'), person('y', '2'), person('z')], classes);
  expect([...placed.values()].filter((key) => key === 'B')).toHaveLength(3 - 1 + 0);
  expect(figuresOf([person('x'), person('y', '2')])).toMatchObject({ studentNum: 2, maleNum: 1, avgScore: 5000 });
});

test('STUDENT-STATUS-15: people come in the order of a rule, whoever has no value last', () => {
  const people = [
    { key: '1', name: '王芳', totalScore: 5800, sex: '2' },
    { key: '2', name: '安然', totalScore: null, sex: '1' },
    { key: '3', name: '李强', totalScore: 6100, sex: '1' },
    { key: '4', name: '陈一', totalScore: 5800, sex: '1' },
  ];
  const inOrder = (...rule: Parameters<typeof sortBy>[0]) => sortBy(rule, people, ({ key }) => key).map((p) => p.key);
  expect(inOrder({ field: 'totalScore', order: 'desc' }, { field: 'pinyin', order: 'asc' })).toEqual([
    '3',
    '4',
    '1',
    '2',
  ]);
  expect(inOrder({ field: 'totalScore', order: 'asc' })).toEqual(['1', '4', '3', '2']);
  expect(inOrder({ field: 'pinyin', order: 'asc' })).toEqual(['2', '4', '3', '1']);
  expect(inOrder({ field: 'sex', order: 'desc' })).toEqual(['1', '2', '3', '4']);
  expect(sortRuleProblems('1', [{ field: 'rankScore', order: 'desc' }])).toEqual([
    { field: 'sortFields.0.field', message: '分班时还没有排名成绩' },
  ]);
});
