import type { Attempt } from '../score/attempts.events.ts';
import { remarkName, type RemarkSettings } from '../score/score-remark.rules.ts';
import { examNature, makeupType, type MakeupType, scoreRemark } from '../score/score.vocabulary.ts';

/** What is known of one student who has not passed a course. */
export interface Candidate {
  readonly scoreRemarkCode: string;
  /** 名单来源 of the original class: empty for the first time. */
  readonly listSource: string;
  /** Whether the course has make-ups at all: practical work and theses have none. */
  readonly courseAllows: boolean;
  /** All attempts at the course. */
  readonly attempts: readonly Pick<Attempt, 'examNature' | 'passed' | 'teachingClassId'>[];
  /** The score that was not passed counts no more. */
  readonly isCancelled: boolean;
  /** Name of a status (XTGL_XSDQZT) in which nobody sits exams; null or absent: he does. */
  readonly barredBy?: string | null;
  /** Groups in which the student is listed already because of this score, or of another failure in this semester. */
  readonly listedIn: readonly string[];
}

/** The kind of exam (@CJ_BKLX), or why there is none. */
export type Eligibility = { readonly makeupType: MakeupType } | { readonly skipped: string };

/** What a school allows: make-ups for each failed course, and remarks under which a failure may be made up. */
export interface MakeupLimits {
  readonly makeupTimes: number;
  readonly remarks: RemarkSettings;
}
const makeupNatures = new Set<string>([examNature.firstMakeup, examNature.secondMakeup]);

/**
 * Whether a student sits a make-up or deferred exam (domain-model-score §4): failed at the first time with a remark
 * that the school lets be made up (SCORE-MORE-18), fewer make-ups than allowed, not passed meanwhile, not listed and
 * waiting; or deferred and not sat yet.
 */
export function eligibilityOf(
  { scoreRemarkCode, listSource, courseAllows, attempts, isCancelled, listedIn, barredBy = null }: Candidate,
  { makeupTimes, remarks }: MakeupLimits,
): Eligibility {
  if (isCancelled) return { skipped: '成绩已注销' };
  if (barredBy !== null) return { skipped: `学籍状态为“${barredBy}”` };
  if (attempts.some(({ passed }) => passed)) return { skipped: '已通过该课程' };
  if (listedIn.some((id) => !attempts.some(({ teachingClassId }) => teachingClassId === id)))
    return { skipped: '已在名单中' };
  if (scoreRemarkCode === scoreRemark.deferred)
    return attempts.some((attempt) => attempt.examNature === examNature.deferred)
      ? { skipped: '已参加缓考' }
      : { makeupType: makeupType.deferred };
  if (remarks.get(scoreRemarkCode)?.allowMakeup !== true)
    return { skipped: `备注为“${remarkName(scoreRemarkCode)}”，不能补考` };
  if (listSource !== '') return { skipped: `${listSource}学生不安排补考` };
  if (!courseAllows) return { skipped: '课程不安排补考' };
  const taken = attempts.filter((attempt) => makeupNatures.has(attempt.examNature)).length;
  if (taken >= makeupTimes) return { skipped: '已用完补考次数' };
  return { makeupType: taken === 0 ? makeupType.first : makeupType.second };
}

/** A failure of one student in one class. */
export interface Failure extends Candidate {
  readonly studentCode: string;
  readonly courseId: string;
  /** The final score in hundredths; null without one. */
  readonly final: number | null;
}

/** What a list makes of the failures of a semester. */
export interface Sitting<Row> {
  readonly sits: readonly { readonly row: Row; readonly makeupType: MakeupType }[];
  /** How many failures are left out, by reason; the most first. */
  readonly skipped: readonly { readonly reason: string; readonly count: number }[];
}

/**
 * Who sits an exam for the failures of one semester, in the order given. Who failed a course in two classes sits one
 * exam: a deferred one, which he has not sat yet, before a make-up, and that for the better score, which counts.
 */
export function sittingOf<Row extends Failure>(rows: readonly Row[], limits: MakeupLimits): Sitting<Row> {
  const ofCourse = Map.groupBy(rows, ({ studentCode, courseId }) => `${studentCode} ${courseId}`);
  const reasons = new Map<string, number>();
  const sits = [...ofCourse.values()].flatMap((failures) => {
    const listedIn = failures.flatMap((row) => row.listedIn);
    const chosen = failures.flatMap((row) => {
      const eligibility = eligibilityOf({ ...row, listedIn }, limits);
      if (!('skipped' in eligibility)) return [{ row, makeupType: eligibility.makeupType }];
      reasons.set(eligibility.skipped, (reasons.get(eligibility.skipped) ?? 0) + 1);
      return [];
    });
    return chosen.toSorted((a, b) => rankOf(b) - rankOf(a)).slice(0, 1);
  });
  const skipped = [...reasons].map(([reason, count]) => ({ reason, count }));
  return { sits, skipped: skipped.toSorted((a, b) => b.count - a.count || a.reason.localeCompare(b.reason)) };
}

const rankOf = ({ row, makeupType: kind }: { row: Failure; makeupType: MakeupType }): number =>
  kind === makeupType.deferred ? Number.MAX_SAFE_INTEGER : (row.final ?? -1);

/** Make-ups that a school allows for each failed course, from the text of CJ_BKCS; absent or no number: 1. */
export function makeupTimesOf(text: string | undefined): number {
  const times = Number(text ?? 1);
  return Number.isInteger(times) && times >= 0 ? times : 1;
}
