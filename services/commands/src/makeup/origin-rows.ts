import { inTransaction, type Pool } from '@jwxt/infra/runtime/postgres.ts';
import type { CommandContext } from '../kernel/command-context.ts';
import { logOperations } from '../kernel/operation-log.ts';
import type { Listing, OriginStanding } from './origin-standing.ts';
import { isListOpen, takeOff } from './shared/leave-list.ts';

/**
 * Brings a list that is not frozen (a retake class that is not published) up to date: it loses who has nothing to make
 * up for, and shows the score that stands. A frozen list has a sheet, whose events say what happens to it.
 */
export async function followOnOpenList(
  pool: Pool,
  context: CommandContext,
  { teachingClassId, studentCode, origin }: Listing,
  standing: Pick<OriginStanding, 'cause' | 'text'> & Partial<OriginStanding>,
): Promise<void> {
  const { cause, text, remarkCode, final, cells } = standing;
  if (cause === 'restored') return;
  await inTransaction(pool, async (client) => {
    if (!(await isListOpen(client, teachingClassId))) return;
    if (cause !== 'changed') return await takeOff(client, context, teachingClassId, studentCode, text);
    const { rowCount } = await client.query(
      `update base.makeup_student set origin_remark_code = $3, origin_final = $4, origin_cells = $5
        where makeup_course_id = $1 and student_code = $2 and (origin_remark_code, origin_final, origin_cells) is
          distinct from ($3, $4::int, $5::jsonb)`,
      [teachingClassId, studentCode, remarkCode, final, JSON.stringify(cells)],
    );
    if (rowCount === 1)
      await logOperations(client, context, 'update', 'makeupStudent', [
        {
          key: `${teachingClassId}.${studentCode}`,
          before: origin,
          after: { originRemarkCode: remarkCode, originFinal: final, originCells: cells, text },
        },
      ]);
  });
}

/**
 * Takes a student off the rows of a list whose sheet says so; with what he was listed with kept, when he may come back.
 * Again, it finds nothing.
 */
export function takeOffList(
  pool: Pool,
  context: CommandContext,
  teachingClassId: string,
  studentCode: string,
  mayComeBack: boolean,
): Promise<void> {
  return inTransaction(pool, async (client) => {
    if (mayComeBack)
      await client.query(
        `insert into base.makeup_student_left
          select listed.*, roster.list_source, now() from base.makeup_student listed
            join base.teaching_class_student roster on roster.teaching_class_id = listed.makeup_course_id
              and roster.student_code = listed.student_code
            where listed.makeup_course_id = $1 and listed.student_code = $2
          on conflict do nothing`,
        [teachingClassId, studentCode],
      );
    await takeOff(client, context, teachingClassId, studentCode, '');
  });
}

/** Puts a student who left by himself back on the rows of a list whose sheet says so. Again, it finds nothing. */
export function putBackOnList(
  pool: Pool,
  context: CommandContext,
  teachingClassId: string,
  studentCode: string,
): Promise<void> {
  return inTransaction(pool, async (client) => {
    const {
      rows: [back],
    } = await client.query<object>(
      `with back as (delete from base.makeup_student_left where makeup_course_id = $1 and student_code = $2
          returning *),
        listed as (insert into base.makeup_student (makeup_course_id, student_code, makeup_type, origin_attempt_id,
            origin_teaching_class_id, origin_remark_code, origin_final, origin_cells)
          select makeup_course_id, student_code, makeup_type, origin_attempt_id, origin_teaching_class_id,
            origin_remark_code, origin_final, origin_cells from back),
        attends as (insert into base.teaching_class_student (teaching_class_id, student_code, list_source)
          select makeup_course_id, student_code, list_source from back on conflict do nothing)
        select * from back`,
      [teachingClassId, studentCode],
    );
    if (back)
      await logOperations(client, context, 'add', 'makeupStudent', [
        { key: `${teachingClassId}.${studentCode}`, before: null, after: back },
      ]);
  });
}
