import { ON_JOB } from '@jwxt/contracts/base-info/teacher.operations.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';

/** On the job, @XTGL_JZGDQZT. */

/** Whether there is such a teacher, on the job. */
export async function hasCurrentTeacher(client: PoolClient, gh: string): Promise<boolean> {
  const { rows } = await client.query('select from base.teacher where gh = $1 and dqztm = $2', [gh, ON_JOB]);
  return rows.length > 0;
}

/** Makes one person the only teacher of a class. */
export async function setOnlyTeacher(client: PoolClient, teachingClassId: string, gh: string): Promise<void> {
  await client.query('delete from base.teaching_class_teacher where teaching_class_id = $1 and gh <> $2', [
    teachingClassId,
    gh,
  ]);
  await client.query(
    `insert into base.teaching_class_teacher (teaching_class_id, gh, sort_num) values ($1, $2, 1)
      on conflict (teaching_class_id, gh) do update set sort_num = 1`,
    [teachingClassId, gh],
  );
}
