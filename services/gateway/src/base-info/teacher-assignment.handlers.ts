import {
  assignTeachers,
  assignTeachersOperation,
  findTeacherAssignment,
} from '@jwxt/contracts/base-info/teacher-assignment.operations.ts';
import { handler, type SignedInCall } from '../kernel/handler.ts';
import { Refused } from '../kernel/refused.ts';
import { runCommand } from '../kernel/run-command.ts';
import { scopeCondition } from '../kernel/scope.ts';
import { sqlParams } from '../kernel/sql-params.ts';

interface ClassFound {
  readonly teachingClassName: string;
  readonly courseName: string;
  readonly total: number;
}

/** A class of a unit in the caller's scope. */
async function classInScope(
  teachingClassId: string,
  { user, services: { db } }: Pick<SignedInCall, 'user' | 'services'>,
): Promise<ClassFound> {
  const params = sqlParams();
  const { rows } = await db.query<ClassFound>(
    `select class.teaching_class_name as "teachingClassName", course.kcmc as "courseName", course.zxs as total
       from base.teaching_class class join base.course on course.kch = class.course_id
      where class.teaching_class_id = ${params.add(teachingClassId)} and ${scopeCondition(
        user,
        'teachingClassTeacher:assign',
        { target: 'teachingClass', DW: 'class.open_department_id', XQ: 'class.xqdm' },
        params,
      )}`,
    [...params.values],
  );
  if (!rows[0]) throw new Refused('NOT_FOUND');
  return rows[0];
}

interface TeacherFound {
  readonly teacherCode: string;
  readonly teacherName: string;
  readonly hourType: string;
  readonly hourName: string;
  readonly tenths: number | null;
  readonly startEndWeek: string;
  readonly seen: string;
}

const findHandler = handler(findTeacherAssignment, async ({ teachingClassId }, call) => {
  const { total, ...of } = await classInScope(teachingClassId, call);
  const { rows } = await call.services.db.query<TeacherFound>(
    `select who.gh as "teacherCode", teacher.xm as "teacherName", coalesce(who.hour_type, '') as "hourType",
        coalesce(type.mc, '') as "hourName", who.hour as tenths, coalesce(who.start_end_week, '') as "startEndWeek",
        who.xmin::text as seen
       from base.teaching_class_teacher who join base.teacher using (gh)
       left join base.data_dict type on type.dmlb = 'XTGL_XSLX' and type.dm = who.hour_type
      where who.teaching_class_id = $1 order by who.sort_num, who.gh`,
    [teachingClassId],
  );
  const seen = rows.map(({ teacherCode, seen: version }) => `${teacherCode}:${version}`).toSorted();
  return {
    ...of,
    totalHour: total / 10,
    version: seen.join(','),
    teachers: rows.map(({ tenths, seen: _seen, ...teacher }) => ({
      ...teacher,
      hour: tenths === null ? null : tenths / 10,
    })),
  };
});

const assignHandler = handler(assignTeachersOperation, async ({ commandId, ...payload }, call) => {
  await classInScope(payload.teachingClassId, call);
  return await runCommand(assignTeachers, payload, call, { commandId });
});

export const teacherAssignmentHandlers = [findHandler, assignHandler];
