import type { z } from 'zod';
import type { generateMakeup, GeneratedGroup } from '@jwxt/contracts/makeup/makeup.command.ts';
import { attemptsStream } from '@jwxt/contracts/score/attempts.events.ts';
import { evolveAttempts, noAttempts } from '@jwxt/contracts/score/attempts.state.ts';
import { makeupTypeName } from '@jwxt/contracts/score/score.vocabulary.ts';
import type { CellValue, SheetRules } from '@jwxt/contracts/score/score-sheet.events.ts';
import type { PoolClient, Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { applyOnce } from '../kernel/applied-command.ts';
import type { CommandContext } from '../kernel/command-context.ts';
import type { CommandDone, CommandServices } from '../kernel/command-route.ts';
import { concurrently } from '../kernel/concurrently.ts';
import { logOperations } from '../kernel/operation-log.ts';
import { refuse, type Refused } from '../kernel/refusal.ts';
import { loadRetakeLimits } from '../kernel/retake-rule.facts.ts';
import { eligibilityOf } from './makeup-eligibility.ts';
import { planGroups, type Listed, type OpenGroup, type PlannedGroup } from './makeup-plan.ts';

type Request = z.output<typeof generateMakeup.payload>;
type Generated = z.output<typeof generateMakeup.result>;

/** Attempts read from the log at the same time. */
const SIDE_BY_SIDE = 16;
/** Lists are made one after the other. */
const GENERATION_LOCK = 5_015_001;

/** Carries `makeup.generate` out, or says what it would do. */
export async function generateLists(request: Request, context: CommandContext, services: CommandServices): Promise<CommandDone<Generated> | Refused> {
  const { window, semesterId, sourceSemesterId, preview } = request;
  if (window.end <= window.begin) return refuse('SHEET_WINDOW_INVALID', {}, { fieldErrors: [{ field: 'window.end', message: '录入截止时间应晚于开始时间' }] });
  if (semesterId < sourceSemesterId) return refuse('MAKEUP_SEMESTER_ORDER', {}, { fieldErrors: [{ field: 'semesterId', message: '补考学期不能早于原学期' }] });
  const { pool } = services;
  const found = await findEligible(request, services);
  if (preview) return { result: answer(await plan(pool, request, found.students), await headCounts(pool, request), found.skipped), position: null };
  return await applyOnce(pool, context, async (client) => {
    await client.query('select pg_advisory_xact_lock($1)', [GENERATION_LOCK]);
    // Whoever was listed while we waited for the lock is left out.
    const groups = await plan(client, request, await notListed(client, found.students));
    for (const group of groups) await storeGroup(client, context, request, group);
    return answer(groups, await headCounts(client, request), found.skipped, true);
  });
}

interface CandidateRow {
  attemptId: string; studentCode: string; listSource: string; remarkCode: string; final: number | null; cells: Record<string, CellValue>; teachingClassId: string; rules: SheetRules;
  courseId: string; courseNum: string; courseName: string; courseAllows: boolean; openDepartmentId: string; openDepartmentName: string; xqdm: string; scoreHierarchyCode: string; listedIn: string[];
}

/** Everybody whom the semester's published sheets show as not passed: those to be listed, and why the others are not. */
async function findEligible({ sourceSemesterId }: Request, { pool, handler }: CommandServices): Promise<{ students: Listed[]; skipped: Generated['skipped'] }> {
  const [{ rows }, { makeupTimes }] = await Promise.all([
    pool.query<CandidateRow>(
      `select m.attempt_id as "attemptId", m.student_code as "studentCode", m.list_source as "listSource", m.score_remark_code as "remarkCode", m.final, m.cells,
              c.teaching_class_id as "teachingClassId", o.rules, k.kch as "courseId", k.ywbm as "courseNum", k.kcmc as "courseName", (k.kcsx <> '5' and k.kcxz <> '07') as "courseAllows",
              c.open_department_id as "openDepartmentId", d.dwmc as "openDepartmentName", c.xqdm, c.score_hierarchy_code as "scoreHierarchyCode",
              array(select l.makeup_course_id from base.makeup_student l where l.origin_attempt_id = m.attempt_id) as "listedIn"
         from base.makeup_candidate m
         join base.makeup_source o using (sheet_id)
         join base.teaching_class c on c.teaching_class_id = o.teaching_class_id
         join base.course k on k.kch = c.course_id
         join base.department d on d.dwh = c.open_department_id
        where o.semester_id = $1 order by k.ywbm, c.teaching_class_code, m.student_code`,
      [sourceSemesterId],
    ),
    loadRetakeLimits(pool),
  ]);
  const reasons = new Map<string, number>();
  const listed = new Map<string, Listed>();
  await concurrently(rows, SIDE_BY_SIDE, async (row) => {
    const { state } = await handler.read(attemptsStream(row.studentCode, row.courseId), { initial: noAttempts, evolve: evolveAttempts });
    const eligibility = eligibilityOf({ ...row, scoreRemarkCode: row.remarkCode, attempts: state.attempts }, makeupTimes);
    if ('skipped' in eligibility) reasons.set(eligibility.skipped, (reasons.get(eligibility.skipped) ?? 0) + 1);
    else listed.set(row.attemptId, listedOf(row, eligibility.makeupType));
  });
  // In the order of courses, whichever was read first; who failed a course in two classes sits one exam.
  const seen = new Set<string>();
  const students = rows.flatMap(({ attemptId, studentCode, courseId }) => {
    const student = listed.get(attemptId);
    const key = `${studentCode} ${courseId}`;
    if (!student || seen.has(key)) return [];
    seen.add(key);
    return [student];
  });
  return { students, skipped: [...reasons].map(([reason, count]) => ({ reason, count })).toSorted((a, b) => b.count - a.count || a.reason.localeCompare(b.reason)) };
}

function listedOf(row: CandidateRow, makeupType: Listed['makeupType']): Listed {
  const { studentCode, attemptId, teachingClassId, remarkCode, final, cells, rules, ...course } = row;
  return { studentCode, makeupType, originAttemptId: attemptId, originTeachingClassId: teachingClassId, originRemarkCode: remarkCode, originFinal: final, originCells: cells, course, rules };
}

async function notListed(client: PoolClient, students: readonly Listed[]): Promise<Listed[]> {
  const { rows } = await client.query<{ id: string; count: number }>(
    'select origin_attempt_id as id, count(*)::int as count from base.makeup_student where origin_attempt_id = any($1) group by 1', [students.map(({ originAttemptId }) => originAttemptId)]);
  const counts = new Map(rows.map(({ id, count }) => [id, count]));
  // A second make-up has one listing behind it, a first one none.
  return students.filter(({ originAttemptId, makeupType }) => (counts.get(originAttemptId) ?? 0) < (makeupType === '2' ? 2 : 1));
}

async function plan(db: Queryable, { sourceSemesterId, semesterId, makeupAndDelayTemplateValue }: Request, students: readonly Listed[]): Promise<PlannedGroup[]> {
  const [open, serials] = await Promise.all([
    db.query<OpenGroup>(
      `select g.makeup_course_id as "makeupCourseId", c.course_id as "courseId", g.items_key as "itemsKey", g.makeup_and_delay_template_value as option
         from base.makeup_course g join base.teaching_class c on c.teaching_class_id = g.makeup_course_id
        where g.source_semester_id = $1 and c.semester_id = $2 and g.list_status = '0'`, [sourceSemesterId, semesterId]),
    db.query<{ courseId: string; count: number }>(
      `select course_id as "courseId", count(*)::int as count from base.teaching_class where semester_id = $1 and class_kind = '2' group by 1`, [semesterId]),
  ]);
  return planGroups(students, makeupAndDelayTemplateValue, open.rows, new Map(serials.rows.map(({ courseId, count }) => [courseId, count])), (courseNum, serial) => `BK${semesterId.replaceAll('-', '')}${courseNum}${two(serial)}`);
}

const two = (serial: number): string => String(serial).padStart(2, '0');

interface HeadCount { makeupCourseId: string; makeupNum: number; deferredNum: number }

/** Who is listed now, by group. */
async function headCounts(db: Queryable, { sourceSemesterId }: Request): Promise<ReadonlyMap<string, HeadCount>> {
  const { rows } = await db.query<HeadCount>(
    `select makeup_course_id as "makeupCourseId", (count(*) filter (where makeup_type <> '3'))::int as "makeupNum", (count(*) filter (where makeup_type = '3'))::int as "deferredNum"
       from base.makeup_student join base.makeup_course using (makeup_course_id) where source_semester_id = $1 group by 1`, [sourceSemesterId]);
  return new Map(rows.map((row) => [row.makeupCourseId, row]));
}

/** What a person reads of it. `stored`: the new ones are among those counted. */
function answer(groups: readonly PlannedGroup[], counts: ReadonlyMap<string, HeadCount>, skipped: Generated['skipped'], stored = false): Generated {
  const views = groups.map(({ makeupCourseId, option, isNew, students }): GeneratedGroup => {
    const { courseNum, courseName, openDepartmentName } = students[0]!.course;
    const known = counts.get(makeupCourseId) ?? { makeupNum: 0, deferredNum: 0 };
    const deferred = students.filter(({ makeupType }) => makeupType === '3').length;
    const more = stored ? { makeupNum: 0, deferredNum: 0 } : { makeupNum: students.length - deferred, deferredNum: deferred };
    return {
      makeupCourseId, courseNum, courseName, openDepartmentName, makeupAndDelayTemplateValue: option, isNew, addedNum: students.length, added: students.map(({ studentCode, makeupType }) => ({ studentCode, makeupType })),
      makeupNum: known.makeupNum + more.makeupNum, deferredNum: known.deferredNum + more.deferredNum,
    };
  });
  return { groups: views, addedNum: views.reduce((sum, { addedNum }) => sum + addedNum, 0), skipped: [...skipped] };
}

async function storeGroup(client: PoolClient, context: CommandContext, { semesterId, sourceSemesterId, window }: Request, group: PlannedGroup): Promise<void> {
  const { makeupCourseId: id, students, isNew, serial, option, itemsKey } = group;
  const { course, rules } = students[0]!;
  if (isNew) {
    await client.query(
      `insert into base.teaching_class (teaching_class_id, teaching_class_code, teaching_class_name, semester_id, course_id, open_department_id, xqdm, score_hierarchy_code, class_kind)
       values ($1, $2, $3, $4, $5, $6, $7, $8, '2')`,
      [id, `(${semesterId})-BK-${course.courseNum}-${two(serial)}`, `${course.courseName}补缓考${two(serial)}班`, semesterId, course.courseId, course.openDepartmentId, course.xqdm, course.scoreHierarchyCode]);
    await client.query(
      `insert into base.makeup_course (makeup_course_id, source_semester_id, items_key, rules, makeup_and_delay_template_value, score_term_input_begin_time, score_term_input_end_time)
       values ($1, $2, $3, $4, $5, $6, $7)`, [id, sourceSemesterId, itemsKey, JSON.stringify(rules), option, window.begin, window.end]);
  }
  const rows = JSON.stringify(students.map(({ course: _course, rules: _rules, ...student }) => ({ ...student, listSource: makeupTypeName(student.makeupType) })));
  await client.query(
    `insert into base.makeup_student (makeup_course_id, student_code, makeup_type, origin_attempt_id, origin_teaching_class_id, origin_remark_code, origin_final, origin_cells)
     select $1, s."studentCode", s."makeupType", s."originAttemptId", s."originTeachingClassId", s."originRemarkCode", s."originFinal", s."originCells"
       from jsonb_to_recordset($2::jsonb) as s ("studentCode" text, "makeupType" text, "originAttemptId" text, "originTeachingClassId" text, "originRemarkCode" text, "originFinal" int, "originCells" jsonb)`, [id, rows]);
  await client.query(
    `insert into base.teaching_class_student (teaching_class_id, student_code, list_source)
     select $1, s."studentCode", s."listSource" from jsonb_to_recordset($2::jsonb) as s ("studentCode" text, "listSource" text)`, [id, rows]);
  // Those who taught the students examine them, until the office names somebody.
  await client.query(
    `insert into base.teaching_class_teacher (teaching_class_id, gh, sort_num)
     select $1, gh, (row_number() over (order by min(teaching_class_id), min(sort_num), gh))::int from base.teaching_class_teacher where teaching_class_id = any($2) group by gh
     on conflict do nothing`, [id, [...new Set(students.map(({ originTeachingClassId }) => originTeachingClassId))]]);
  await logOperations(client, context, 'generate', 'makeupCourse', [{ key: id, before: null, after: { isNew, students: students.map(({ studentCode, makeupType }) => ({ studentCode, makeupType })) } }]);
}
