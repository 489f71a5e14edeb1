import type { z } from 'zod';
import { ON_JOB } from '@jwxt/contracts/base-info/teacher.operations.ts';
import type { groupSignUps } from '@jwxt/contracts/makeup/rebuild-sign-up.command.ts';
import { payStatus, rebuildMode } from '@jwxt/contracts/makeup/rebuild-sign-up.vocabulary.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import { partOf, type CommandContext } from '../kernel/command-context.ts';
import type { CommandServices } from '../kernel/command-route.ts';
import { isRefused, refuse, type Refused } from '../kernel/refusal.ts';
import { classesOf } from './rebuild-group-plan.ts';
import { noteAssigned } from './rebuild-sign-up.ts';
import { changeRetakeStudents, storeRetakeClass } from './retake-class.ts';
import { lockSignUps, type ConfirmedSignUp } from './shared/rebuild-sign-up.ts';

/**
 * Opens retake classes, not published, for sign-ups that have none and may have one: by course and campus, none larger
 * than asked for, under the teacher on the job who taught the course last.
 */
export async function groupIntoClasses(
  client: PoolClient,
  context: CommandContext,
  services: CommandServices,
  { signUpIds, semesterId, size, window }: z.output<typeof groupSignUps.payload>,
): Promise<z.output<typeof groupSignUps.result> | Refused> {
  const found = await lockSignUps(client, signUpIds);
  if (isRefused(found)) return found;
  const waiting = found.filter((signUp) => signUp.semesterId === semesterId && mayBeGrouped(signUp));
  if (waiting.length === 0) return refuse('REBUILD_NONE_TO_GROUP');
  const campuses = await namesOfCampuses(client);
  const skipped: string[] = [];
  let classNum = 0;
  let studentNum = 0;
  for (const [courseId, ofCourse] of Map.groupBy(waiting, (signUp) => signUp.courseId)) {
    const courseName = ofCourse[0]?.courseName ?? '';
    const teacher = await lastTeacher(client, courseId);
    if (!teacher) {
      skipped.push(courseName);
      continue;
    }
    for (const { campus, name, members } of classesOf(courseName, ofCourse, size, campuses)) {
      const part = partOf(context, `${courseId}:${String(classNum)}`);
      const stored = await storeRetakeClass(client, part, {
        semesterId,
        courseId,
        rebuildClassName: name,
        teacherCode: teacher.gh,
        capacity: size,
        window,
        campus,
      });
      if (isRefused(stored)) return stored;
      const { rebuildClassId: classId } = stored;
      const add = members.map(({ studentCode }) => studentCode);
      const listed = await changeRetakeStudents(client, part, services, {
        rebuildClassId: classId,
        add,
        remove: [],
        reason: '',
      });
      if (isRefused(listed)) return listed;
      await noteAssigned(
        client,
        part,
        { classId, name, courseName, published: false, teachers: teacher.name },
        members,
      );
      classNum += 1;
      studentNum += members.length;
    }
  }
  return { classNum, studentNum, skipped };
}

/** A class of one's own was asked for, there is none, and no fee is owed. */
function mayBeGrouped({ rebuildMode: mode, classId, paid }: ConfirmedSignUp): boolean {
  return mode === rebuildMode.own && classId === null && (paid === payStatus.free || paid === payStatus.paid);
}

async function lastTeacher(client: PoolClient, courseId: string): Promise<{ gh: string; name: string } | undefined> {
  const { rows } = await client.query<{ gh: string; name: string }>(
    `select teacher.gh, teacher.xm as name from base.teaching_class class
       join base.teaching_class_teacher taught using (teaching_class_id)
       join base.teacher on teacher.gh = taught.gh and teacher.dqztm = $2
      where class.course_id = $1 order by class.semester_id desc, class.teaching_class_id, taught.sort_num limit 1`,
    [courseId, ON_JOB],
  );
  return rows[0];
}

async function namesOfCampuses(client: PoolClient): Promise<ReadonlyMap<string, string>> {
  const { rows } = await client.query<{ code: string; name: string }>(
    'select xqdm as code, xqmc as name from base.campus',
  );
  return new Map(rows.map(({ code, name }) => [code, name]));
}
