import { toDateTimeText, toInstant } from '@jwxt/contracts/kernel/fields.ts';
import {
  publishRetakeClass,
  saveRetakeClass,
  setRetakeStudents,
  settleOrigin,
} from '@jwxt/contracts/makeup/makeup.command.ts';
import {
  publishRetakeClassOperation,
  queryRetakeClasses,
  retakeStudents,
  saveRetakeClassOperation,
  setRetakeStudentsOperation,
  settleRetakeOrigin,
} from '@jwxt/contracts/makeup/makeup-list.operations.ts';
import { rebuildClassStatus } from '@jwxt/contracts/makeup/makeup.vocabulary.ts';
import { remarkName } from '@jwxt/contracts/score/score.rules.ts';
import { attemptModel } from '@jwxt/contracts/score/attempt.read-model.ts';
import { scoreSheetModel } from '@jwxt/contracts/score/score-sheet.read-model.ts';
import { readModelTable } from '@jwxt/contracts/kernel/read-model.ts';
import { sheetStatusNames, type SheetStatus, scoreType, sheetStatus } from '@jwxt/contracts/score/score.vocabulary.ts';
import { handler, type Handler, type SignedInCall } from '../kernel/handler.ts';
import { Refused } from '../kernel/refused.ts';
import { runCommand } from '../kernel/run-command.ts';
import { scopeCondition } from '../kernel/scope.ts';
import { containing, sqlParams } from '../kernel/sql-params.ts';
import { reachesClasses } from './makeup-group.read.ts';
import { classScope, openOrigins } from './reassessment-class.read.ts';

const attemptTable = readModelTable(attemptModel, 'attempt');
const sheetTable = readModelTable(scoreSheetModel, 'sheet');

interface ClassRow {
  id: string;
  semester_id: string;
  semester_name: string;
  course_id: string;
  course_num: string;
  course_name: string;
  name: string;
  unit: string;
  gh: string | null;
  teacher: string | null;
  capacity: number;
  student_num: number;
  window_begin: Date;
  window_end: Date;
  publish_status: string;
  sheet_status: SheetStatus | null;
  origin_open_num: number;
  total: number;
}

const queryHandler = handler(
  queryRetakeClasses,
  async ({ semesterId, publishStatus, keyword, pageNo, pageSize }, call) => {
    const params = sqlParams();
    const conditions = [scopeCondition(call.user, 'rebuildClass:query', classScope, params)];
    if (semesterId) conditions.push(`c.semester_id = ${params.add(semesterId)}`);
    if (publishStatus) conditions.push(`b.publish_status = ${params.add(publishStatus)}`);
    if (keyword) {
      const text = params.add(containing(keyword));
      conditions.push(`(k.kcmc ilike ${text} or k.ywbm ilike ${text} or c.teaching_class_name ilike ${text})`);
    }
    const { rows } = await call.services.db.query<ClassRow>(
      `select b.rebuild_class_id as id, c.semester_id, t.xnxqmc as semester_name, c.course_id, k.ywbm as course_num,
          k.kcmc as course_name, c.teaching_class_name as name, d.dwmc as unit,
            who.gh, who.xm as teacher, b.capacity, (select count(*)::int from base.teaching_class_student r
              where r.teaching_class_id = b.rebuild_class_id) as student_num,
            coalesce(s.window_begin, b.score_term_input_begin_time) as window_begin,
              coalesce(s.window_end, b.score_term_input_end_time) as window_end, b.publish_status, s.sheet_status,
              ${openOrigins} as origin_open_num, (count(*) over ())::int as total
       from base.rebuild_class b join base.teaching_class c on c.teaching_class_id = b.rebuild_class_id
       join base.semester t on t.xnxq = c.semester_id join base.course k on k.kch = c.course_id
       join base.department d on d.dwh = c.open_department_id
       left join lateral (select x.gh, x.xm from base.teaching_class_teacher ct join base.teacher x on x.gh = ct.gh
         where ct.teaching_class_id = c.teaching_class_id order by ct.sort_num limit 1) who on true
       left join ${sheetTable} s on s.sheet_id = c.teaching_class_id || '.4'
      where ${conditions.join(' and ')} order by c.semester_id desc, b.publish_status, k.ywbm, c.teaching_class_code
      limit ${params.add(pageSize)} offset ${params.add((pageNo - 1) * pageSize)}`,
      [...params.values],
    );
    return {
      total: rows[0]?.total ?? 0,
      rows: rows.map((row) => ({
        rebuildClassId: row.id,
        semesterId: row.semester_id,
        semesterName: row.semester_name,
        courseId: row.course_id,
        courseNum: row.course_num,
        courseName: row.course_name,
        rebuildClassName: row.name,
        openDepartmentName: row.unit,
        teacherCode: row.gh ?? '',
        teacherName: row.teacher ?? '',
        capacity: row.capacity,
        studentNum: row.student_num,
        scoreTermInputBeginTime: toDateTimeText(row.window_begin),
        scoreTermInputEndTime: toDateTimeText(row.window_end),
        originOpenNum: row.origin_open_num,
        publishStatus: row.publish_status,
        publishStatusName: row.publish_status === rebuildClassStatus.published ? '已发布' : '未发布',
        sheetStatus: row.sheet_status ?? sheetStatus.unset,
        sheetStatusName: sheetStatusNames[row.sheet_status ?? sheetStatus.unset],
      })),
    };
  },
);

interface StudentRow {
  code: string;
  number: string;
  name: string;
  class_name: string;
  grade_major: string;
  final_name: string;
  remark_code: string;
  semester_name: string;
  times: number;
  in_class: boolean;
}

/**
 * Those in the class first, then who failed the course and has not made it good, as the read model knows; the command
 * asks the log.
 */
const studentsHandler = handler(retakeStudents, async ({ rebuildClassId }, call) => {
  await checkScope(call, rebuildClassId);
  const { rows } = await call.services.db.query<StudentRow>(
    `select x.student_code as code, x.student_number as number, x.student_name as name, i.bjmc as class_name,
        m.njzymc as grade_major,
            coalesce(a.final_name, '-') as final_name, coalesce(a.remark_code, '00') as remark_code,
              coalesce(t.xnxqmc, '') as semester_name,
            (select count(*)::int from ${attemptTable} z where z.student_code = x.student_code
              and z.course_id = c.course_id and z.exam_nature = '13') as times, r.student_code is not null as in_class
       from base.teaching_class c join base.student x on true
       join base.class_info i on i.bjdm = x.bjdm join base.grade_major m on m.njzydm = x.njzydm
       left join base.teaching_class_student r on r.teaching_class_id = c.teaching_class_id
         and r.student_code = x.student_code
       left join ${attemptTable} a on a.student_code = x.student_code and a.course_id = c.course_id and a.effective
       left join base.semester t on t.xnxq = a.semester_id
      where c.teaching_class_id = $1
        and (r.student_code is not null or (a.student_code is not null and not a.passed and not exists (
        select from base.teaching_class_student e
        join base.teaching_class other on other.teaching_class_id = e.teaching_class_id
         where e.student_code = x.student_code and other.class_kind = '4' and other.course_id = c.course_id
           and other.semester_id = c.semester_id and other.teaching_class_id <> c.teaching_class_id)))
      order by in_class desc, x.student_number`,
    [rebuildClassId],
  );
  return {
    list: rows.map((row) => ({
      studentCode: row.code,
      studentNumber: row.number,
      studentName: row.name,
      administrativeClassName: row.class_name,
      gradeMajorName: row.grade_major,
      finalName: row.final_name,
      scoreRemarkName: remarkName(row.remark_code),
      semesterName: row.semester_name,
      rebuildTimes: row.times,
      inClass: row.in_class,
    })),
  };
});

const saveHandler = handler(
  saveRetakeClassOperation,
  async ({ commandId, scoreTermInputBeginTime, scoreTermInputEndTime, ...form }, call) => {
    if (form.rebuildClassId !== undefined) await checkScope(call, form.rebuildClassId);
    return await runCommand(
      saveRetakeClass,
      { ...form, window: { begin: toInstant(scoreTermInputBeginTime), end: toInstant(scoreTermInputEndTime) } },
      call,
      { commandId },
    );
  },
);

const setStudentsHandler = handler(setRetakeStudentsOperation, async ({ commandId, ...request }, call) => {
  await checkScope(call, request.rebuildClassId);
  return await runCommand(setRetakeStudents, request, call, { commandId });
});

const publishHandler = handler(publishRetakeClassOperation, async ({ commandId, rebuildClassId }, call) => {
  await checkScope(call, rebuildClassId);
  await runCommand(publishRetakeClass, { rebuildClassId }, call, { commandId });
  return { rebuildClassId };
});

const settleHandler = handler(settleRetakeOrigin, async ({ commandId, ...request }, call) => {
  await checkScope(call, request.teachingClassId);
  await runCommand(settleOrigin, request, call, { commandId });
  return { teachingClassId: request.teachingClassId };
});

async function checkScope({ services, user, permission }: SignedInCall, rebuildClassId: string): Promise<void> {
  if (!(await reachesClasses(services.db, user, permission, scoreType.retake, [rebuildClassId])))
    throw new Refused('REBUILD_CLASS_NOT_FOUND');
}

export const rebuildClassHandlers: readonly Handler[] = [
  queryHandler,
  studentsHandler,
  saveHandler,
  setStudentsHandler,
  publishHandler,
  settleHandler,
];
