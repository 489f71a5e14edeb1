import type { z } from 'zod';
import type { assignSignUps, setSignUpsPaid, unassignSignUps } from '@jwxt/contracts/makeup/rebuild-sign-up.command.ts';
import { rebuildClassStatus } from '@jwxt/contracts/makeup/makeup.vocabulary.ts';
import { OWN_REBUILDS_PATH, payStatus, payStatusNames } from '@jwxt/contracts/makeup/rebuild-sign-up.vocabulary.ts';
import { sheetStream } from '@jwxt/contracts/score/score-sheet.events.ts';
import { sheetStreams } from '@jwxt/contracts/score/score-sheet.state.ts';
import { REBUILD_SOURCE, scoreType } from '@jwxt/contracts/score/score.vocabulary.ts';
import { derivedId } from '@jwxt/infra/runtime/event-id.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import { firstNotAllowed } from '@jwxt/infra/runtime/status-allowance.ts';
import { partOf, type CommandContext } from '../kernel/command-context.ts';
import type { CommandServices } from '../kernel/command-route.ts';
import { logOperations } from '../kernel/operation-log.ts';
import { isRefused, refuse, type Refused } from '../kernel/refusal.ts';
import { writeMessage } from '../notice/shared/system-message.ts';
import { changeRetakeStudents } from './retake-class.ts';
import { whyListStands } from './shared/closed-list.ts';
import { lockSignUps, type ConfirmedSignUp } from './shared/rebuild-sign-up.ts';

/** A class that sign-ups come into. */
interface TakingClass {
  readonly classId: string;
  readonly name: string;
  readonly courseId: string;
  readonly courseName: string;
  readonly semesterId: string;
  readonly kind: string;
  readonly published: boolean;
  readonly teachers: string;
}

/** Puts confirmed sign-ups whose fee is settled into a class of their course: a retake class, or one they follow. */
export async function assignToClass(
  client: PoolClient,
  context: CommandContext,
  services: CommandServices,
  { signUpIds, teachingClassId, reason }: z.output<typeof assignSignUps.payload>,
): Promise<{ assigned: number } | Refused> {
  const signUps = await lockSignUps(client, signUpIds);
  if (isRefused(signUps)) return signUps;
  const taking = await findClass(client, teachingClassId);
  if (!taking) return refuse('REBUILD_CLASS_NOT_FOUND');
  for (const { studentName: student, className, courseId, semesterId, paid } of signUps) {
    if (className !== null) return refuse('REBUILD_SIGN_UP_IN_CLASS', { student, name: className });
    if (courseId !== taking.courseId || semesterId !== taking.semesterId)
      return refuse('REBUILD_OTHER_COURSE', { student, name: taking.name });
    if (paid === payStatus.owed || paid === payStatus.refunded)
      return refuse('REBUILD_SIGN_UP_UNPAID', { student, status: payStatusNames[paid] });
  }
  const add = signUps.map(({ studentCode }) => studentCode);
  const done = await changeRoster(client, context, services, { ...taking, add, remove: [], reason });
  if (isRefused(done)) return done;
  await noteAssigned(client, context, taking, signUps);
  return { assigned: signUps.length };
}

/** Keeps in the log who came into a class by his sign-up, and tells him, unless the change of its list did. */
export async function noteAssigned(
  client: PoolClient,
  context: CommandContext,
  taking: Pick<TakingClass, 'classId' | 'name' | 'courseName' | 'published' | 'teachers'>,
  signUps: readonly ConfirmedSignUp[],
): Promise<void> {
  const { classId, name, courseName, published, teachers } = taking;
  await logOperations(
    client,
    context,
    'assign',
    'rebuildSignUp',
    signUps.map(({ signUpId, studentCode }) => ({
      key: signUpId,
      before: null,
      after: { teachingClassId: classId, studentCode },
    })),
  );
  if (!published)
    await tell(client, context, signUps, {
      title: '重修已编班',
      content: `您报名重修的“${courseName}”已编入“${name}”${teachers === '' ? '' : `，任课教师：${teachers}`}。`,
    });
}

/** Takes sign-ups off their classes; they stay confirmed, and may come into another. */
export async function removeFromClasses(
  client: PoolClient,
  context: CommandContext,
  services: CommandServices,
  { signUpIds, reason }: z.output<typeof unassignSignUps.payload>,
): Promise<{ removed: number } | Refused> {
  const signUps = await lockSignUps(client, signUpIds);
  if (isRefused(signUps)) return signUps;
  const outside = signUps.find(({ classId }) => classId === null);
  if (outside) return refuse('REBUILD_SIGN_UP_NO_CLASS', { student: outside.studentName });
  for (const [classId, leaving] of Map.groupBy(signUps, (signUp) => signUp.classId ?? '')) {
    const taking = await findClass(client, classId);
    if (!taking) return refuse('REBUILD_CLASS_NOT_FOUND');
    const part = partOf(context, classId);
    const remove = leaving.map(({ studentCode }) => studentCode);
    const done = await changeRoster(client, part, services, { ...taking, add: [], remove, reason });
    if (isRefused(done)) return done;
    if (!taking.published)
      await tell(client, part, leaving, {
        title: '重修编班已取消',
        content: `您报名重修的“${taking.courseName}”已移出“${taking.name}”，请等待重新编班。`,
      });
  }
  await logOperations(
    client,
    context,
    'unassign',
    'rebuildSignUp',
    signUps.map(({ signUpId, studentCode, classId }) => ({
      key: signUpId,
      before: { teachingClassId: classId, studentCode },
      after: { reason },
    })),
  );
  return { removed: signUps.length };
}

/** Notes how the fees of confirmed sign-ups stand; nothing is paid back to who takes part. */
export async function notePaid(
  client: PoolClient,
  context: CommandContext,
  { signUpIds, payStatus: next }: z.output<typeof setSignUpsPaid.payload>,
): Promise<{ changed: number } | Refused> {
  const signUps = await lockSignUps(client, signUpIds);
  if (isRefused(signUps)) return signUps;
  const seated = signUps.find(({ className }) => className !== null);
  if (seated && (next === payStatus.refunded || next === payStatus.owed))
    return refuse('REBUILD_SIGN_UP_IN_CLASS', { student: seated.studentName, name: seated.className ?? '' });
  const changed = signUps.filter(({ paid }) => paid !== next);
  await client.query('update base.rebuild_sign_up set pay_status = $2 where sign_up_id = any($1)', [signUpIds, next]);
  await logOperations(
    client,
    context,
    'update',
    'rebuildSignUp',
    changed.map(({ signUpId, studentCode, paid }) => ({
      key: signUpId,
      before: { studentCode, payStatus: paid },
      after: { studentCode, payStatus: next },
    })),
  );
  return { changed: changed.length };
}

async function findClass(client: PoolClient, teachingClassId: string): Promise<TakingClass | undefined> {
  const { rows } = await client.query<TakingClass>(
    `select class.teaching_class_id as "classId", class.teaching_class_name as name, course.kch as "courseId",
        course.kcmc as "courseName", class.semester_id as "semesterId", class.class_kind as kind,
        coalesce(retake_class.publish_status = $2, false) as published,
        coalesce((select string_agg(teacher.xm, '、' order by taught.sort_num, taught.gh)
          from base.teaching_class_teacher taught join base.teacher using (gh)
          where taught.teaching_class_id = class.teaching_class_id), '') as teachers
       from base.teaching_class class join base.course on course.kch = class.course_id
       left join base.rebuild_class retake_class on retake_class.rebuild_class_id = class.teaching_class_id
      where class.teaching_class_id = $1 and class.class_kind in ('1', '4')`,
    [teachingClassId, rebuildClassStatus.published],
  );
  return rows[0];
}

interface RosterChange extends TakingClass {
  readonly add: readonly string[];
  readonly remove: readonly string[];
  readonly reason: string;
}

/** By the rules of a retake class; of an ordinary one while its scores are not handed in. */
async function changeRoster(
  client: PoolClient,
  context: CommandContext,
  services: CommandServices,
  { classId, kind, name, add, remove, reason }: RosterChange,
): Promise<Refused | null> {
  const barred = await firstNotAllowed(client, add, 'enterScores');
  if (barred) return refuse('STATUS_FORBIDS', { ...barred });
  if (kind === scoreType.retake) {
    const request = { rebuildClassId: classId, add: [...add], remove: [...remove], reason };
    const done = await changeRetakeStudents(client, context, services, request);
    return isRefused(done) ? done : null;
  }
  await client.query('select from base.teaching_class where teaching_class_id = $1 for update', [classId]);
  const { state } = await services.handler.read(sheetStream(classId, scoreType.regular), sheetStreams);
  const stands = whyListStands(state);
  if (stands) return stands;
  const {
    rows: [inside],
  } = await client.query<{ student: string }>(
    `select student.student_name as student from base.teaching_class_student join base.student using (student_code)
      where teaching_class_id = $1 and student_code = any($2)`,
    [classId, add],
  );
  if (inside) return refuse('REBUILD_SIGN_UP_IN_CLASS', { ...inside, name });
  await client.query(
    'delete from base.teaching_class_student where teaching_class_id = $1 and student_code = any($2)',
    [classId, remove],
  );
  await client.query(
    `insert into base.teaching_class_student (teaching_class_id, student_code, list_source)
      select $1, code, $3 from unnest($2::text[]) code`,
    [classId, add, REBUILD_SOURCE],
  );
  return null;
}

async function tell(
  client: PoolClient,
  { commandId, actor, time }: CommandContext,
  signUps: readonly ConfirmedSignUp[],
  text: { readonly title: string; readonly content: string },
): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    'select user_name as name from base.user_account where student_code = any($1)',
    [signUps.map(({ studentCode }) => studentCode)],
  );
  if (rows.length === 0) return;
  const message = {
    ...text,
    systemMessageEntityId: derivedId(`${commandId}:signed-up`),
    departmentName: actor.departmentName ?? '',
    createName: actor.name,
    createTime: time,
    endTime: null,
    noticeId: null,
    link: OWN_REBUILDS_PATH,
  };
  await writeMessage(client, message, { users: rows.map(({ name }) => name) });
}
