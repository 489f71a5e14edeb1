import type { LongJobItem } from '@jwxt/contracts/system/long-job.command.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { allowsSql } from '@jwxt/infra/runtime/status-allowance.ts';

/** Whose standings are frozen; undefined: of all. */
export interface Range {
  readonly gradeCode?: string | undefined;
  readonly departmentId?: string | undefined;
}

/** Grades and majors with students in attendance, as items of a job. */
export async function gradeMajorsOf(db: Queryable, { gradeCode, departmentId }: Range): Promise<LongJobItem[]> {
  const { rows } = await db.query<LongJobItem>(
    `select grade_major.njzydm as "itemKey", grade_major.njzymc as "itemName" from base.grade_major
      where exists (select from base.student where student.njzydm = grade_major.njzydm 
        and ${allowsSql('student.dqztm', 'enterScores')}
        and ($1::text is null or student.njdm = $1) and ($2::text is null or student.dwh = $2))
      order by grade_major.njzymc, grade_major.njzydm`,
    [gradeCode ?? null, departmentId ?? null],
  );
  return rows;
}

/** Whether such a job runs or waits, unless it is the one of this command. */
export async function isGenerating(db: Queryable, kind: string, commandId: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `select from base.long_job where kind = $1 and status in ('0', '1')
      and not exists (select from base.applied_command where command_id = $2)`,
    [kind, commandId],
  );
  return rowCount !== 0;
}
