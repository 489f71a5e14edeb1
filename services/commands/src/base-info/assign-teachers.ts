import type { z } from 'zod';
import type { assignTeachers } from '@jwxt/contracts/base-info/teacher-assignment.operations.ts';
import { assignmentProblem } from '@jwxt/contracts/base-info/teacher-assignment.ts';
import { teachingClassTeacher } from '@jwxt/contracts/base-info/teaching-class.resource.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import type { CommandContext } from '../kernel/command-context.ts';
import { logOperations, type LoggedChange } from '../kernel/operation-log.ts';
import { refuse, type Refused } from '../kernel/refusal.ts';
import type { StoredRow } from '../kernel/resource-rows.ts';
import { closedClass, teachersElsewhere } from './closed-class.ts';
import { loadMaxWeek } from './shared/max-week.ts';

type Assignment = z.output<typeof assignTeachers.payload>;

const wrong = (field: string, message: string): Refused =>
  refuse('INVALID_INPUT', {}, { fieldErrors: [{ field, message }] });

/** Sets the teachers of a class at once, where together they obey what several must (PICKERS-115, 116). */
export async function assignClassTeachers(
  client: PoolClient,
  context: CommandContext,
  { teachingClassId, version, teachers }: Assignment,
): Promise<{ teachingClassId: string } | Refused> {
  // As the commands of the rows do: one change of them at a time.
  await client.query('select pg_advisory_xact_lock(hashtext($1))', [`resource:${teachingClassTeacher.name}`]);
  const { rows: classes } = await client.query<{ name: string; total: number }>(
    `select class.teaching_class_name as name, course.zxs as total from base.teaching_class class
       join base.course on course.kch = class.course_id where class.teaching_class_id = $1`,
    [teachingClassId],
  );
  const [of] = classes;
  if (!of) return refuse('NOT_FOUND');
  const reason = (await closedClass(client, teachingClassId)) ?? (await teachersElsewhere(client, teachingClassId));
  if (reason !== null) return refuse('RESOURCE_KEPT', { name: of.name, reason });
  const { rows: before } = await client.query<{ gh: string; row: StoredRow; seen: string; meets: boolean }>(
    `select who.gh, to_jsonb(who) as row, who.xmin::text as seen,
        exists (select from base.class_schedule meeting
          where meeting.teaching_class_id = who.teaching_class_id and meeting.gh = who.gh) as meets
       from base.teaching_class_teacher who where who.teaching_class_id = $1 order by who.gh for update of who`,
    [teachingClassId],
  );
  if (version !== before.map(({ gh, seen }) => `${gh}:${seen}`).join(',')) return refuse('TEACHER_ASSIGNMENT_CHANGED');
  const problem = await problemOf(client, teachers, of.total);
  if (problem) return problem;
  const staying = new Set(teachers.map(({ teacherCode }) => teacherCode));
  const leaving = before.filter(({ gh }) => !staying.has(gh));
  if (leaving.some(({ meets }) => meets)) return wrong('teachers', '移出的教师还有课程安排，请先改由另一位教师上课');
  await client.query('delete from base.teaching_class_teacher where teaching_class_id = $1 and gh = any($2)', [
    teachingClassId,
    leaving.map(({ gh }) => gh),
  ]);
  const { rows: after } = await client.query<{ gh: string; key: string; row: StoredRow }>(
    `insert into base.teaching_class_teacher as stored
        (teaching_class_id, gh, sort_num, hour_type, hour, start_end_week)
     select $1, given.gh, given.place, nullif(given.type, ''), given.hour, nullif(given.weeks, '')
       from unnest($2::text[], $3::text[], $4::int[], $5::text[]) with ordinality
         as given (gh, type, hour, weeks, place)
     on conflict (teaching_class_id, gh) do update set sort_num = excluded.sort_num, hour_type = excluded.hour_type,
       hour = excluded.hour, start_end_week = excluded.start_end_week
     returning stored.gh, stored.teacher_plan_id as key, to_jsonb(stored) as row`,
    [
      teachingClassId,
      teachers.map(({ teacherCode }) => teacherCode),
      teachers.map(({ hourType }) => hourType),
      teachers.map(({ hour }) => (hour === null ? null : Math.round(hour * 10))),
      teachers.map(({ startEndWeek }) => startEndWeek),
    ],
  );
  const known = new Map(before.map(({ gh, row }) => [gh, row]));
  const changes = (some: typeof after): LoggedChange[] =>
    some.map(({ gh, key, row }) => ({ key, before: known.get(gh) ?? null, after: row }));
  const log = (operation: string, some: readonly LoggedChange[]): Promise<void> =>
    logOperations(client, context, operation, teachingClassTeacher.name, some);
  await log('create', changes(after.filter(({ gh }) => !known.has(gh))));
  await log('update', changes(after.filter(({ gh }) => known.has(gh))));
  await log(
    'delete',
    leaving.map(({ gh, row }) => ({ key: `${teachingClassId}/${gh}`, before: row, after: null })),
  );
  return { teachingClassId };
}

/** Somebody twice, somebody or an hour type that is not there, or what several teachers must obey. */
async function problemOf(client: PoolClient, teachers: Assignment['teachers'], total: number): Promise<Refused | null> {
  const codes = teachers.map(({ teacherCode }) => teacherCode);
  if (new Set(codes).size < codes.length) return wrong('teachers', '同一名教师只能指定一次');
  const { rows: people } = await client.query<{ gh: string }>('select gh from base.teacher where gh = any($1)', [
    codes,
  ]);
  const { rows: types } = await client.query<{ dm: string }>(`select dm from base.data_dict where dmlb = 'XTGL_XSLX'`);
  const there = new Set(people.map(({ gh }) => gh));
  const known = new Set(['', ...types.map(({ dm }) => dm)]);
  const stranger = teachers.findIndex(({ teacherCode }) => !there.has(teacherCode));
  if (stranger >= 0) return wrong(`teachers.${String(stranger)}.teacherCode`, '教师不存在');
  const strange = teachers.findIndex(({ hourType }) => !known.has(hourType));
  if (strange >= 0) return wrong(`teachers.${String(strange)}.hourType`, '学时类型不存在');
  const message = assignmentProblem(
    teachers.map((teacher) => ({ ...teacher, teacherName: '', hourName: '' })),
    total / 10,
    await loadMaxWeek(client),
  );
  return message === null ? null : wrong('teachers', message);
}
