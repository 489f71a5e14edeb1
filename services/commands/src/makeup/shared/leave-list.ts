import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import type { CommandContext } from '../../kernel/command-context.ts';
import { logOperations } from '../../kernel/operation-log.ts';
import { refuse, type Refused } from '../../kernel/refusal.ts';

/** Whether a make-up list is not frozen, a retake class not published; it stays so until the transaction ends. */
export async function isListOpen(client: PoolClient, teachingClassId: string): Promise<boolean> {
  const { rows: makeups } = await client.query<{ open: boolean }>(
    `select list_status = '0' as open from base.makeup_course where makeup_course_id = $1 for update`,
    [teachingClassId],
  );
  if (makeups[0]) return makeups[0].open;
  const { rows: retakes } = await client.query<{ open: boolean }>(
    `select publish_status = '0' as open from base.rebuild_class where rebuild_class_id = $1 for update`,
    [teachingClassId],
  );
  return retakes[0]?.open ?? false;
}

/** Takes a student off a list that is open. Who is off it already is no refusal. */
export async function leaveList(
  client: PoolClient,
  context: CommandContext,
  { teachingClassId, studentCode, reason }: { teachingClassId: string; studentCode: string; reason: string },
): Promise<Refused | null> {
  if (!(await isListOpen(client, teachingClassId))) {
    const { rows } = await client.query<{ name: string }>(
      'select teaching_class_name as name from base.teaching_class where teaching_class_id = $1',
      [teachingClassId],
    );
    return refuse('MAKEUP_FROZEN', { course: rows[0]?.name ?? teachingClassId });
  }
  await takeOff(client, context, teachingClassId, studentCode, reason);
  return null;
}

/** Takes a student off the rows of a list. Again, it finds nothing. */
export async function takeOff(
  client: PoolClient,
  context: CommandContext,
  teachingClassId: string,
  studentCode: string,
  text: string,
): Promise<void> {
  const {
    rows: [listed],
  } = await client.query<object>(
    'delete from base.makeup_student where makeup_course_id = $1 and student_code = $2 returning *',
    [teachingClassId, studentCode],
  );
  const {
    rows: [attends],
  } = await client.query<object>(
    'delete from base.teaching_class_student where teaching_class_id = $1 and student_code = $2 returning *',
    [teachingClassId, studentCode],
  );
  if (attends)
    await logOperations(client, context, 'remove', 'makeupStudent', [
      { key: `${teachingClassId}.${studentCode}`, before: listed ?? attends, after: text === '' ? null : { text } },
    ]);
}
