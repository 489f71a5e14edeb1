import type { z } from 'zod';
import type { removeListed } from '@jwxt/contracts/makeup/makeup.command.ts';
import { listStatus } from '@jwxt/contracts/makeup/makeup.vocabulary.ts';
import { sheetStream } from '@jwxt/contracts/score/score-sheet.events.ts';
import { sheetStreams } from '@jwxt/contracts/score/score-sheet.state.ts';
import { scoreType } from '@jwxt/contracts/score/score.vocabulary.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import { classWithCourseSql } from '../base-info/shared/class-name.ts';
import type { CommandContext } from '../kernel/command-context.ts';
import type { CommandServices } from '../kernel/command-route.ts';
import { logOperations } from '../kernel/operation-log.ts';
import { refuse, type Refused } from '../kernel/refusal.ts';
import { listChangedText, tellOfList, whyListStands } from './shared/closed-list.ts';

/**
 * Takes students off a make-up list, all of those named or none. A frozen one changes while its scores are typed: what
 * was typed for who goes stays apart on the sheet; the teachers and the students are told why.
 */
export async function removeStudents(
  client: PoolClient,
  context: CommandContext,
  services: CommandServices,
  { makeupCourseId, studentCodes, reason }: z.output<typeof removeListed.payload>,
): Promise<{ studentNum: number } | Refused> {
  const {
    rows: [group],
  } = await client.query<{ status: string; name: string }>(
    `select exam_group.list_status as status, ${classWithCourseSql('class')} as name
       from base.makeup_course exam_group
       join base.teaching_class class on class.teaching_class_id = exam_group.makeup_course_id
       join base.course on course.kch = class.course_id
      where exam_group.makeup_course_id = $1 for update of exam_group`,
    [makeupCourseId],
  );
  if (!group) return refuse('MAKEUP_NOT_FOUND');
  const frozen = group.status === listStatus.frozen;
  const stands = frozen
    ? whyListStands((await services.handler.read(sheetStream(makeupCourseId, scoreType.makeup), sheetStreams)).state)
    : null;
  if (stands) return stands;
  const remove = [...new Set(studentCodes)];
  const { rows: listed } = await client.query<{ student_code: string }>(
    'delete from base.makeup_student where makeup_course_id = $1 and student_code = any($2) returning *',
    [makeupCourseId, remove],
  );
  if (listed.length < remove.length) return refuse('MAKEUP_STUDENT_NOT_LISTED');
  await client.query(
    'delete from base.teaching_class_student where teaching_class_id = $1 and student_code = any($2)',
    [makeupCourseId, remove],
  );
  await logOperations(
    client,
    context,
    'remove',
    'makeupStudent',
    listed.map((before) => ({ key: `${makeupCourseId}.${before.student_code}`, before, after: { reason } })),
  );
  if (frozen)
    await tellOfList(client, context, {
      classId: makeupCourseId,
      scoreType: scoreType.makeup,
      studentCodes: remove,
      text: await listChangedText(client, context.actor.name, `“${group.name}”的补缓考名单`, {
        add: [],
        remove,
        reason,
      }),
    });
  const {
    rows: [left],
  } = await client.query<{ count: number }>(
    'select count(*)::int as count from base.makeup_student where makeup_course_id = $1',
    [makeupCourseId],
  );
  return { studentNum: left?.count ?? 0 };
}
