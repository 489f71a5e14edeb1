import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';

/** Kind of a class that is taught by the plan (`class_kind`). */
const ORDINARY = '1';

/**
 * Why a class stays as it is: those of a semester that is archived do (C8), and so do those that lists of reassessments
 * made.
 */
export async function closedClass(client: PoolClient, teachingClassId: unknown): Promise<string | null> {
  const { rows } = await client.query<{ archived: string; kind: string }>(
    `select semester.sfgd as archived, class.class_kind as kind from base.teaching_class class
       join base.semester on semester.xnxq = class.semester_id where class.teaching_class_id = $1`,
    [teachingClassId],
  );
  return rows[0] === undefined ? null : closedReason(rows[0]);
}

/** The same of a class that was read. */
export function closedReason({ archived, kind }: { archived: string; kind: string }): string | null {
  if (archived === yesNo.yes) return '所在学期已归档，不能修改';
  return kind === ORDINARY ? null : '由补考或重修名单生成，不能在这里修改';
}

/** Why teachers of a class that a teaching job made are not set at the class. */
export const TEACHERS_ELSEWHERE = '由教学任务生成，请在教学任务中指定教师';

/** Why the teachers of a class are not set at the class: those of a teaching job are set there (OPEN-COURSE-05). */
export async function teachersElsewhere(client: PoolClient, teachingClassId: unknown): Promise<string | null> {
  const { rowCount } = await client.query('select from base.teaching_job where teaching_class_id = $1', [
    teachingClassId,
  ]);
  return rowCount === 0 ? null : TEACHERS_ELSEWHERE;
}
