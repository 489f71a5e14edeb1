import type { z } from 'zod';
import type { addListed } from '@jwxt/contracts/makeup/makeup.command.ts';
import { listStatus } from '@jwxt/contracts/makeup/makeup.vocabulary.ts';
import { sheetStream } from '@jwxt/contracts/score/score-sheet.events.ts';
import type { StudentRef } from '@jwxt/contracts/kernel/student-ref.ts';
import { scoreType, type MakeupOption } from '@jwxt/contracts/score/score.vocabulary.ts';
import type { Position } from '@jwxt/infra/runtime/log-position.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import { classWithCourseSql } from '../base-info/shared/class-name.ts';
import { applyOnce } from '../kernel/applied-command.ts';
import { partOf, type CommandContext } from '../kernel/command-context.ts';
import type { CommandDone, CommandServices } from '../kernel/command-route.ts';
import { logOperations } from '../kernel/operation-log.ts';
import { isRefused, refuse, type Refused } from '../kernel/refusal.ts';
import { addListedDecider } from './listed-student.decider.ts';
import { listChangedText, tellOfList } from './shared/closed-list.ts';
import { findEligible } from './makeup-eligible.ts';
import { lockCourseLists, storeListed } from './makeup-generate.ts';
import { itemsKeyOf, optionFor, type Listed } from './makeup-plan.ts';

type Request = z.output<typeof addListed.payload>;

interface GroupRow {
  readonly status: string;
  readonly name: string;
  readonly courseId: string;
  readonly sourceSemesterId: string;
  readonly itemsKey: string;
  readonly option: MakeupOption;
}

/**
 * Puts students on a make-up list who are to be on one, all of those named or none. On a frozen one the sheet says so
 * first: should the rows not follow, the same command brings them.
 */
export async function addStudents(
  request: Request,
  context: CommandContext,
  services: CommandServices,
): Promise<CommandDone<{ studentNum: number }> | Refused> {
  let position: Position | null = null;
  const done = await applyOnce(services.pool, context, async (client) => {
    const group = await lockGroup(client, request.makeupCourseId);
    if (!group) return refuse('MAKEUP_NOT_FOUND');
    await lockCourseLists(client, group.courseId);
    const students = await whomToAdd(client, request, group, services);
    if (isRefused(students)) return students;
    if (group.status === listStatus.frozen) {
      const refs = await loadRefs(client, request.studentCodes);
      const added = await services.handler.execute({
        stream: sheetStream(request.makeupCourseId, scoreType.makeup),
        decider: addListedDecider,
        command: {
          students: students.map((student) => ({ ...student, ...refs.get(student.studentCode)! })),
          reason: request.reason,
          byName: context.actor.name,
        },
        context: partOf(context, 'sheet'),
        facts: () => Promise.resolve(undefined),
      });
      if (isRefused(added)) return added;
      position = added.position;
    }
    return await storeAdded(client, context, request, group, students);
  });
  return isRefused(done) ? done : { ...done, position };
}

async function lockGroup(client: PoolClient, makeupCourseId: string): Promise<GroupRow | undefined> {
  const { rows } = await client.query<GroupRow>(
    `select exam_group.list_status as status, ${classWithCourseSql('class')} as name,
        class.course_id as "courseId", exam_group.source_semester_id as "sourceSemesterId",
        exam_group.items_key as "itemsKey", exam_group.makeup_and_delay_template_value as option
      from base.makeup_course exam_group
      join base.teaching_class class on class.teaching_class_id = exam_group.makeup_course_id
      join base.course on course.kch = class.course_id
      where exam_group.makeup_course_id = $1 for update of exam_group`,
    [makeupCourseId],
  );
  return rows[0];
}

/** The listings of those named; refused where one has nothing to sit here, or other items than the group. */
async function whomToAdd(
  client: PoolClient,
  { studentCodes }: Request,
  { sourceSemesterId, courseId, option, itemsKey }: GroupRow,
  services: CommandServices,
): Promise<Listed[] | Refused> {
  const wanted = new Set(studentCodes);
  const eligible = await findEligible(client, services, sourceSemesterId, courseId);
  const students = eligible.students.filter(({ studentCode }) => wanted.has(studentCode));
  const nameOf = async (code: string): Promise<string> =>
    (await loadRefs(client, [code])).get(code)?.studentName ?? code;
  const missing = studentCodes.find((code) => !students.some(({ studentCode }) => studentCode === code));
  if (missing !== undefined) return refuse('MAKEUP_NOT_ELIGIBLE', { student: await nameOf(missing) });
  const other = students.find(
    ({ rules }) => optionFor(rules, option) !== option || itemsKeyOf(rules, option) !== itemsKey,
  );
  return other ? refuse('MAKEUP_OTHER_ITEMS', { student: await nameOf(other.studentCode) }) : students;
}

async function loadRefs(client: PoolClient, codes: readonly string[]): Promise<ReadonlyMap<string, StudentRef>> {
  const { rows } = await client.query<StudentRef>(
    `select student_code as "studentCode", student_number as "studentNumber", student_name as "studentName"
      from base.student where student_code = any($1)`,
    [codes],
  );
  return new Map(rows.map((student) => [student.studentCode, student]));
}

async function storeAdded(
  client: PoolClient,
  context: CommandContext,
  { makeupCourseId, reason }: Request,
  { name, status }: GroupRow,
  students: readonly Listed[],
): Promise<{ studentNum: number }> {
  const add = students.map(({ studentCode }) => studentCode);
  await client.query('delete from base.makeup_student_left where makeup_course_id = $1 and student_code = any($2)', [
    makeupCourseId,
    add,
  ]);
  await storeListed(client, makeupCourseId, students);
  await logOperations(
    client,
    context,
    'add',
    'makeupStudent',
    students.map(({ studentCode, makeupType, originAttemptId }) => ({
      key: `${makeupCourseId}.${studentCode}`,
      before: null,
      after: { makeupType, originAttemptId, reason },
    })),
  );
  if (status === listStatus.frozen)
    await tellOfList(client, context, {
      classId: makeupCourseId,
      scoreType: scoreType.makeup,
      studentCodes: add,
      text: await listChangedText(client, context.actor.name, `“${name}”的补缓考名单`, { add, remove: [], reason }),
    });
  const {
    rows: [now],
  } = await client.query<{ count: number }>(
    'select count(*)::int as count from base.makeup_student where makeup_course_id = $1',
    [makeupCourseId],
  );
  return { studentNum: now?.count ?? 0 };
}
