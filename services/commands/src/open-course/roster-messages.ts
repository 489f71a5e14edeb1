import { jobStatus } from '@jwxt/contracts/open-course/open-course.vocabulary.ts';
import { rosterMessages } from '@jwxt/contracts/open-course/teaching-job.wording.ts';
import { teachingClassStudent } from '@jwxt/contracts/base-info/teaching-class.resource.ts';
import { POLICY_USER } from '@jwxt/contracts/kernel/actor.ts';
import { modulePath } from '@jwxt/contracts/kernel/module.vocabulary.ts';
import { derivedId } from '@jwxt/infra/runtime/event-id.ts';
import type { Logger } from '@jwxt/infra/runtime/logger.ts';
import { inTransaction, type Pool } from '@jwxt/infra/runtime/postgres.ts';
import { classWithCourseSql } from '../base-info/shared/class-name.ts';
import { repeatedly } from '../kernel/repeatedly.ts';
import { writeMessage, type NewMessage } from '../notice/shared/system-message.ts';

const everyMs = 60_000;
/** What is older is no news; until then it is looked at again, so that nothing is lost when a process ends. */
const newsFor = '2 hours';

/** What one command did to the roster of one class. */
interface RosterChange {
  readonly commandId: string;
  readonly teachingClassId: string;
  readonly name: string;
  readonly editor: string;
  readonly at: Date;
  readonly came: readonly string[];
  readonly went: readonly string[];
  readonly teachers: readonly string[];
}

/**
 * Tells students that somebody put them on the roster of a class that comes from a job, or took them off, and its
 * teachers, once a day, that it is another (OPEN-COURSE-03): whatever page, import or batch it was done by, as the
 * operation log has it. What follows from a change of the job itself is told with that. Answers how many were written.
 */
export async function tellOfRosters(pool: Pool, now: Date): Promise<number> {
  const { rows } = await pool.query<RosterChange>(
    `with changed as (
       select log.command_id, log.name as editor, log.user_name, log.at, log.after is not null as came,
          coalesce(log.after, log.before) as row
         from base.operation_log log
        where log.at > $1::timestamptz - $2::interval and log.resource = $3 and log.user_name <> $4
          and log.looked is null and (log.before is null) <> (log.after is null))
     select changed.command_id as "commandId", job.teaching_class_id as "teachingClassId",
        ${classWithCourseSql('job')} as name, min(changed.editor) as editor, min(changed.at) as at,
        coalesce(array_agg(account.user_name) filter (where changed.came and account.user_name is not null), '{}')
          as came,
        coalesce(array_agg(account.user_name) filter (where not changed.came and account.user_name is not null), '{}')
          as went,
        array(select teacher.user_name from base.teaching_class_teacher taught
          join base.user_account teacher on teacher.gh = taught.gh
          where taught.teaching_class_id = job.teaching_class_id and teacher.user_name <> min(changed.user_name))
          as teachers
       from changed join base.teaching_job job
         on job.teaching_class_id = changed.row ->> 'teaching_class_id' and job.job_status = $5
       join base.course on course.kch = job.course_id
       left join base.user_account account on account.student_code = changed.row ->> 'student_code'
      group by changed.command_id, job.teaching_class_id, course.kcmc, job.teaching_class_name
      order by min(changed.at)`,
    [now, newsFor, teachingClassStudent.name, POLICY_USER, jobStatus.confirmed],
  );
  const messages = rows.flatMap(messagesOf);
  const { rows: written } = await pool.query<{ id: string }>(
    'select system_message_entity_id as id from base.system_message_entity where system_message_entity_id = any($1)',
    [messages.map(({ message }) => message.systemMessageEntityId)],
  );
  const known = new Set(written.map(({ id }) => id));
  const missing = messages.filter(({ message }) => !known.has(message.systemMessageEntityId));
  for (const { message, users } of missing)
    await inTransaction(pool, (client) => writeMessage(client, message, { users }));
  return missing.length;
}

function messagesOf({ commandId, teachingClassId, name, editor, at, came, went, teachers }: RosterChange) {
  const time = at.toISOString();
  const place = `roster:${teachingClassId}`;
  const of = (what: keyof typeof rosterMessages, id: string, users: readonly string[], link: string | null) => {
    const message: NewMessage = {
      ...rosterMessages[what](name),
      systemMessageEntityId: derivedId(`${place}:${id}:${what}`),
      departmentName: '',
      createName: editor,
      createTime: time,
      endTime: null,
      noticeId: null,
      link,
    };
    return users.length === 0 ? [] : [{ message, users }];
  };
  return [
    ...of('came', commandId, came, null),
    ...of('went', commandId, went, null),
    ...of('changed', time.slice(0, 10), teachers, modulePath('openCourseTask', 'teachingClassStudent')),
  ];
}

/** Looks every minute whose rosters were changed; for the process that leads. */
export function startRosterMessages(pool: Pool, logger: Logger): { close(): Promise<void> } {
  return repeatedly(everyMs, async () => {
    try {
      await tellOfRosters(pool, new Date());
    } catch (error) {
      logger.warn({ err: error }, '教学班名单变化的消息未完成，稍后重试');
    }
  });
}
