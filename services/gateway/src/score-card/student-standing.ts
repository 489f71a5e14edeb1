import { equivalenceFor } from '@jwxt/contracts/score/equivalent-courses.ts';
import type { ScoreRules } from '@jwxt/contracts/score/score-rules.ts';
import { standingOf, type Standing } from '@jwxt/contracts/score/standing.ts';
import { loadEquivalentCourses } from '@jwxt/infra/runtime/equivalent-courses.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { Refused } from '../kernel/refused.ts';
import { readScoreRules } from '../score-setting/shared/score-rules.read.ts';
import {
  readCourseFacts,
  readExtraScores,
  readNames,
  type CardStudent,
  type CourseFacts,
  type ExtraScore,
  type KnownAttempt,
} from './score-card.read.ts';

/** A student's attempts, judged by the rules of his grade. */
export interface StudentStanding {
  readonly student: CardStudent;
  readonly rules: ScoreRules;
  /** Those that count for anything. */
  readonly attempts: readonly KnownAttempt[];
  /** Those that were cancelled: history (SCORE-MORE-39). */
  readonly cancelled: readonly KnownAttempt[];
  readonly standing: Standing;
  readonly courseOf: (courseId: string) => CourseFacts;
  readonly extra: readonly ExtraScore[];
  /** Name of a code of a dictionary, or of a semester; the code itself when it has none. */
  readonly nameOf: (code: string, dictionary?: string) => string;
}

/** A course that base data no longer has: its attempts stay, outside the average. */
const unknownCourse: CourseFacts = { courseEnglishName: '', courseAttribute: '', courseNature: '' };

/** Judges the attempts that count by the rules that are published for the student. Refuses SCORE_RULES_NONE. */
export async function judgeAttempts(
  db: Queryable,
  student: CardStudent,
  all: readonly KnownAttempt[],
): Promise<StudentStanding> {
  const [rules, courses, names, extra, equivalent] = await Promise.all([
    readScoreRules(db, student),
    readCourseFacts(db, [...new Set(all.map(({ courseId }) => courseId))]),
    readNames(db),
    readExtraScores(db, student.studentCode),
    loadEquivalentCourses(db),
  ]);
  if (!rules) throw new Refused('SCORE_RULES_NONE');
  const attempts = all.filter(({ cancelReason }) => cancelReason === undefined);
  const courseOf = (courseId: string): CourseFacts => courses.get(courseId) ?? unknownCourse;
  return {
    student,
    rules,
    attempts,
    cancelled: all.filter(({ cancelReason }) => cancelReason !== undefined),
    extra,
    courseOf,
    standing: standingOf(attempts, courseOf, rules, equivalenceFor(equivalent, student)),
    nameOf: (code, dictionary) => names.get(dictionary === undefined ? code : `${dictionary} ${code}`) ?? code,
  };
}
