import type { z } from 'zod';
import { losesExam } from '@jwxt/contracts/student-status/warning/warning.rules.ts';
import { courseWarnReason } from '@jwxt/contracts/student-status/warning/warning.vocabulary.ts';
import type { warnStudent } from '@jwxt/contracts/student-status/warning/course-warning.operations.ts';
import { derivedId } from '@jwxt/infra/runtime/event-id.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import { courseWarnReasonNames, OWN_WARNINGS_PATH } from '@jwxt/contracts/student-status/warning/warning.vocabulary.ts';
import type { CommandContext } from '../../kernel/command-context.ts';
import { logOperations } from '../../kernel/operation-log.ts';
import { refuse, type Refused } from '../../kernel/refusal.ts';
import { writeMessage } from '../../notice/shared/system-message.ts';

/**
 * A teacher warns a student in a course (STUDENT-STATUS-28); with the same reason again the warning is brought up to
 * date. The student is told. Answers whether the absences end the exam.
 */
export async function warnInCourse(
  client: PoolClient,
  context: CommandContext,
  { teachingClassId, studentCode, warnReason, absentHours, warnText }: z.output<typeof warnStudent.payload>,
): Promise<z.output<typeof warnStudent.result> | Refused> {
  const {
    rows: [asked],
  } = await client.query<{
    semesterId: string;
    courseId: string;
    courseName: string;
    hours: number;
    user: string | null;
  }>(
    `select class.semester_id as "semesterId", class.course_id as "courseId", course.kcmc as "courseName",
        coalesce(course.zxs, 0) as hours,
        (select account.user_name from base.user_account account
          where account.student_code = roster.student_code and account.sfqy = '1' limit 1) as user
       from base.teaching_class_student roster join base.teaching_class class using (teaching_class_id)
       join base.course on course.kch = class.course_id
      where roster.student_code = $1 and roster.teaching_class_id = $2`,
    [studentCode, teachingClassId],
  );
  if (!asked) return refuse('NOT_FOUND');
  const courseWarningId = derivedId(`${teachingClassId}:${studentCode}:${warnReason}:course-warning`);
  const hours = warnReason === courseWarnReason.absence ? absentHours : null;
  const { rows: known } = await client.query<{ row: object }>(
    'select to_jsonb(known) as row from base.course_warning known where course_warning_id = $1 for update',
    [courseWarningId],
  );
  const { rows } = await client.query<{ row: object }>(
    `insert into base.course_warning as known (course_warning_id, student_code, teaching_class_id, semester_id,
        course_id, warn_reason, absent_hours, warn_text, warn_time, teacher_name)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
      on conflict (student_code, teaching_class_id, warn_reason) do update set absent_hours = excluded.absent_hours,
        warn_text = excluded.warn_text, warn_time = excluded.warn_time, teacher_name = excluded.teacher_name,
        handle_status = '0'
      returning to_jsonb(known) as row`,
    [
      courseWarningId,
      studentCode,
      teachingClassId,
      asked.semesterId,
      asked.courseId,
      warnReason,
      hours,
      warnText || null,
      context.time,
      context.actor.name,
    ],
  );
  await logOperations(client, context, 'warn', 'courseWarning', [
    { key: courseWarningId, before: known[0]?.row ?? null, after: rows[0]?.row ?? null },
  ]);
  if (asked.user !== null)
    await writeMessage(
      client,
      {
        systemMessageEntityId: derivedId(`${context.commandId}:course-warning`),
        title: `课程预警：${asked.courseName}`,
        content:
          `${context.actor.name}老师提醒您注意课程“${asked.courseName}”（${courseWarnReasonNames[warnReason]}` +
          `${hours === null ? '' : `，缺勤 ${String(hours)} 学时`}）。${warnText}`,
        departmentName: context.actor.departmentName ?? '',
        createName: context.actor.name,
        createTime: context.time,
        endTime: null,
        noticeId: null,
        link: OWN_WARNINGS_PATH,
      },
      { users: [asked.user] },
    );
  // Hours of courses are tenths.
  return { courseWarningId, losesExam: hours !== null && losesExam(hours * 10, asked.hours) };
}
