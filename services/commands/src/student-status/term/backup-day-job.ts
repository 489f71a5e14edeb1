import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { backupRun } from '@jwxt/contracts/student-status/term/student-figures.operations.ts';
import { backupDay } from '@jwxt/contracts/student-status/term/term.resource.ts';
import { backupStatus } from '@jwxt/contracts/student-status/term/term.vocabulary.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import { applyOnce } from '../../kernel/applied-command.ts';
import type { CommandContext } from '../../kernel/command-context.ts';
import { defineLongJob } from '../../kernel/long-job.ts';
import { logOperations } from '../../kernel/operation-log.ts';
import { isRefused, refuse, type Refused } from '../../kernel/refusal.ts';
import { lockRow } from '../../kernel/resource-rows.ts';

/**
 * Freezes the states of all students on a day (STUDENT-STATUS-24), as they are known when the job was asked for: one
 * item, one transaction, so that a backup is whole or not there.
 */
export const backupDayJob = defineLongJob({
  kind: 'backupDayRun',
  payload: backupRun,
  async run(_item, { backupDayId }, context, { pool }) {
    const done = await applyOnce(pool, context, (client) => freeze(client, context, backupDayId));
    if (isRefused(done)) return done;
    return { changed: true, message: `已备份 ${String(done.result.students)} 名学生的学籍状态` };
  },
});

async function freeze(
  client: PoolClient,
  context: CommandContext,
  backupDayId: string,
): Promise<{ students: number } | Refused> {
  const known = await lockRow(client, backupDay, backupDayId);
  if (!known) return refuse('NOT_FOUND');
  if (known.row['backup_status'] === backupStatus.done) return refuse('BACKUP_TAKEN');
  const day = String(known.row['backup_date']);
  if (day > toDateTimeText(context.time).slice(0, 10)) return refuse('BACKUP_EARLY', { day });
  const { rowCount } = await client.query(
    `insert into base.backup_student (backup_day_id, student_code, status, in_school, bjdm, njzydm, njdm, dwh, zydm,
        xqdm, student_type, change_type, since, xbm, nation_code, birth_date, source_place, pyccm)
      select $1, state.student_code, state.status, state.in_school, state.bjdm, state.njzydm, state.njdm, state.dwh,
        state.zydm, state.xqdm, state.student_type, state.change_type, state.since, student.xbm, student.nation_code,
        student.birth_date, student.source_place, grade_major.pyccm
       from base.student_states_on($2::date, $3::timestamptz) state join base.student using (student_code)
       join base.grade_major on grade_major.njzydm = state.njzydm`,
    [backupDayId, day, context.time],
  );
  const students = rowCount ?? 0;
  const { rows } = await client.query<{ row: object }>(
    `update base.backup_day stored set backup_status = $2, taken_time = $3, student_num = (select count(*) from
        base.backup_student where backup_day_id = $1 and in_school)
      where backup_day_id = $1 returning to_jsonb(stored) as row`,
    [backupDayId, backupStatus.done, context.time],
  );
  await logOperations(client, context, 'update', backupDay.name, [
    { key: backupDayId, before: known.row, after: rows[0]?.row ?? null },
  ]);
  return { students };
}
