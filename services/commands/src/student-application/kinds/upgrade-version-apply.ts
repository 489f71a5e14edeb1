import { formatDecimal } from '@jwxt/contracts/kernel/number-text.ts';
import { attemptsStream, type Attempt } from '@jwxt/contracts/score/attempts.events.ts';
import { attemptsStreams, type AttemptsState } from '@jwxt/contracts/score/attempts.state.ts';
import { effectiveAttempt } from '@jwxt/contracts/score/effective-attempt.ts';
import { attemptSource } from '@jwxt/contracts/score/score.vocabulary.ts';
import { upgradeVersionApply } from '@jwxt/contracts/student-application/kinds/upgrade-version-apply.ts';
import { type StudentApplicationRequest } from '@jwxt/contracts/student-application/student-application.events.ts';
import type { Position } from '@jwxt/infra/runtime/log-position.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { partOf, type CommandContext } from '../../kernel/command-context.ts';
import type { CommandServices } from '../../kernel/command-route.ts';
import { isRefused, refuse, refuseField, type Refused } from '../../kernel/refusal.ts';
import { later } from '../../kernel/stream-folds.ts';
import { giveOwnScoreBack, takeOwnScore, userOfScore } from '../../recognition/shared/own-score.ts';
import { attemptsDecider, noFacts, type AttemptsCommand } from '../../score/shared/attempts.decider.ts';
import { loadRulesInForce } from '../../score-setting/shared/score-rules.facts.ts';
import { defineApplicationRules } from '../student-application-rules.ts';

/** 课程升版 (SCORE-MORE-43): the new course has an attempt made from the old one's, which counts for nothing then. */
export const upgradeVersionRules = defineApplicationRules({
  kind: upgradeVersionApply,

  async prepare({ form: { newCourseId, reasonText }, student: { studentCode }, services }) {
    const field = 'newCourseId';
    const course = await loadUpgrade(services.pool, newCourseId);
    if (!course) return refuseField('UPGRADE_UNKNOWN', {}, field);
    const old = await passedAttempt(services, studentCode, course.oldCourseId);
    if (!old) return refuseField('UPGRADE_NOT_PASSED', { course: course.oldCourseName }, field);
    const refused = await whyNotUpgraded(services, { studentCode }, old, course);
    if (refused) return refuseField(refused.refused.code, { ...refused.refused.details }, field);
    const credit = Math.min(old.courseCredit, course.courseCredit);
    return {
      subject: course.oldCourseId,
      subjectName: `${course.oldCourseName} → ${course.courseName}（${course.courseNum}）`,
      semesterId: course.currentSemesterId ?? old.semesterId,
      courseId: newCourseId,
      teachingClassId: null,
      openDepartmentId: course.openDepartmentId,
      details: [
        { label: '原课程', value: `${old.courseName}（${old.courseNum}）` },
        { label: '原成绩', value: old.finalName },
        { label: '原学分', value: creditText(old.courseCredit) },
        { label: '新课程', value: `${course.courseName}（${course.courseNum}）` },
        { label: '新学分', value: creditText(course.courseCredit) },
        { label: '认定学分', value: creditText(credit) },
        ...(reasonText === null ? [] : [{ label: '说明', value: reasonText }]),
      ],
      facts: {
        oldCourseId: course.oldCourseId,
        oldCourseName: course.oldCourseName,
        attemptId: old.attemptId,
        newCourseId,
        courseNum: course.courseNum,
        courseName: course.courseName,
        courseCredit: String(credit),
        openDepartmentId: course.openDepartmentId,
      },
    };
  },

  refuses: whyNotNow,

  async effect(request, context, services) {
    const refused = await whyNotNow(request, services);
    if (refused) return refused;
    const old = await namedAttempt(services, request);
    if (!old) return notPassed(request);
    const taken = await takeOwnScore(services, usageOf(request), partOf(context, 'take'));
    if (isRefused(taken)) return taken;
    const command: AttemptsCommand = { type: 'record', attempt: upgraded(request, old) };
    const recorded = await onAttempts(services, request, command, partOf(context, 'record'));
    return isRefused(recorded) ? recorded : later(taken.position, recorded.position);
  },

  async revoke(request, reason, context, services) {
    const withdrawn = await onAttempts(
      services,
      request,
      withdrawal(request, `课程升版撤销：${reason}`),
      partOf(context, 'withdraw'),
    );
    if (isRefused(withdrawn)) return withdrawn;
    const back = await giveOwnScoreBack(services, usageOf(request), partOf(context, 'giveBack'));
    return isRefused(back) ? back : later(withdrawn.position, back.position);
  },
});

const creditText = (tenths: number): string => formatDecimal(tenths, 1, 1);
/** Id of the attempt that an application makes: one. */
export const attemptIdOf = ({ applyId }: StudentApplicationRequest): string =>
  `${applyId}.${upgradeVersionApply.processNo}`;

const usageOf = ({ applyId, studentCode, facts, application }: StudentApplicationRequest) => ({
  applyId,
  studentCode,
  attemptId: facts['attemptId'] ?? '',
  courseName: facts['oldCourseName'] ?? '',
  processName: upgradeVersionApply.name,
  time: application.applyTime,
});

interface NewCourse {
  readonly courseId: string;
  readonly courseNum: string;
  readonly courseName: string;
  /** Tenths. */
  readonly courseCredit: number;
  readonly openDepartmentId: string;
}

/** The new course as the application asked for it, with the credits that count. */
export const newCourseOf = ({ facts }: StudentApplicationRequest): NewCourse => ({
  courseId: facts['newCourseId'] ?? '',
  courseNum: facts['courseNum'] ?? '',
  courseName: facts['courseName'] ?? '',
  courseCredit: Number(facts['courseCredit']),
  openDepartmentId: facts['openDepartmentId'] ?? '',
});

/** What the old attempt is at the new course: the same score, of the semester in which it was earned. */
export function upgraded(request: StudentApplicationRequest, old: Attempt): Attempt {
  return {
    ...old,
    ...newCourseOf(request),
    attemptId: attemptIdOf(request),
    source: attemptSource.converted,
    teachingClassId: null,
    scoreType: null,
    applyId: request.applyId,
    replaces: [old.courseId],
  };
}

/** Takes the new course's score away. */
export const withdrawal = (request: StudentApplicationRequest, reason: string): AttemptsCommand => {
  const { studentCode, studentNumber, studentName } = request;
  return {
    type: 'withdraw',
    attemptId: attemptIdOf(request),
    student: { studentCode, studentNumber, studentName },
    courseId: newCourseOf(request).courseId,
    reason,
  };
};

/** What the new course's score becomes by the old one as it is now; undefined: gone, cancelled or passed no more. */
export function following(
  request: StudentApplicationRequest,
  old: Attempt | undefined,
  { recorded }: AttemptsState,
  reason: string,
): AttemptsCommand {
  if (!old) return withdrawal(request, reason);
  const attemptId = attemptIdOf(request);
  if (!recorded.some((attempt) => attempt.attemptId === attemptId))
    return { type: 'record', attempt: upgraded(request, old) };
  const { studentCode, studentNumber, studentName, applyId } = request;
  const { final, finalName, scoreRemarkCode, passed, rawFinal } = old;
  return {
    type: 'revise',
    revision: {
      attemptId,
      studentCode,
      studentNumber,
      studentName,
      courseId: newCourseOf(request).courseId,
      applyId,
      reason,
      after: { final, finalName, scoreRemarkCode, passed, ...(rawFinal === undefined ? {} : { rawFinal }) },
    },
  };
}

/** Carries a command out on the student's attempts at the new course. */
export function onAttempts(
  { handler }: CommandServices,
  request: StudentApplicationRequest,
  command: AttemptsCommand,
  context: CommandContext,
): Promise<{ position: Position | null } | Refused> {
  return handler.execute({
    stream: attemptsStream(request.studentCode, newCourseOf(request).courseId),
    decider: attemptsDecider,
    command,
    context,
    facts: () => noFacts,
  });
}

/** The passed attempt that counts at a course by the student's rules. */
async function passedAttempt(
  { handler, pool }: CommandServices,
  studentCode: string,
  courseId: string,
): Promise<Attempt | null> {
  const [{ state }, rules] = await Promise.all([
    handler.read(attemptsStream(studentCode, courseId), attemptsStreams),
    loadRulesInForce(pool, [studentCode]),
  ]);
  const counting = effectiveAttempt(state.attempts, rules.get(studentCode)?.effectiveRule ?? 'ZGF');
  return counting?.passed === true ? counting : null;
}

/** The attempt that was asked for, while it is there and passed. */
export async function namedAttempt(
  { handler }: CommandServices,
  { studentCode, facts: { oldCourseId = '', attemptId } }: StudentApplicationRequest,
): Promise<Attempt | undefined> {
  const { state } = await handler.read(attemptsStream(studentCode, oldCourseId), attemptsStreams);
  return state.attempts.find((attempt) => attempt.attemptId === attemptId && attempt.passed);
}

const notPassed = ({ facts }: StudentApplicationRequest): Refused =>
  refuse('UPGRADE_NOT_PASSED', { course: facts['oldCourseName'] ?? '' });

/** Why what was asked for cannot be any more; null: it can. */
async function whyNotNow(request: StudentApplicationRequest, services: CommandServices): Promise<Refused | null> {
  const old = await namedAttempt(services, request);
  return old ? whyNotUpgraded(services, request, old, newCourseOf(request)) : notPassed(request);
}

/**
 * Why the old score cannot count for the new course: another application uses it, or the new course has been passed
 * otherwise.
 */
async function whyNotUpgraded(
  services: CommandServices,
  { studentCode, applyId }: { readonly studentCode: string; readonly applyId?: string },
  old: Attempt,
  { courseId, courseName }: NewCourse,
): Promise<Refused | null> {
  const [user, { state }] = await Promise.all([
    userOfScore(services, studentCode, old.attemptId),
    services.handler.read(attemptsStream(studentCode, courseId), attemptsStreams),
  ]);
  if (user && user.applyId !== applyId) return refuse('UPGRADE_USED', { course: old.courseName });
  const passed = state.attempts.find((attempt) => attempt.passed && attempt.applyId !== applyId);
  if (passed) return refuse('UPGRADE_HAS_SCORE', { course: courseName, final: passed.finalName });
  return state.reservation ? refuse('UPGRADE_RECOGNISING', { course: courseName }) : null;
}

interface Upgrade extends NewCourse {
  readonly oldCourseId: string;
  readonly oldCourseName: string;
  readonly currentSemesterId: string | null;
}

/** A course that names the one before it; undefined where it names none, or is in use no more. */
async function loadUpgrade(db: Queryable, newCourseId: string): Promise<Upgrade | undefined> {
  const { rows } = await db.query<Upgrade>(
    `select course.kch as "courseId", course.ywbm as "courseNum", course.kcmc as "courseName",
        course.xf as "courseCredit", course.kkxy as "openDepartmentId", old.kch as "oldCourseId",
        old.kcmc as "oldCourseName",
        (select xnxq from base.semester where sfdqxq = '1') as "currentSemesterId"
       from base.course join base.course old on old.kch = course.gbkch
      where course.kch = $1 and course.sfqy = '1'`,
    [newCourseId],
  );
  return rows[0];
}
