import type { z } from 'zod';
import { jobStatus, setType, teacherAnswer } from '@jwxt/contracts/open-course/open-course.vocabulary.ts';
import { objectionMessage, type answerTeacherPlan } from '@jwxt/contracts/open-course/teacher-answer.operations.ts';
import { teacherPlan } from '@jwxt/contracts/open-course/teaching-job.resource.ts';
import { resourcePath } from '@jwxt/contracts/kernel/resource.vocabulary.ts';
import { derivedId } from '@jwxt/infra/runtime/event-id.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import { classWithCourseSql } from '../base-info/shared/class-name.ts';
import type { CommandContext } from '../kernel/command-context.ts';
import { logOperations, type LoggedChange } from '../kernel/operation-log.ts';
import { refuse, type Refused } from '../kernel/refusal.ts';
import { writeMessage } from '../notice/shared/system-message.ts';
import { refusalOfWindow } from './open-course-window.ts';

/** A teacher takes the hours that he was given in a job, or objects (OPEN-COURSE-05), in the window of type 4. */
export async function answerPlan(
  client: PoolClient,
  context: CommandContext,
  { teachingClassId, confirmStatus, confirmNote }: z.output<typeof answerTeacherPlan.payload>,
): Promise<{ teachingClassId: string } | Refused> {
  const { rows: jobs } = await client.query<{
    semesterId: string;
    openDepartmentId: string;
    status: string;
    name: string;
  }>(
    `select job.semester_id as "semesterId", job.open_department_id as "openDepartmentId", job.job_status as status,
        ${classWithCourseSql('job')} as name
       from base.teaching_job job join base.course on course.kch = job.course_id
      where job.teaching_class_id = $1 and exists (select from base.teacher_plan plan
        where plan.teaching_class_id = job.teaching_class_id and plan.gh = $2)`,
    [teachingClassId, context.actor.gh],
  );
  const [job] = jobs;
  if (!job) return refuse('NOT_FOUND');
  if (job.status === jobStatus.stopped) return refuse('JOB_STOPPED');
  const closed = await refusalOfWindow(client, setType.teachers, job, context.time);
  if (closed) return closed;
  const { rows } = await client.query<LoggedChange>(
    `with old as (select teacher_plan_id as key, to_jsonb(stored) as before from base.teacher_plan stored
        where teaching_class_id = $1 and gh = $2 for update)
     update base.teacher_plan stored set confirm_status = $3, confirm_note = nullif($4, ''), confirmed_at = $5
       from old where stored.teacher_plan_id = old.key
     returning old.key, old.before, to_jsonb(stored) as after`,
    [teachingClassId, context.actor.gh, confirmStatus, confirmNote, context.time],
  );
  await logOperations(client, context, 'answer', teacherPlan.name, rows);
  if (confirmStatus === teacherAnswer.objected)
    await writeMessage(
      client,
      {
        ...objectionMessage(context.actor.name, job.name, confirmNote),
        systemMessageEntityId: derivedId(`${context.commandId}:objection`),
        departmentName: '',
        createName: context.actor.name,
        createTime: context.time,
        endTime: null,
        noticeId: null,
        link: resourcePath('teacherPlan'),
      },
      {
        audience: { roles: ['03'], departments: [job.openDepartmentId], grades: [], users: [] },
        but: context.actor.userName,
      },
    );
  return { teachingClassId };
}
