import type { StudentRef } from '@jwxt/contracts/kernel/student-ref.ts';
import { payStatus, type PayStatus, type RebuildMode } from '@jwxt/contracts/makeup/rebuild-sign-up.vocabulary.ts';
import { attemptsStream, type Attempt } from '@jwxt/contracts/score/attempts.events.ts';
import { attemptsStreams } from '@jwxt/contracts/score/attempts.state.ts';
import { effectiveAttempt } from '@jwxt/contracts/score/effective-attempt.ts';
import { examNature } from '@jwxt/contracts/score/score.vocabulary.ts';
import type { PoolClient, Queryable } from '@jwxt/infra/runtime/postgres.ts';
import type { CommandContext } from '../../kernel/command-context.ts';
import type { CommandServices } from '../../kernel/command-route.ts';
import { logOperations } from '../../kernel/operation-log.ts';
import { isRefused, refuse, refuseField, type Refused } from '../../kernel/refusal.ts';
import { loadRulesInForce } from '../../score-setting/shared/score-rules.facts.ts';

/** A course that a student failed and has not made good, in the semester in which he may sign up for it again. */
export interface OwedCourse {
  readonly courseId: string;
  readonly courseNum: string;
  readonly courseName: string;
  /** Tenths. */
  readonly credit: number;
  readonly nature: string;
  readonly openDepartmentId: string;
  readonly semesterId: string;
  readonly semesterName: string;
  /** The attempt that counts now. */
  readonly origin: Attempt;
  readonly originSemesterName: string;
  /** How often he took it again before. */
  readonly times: number;
}

type CourseRow = Omit<OwedCourse, 'origin' | 'originSemesterName' | 'times' | 'semesterId' | 'semesterName'> & {
  readonly semesterId: string | null;
  readonly semesterName: string | null;
  readonly className: string | null;
};

/** The course for a student in the current semester, or why he cannot sign up for it (field `courseId`). */
export async function findOwedCourse(
  { studentCode, studentName }: StudentRef,
  courseId: string,
  { pool, handler }: CommandServices,
): Promise<OwedCourse | Refused> {
  const {
    rows: [course],
  } = await pool.query<CourseRow>(
    `select course.kch as "courseId", course.ywbm as "courseNum", course.kcmc as "courseName", course.xf as credit,
        course.kcxz as nature, course.kkxy as "openDepartmentId", semester.xnxq as "semesterId",
        semester.xnxqmc as "semesterName", found.teaching_class_name as "className"
       from base.course left join base.semester on semester.sfdqxq = '1'
       left join lateral base.rebuild_class_of($2, course.kch, semester.xnxq) found on true
      where course.kch = $1`,
    [courseId, studentCode],
  );
  if (!course) return refuseField('REBUILD_COURSE_UNKNOWN', {}, 'courseId');
  const { semesterId, semesterName, className, ...found } = course;
  if (semesterId === null || semesterName === null) return refuse('REBUILD_NO_SEMESTER');
  if (className !== null)
    return refuseField('REBUILD_ELSEWHERE', { student: studentName, name: className }, 'courseId');
  const standing = await standingAt({ studentCode, studentName }, course, { pool, handler });
  if (isRefused(standing)) return standing;
  const {
    rows: [origin],
  } = await pool.query<{ name: string }>('select xnxqmc as name from base.semester where xnxq = $1', [
    standing.origin.semesterId,
  ]);
  const originSemesterName = origin?.name ?? standing.origin.semesterId;
  return { ...found, ...standing, semesterId, semesterName, originSemesterName };
}

type Standing = Pick<OwedCourse, 'origin' | 'times'>;

/** How a student stands at a course that he failed; refused once a pass has made it good. */
async function standingAt(
  { studentCode, studentName }: Pick<StudentRef, 'studentCode' | 'studentName'>,
  { courseId, courseName }: Pick<OwedCourse, 'courseId' | 'courseName'>,
  { pool, handler }: Pick<CommandServices, 'pool' | 'handler'>,
): Promise<Standing | Refused> {
  const [rules, { state }] = await Promise.all([
    loadRulesInForce(pool, [studentCode]),
    handler.read(attemptsStream(studentCode, courseId), attemptsStreams),
  ]);
  const origin = effectiveAttempt(state.attempts, rules.get(studentCode)?.effectiveRule ?? 'ZGF');
  if (origin === null || origin.passed)
    return refuseField('REBUILD_NOT_FAILED', { student: studentName, course: courseName }, 'courseId');
  return { origin, times: state.attempts.filter((attempt) => attempt.examNature === examNature.retake).length };
}

/** A sign-up that its approval has passed. `amount` in cents. */
export interface PassedSignUp extends StudentRef {
  readonly signUpId: string;
  readonly courseId: string;
  readonly courseName: string;
  readonly semesterId: string;
  readonly rebuildMode: RebuildMode;
  readonly amount: number;
}

/** Why a sign-up is not needed any more; null while it is. */
export async function whyNotOwed(
  signUp: PassedSignUp,
  services: Pick<CommandServices, 'pool' | 'handler'>,
): Promise<Refused | null> {
  const standing = await standingAt(signUp, signUp, services);
  return isRefused(standing) ? standing : null;
}

/** Keeps a sign-up as confirmed (SCORE-MORE-09): without a class, its fee owed unless it is free. */
export async function confirmSignUp(
  client: PoolClient,
  context: CommandContext,
  { signUpId, studentCode, courseId, semesterId, rebuildMode, amount }: PassedSignUp,
): Promise<Record<string, never>> {
  const paid = amount === 0 ? payStatus.free : payStatus.owed;
  const { rowCount } = await client.query(
    `insert into base.rebuild_sign_up (sign_up_id, student_code, course_id, semester_id, rebuild_mode, amount,
        pay_status, confirmed_at) values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing`,
    [signUpId, studentCode, courseId, semesterId, rebuildMode, amount, paid, context.time],
  );
  if (rowCount === 1)
    await logOperations(client, context, 'confirm', 'rebuildSignUp', [
      { key: signUpId, before: null, after: { studentCode, courseId, semesterId, rebuildMode, amount } },
    ]);
  return {};
}

/** Takes a confirmation back (SCORE-MORE-10), while the student is in no class and no fee of his is kept. */
export async function cancelSignUp(
  client: PoolClient,
  context: CommandContext,
  signUpId: string,
  reason: string,
): Promise<Record<string, never> | Refused> {
  const signUps = await lockSignUps(client, [signUpId]);
  if (isRefused(signUps)) return signUps;
  for (const { studentName: student, className, paid } of signUps) {
    if (className !== null) return refuse('REBUILD_SIGN_UP_IN_CLASS', { student, name: className });
    if (paid === payStatus.paid) return refuse('REBUILD_SIGN_UP_PAID', { student });
  }
  await client.query('update base.rebuild_sign_up set cancelled_at = $2 where sign_up_id = $1', [
    signUpId,
    context.time,
  ]);
  await logOperations(client, context, 'cancel', 'rebuildSignUp', [
    { key: signUpId, before: signUps[0] ?? null, after: { reason } },
  ]);
  return {};
}

/** A confirmed sign-up with where the student takes the course now. */
export interface ConfirmedSignUp {
  readonly signUpId: string;
  readonly studentCode: string;
  readonly studentName: string;
  readonly campus: string;
  readonly courseId: string;
  readonly courseName: string;
  readonly semesterId: string;
  readonly rebuildMode: RebuildMode;
  readonly paid: PayStatus;
  readonly classId: string | null;
  readonly className: string | null;
  readonly classKind: string | null;
}

/** Confirmed sign-ups, held until the transaction ends, by student; refused unless all of those named are. */
export async function lockSignUps(
  client: PoolClient,
  signUpIds: readonly string[],
): Promise<ConfirmedSignUp[] | Refused> {
  const ids = [...new Set(signUpIds)];
  await client.query('select from base.rebuild_sign_up where sign_up_id = any($1) order by sign_up_id for update', [
    ids,
  ]);
  const rows = await readSignUps(client, ids);
  return rows.length === ids.length ? rows : refuse('REBUILD_SIGN_UP_NOT_FOUND');
}

async function readSignUps(db: Queryable, signUpIds: readonly string[]): Promise<ConfirmedSignUp[]> {
  const { rows } = await db.query<ConfirmedSignUp>(
    `select sign_up.sign_up_id as "signUpId", student.student_code as "studentCode",
        student.student_name as "studentName", student.xqdm as campus, course.kch as "courseId",
        course.kcmc as "courseName", sign_up.semester_id as "semesterId", sign_up.rebuild_mode as "rebuildMode",
        sign_up.pay_status as paid, found.teaching_class_id as "classId", found.teaching_class_name as "className",
        found.class_kind as "classKind"
       from base.rebuild_sign_up sign_up join base.student using (student_code)
       join base.course on course.kch = sign_up.course_id
       left join lateral base.rebuild_class_of(sign_up.student_code, sign_up.course_id, sign_up.semester_id) found
         on true
      where sign_up.sign_up_id = any($1) and sign_up.cancelled_at is null order by student.student_number`,
    [signUpIds],
  );
  return rows;
}
