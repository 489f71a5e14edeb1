import type { retakeClassSorts, retakeStudentSorts } from '@jwxt/contracts/makeup/makeup-list.operations.ts';
import { toDateTimeText, toInstant } from '@jwxt/contracts/kernel/fields.ts';
import {
  publishRetakeClass,
  saveRetakeClass,
  setRetakeStudents,
  reopenList,
  settleOrigin,
} from '@jwxt/contracts/makeup/makeup.command.ts';
import {
  publishRetakeClassOperation,
  queryRetakeClasses,
  reopenRetakeClass,
  exportRetakeStudents,
  retakeStudents,
  saveRetakeClassOperation,
  setRetakeStudentsOperation,
  settleRetakeOrigin,
} from '@jwxt/contracts/makeup/makeup-list.operations.ts';
import { rebuildClassStatus } from '@jwxt/contracts/makeup/makeup.vocabulary.ts';
import { remarkName } from '@jwxt/contracts/score/score-remark.rules.ts';
import { scoreSheetModel } from '@jwxt/contracts/score/score-sheet.read-model.ts';
import { readModelTable } from '@jwxt/contracts/kernel/read-model.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import {
  NO_SCORE,
  scoreRemark,
  scoreType,
  sheetStatus,
  sheetStatusNames,
  type SheetStatus,
} from '@jwxt/contracts/score/score.vocabulary.ts';
import { workbookAnswer } from '../kernel/document-answer.ts';
import { documentHandler } from '../kernel/export-handler.ts';
import { handler, type Handler, type SignedInCall } from '../kernel/handler.ts';
import { Refused } from '../kernel/refused.ts';
import { runCommand } from '../kernel/run-command.ts';
import { scopeCondition } from '../kernel/scope.ts';
import { sortedOrder, byPinyin } from '../kernel/sorted-by.ts';
import { sortedRows } from '../kernel/sorted-rows.ts';
import { containing, sqlParams } from '../kernel/sql-params.ts';
import { reachesClasses } from './makeup-group.read.ts';
import { classScope, openOrigins } from './reassessment-class.read.ts';
import { readRetakeCandidates, type RetakeCandidate } from './retake-candidates.read.ts';

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

/** What the list is sorted by. */
const sortExpressions: Readonly<Record<(typeof retakeClassSorts)[number], string>> = {
  courseName: byPinyin('course.kcmc'),
  rebuildClassName: byPinyin('class.teaching_class_name'),
  semesterId: 'class.semester_id',
  studentNum: 'student_num',
  scoreTermInputEndTime: 'window_end',
  publishStatus: 'retake_class.publish_status',
};

const queryHandler = handler(
  queryRetakeClasses,
  async ({ semesterId, publishStatus, keyword, pageNo, pageSize, sort }, call) => {
    const params = sqlParams();
    const conditions = [scopeCondition(call.user, 'rebuildClass:query', classScope, params)];
    if (semesterId) conditions.push(`class.semester_id = ${params.add(semesterId)}`);
    if (publishStatus) conditions.push(`retake_class.publish_status = ${params.add(publishStatus)}`);
    if (keyword) {
      const text = params.add(containing(keyword));
      conditions.push(
        `(course.kcmc ilike ${text} or course.ywbm ilike ${text} or class.teaching_class_name ilike ${text})`,
      );
    }
    const { rows } = await call.services.db.query<ClassRow>(
      `select retake_class.rebuild_class_id as id, class.semester_id, semester.xnxqmc as semester_name,
        class.course_id, course.ywbm as course_num,
          course.kcmc as course_name, class.teaching_class_name as name, department.dwmc as unit,
            who.gh, who.xm as teacher, retake_class.capacity, (select count(*)::int
              from base.teaching_class_student roster
              where roster.teaching_class_id = retake_class.rebuild_class_id) as student_num,
            coalesce(sheet.window_begin, retake_class.score_term_input_begin_time) as window_begin,
              coalesce(sheet.window_end, retake_class.score_term_input_end_time) as window_end,
                retake_class.publish_status, sheet.sheet_status,
              ${openOrigins} as origin_open_num, (count(*) over ())::int as total
       from base.rebuild_class retake_class join base.teaching_class class
         on class.teaching_class_id = retake_class.rebuild_class_id
       join base.semester on semester.xnxq = class.semester_id join base.course on course.kch = class.course_id
       join base.department on department.dwh = class.open_department_id
       left join lateral (select teacher.gh, teacher.xm from base.teaching_class_teacher taught
         join base.teacher on teacher.gh = taught.gh
         where taught.teaching_class_id = class.teaching_class_id order by taught.sort_num limit 1) who on true
       left join ${sheetTable} sheet on sheet.sheet_id = class.teaching_class_id || '.4'
      where ${conditions.join(' and ')} order by ${sortedOrder(
        sort,
        sortExpressions,
        'class.semester_id desc, retake_class.publish_status, course.ywbm, class.teaching_class_code',
      )}
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

/** What students are sorted by. */
const studentSortValues: Readonly<
  Record<(typeof retakeStudentSorts)[number], (row: RetakeCandidate) => string | number | null>
> = {
  studentNumber: (row) => row.studentNumber,
  studentName: (row) => row.studentName,
  final: (row) => row.effective?.final ?? null,
  semesterName: (row) => row.effective?.semesterId ?? null,
  rebuildTimes: (row) => row.rebuildTimes,
  administrativeClassName: (row) => row.administrativeClassName,
  inClass: (row) => (row.inClass ? 0 : 1),
};

const studentsHandler = handler(
  retakeStudents,
  async ({ rebuildClassId, rosterOnly, sort, pageNo, pageSize }, call) => {
    await checkScope(call, rebuildClassId);
    const all = await readRetakeCandidates(call.services.db, rebuildClassId, rosterOnly === yesNo.yes);
    const candidates = sortedRows(all, sort, studentSortValues);
    return {
      total: candidates.length,
      inClass: all.filter(({ inClass }) => inClass).map(({ studentCode }) => studentCode),
      list: candidates.slice((pageNo - 1) * pageSize, pageNo * pageSize).map(({ effective, ...student }) => ({
        ...student,
        finalName: effective?.finalName ?? NO_SCORE,
        scoreRemarkName: remarkName(effective?.scoreRemarkCode ?? scoreRemark.normal),
        semesterName: effective?.semesterName ?? '',
      })),
    };
  },
);

const studentsExport = documentHandler(exportRetakeStudents, async ({ rebuildClassId, rosterOnly }, call) => {
  await checkScope(call, rebuildClassId);
  const rows = await readRetakeCandidates(call.services.db, rebuildClassId, rosterOnly === yesNo.yes);
  return await workbookAnswer(call, 'one class', '重修班学生.xlsx', {
    sheet: '重修班学生',
    rows,
    columns: [
      { header: '学号', width: 14, value: (row) => row.studentNumber },
      { header: '姓名', width: 12, value: (row) => row.studentName },
      { header: '最好成绩', width: 10, kind: 'number', value: (row) => row.effective?.finalName ?? NO_SCORE },
      {
        header: '备注',
        width: 10,
        value: (row) => remarkName(row.effective?.scoreRemarkCode ?? scoreRemark.normal),
      },
      { header: '取得学期', width: 26, value: (row) => row.effective?.semesterName ?? '' },
      { header: '已重修次数', width: 12, kind: 'number', value: (row) => String(row.rebuildTimes) },
      { header: '年级专业', width: 24, value: (row) => row.gradeMajorName },
      { header: '行政班', width: 20, value: (row) => row.administrativeClassName },
      { header: '状态', width: 10, value: (row) => (row.inClass ? '在班' : '未编班') },
    ],
  });
});

const saveHandler = handler(
  saveRetakeClassOperation,
  async ({ commandId, scoreTermInputBeginTime, scoreTermInputEndTime, ...form }, call) => {
    if (form.rebuildClassId === undefined) await checkCourse(call, form.courseId);
    else await checkScope(call, form.rebuildClassId);
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

const reopenHandler = handler(reopenRetakeClass, async ({ commandId, ...request }, call) => {
  await checkScope(call, request.teachingClassId);
  return await runCommand(reopenList, { ...request, scoreType: scoreType.retake }, call, { commandId });
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

/** A new class will be of the unit that opens the course. */
async function checkCourse({ services, user, permission }: SignedInCall, courseId: string): Promise<void> {
  const params = sqlParams();
  const scope = scopeCondition(user, permission, { target: 'teachingClass', DW: 'course.kkxy' }, params);
  const { rowCount } = await services.db.query(
    `select from base.course where course.kch = ${params.add(courseId)} and (${scope}) is not true`,
    [...params.values],
  );
  if (rowCount !== 0) throw new Refused('OUT_OF_SCOPE');
}

export const retakeClassHandlers: readonly Handler[] = [
  queryHandler,
  studentsHandler,
  studentsExport,
  saveHandler,
  setStudentsHandler,
  publishHandler,
  reopenHandler,
  settleHandler,
];
