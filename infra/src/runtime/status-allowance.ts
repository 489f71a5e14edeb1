import { statusActNames, type StatusAct } from '@jwxt/contracts/student-status/status.rules.ts';
import type { Queryable } from './postgres.ts';

/** SQL: whether the status in a column allows something (decision 082). */
export const allowsSql = (column: string, act: StatusAct): string =>
  `exists (select from base.status_allowance allowed where allowed.status = ${column} and allowed.act = '${act}')`;

/** Why somebody cannot be acted for: who he is, in which status, and what it does not allow. */
export interface NotAllowed {
  readonly student: string;
  readonly status: string;
  readonly act: string;
}

/** The first of some students whose status does not allow something; null: all may. */
export async function firstNotAllowed(
  db: Queryable,
  studentCodes: readonly unknown[],
  act: StatusAct,
): Promise<NotAllowed | null> {
  const { rows } = await db.query<Omit<NotAllowed, 'act'>>(
    `select student.student_name as student, coalesce(entry.mc, student.dqztm) as status from base.student
       left join base.data_dict entry on entry.dmlb = 'XTGL_XSDQZT' and entry.dm = student.dqztm
      where student.student_code = any($1) and not ${allowsSql('student.dqztm', act)}
      order by student.student_number limit 1`,
    [studentCodes],
  );
  return rows[0] ? { ...rows[0], act: statusActNames[act] } : null;
}

/** SQL: the name of the status in which the student of a `candidate` sits no exams; null: he does. */
export const BARRED_BY = `(select coalesce(entry.mc, barred.dqztm) from base.student barred
  left join base.data_dict entry on entry.dmlb = 'XTGL_XSDQZT' and entry.dm = barred.dqztm
  where barred.student_code = candidate.student_code and not ${allowsSql('barred.dqztm', 'enterScores')})`;
