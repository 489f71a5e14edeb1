import { teachingClassStudent } from '@jwxt/contracts/base-info/teaching-class.resource.ts';
import { jobStatus, ROSTER_OF_ITEM_GROUP } from '@jwxt/contracts/open-course/open-course.vocabulary.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import type { CommandContext } from '../../kernel/command-context.ts';
import { logOperations, type LoggedChange } from '../../kernel/operation-log.ts';

/** Whether a group of a special item is taught in a class that is there (OPEN-COURSE-18). */
export async function isSettled(client: PoolClient, itemGroupId: unknown): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from base.special_item_group grouped join base.teaching_job job using (teaching_class_id)
      where grouped.item_group_id = $1 and job.job_status = $2`,
    [itemGroupId, jobStatus.confirmed],
  );
  return rowCount === 1;
}

/** Takes a student who left a group out of the roster of its class, where he came in with the group. */
export async function leaveGroupClass(
  client: PoolClient,
  context: CommandContext,
  itemGroupId: unknown,
  studentCode: string,
): Promise<void> {
  const { rows } = await client.query<LoggedChange>(
    `delete from base.teaching_class_student stored using base.special_item_group grouped
      where grouped.item_group_id = $1 and stored.teaching_class_id = grouped.teaching_class_id
        and stored.student_code = $2 and stored.list_source = $3
     returning stored.roster_id as key, to_jsonb(stored) as before, null as after`,
    [itemGroupId, studentCode, ROSTER_OF_ITEM_GROUP],
  );
  await logOperations(client, context, 'delete', teachingClassStudent.name, rows);
}
