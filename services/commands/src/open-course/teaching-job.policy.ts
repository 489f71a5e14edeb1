import { classWithCourse } from '@jwxt/contracts/base-info/class-with-course.ts';
import { jobStatus } from '@jwxt/contracts/open-course/open-course.vocabulary.ts';
import {
  teachingJobEvents,
  type JobContent,
  type TeachingJobEvent,
} from '@jwxt/contracts/open-course/teaching-job.events.ts';
import { jobMessages } from '@jwxt/contracts/open-course/teaching-job.wording.ts';
import { modulePath } from '@jwxt/contracts/kernel/module.vocabulary.ts';
import type { MessageText } from '@jwxt/contracts/kernel/event-words.ts';
import { derivedId } from '@jwxt/infra/runtime/event-id.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import { classWithCourseSql } from '../base-info/shared/class-name.ts';
import { applyOnce } from '../kernel/applied-command.ts';
import { policyContext, type CommandContext } from '../kernel/command-context.ts';
import type { CommandServices, Policy } from '../kernel/command-route.ts';
import type { StoredEvent } from '../kernel/event-codec.ts';
import { PolicyRefused } from '../kernel/policy-refused.ts';
import { isRefused } from '../kernel/refusal.ts';
import { followTeachers } from '../score/shared/follow-teachers.ts';
import { isNews, writeMessage } from '../notice/shared/system-message.ts';
import {
  letStudentsGo,
  removeClass,
  setJobStatus,
  takeStudentsIn,
  writeClass,
  writeJob,
  writeParts,
} from './class-of-job.ts';
import { takeGroupsIn } from './special-item-groups.ts';

/**
 * What events of a job do to its row, its teaching class and its roster, and who hears of it: once, in one transaction,
 * whatever is killed when.
 */
export const carryOutJobs: Policy = {
  name: 'teaching-job-effect',
  types: teachingJobEvents.map(({ type }) => type),
  start: 'beginning',
  async react(stored, { handler, pool, reference }) {
    const context = policyContext(stored, 'teachingJob.effect');
    const done = await applyOnce(pool, context, async (client) => {
      await effect(client, context, stored.event as TeachingJobEvent, stored);
      return {};
    });
    if (isRefused(done)) throw new PolicyRefused('teachingJob.effect', done.refused);
    reference.forget();
    const event = stored.event as TeachingJobEvent;
    if (event.type !== 'JobChanged') return null;
    const followed = await sheetFollows(handler, stored, event.data);
    if (isRefused(followed)) throw new PolicyRefused('teachingJob.sheet', followed.refused);
    return followed.position;
  },
};

async function effect(
  client: PoolClient,
  context: CommandContext,
  event: TeachingJobEvent,
  stored: StoredEvent,
): Promise<void> {
  switch (event.type) {
    case 'JobCommitted': {
      const { job } = event.data;
      await writeJob(client, context, job);
      await setJobStatus(client, context, job.teachingClassId, jobStatus.committed, 'batchCommit');
      return;
    }
    case 'JobRecalled': {
      const { teachingClassId, confirmed } = event.data;
      const teachers = await teachersOf(client, teachingClassId);
      const students = confirmed ? await removeClass(client, context, teachingClassId) : [];
      await setJobStatus(client, context, teachingClassId, jobStatus.editing, 'recallToEdit');
      if (confirmed) await tell(client, stored, { teachers, students }, await nameOf(client, teachingClassId));
      return;
    }
    case 'JobConfirmed': {
      const { job } = event.data;
      await writeJob(client, context, job);
      await writeClass(client, context, job);
      await takeStudentsIn(client, context, job.teachingClassId, { classes: codes(job) });
      await takeGroupsIn(client, context, job.teachingClassId);
      await setJobStatus(client, context, job.teachingClassId, jobStatus.confirmed, 'confirm');
      await tell(client, stored, { teachers: teaching(job), students: [] }, classWithCourse(job));
      return;
    }
    case 'JobChanged': {
      const { before, after, parts = [] } = event.data;
      const { teachingClassId } = after;
      await writeJob(client, context, after);
      await writeParts(client, context, after, before.startEndWeek, parts);
      await writeClass(client, context, after);
      const [was, is] = [codes(before), codes(after)];
      const gone = await letStudentsGo(
        client,
        context,
        teachingClassId,
        was.filter((one) => !is.includes(one)),
      );
      const come = await takeStudentsIn(client, context, teachingClassId, {
        classes: is.filter((one) => !was.includes(one)),
      });
      const teachers = [...new Set([...teaching(before), ...teaching(after)])];
      const students = isTaughtAlike(before, after)
        ? [...gone, ...come]
        : [...gone, ...(await rosterOf(client, after))];
      await tell(client, stored, { teachers, students }, classWithCourse(after));
      return;
    }
    case 'JobStopped': {
      const { teachingClassId, confirmed } = event.data;
      const teachers = await teachersOf(client, teachingClassId);
      const students = confirmed ? await removeClass(client, context, teachingClassId) : [];
      await setJobStatus(client, context, teachingClassId, jobStatus.stopped, 'stopJob');
      await tell(client, stored, { teachers, students }, await nameOf(client, teachingClassId));
    }
  }
}

/** Who types the sheet of a class is its first teacher, where it is set up and nobody else was named. */
function sheetFollows(
  handler: CommandServices['handler'],
  stored: StoredEvent,
  { before, after, reason }: Extract<TeachingJobEvent, { type: 'JobChanged' }>['data'],
) {
  const stays = new Set(teaching(after));
  return followTeachers({ handler }, policyContext(stored, 'teachingJob.sheet'), after.teachingClassId, {
    firstTeacher: (after.teachers.find(({ isScoreTeacher }) => isScoreTeacher) ?? after.teachers[0])?.teacherName ?? '',
    gone: teaching(before).filter((gh) => !stays.has(gh)),
    reason: reason || '任课教师变更',
  });
}

/** Whether those who sit in a class have the same teachers and weeks. */
const isTaughtAlike = (before: JobContent, after: JobContent): boolean =>
  before.startEndWeek === after.startEndWeek &&
  teaching(before).toSorted().join() === teaching(after).toSorted().join();

async function rosterOf(client: PoolClient, { teachingClassId }: JobContent): Promise<string[]> {
  const { rows } = await client.query<{ code: string }>(
    'select student_code as code from base.teaching_class_student where teaching_class_id = $1',
    [teachingClassId],
  );
  return rows.map(({ code }) => code);
}

const codes = ({ administrativeClasses }: JobContent): string[] => administrativeClasses.map(({ bjdm }) => bjdm);
const teaching = ({ teachers }: JobContent): string[] => teachers.map(({ teacherCode }) => teacherCode);

async function teachersOf(client: PoolClient, teachingClassId: string): Promise<string[]> {
  const { rows } = await client.query<{ gh: string }>(
    'select distinct gh from base.teacher_plan where teaching_class_id = $1',
    [teachingClassId],
  );
  return rows.map(({ gh }) => gh);
}

async function nameOf(client: PoolClient, teachingClassId: string): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    `select ${classWithCourseSql('job')} as name from base.teaching_job job
       join base.course on course.kch = job.course_id where job.teaching_class_id = $1`,
    [teachingClassId],
  );
  return rows[0]?.name ?? '';
}

/** Tells those concerned, but for whoever did it; what happened long ago is no news. */
async function tell(
  client: PoolClient,
  stored: StoredEvent,
  { teachers, students }: { teachers: readonly string[]; students: readonly string[] },
  name: string,
): Promise<void> {
  if (!isNews(stored)) return;
  const { actor, time } = stored.metadata;
  const words = (jobMessages as Readonly<Record<string, (data: never, about: string) => MessageText>>)[
    stored.event.type
  ];
  if (!words) return;
  const text = words(stored.event.data as never, name);
  const { rows } = await client.query<{ name: string; teaches: boolean }>(
    `select user_name as name, gh is not null as teaches from base.user_account
      where user_name <> $1 and (gh = any($2) or student_code = any($3))`,
    [actor.userName, [...teachers], [...students]],
  );
  for (const teaches of [true, false]) {
    const users = rows.filter((row) => row.teaches === teaches).map((row) => row.name);
    if (users.length === 0) continue;
    await writeMessage(
      client,
      {
        ...text,
        systemMessageEntityId: derivedId(`${stored.id}:teaching-job:${teaches ? 'teachers' : 'students'}`),
        departmentName: '',
        createName: actor.name,
        createTime: time,
        endTime: null,
        noticeId: null,
        link: teaches ? modulePath('arrange', 'timetable') : null,
      },
      { users },
    );
  }
}
