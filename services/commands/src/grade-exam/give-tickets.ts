import type { z } from 'zod';
import type { giveTickets } from '@jwxt/contracts/grade-exam/grade-exam.operations.ts';
import { gradeExamRegistration } from '@jwxt/contracts/grade-exam/grade-exam.resource.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import type { CommandContext } from '../kernel/command-context.ts';
import { logOperations, type LoggedChange } from '../kernel/operation-log.ts';
import { refuse, type Refused } from '../kernel/refusal.ts';

/** Digits of a place in a subject. */
const PLACE_DIGITS = 5;

/**
 * Numbers everybody of an exam who has no ticket, after those who have: day of the exam, code of the subject, place in
 * the order of campus and student number.
 */
export async function giveTicketNumbers(
  client: PoolClient,
  context: CommandContext,
  { gradeExamId }: z.output<typeof giveTickets.payload>,
): Promise<{ given: number } | Refused> {
  // One change of the registrations at a time, as the commands of the rows do: no number is given twice.
  await client.query('select pg_advisory_xact_lock(hashtext($1))', [`resource:${gradeExamRegistration.name}`]);
  const { rows: exams } = await client.query<{ end: Date }>(
    'select sign_up_end_time as end from base.grade_exam where grade_exam_id = $1',
    [gradeExamId],
  );
  const [exam] = exams;
  if (!exam) return refuse('NOT_FOUND');
  if (Date.parse(context.time) <= exam.end.getTime())
    return refuse('GRADE_EXAM_STILL_OPEN', { end: toDateTimeText(exam.end) });
  const { rows: changes } = await client.query<LoggedChange>(
    `with without as (
       select registration_id, to_char(exam_date, 'YYYYMMDD') || subject_code as front,
           row_number() over (partition by subject_code order by school_zone nulls first, student_number) as place,
           to_jsonb(registration) as before
         from base.grade_exam_registration registration join base.student using (student_code)
         join base.grade_exam_subject using (grade_exam_subject_id) join base.grade_exam using (grade_exam_id)
        where grade_exam_id = $1 and ticket_number is null),
     last as (
       select front, coalesce(max(right(taken.ticket_number, $2)::int)
           filter (where taken.ticket_number ~ ('^' || front || '[0-9]{' || $2 || '}$')), 0) as place
         from (select distinct front from without) fronts
         left join base.grade_exam_registration taken on taken.ticket_number like front || '%' group by front)
     update base.grade_exam_registration stored
        set ticket_number = without.front || lpad((last.place + without.place)::text, $2, '0')
       from without join last using (front) where stored.registration_id = without.registration_id
     returning stored.registration_id as key, without.before, to_jsonb(stored) as after`,
    [gradeExamId, PLACE_DIGITS],
  );
  await logOperations(client, context, 'update', gradeExamRegistration.name, changes);
  return { given: changes.length };
}
