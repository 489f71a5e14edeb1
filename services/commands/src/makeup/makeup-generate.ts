import type { z } from 'zod';
import {
  generationFault,
  type generateMakeup,
  type GeneratedGroup,
  type MakeupGeneration,
} from '@jwxt/contracts/makeup/makeup.command.ts';
import { makeupTypeName } from '@jwxt/contracts/score/score.vocabulary.ts';
import type { PoolClient, Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { applyOnce } from '../kernel/applied-command.ts';
import type { CommandContext } from '../kernel/command-context.ts';
import type { CommandDone, CommandServices } from '../kernel/command-route.ts';
import { logOperations } from '../kernel/operation-log.ts';
import { refuse, type Refused } from '../kernel/refusal.ts';
import { findEligible } from './makeup-eligible.ts';
import { planGroups, type Listed, type OpenGroup, type PlannedGroup } from './makeup-plan.ts';

type CourseRequest = z.output<typeof generateMakeup.payload>;
type Generated = z.output<typeof generateMakeup.result>;

/** Lists of one course are made one after the other. */
const GENERATION_LOCK = 5_015_001;

/** Makes the lists of one course. The same command again answers what it did the first time. */
export async function generateCourse(
  request: CourseRequest,
  context: CommandContext,
  services: CommandServices,
): Promise<CommandDone<Generated> | Refused> {
  const fault = generationFault(request);
  if (fault) return refuse(fault.code, {}, { fieldErrors: [{ field: fault.field, message: fault.message }] });
  return await applyOnce(services.pool, context, async (client) => {
    await lockCourseLists(client, request.courseId);
    const { students, skipped } = await findEligible(client, services, request.sourceSemesterId, request.courseId);
    const planned = await plan(client, request, students);
    for (const group of planned) await storeGroup(client, context, request, group);
    const groups = viewsOf(planned, await headCounts(client, planned));
    return { groups, addedNum: groups.reduce((sum, { addedNum }) => sum + addedNum, 0), skipped: [...skipped] };
  });
}

/** Until the transaction ends, nobody else puts anybody on a list of this course. */
export async function lockCourseLists(client: PoolClient, courseId: string): Promise<void> {
  await client.query('select pg_advisory_xact_lock($1, hashtext($2))', [GENERATION_LOCK, courseId]);
}

async function plan(
  db: Queryable,
  { sourceSemesterId, semesterId, makeupAndDelayTemplateValue }: MakeupGeneration,
  students: readonly Listed[],
): Promise<PlannedGroup[]> {
  const [open, serials] = await Promise.all([
    db.query<OpenGroup>(
      `select exam_group.makeup_course_id as "makeupCourseId", class.course_id as "courseId",
        exam_group.items_key as "itemsKey",
          exam_group.makeup_and_delay_template_value as option
         from base.makeup_course exam_group join base.teaching_class class
           on class.teaching_class_id = exam_group.makeup_course_id
        where exam_group.source_semester_id = $1 and class.semester_id = $2 and exam_group.list_status = '0'`,
      [sourceSemesterId, semesterId],
    ),
    db.query<{ courseId: string; count: number }>(
      `select course_id as "courseId", count(*)::int as count from base.teaching_class
        where semester_id = $1 and class_kind = '2' group by 1`,
      [semesterId],
    ),
  ]);
  return planGroups(
    students,
    makeupAndDelayTemplateValue,
    open.rows,
    new Map(serials.rows.map(({ courseId, count }) => [courseId, count])),
    (courseNum, serial) => `BK${semesterId.replaceAll('-', '')}${courseNum}${two(serial)}`,
  );
}

const two = (serial: number): string => String(serial).padStart(2, '0');

interface HeadCount {
  makeupCourseId: string;
  makeupNum: number;
  deferredNum: number;
}

/** Who is listed now, by group. */
async function headCounts(db: Queryable, groups: readonly PlannedGroup[]): Promise<ReadonlyMap<string, HeadCount>> {
  const { rows } = await db.query<HeadCount>(
    `select makeup_course_id as "makeupCourseId", (count(*) filter (where makeup_type <> '3'))::int as "makeupNum",
        (count(*) filter (where makeup_type = '3'))::int as "deferredNum"
       from base.makeup_student where makeup_course_id = any($1) group by 1`,
    [groups.map(({ makeupCourseId }) => makeupCourseId)],
  );
  return new Map(rows.map((row) => [row.makeupCourseId, row]));
}

/** What a person reads of them. */
function viewsOf(groups: readonly PlannedGroup[], counts: ReadonlyMap<string, HeadCount>): GeneratedGroup[] {
  return groups.map(({ makeupCourseId, option, isNew, students }) => {
    const { courseNum, courseName, openDepartmentName } = students[0]!.course;
    const { makeupNum, deferredNum } = counts.get(makeupCourseId) ?? { makeupNum: 0, deferredNum: 0 };
    return {
      makeupCourseId,
      courseNum,
      courseName,
      openDepartmentName,
      makeupAndDelayTemplateValue: option,
      isNew,
      makeupNum,
      deferredNum,
      addedNum: students.length,
      added: students.map(({ studentCode, makeupType }) => ({ studentCode, makeupType })),
    };
  });
}

async function storeGroup(
  client: PoolClient,
  context: CommandContext,
  { semesterId, sourceSemesterId, window }: MakeupGeneration,
  group: PlannedGroup,
): Promise<void> {
  const { makeupCourseId: id, students, isNew, serial, option, itemsKey } = group;
  const { course, rules } = students[0]!;
  if (isNew) {
    await client.query(
      `insert into base.teaching_class (teaching_class_id, teaching_class_code, teaching_class_name, semester_id,
          course_id, open_department_id, xqdm, score_hierarchy_code, class_kind)
       values ($1, $2, $3, $4, $5, $6, $7, $8, '2')`,
      [
        id,
        `(${semesterId})-BK-${course.courseNum}-${two(serial)}`,
        `${course.courseName}补缓考${two(serial)}班`,
        semesterId,
        course.courseId,
        course.openDepartmentId,
        course.xqdm,
        course.scoreHierarchyCode,
      ],
    );
    await client.query(
      `insert into base.makeup_course (makeup_course_id, source_semester_id, items_key, rules,
          makeup_and_delay_template_value, score_term_input_begin_time, score_term_input_end_time)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [id, sourceSemesterId, itemsKey, JSON.stringify(rules), option, window.begin, window.end],
    );
  }
  await storeListed(client, id, students);
  // Those who taught the students examine them, until the office names somebody.
  await client.query(
    `insert into base.teaching_class_teacher (teaching_class_id, gh, sort_num)
     select $1, gh, (row_number() over (order by min(teaching_class_id), min(sort_num), gh))::int
     from base.teaching_class_teacher where teaching_class_id = any($2) group by gh
     on conflict do nothing`,
    [id, [...new Set(students.map(({ originTeachingClassId }) => originTeachingClassId))]],
  );
  await logOperations(client, context, 'generate', 'makeupCourse', [
    {
      key: id,
      before: null,
      after: { isNew, students: students.map(({ studentCode, makeupType }) => ({ studentCode, makeupType })) },
    },
  ]);
}

/** Writes students on a list, and into its class. */
export async function storeListed(client: PoolClient, id: string, students: readonly Listed[]): Promise<void> {
  const rows = JSON.stringify(
    students.map(({ course: _course, rules: _rules, ...student }) => ({
      ...student,
      listSource: makeupTypeName(student.makeupType),
    })),
  );
  await client.query(
    `insert into base.makeup_student (makeup_course_id, student_code, makeup_type, origin_attempt_id,
        origin_teaching_class_id, origin_remark_code, origin_final, origin_cells)
     select $1, given."studentCode", given."makeupType", given."originAttemptId", given."originTeachingClassId",
       given."originRemarkCode",
       given."originFinal", given."originCells"
       from jsonb_to_recordset($2::jsonb) as given ("studentCode" text, "makeupType" text, "originAttemptId" text,
         "originTeachingClassId" text, "originRemarkCode" text, "originFinal" int, "originCells" jsonb)`,
    [id, rows],
  );
  await client.query(
    `insert into base.teaching_class_student (teaching_class_id, student_code, list_source)
     select $1, given."studentCode", given."listSource"
     from jsonb_to_recordset($2::jsonb) as given ("studentCode" text, "listSource" text)
     on conflict do nothing`,
    [id, rows],
  );
}
