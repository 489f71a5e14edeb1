import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseEffective, effectiveAttempt, type ChoosableOfMany } from './effective-attempt.ts';
import { equivalenceFor, noEquivalents } from './equivalent-courses.ts';
import type { EffectiveRule } from './score-rules.ts';

const attempt = (final: number | null, given: Partial<ChoosableOfMany> = {}): ChoosableOfMany => ({
  courseId: 'K1',
  semesterId: '2026-2027-1',
  scoreType: '1',
  examNature: '01',
  final,
  passed: final !== null && final >= 6000,
  ...given,
});
const makeup = (final: number, given: Partial<ChoosableOfMany> = {}) =>
  attempt(final, { scoreType: '2', examNature: '11', ...given });
const retake = (final: number, semesterId: string) => attempt(final, { scoreType: '4', examNature: '13', semesterId });
const student = { studentCode: 'S1', gradeCode: '2026', gradeMajorId: '2026SE' };
const rules: EffectiveRule[] = ['ZGF', 'ZHC', 'SCJ'];

describe('the attempt that counts (SCORE-MORE-35)', () => {
  const [low, high, none] = [attempt(7000), attempt(8000), attempt(null)];
  it.each([
    ['the highest', [low, high], high],
    ['a passed one before a higher failed one', [attempt(6500, { passed: false }), low], low],
    ['the older of two that are equal', [low, attempt(7000)], low],
    ['one with a value before one without', [none, low], low],
    ['a recognised one like any other', [low, attempt(8800, { scoreType: null, examNature: '16' })], undefined],
  ])('is %s', (_title, attempts, expected) => {
    expect(effectiveAttempt(attempts, 'ZGF')).toBe(expected ?? attempts[1]);
  });

  it('of equivalent courses is the best of all, and what they were recognised as counts beside the others', () => {
    const groupOf = equivalenceFor(
      {
        ...noEquivalents,
        pairs: [
          { courseId: 'K1', otherId: 'K2', grades: [] },
          { courseId: 'K3', otherId: 'K2', grades: ['2026'] },
        ],
      },
      student,
    );
    const [one, two, three] = ['K1', 'K2', 'K3'].map((courseId, at) => attempt(7000 + at * 500, { courseId }));
    const choose = (...attempts: ChoosableOfMany[]) => chooseEffective(attempts, 'ZGF', groupOf);
    const chosen = choose(one!, two!, three!);
    expect([...chosen].map(([id, { effective, replacedBy }]) => [id, effective, replacedBy])).toEqual([
      ['K1', null, three],
      ['K2', null, three],
      ['K3', three, null],
    ]);
    const recognised = attempt(8800, { courseId: 'K9', replaces: ['K3'] });
    expect(choose(one!, two!, three!, recognised).get('K3')).toMatchObject({ effective: null, replacedBy: recognised });
    expect(choose(one!, two!, three!, recognised).get('K2')!.effective).toBe(two);
    const pairs = [{ courseId: 'K3', otherId: 'K2', grades: ['2026'] }];
    expect(equivalenceFor({ ...noEquivalents, pairs }, { ...student, gradeCode: '2025' })('K3')).toBe('K3');
  });

  it('is none while there is no value', () => {
    for (const rule of rules)
      expect([effectiveAttempt([none], rule), effectiveAttempt([], rule)]).toEqual([null, null]);
  });

  it('an original that is published again after its make-up does not become the last one, nor the first passed', () => {
    const [original, second] = [attempt(5200), makeup(6000)];
    expect(effectiveAttempt([second, original], 'ZHC')).toBe(second);
    const [corrected, retaken] = [attempt(6100), retake(7000, '2027-2028-1')];
    expect(effectiveAttempt([retaken, corrected], 'ZHC')).toBe(retaken);
    expect(effectiveAttempt([retaken, corrected], 'SCJ')).toBe(corrected);
  });

  const life = fc.uniqueArray(
    fc.record({
      semesterId: fc.constantFrom('2025-2026-2', '2026-2027-1', '2026-2027-2'),
      scoreType: fc.constantFrom('1', '2', '4', null),
      final: fc.option(fc.integer({ min: 0, max: 10_000 })),
    }),
    { selector: ({ semesterId, scoreType }) => `${semesterId}${scoreType ?? ''}`, maxLength: 8 },
  );
  const natures: Record<string, string> = { 1: '01', 2: '11', 4: '13' };
  const lived = life.map((list) =>
    list.map(({ final, ...about }) => attempt(final, { ...about, examNature: natures[about.scoreType ?? ''] ?? '16' })),
  );
  const rule = fc.constantFrom(...rules);

  it('hangs on the exams alone, whatever the order in which they were recorded', () => {
    fc.assert(
      fc.property(lived, rule, fc.infiniteStream(fc.nat()), (attempts, by, random) => {
        const order = new Map(attempts.map((each) => [each, random.next().value as number]));
        const recorded = attempts.toSorted((one, other) => order.get(one)! - order.get(other)!);
        const values = (list: ChoosableOfMany[]) => effectiveAttempt(list, by);
        expect(values(recorded)).toBe(values(attempts));
      }),
    );
  });

  it('what was once passed stays passed by ZGF and SCJ whatever comes; by ZHC whatever make-up comes', () => {
    fc.assert(
      fc.property(lived, rule, fc.integer({ min: 0, max: 10_000 }), (attempts, by, final) => {
        if (effectiveAttempt(attempts, by)?.passed !== true) return;
        const next = by === 'ZHC' ? makeup(final, { semesterId: '2027-2028-1' }) : retake(final, '2027-2028-1');
        expect(effectiveAttempt([...attempts, next], by)?.passed).toBe(true);
        expect(effectiveAttempt([next, ...attempts], by)?.passed).toBe(true);
      }),
    );
  });

  it('an achievement counts once: no course that was recognised as another counts beside it, in any chain', () => {
    const courses = ['K1', 'K2', 'K3', 'K4'] as const;
    const many = fc.array(
      fc.record({
        courseId: fc.constantFrom(...courses),
        semesterId: fc.constantFrom('2025-2026-2', '2026-2027-1'),
        final: fc.integer({ min: 0, max: 10_000 }),
        recognisedFrom: fc.option(fc.constantFrom(...courses)),
      }),
      { maxLength: 10 },
    );
    fc.assert(
      fc.property(many, rule, (list, by) => {
        const attempts = list.map(({ recognisedFrom, ...about }) =>
          attempt(about.final, {
            ...about,
            replaces: recognisedFrom === null || recognisedFrom === about.courseId ? [] : [recognisedFrom],
          }),
        );
        const choices = chooseEffective(attempts, by);
        const isSource = (courseId: string) => attempts.some(({ replaces }) => replaces?.includes(courseId));
        for (const [courseId, { effective, replacedBy }] of choices) {
          expect((effective === null) === (replacedBy !== null)).toBe(true);
          if (!isSource(courseId)) expect(effective).not.toBeNull();
          // Whatever became of it, something counts for it in the end, also where two were made from each other.
          let last = replacedBy;
          for (const _ of courses) last = last && (choices.get(last.courseId)?.replacedBy ?? last);
          if (last) expect(choices.get(last.courseId)?.effective).not.toBeNull();
        }
      }),
    );
  });
});
