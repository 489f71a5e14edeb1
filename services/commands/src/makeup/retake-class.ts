import type { z } from 'zod';
import type { saveRetakeClass, setRetakeStudents } from '@jwxt/contracts/makeup/makeup.command.ts';
import { rebuildClassStatus } from '@jwxt/contracts/makeup/makeup.vocabulary.ts';
import { attemptsStream } from '@jwxt/contracts/score/attempts.events.ts';
import { attemptsStreams } from '@jwxt/contracts/score/attempts.state.ts';
import { chooseEffective } from '@jwxt/contracts/score/effective-attempt.ts';
import { coursesEquivalentTo, equivalenceFor } from '@jwxt/contracts/score/equivalent-courses.ts';
import { loadEquivalentCourses } from '@jwxt/infra/runtime/equivalent-courses.ts';
import { sheetStream } from '@jwxt/contracts/score/score-sheet.events.ts';
import { sheetStreams } from '@jwxt/contracts/score/score-sheet.state.ts';
import { REBUILD_SOURCE, scoreType } from '@jwxt/contracts/score/score.vocabulary.ts';
import { derivedId } from '@jwxt/infra/runtime/event-id.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import { firstNotAllowed } from '@jwxt/infra/runtime/status-allowance.ts';
import type { CommandContext } from '../kernel/command-context.ts';
import type { CommandServices } from '../kernel/command-route.ts';
import { logOperations } from '../kernel/operation-log.ts';
import { refuse, type Refused } from '../kernel/refusal.ts';
import { listChangedText, tellOfList, whyListStands } from './shared/closed-list.ts';
import { loadRulesInForce } from '../score-setting/shared/score-rules.facts.ts';
import { hasCurrentTeacher, setOnlyTeacher } from './class-teacher.ts';

/** `campus`: of a new class; without it that of the classes of its course. */
type SaveRequest = z.output<typeof saveRetakeClass.payload> & { readonly campus?: string };
type StudentsRequest = z.output<typeof setRetakeStudents.payload>;

interface ClassRow {
  rebuildClassId: string;
  name: string;
  courseId: string;
  courseName: string;
  semesterId: string;
  capacity: number;
  status: string;
}

async function lockAnyClass(client: PoolClient, rebuildClassId: string): Promise<ClassRow | Refused> {
  const {
    rows: [row],
  } = await client.query<ClassRow>(
    `select retake_class.rebuild_class_id as "rebuildClassId", class.teaching_class_name as name,
      class.course_id as "courseId",
        course.kcmc as "courseName", class.semester_id as "semesterId", retake_class.capacity,
          retake_class.publish_status as status
       from base.rebuild_class retake_class join base.teaching_class class
         on class.teaching_class_id = retake_class.rebuild_class_id
       join base.course on course.kch = class.course_id
      where retake_class.rebuild_class_id = $1 for update of retake_class`,
    [rebuildClassId],
  );
  return row ?? refuse('REBUILD_CLASS_NOT_FOUND');
}

/** A class that is not published. */
async function lockClass(client: PoolClient, rebuildClassId: string): Promise<ClassRow | Refused> {
  const row = await lockAnyClass(client, rebuildClassId);
  return !isRow(row) || row.status === rebuildClassStatus.open
    ? row
    : refuse('REBUILD_CLASS_PUBLISHED', { name: row.name });
}

const isRow = (found: ClassRow | Refused): found is ClassRow => 'rebuildClassId' in found;
const wrong = (field: string, message: string): Refused =>
  refuse('INVALID_INPUT', {}, { fieldErrors: [{ field, message }] });

/** Opens a retake class, or changes one that is not published; course and semester of an existing one stay. */
export async function storeRetakeClass(
  client: PoolClient,
  context: CommandContext,
  request: SaveRequest,
): Promise<{ rebuildClassId: string } | Refused> {
  const { semesterId, courseId, rebuildClassName: name, teacherCode, capacity, window } = request;
  if (window.end <= window.begin)
    return refuse(
      'SHEET_WINDOW_INVALID',
      {},
      { fieldErrors: [{ field: 'window.end', message: '录入截止时间应晚于开始时间' }] },
    );
  if (!(await hasCurrentTeacher(client, teacherCode))) return wrong('teacherCode', '请选择在职教师');
  const known = request.rebuildClassId === undefined ? null : await lockClass(client, request.rebuildClassId);
  if (known && !isRow(known)) return known;
  if (known) {
    const {
      rows: [count],
    } = await client.query<{ count: number }>(
      'select count(*)::int as count from base.teaching_class_student where teaching_class_id = $1',
      [known.rebuildClassId],
    );
    if ((count?.count ?? 0) > capacity) return refuse('REBUILD_CLASS_FULL', { capacity, count: count?.count ?? 0 });
    await client.query('update base.teaching_class set teaching_class_name = $2 where teaching_class_id = $1', [
      known.rebuildClassId,
      name,
    ]);
    await client.query(
      `update base.rebuild_class set capacity = $2, score_term_input_begin_time = $3, score_term_input_end_time = $4
        where rebuild_class_id = $1`,
      [known.rebuildClassId, capacity, window.begin, window.end],
    );
  }
  const rebuildClassId = known?.rebuildClassId ?? `CX${derivedId(`${context.commandId}:rebuild-class`)}`;
  if (!known) {
    const {
      rows: [course],
    } = await client.query<{
      courseNum: string;
      kkxy: string;
      scoreHierarchyCode: string;
      xqdm: string | null;
      scoreTemplateId: string | null;
      serial: number;
      semester: boolean;
    }>(
      `select course.ywbm as "courseNum", course.kkxy, course.score_hierarchy_code as "scoreHierarchyCode", taught.xqdm,
          taught.score_template_id as "scoreTemplateId", exists (select from base.semester where xnxq = $2) as semester,
              (select count(*)::int + 1 from base.teaching_class class
                where class.course_id = course.kch and class.semester_id = $2 and class.class_kind = '4') as serial
         from base.course
         left join lateral (select class.xqdm, class.score_template_id from base.teaching_class class
           where class.course_id = course.kch and class.class_kind = '1'
             order by class.semester_id desc, class.teaching_class_id
         limit 1) taught on true
        where course.kch = $1 for update of course`,
      [courseId, semesterId],
    );
    if (!course) return wrong('courseId', '请选择一条课程!');
    if (!course.semester) return wrong('semesterId', '学年学期不存在');
    const {
      rows: [campus],
    } = await client.query<{ xqdm: string }>('select xqdm from base.campus order by xqdm limit 1');
    await client.query(
      `insert into base.teaching_class (teaching_class_id, teaching_class_code, teaching_class_name, semester_id,
          course_id, open_department_id, xqdm, score_template_id, score_hierarchy_code, class_kind)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, '4')`,
      [
        rebuildClassId,
        `(${semesterId})-CX-${course.courseNum}-${String(course.serial).padStart(2, '0')}`,
        name,
        semesterId,
        courseId,
        course.kkxy,
        request.campus ?? course.xqdm ?? campus?.xqdm ?? '',
        course.scoreTemplateId,
        course.scoreHierarchyCode,
      ],
    );
    await client.query(
      `insert into base.rebuild_class (rebuild_class_id, capacity, score_term_input_begin_time,
          score_term_input_end_time)
        values ($1, $2, $3, $4)`,
      [rebuildClassId, capacity, window.begin, window.end],
    );
  }
  await setOnlyTeacher(client, rebuildClassId, teacherCode);
  await logOperations(client, context, known ? 'update' : 'create', 'rebuildClass', [
    { key: rebuildClassId, before: known, after: { name, semesterId, courseId, teacherCode, capacity, window } },
  ]);
  return { rebuildClassId };
}

interface StudentRow {
  studentCode: string;
  studentName: string;
  gradeCode: string;
  gradeMajorId: string;
  elsewhere: string | null;
}

/**
 * Who may come in: students with a failed score at the course that no pass has made good, there or at
 * an equivalent course; all of those named or none.
 * After its publication a list changes with a reason, while its scores are typed: what was typed for who goes stays
 * apart on the sheet, and comes back with him.
 */
export async function changeRetakeStudents(
  client: PoolClient,
  context: CommandContext,
  services: CommandServices,
  request: StudentsRequest,
): Promise<{ studentNum: number } | Refused> {
  const found = await lockAnyClass(client, request.rebuildClassId);
  if (!isRow(found)) return found;
  const published = found.status === rebuildClassStatus.published;
  if (published && request.reason === '') return wrong('reason', '重修班已发布，请填写原因');
  const stands = published
    ? whyListStands(
        (await services.handler.read(sheetStream(found.rebuildClassId, scoreType.retake), sheetStreams)).state,
      )
    : null;
  if (stands) return stands;
  const { rebuildClassId, courseId, courseName, semesterId, capacity } = found;
  const add = [...new Set(request.add)];
  const { rows: students } = await client.query<StudentRow>(
    `select student.student_code as "studentCode", student.student_name as "studentName", student.njdm as "gradeCode",
            student.njzydm as "gradeMajorId",
            (select class.teaching_class_name from base.teaching_class_student roster join base.teaching_class class
              using (teaching_class_id)
              where roster.student_code = student.student_code and class.class_kind = '4' and class.course_id = $2
                and class.semester_id = $3
                and class.teaching_class_id <> $4
              limit 1) as elsewhere
       from base.student where student.student_code = any($1) order by student.student_number`,
    [add, courseId, semesterId, rebuildClassId],
  );
  const unknown = add.find((code) => !students.some(({ studentCode }) => studentCode === code));
  if (unknown !== undefined) return refuse('SHEET_STUDENT_NOT_IN_CLASS', { student: unknown });
  const barred = await firstNotAllowed(client, add, 'enterScores');
  if (barred) return refuse('STATUS_FORBIDS', { ...barred });
  const [rules, equivalent] = [await loadRulesInForce(client, add), await loadEquivalentCourses(client)];
  for (const { studentCode, studentName, gradeCode, gradeMajorId, elsewhere } of students) {
    if (elsewhere !== null) return refuse('REBUILD_ELSEWHERE', { student: studentName, name: elsewhere });
    const states = await Promise.all(
      coursesEquivalentTo(courseId, equivalent).map((course) =>
        services.handler.read(attemptsStream(studentCode, course), attemptsStreams),
      ),
    );
    const choice = chooseEffective(
      states.flatMap(({ state }) => state.attempts),
      rules.get(studentCode)?.effectiveRule ?? 'ZGF',
      equivalenceFor(equivalent, { studentCode, gradeCode, gradeMajorId }),
    ).get(courseId);
    const counting = choice?.effective ?? choice?.replacedBy ?? null;
    if (counting === null || counting.passed)
      return refuse('REBUILD_NOT_FAILED', { student: studentName, course: courseName });
  }
  await client.query(
    'delete from base.teaching_class_student where teaching_class_id = $1 and student_code = any($2)',
    [rebuildClassId, request.remove],
  );
  await client.query(
    `insert into base.teaching_class_student (teaching_class_id, student_code, list_source) select $1, code, $3
      from unnest($2::text[]) code on conflict do nothing`,
    [rebuildClassId, add, REBUILD_SOURCE],
  );
  const {
    rows: [now],
  } = await client.query<{ count: number }>(
    'select count(*)::int as count from base.teaching_class_student where teaching_class_id = $1',
    [rebuildClassId],
  );
  const count = now?.count ?? 0;
  if (count > capacity) return refuse('REBUILD_CLASS_FULL', { capacity, count });
  await logOperations(client, context, 'update', 'rebuildClassStudent', [
    { key: rebuildClassId, before: { remove: request.remove }, after: { add, reason: request.reason } },
  ]);
  if (published)
    await tellOfList(client, context, {
      classId: rebuildClassId,
      scoreType: scoreType.retake,
      studentCodes: [...add, ...request.remove],
      text: await listChangedText(client, context.actor.name, `“${courseName} ${found.name}”的重修名单`, {
        ...request,
        add,
      }),
    });
  return { studentNum: count };
}
