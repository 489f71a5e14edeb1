import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { effectiveAttempt } from './effective-attempt.ts';
import type { ScoreRules } from './score-rules.ts';
import { standingOf, type StandingAttempt } from './standing.ts';

const rules: ScoreRules = {
  ruleVersion: 'V1',
  ruleName: '规则',
  passMark: 6000,
  effectiveRule: 'ZGF',
  gpaRule: 'GPA40',
  gpaBands: null,
  makeupPoint: 100,
  countFailed: true,
  judgeRounded: false,
  gpaAttributes: ['1', '2'],
  gpaWithoutNatures: ['08'],
  coefficients: [],
};
const required = () => ({ courseAttribute: '1', courseNature: '04' });

let made = 0;
const attempt = (final: number | null, given: Partial<StandingAttempt> = {}): StandingAttempt => ({
  attemptId: `A${String((made += 1))}`,
  courseId: 'K1',
  courseName: 'C语言',
  courseCredit: 30,
  semesterId: '2024-2025-1',
  scoreType: '1',
  examNature: '01',
  final,
  finalName: final === null ? '-' : String(final / 100),
  passed: final !== null && final >= 6000,
  scoreRemarkCode: '00',
  source: '1',
  ...given,
});
const judge = (attempts: StandingAttempt[], given: Partial<ScoreRules> = {}, kind = required) => {
  const standing = standingOf(attempts, kind, { ...rules, ...given });
  return {
    ...standing,
    told: attempts.map(({ attemptId }) => {
      const { counts, why } = standing.judged.get(attemptId)!;
      return `${counts ? '有效' : '不计'}：${why}`;
    }),
  };
};

describe('which attempt counts, and why (SCORE-MORE-35, SCORE-MORE-48)', () => {
  it('the only one', () => {
    expect(judge([attempt(8800)])).toMatchObject({
      told: ['有效：首次考试成绩'],
      earnedCredit: 30,
      failedCredit: 0,
      gpa: 370,
      weightedAverage: 8800,
      passedNum: 1,
    });
  });

  it('a make-up that is passed counts by its cap, with one point', () => {
    const { told, gpa, weightedAverage, earnedCredit } = judge([
      attempt(5200),
      attempt(6000, { examNature: '11', rawFinal: 7450 }),
    ]);
    expect(told).toEqual(['不计：未及格，已有及格成绩', '有效：补考及格按 60 分计（卷面 74.5），最高分有效']);
    expect([gpa, weightedAverage, earnedCredit]).toEqual([100, 6000, 30]);
    expect(judge([attempt(9500, { examNature: '11' })], { makeupPoint: null }).gpa).toBe(400);
  });

  it('a failed make-up never lowers what stands, whatever the rule', () => {
    for (const effectiveRule of ['ZGF', 'ZHC', 'SCJ'] as const)
      expect(judge([attempt(5500), attempt(4000, { examNature: '11' })], { effectiveRule }).told[0]).toMatch(/^有效/);
  });

  it('SCORE-MORE-19: a coefficient of the course weighs its credit, one of the exam nature its point', () => {
    const coefficient = { objectName: '', beginSemesterId: null };
    const coefficients = [
      { ...coefficient, kind: 'course' as const, objectCode: 'K2', coefficient: 150 },
      { ...coefficient, kind: 'examNature' as const, objectCode: '11', coefficient: 80 },
    ];
    const scores = () => [attempt(6000, { examNature: '11' }), attempt(9000, { courseId: 'K2', courseCredit: 20 })];
    expect(judge(scores()).gpa).toBe(220);
    expect(judge(scores(), { coefficients })).toMatchObject({
      gpa: 240,
      weightedAverage: 7500,
      gpaCredit: 50,
      told: ['有效：补考及格，绩点系数 0.80', '有效：首次考试成绩，学分系数 1.50'],
    });
    const none = [{ ...coefficients[0]!, coefficient: 0 }];
    expect(judge(scores(), { coefficients: none }).gpa).toBe(100);
  });

  it('a deferred exam is a first exam, and the mark of deferral does not count', () => {
    expect(judge([attempt(null, { scoreRemarkCode: '01' }), attempt(9100, { examNature: '02' })])).toMatchObject({
      told: ['不计：缓考，不计', '有效：缓考按首次考试计'],
      gpa: 400,
    });
    expect(judge([attempt(null, { scoreRemarkCode: '01' })])).toMatchObject({
      told: ['不计：缓考，暂无成绩'],
      earnedCredit: 0,
      failedCredit: 0,
      gpa: null,
    });
  });

  it('a retake: by the highest, the last or the first that was passed', () => {
    const both = () => [attempt(7000), attempt(6500, { examNature: '13' })];
    expect(judge(both()).told).toEqual(['有效：最高分有效', '不计：低于有效成绩 70']);
    expect(judge(both(), { effectiveRule: 'ZHC' }).told).toEqual(['不计：已有更近的成绩', '有效：重修，最近一次有效']);
    expect(
      judge([attempt(5000), attempt(6100, { examNature: '13' }), attempt(9000, { examNature: '13' })], {
        effectiveRule: 'SCJ',
      }).told,
    ).toEqual(['不计：未及格，已有及格成绩', '有效：重修，首次及格有效', '不计：及格之后的成绩不计']);
  });

  it('a recognised score counts by its own value; pass or fail and excused courses give credit without a point', () => {
    expect(judge([attempt(8500, { source: '3', examNature: '16' })])).toMatchObject({
      told: ['有效：成绩认定'],
      gpa: 370,
    });
    expect(judge([attempt(8000, { scoreHierarchyCode: 'ejz' })])).toMatchObject({ earnedCredit: 30, gpa: null });
    expect(judge([attempt(6000, { scoreRemarkCode: '08' })])).toMatchObject({
      told: ['有效：免考'],
      earnedCredit: 30,
      gpa: null,
    });
  });

  it('a score that was recognised as another counts there and not here: one achievement', () => {
    const own = attempt(9000);
    const recognised = attempt(9000, {
      courseId: 'K2',
      courseName: '程序设计',
      source: '3',
      examNature: '16',
      scoreType: null,
      replaces: ['K1'],
    });
    expect(judge([own, recognised])).toMatchObject({
      told: ['不计：本课程成绩已认定为“程序设计”，不重复计', '有效：成绩认定'],
      earnedCredit: 30,
      gpaCredit: 30,
      passedNum: 1,
      gpa: 400,
      weightedAverage: 9000,
    });
    // A failed try at the source before it was passed does not come back as a failed course.
    expect(judge([attempt(4000), own, recognised])).toMatchObject({ earnedCredit: 30, failedCredit: 0, failedNum: 0 });
    // Revoked: the recognised attempt is gone, and the source counts again.
    expect(judge([own])).toMatchObject({ earnedCredit: 30, told: ['有效：首次考试成绩'] });
  });

  it('courses of other attributes, and public electives, give credit without a point', () => {
    expect(judge([attempt(9000)], {}, () => ({ courseAttribute: '3', courseNature: '06' }))).toMatchObject({
      earnedCredit: 30,
      gpa: null,
    });
    expect(judge([attempt(9000)], {}, () => ({ courseAttribute: '2', courseNature: '08' }))).toMatchObject({
      earnedCredit: 30,
      gpa: null,
    });
  });

  it('a failed course stands in the denominator with no point, or not at all where the rule says so', () => {
    const attempts = [attempt(9000), attempt(4000, { courseId: 'K2' })];
    expect(judge(attempts)).toMatchObject({
      gpa: 200,
      weightedAverage: 6500,
      failedCredit: 30,
      failedNum: 1,
      gpaCredit: 60,
    });
    expect(judge(attempts, { countFailed: false })).toMatchObject({
      gpa: 400,
      weightedAverage: 9000,
      failedCredit: 30,
      gpaCredit: 30,
    });
  });

  it('exactly one attempt of a course counts if any has a value, credits once; the average is among the points', () => {
    const some = fc.array(
      fc.record({
        course: fc.constantFrom('K1', 'K2', 'K3'),
        final: fc.option(fc.integer({ min: 0, max: 10_000 })),
        examNature: fc.constantFrom('01', '02', '11', '13', '16'),
      }),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(some, fc.constantFrom('ZGF' as const, 'ZHC' as const, 'SCJ' as const), (list, effectiveRule) => {
        const attempts = list.map(({ course, final, examNature }) => attempt(final, { courseId: course, examNature }));
        const standing = standingOf(attempts, required, { ...rules, effectiveRule });
        let credits = 0;
        for (const ofCourse of Map.groupBy(attempts, (each) => each.courseId).values()) {
          const counting = ofCourse.filter(({ attemptId }) => standing.judged.get(attemptId)!.counts);
          expect(counting.length).toBe(ofCourse.some((each) => each.final !== null) ? 1 : 0);
          expect(counting[0] ?? null).toBe(effectiveAttempt(ofCourse, effectiveRule));
          credits += counting.length * 30;
          // What was once passed stays passed, whatever comes later as a make-up or by the highest.
          if (effectiveRule !== 'ZHC' && ofCourse.some((each) => each.passed)) expect(counting[0]?.passed).toBe(true);
        }
        expect(standing.earnedCredit + standing.failedCredit).toBe(credits);
        if (standing.gpa !== null) expect(standing.gpa).toBeLessThanOrEqual(400);
      }),
    );
  });
});
