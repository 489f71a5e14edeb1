import type { z } from 'zod';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import type { scoreCard } from '@jwxt/contracts/score-card/score-card.operations.ts';
import { gpaRuleText, weightedMean } from '@jwxt/contracts/score/grade-point.ts';
import { coefficientLegend } from '@jwxt/contracts/score/score-coefficient.ts';
import { formatDecimal } from '@jwxt/contracts/kernel/number-text.ts';
import { effectiveRuleNames, gpaRuleNames } from '@jwxt/contracts/score/score-rules.ts';
import { remarkName, shownRemark } from '@jwxt/contracts/score/score-remark.rules.ts';
import { NO_SCORE, sheetStatusNames, type SheetStatus, sheetStatus } from '@jwxt/contracts/score/score.vocabulary.ts';
import type { CourseInProgress, ExtraScore, KnownAttempt } from './score-card.read.ts';
import type { StudentStanding } from './student-standing.ts';

type Card = z.input<typeof scoreCard.output>;
type CardRow = Card['semesters'][number]['rows'][number];

/** Credits are tenths. */
export const creditText = (tenths: number): string => formatDecimal(tenths, 1, 1);
/** Points and values are hundredths. */
export const figureText = (hundredths: number | null): string =>
  hundredths === null ? NO_SCORE : formatDecimal(hundredths, 2, 2);

/**
 * The card as people see it; cancelled attempts stand in it, and count for nothing (SCORE-MORE-39). `asOf`: the moment
 * it is told for, null for now.
 */
export function cardAnswer(
  judged: StudentStanding,
  inProgress: readonly CourseInProgress[],
  asOf: string | null,
  withheld: Card['withheld'],
): Card {
  const { student, rules, standing, attempts, cancelled, extra, nameOf } = judged;
  const {
    pinyin: _pinyin,
    gradeCode: _gradeCode,
    gradeMajorId: _gradeMajorId,
    studentType: _studentType,
    departmentEnglishName: _department,
    majorEnglishName: _major,
    ...shown
  } = student;
  const passed = new Set(
    attempts.filter((attempt) => attempt.passed && isEffective(judged, attempt)).map(({ courseId }) => courseId),
  );
  const going = [
    ...new Map(
      inProgress.filter(({ courseId }) => !passed.has(courseId)).map((course) => [course.courseId, course]),
    ).values(),
  ];
  return {
    student: shown,
    asOf: asOf === null ? null : toDateTimeText(asOf),
    withheld,
    rules: {
      ruleVersion: rules.ruleVersion,
      ruleName: rules.ruleName,
      effectiveRuleName: effectiveRuleNames[rules.effectiveRule],
      gpaRuleName: gpaRuleNames[rules.gpaRule],
      gpaRuleText: gpaRuleText(rules),
      coefficientText: coefficientLegend(rules.coefficients),
      passMark: formatDecimal(rules.passMark, 2, 0),
    },
    totals: {
      earnedCredit: creditText(standing.earnedCredit),
      failedCredit: creditText(standing.failedCredit),
      inProgressCredit: creditText(going.reduce((sum, { courseCredit }) => sum + courseCredit, 0)),
      extraCredit: creditText(extra.reduce((sum, { credit }) => sum + credit, 0)),
      gpaCredit: creditText(standing.gpaCredit),
      passedNum: standing.passedNum,
      failedNum: standing.failedNum,
      inProgressNum: going.length,
      gpa: figureText(standing.gpa),
      weightedAverage: figureText(standing.weightedAverage),
    },
    byAttribute: byAttribute(judged),
    semesters: [...Map.groupBy([...attempts, ...cancelled], ({ semesterId }) => semesterId)]
      .toSorted(([a], [b]) => b.localeCompare(a))
      .map(([semesterId, list]) => semesterOf(judged, semesterId, list)),
    inProgress: inProgress.map(
      ({ courseId: _courseId, courseAttribute, courseCredit, sheetStatus: status, ...course }) => ({
        ...course,
        semesterName: nameOf(course.semesterId),
        courseCredit: creditText(courseCredit),
        courseAttributeName: nameOf(courseAttribute, 'XTGL_KCSXDMJ'),
        sheetStatusName: sheetStatusNames[(status ?? sheetStatus.unset) as SheetStatus],
      }),
    ),
    extra: extra.map((score) => ({
      studentExtraScoreId: score.studentExtraScoreId,
      semesterName: nameOf(score.semesterId),
      extraName: score.extraName,
      credit: creditText(score.credit),
      valueName: extraValueName(score),
      scoreRemarkName: shownRemark(score.scoreRemarkCode),
      sourceName: nameOf(score.source, 'CJ_CJLY'),
      inTranscript: score.inTranscript,
    })),
  };
}

/** Whether an attempt is the one that counts for its course. */
export function isEffective({ standing }: StudentStanding, { attemptId }: KnownAttempt): boolean {
  return standing.judged.get(attemptId)?.counts === true;
}

/** What an extra score is shown as: the grade's name, or the number. */
export function extraValueName({ gradeName, scoreValue }: ExtraScore): string {
  return gradeName ?? figureText(scoreValue);
}

function semesterOf(
  judged: StudentStanding,
  semesterId: string,
  attempts: readonly KnownAttempt[],
): Card['semesters'][number] {
  const counting = attempts.filter((attempt) => isEffective(judged, attempt));
  const averaged = counting.flatMap(({ attemptId }) => {
    const { point, weight } = judged.standing.judged.get(attemptId)!;
    return point === null ? [] : [{ value: point, weight }];
  });
  return {
    semesterId,
    semesterName: judged.nameOf(semesterId),
    earnedCredit: creditText(
      counting.filter(({ passed }) => passed).reduce((sum, { courseCredit }) => sum + courseCredit, 0),
    ),
    gpa: figureText(weightedMean(averaged)),
    rows: attempts.map((attempt) => rowOf(judged, attempt)),
  };
}

function rowOf({ standing, courseOf, nameOf }: StudentStanding, attempt: KnownAttempt): CardRow {
  const {
    attemptId,
    courseId,
    courseNum,
    courseName,
    examNature,
    finalName,
    source,
    passed,
    ruleVersion,
    teachingClassId,
    applyId,
  } = attempt;
  const course = courseOf(courseId);
  const judged = standing.judged.get(attemptId);
  return {
    attemptId,
    courseId,
    courseNum,
    courseName,
    ...course,
    courseCredit: creditText(attempt.courseCredit),
    courseAttributeName: nameOf(course.courseAttribute, 'XTGL_KCSXDMJ'),
    courseNatureName: nameOf(course.courseNature, 'XTGL_KCXZDMJ'),
    examNature,
    examNatureName: nameOf(examNature, 'XTGL_KSXZ'),
    finalName,
    scoreRemarkName: remarkName(attempt.scoreRemarkCode),
    source,
    sourceName: nameOf(source, 'CJ_CJLY'),
    passed,
    hasValue: attempt.final !== null,
    counts: judged?.counts === true,
    why: judged?.why ?? (attempt.cancelReason === undefined ? '' : `已注销：${attempt.cancelReason}`),
    point: judged?.point === null || judged?.point === undefined ? null : figureText(judged.point),
    recordedAt: toDateTimeText(attempt.recordedAt),
    ruleVersion,
    teachingClassId,
    applyId,
  };
}

function byAttribute(judged: StudentStanding): Card['byAttribute'] {
  const counting = judged.attempts.filter((attempt) => isEffective(judged, attempt));
  return [...Map.groupBy(counting, ({ courseId }) => judged.courseOf(courseId).courseAttribute)]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([courseAttribute, list]) => {
      const passed = list.filter((attempt) => attempt.passed);
      const credits = (some: readonly KnownAttempt[]): number =>
        some.reduce((sum, { courseCredit }) => sum + courseCredit, 0);
      return {
        courseAttribute,
        courseAttributeName: judged.nameOf(courseAttribute, 'XTGL_KCSXDMJ'),
        courseNum: list.length,
        passedNum: passed.length,
        failedNum: list.length - passed.length,
        earnedCredit: creditText(credits(passed)),
        failedCredit: creditText(credits(list) - credits(passed)),
      };
    });
}
