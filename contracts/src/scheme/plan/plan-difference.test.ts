import { expect, test } from 'vitest';
import { planSource } from './execution-plan.vocabulary.ts';
import { planChanges, writtenChanges, type PlanContent, type PresentRow, type WantedRow } from './plan-difference.ts';
import { semesterOfTerm, termOfSemester } from './term.rules.ts';

const content = (more: Partial<PlanContent> = {}): PlanContent => ({
  term: 1,
  openDepartmentId: '101',
  courseSystemId: null,
  courseAttribute: '1',
  courseNature: '04',
  credit: 30,
  totalHour: 480,
  weekHours: null,
  hours: [{ xsbh: '1', xs: 480 }],
  startEndWeek: null,
  examMethod: '1',
  examWay: null,
  directionId: null,
  directionName: null,
  courseGroupId: null,
  specialItemSign: '0',
  ...more,
});
const row = (courseId: string, more: Partial<PresentRow> = {}): PresentRow => ({
  courseId,
  content: content(),
  source: planSource.scheme,
  generated: content(),
  fixed: null,
  ...more,
});
const wanted = (courseId: string, more: Partial<PlanContent> = {}): WantedRow => ({ courseId, content: content(more) });

// SCHEME-13
test('a generation tells new, changed, gone and same rows from those that a hand changed', () => {
  const changes = planChanges(
    [
      wanted('new'),
      wanted('same'),
      wanted('moved', { term: 3 }),
      wanted('hand', { credit: 40 }),
      wanted('own', { credit: 40 }),
      wanted('common', { term: 2 }),
      wanted('opened', { term: 2 }),
    ],
    [
      row('same', { content: content({ hours: [{ xsbh: '1', xs: 480 }] }) }),
      row('moved'),
      row('hand', { content: content({ term: 5 }) }),
      row('own', { generated: null, source: planSource.adjusted }),
      row('common', { source: planSource.common, generated: null }),
      row('opened', { fixed: '已开课' }),
      row('gone'),
      row('goneByHand', { content: content({ term: 5 }) }),
      row('added', { generated: null, source: planSource.adjusted }),
    ],
  );
  expect(Object.fromEntries(changes.map(({ courseId, kind, fields }) => [courseId, [kind, ...fields]]))).toEqual({
    new: ['new'],
    same: ['same'],
    moved: ['changed', 'term'],
    hand: ['hand', 'term', 'credit'],
    own: ['hand', 'credit'],
    common: ['hand', 'term'],
    opened: ['fixed', 'term'],
    gone: ['gone'],
    goneByHand: ['hand'],
  });
  const written = (overwritten: string[]) =>
    writtenChanges(changes, new Set(overwritten)).map(({ courseId }) => courseId);
  expect(written([])).toEqual(['new', 'moved', 'gone']);
  expect(written(['hand', 'opened'])).toEqual(['new', 'moved', 'hand', 'gone']);
});

// SCHEME-13
test('generating twice changes nothing', () => {
  let seed = 7;
  const random = (below: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed % below;
  };
  const some = (): PlanContent => content({ term: 1 + random(3), credit: 10 * random(3) });
  for (let round = 0; round < 300; round += 1) {
    const courses = ['A', 'B', 'C', 'D', 'E', 'F'];
    const scheme = courses.filter(() => random(2) === 0).map((courseId) => ({ courseId, content: some() }));
    const present = courses
      .filter(() => random(2) === 0)
      .map((courseId) =>
        row(courseId, {
          content: some(),
          generated: random(2) === 0 ? null : some(),
          source: (['1', '2', '3'] as const)[random(3)] ?? '1',
          fixed: random(4) === 0 ? '已开课' : null,
        }),
      );
    const overwritten = new Set(courses.filter(() => random(3) === 0));
    const after = new Map(present.map((each) => [each.courseId, each]));
    for (const change of writtenChanges(planChanges(scheme, present), overwritten)) {
      expect(after.get(change.courseId)?.fixed ?? null).toBeNull();
      if (change.after === null) after.delete(change.courseId);
      else after.set(change.courseId, row(change.courseId, { content: change.after, generated: change.after }));
    }
    expect(writtenChanges(planChanges(scheme, [...after.values()]), overwritten)).toEqual([]);
  }
});

test('terms and semesters of a grade', () => {
  expect([1, 2, 7, 8].map((term) => semesterOfTerm('2026', term))).toEqual([
    '2026-2027-1',
    '2026-2027-2',
    '2029-2030-1',
    '2029-2030-2',
  ]);
  for (let term = 1; term <= 12; term += 1) expect(termOfSemester('2025', semesterOfTerm('2025', term))).toBe(term);
});
