import type { NamedDimension } from '@jwxt/contracts/kernel/node-scopes.ts';
import type { YesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import { studentFunctions } from '@jwxt/contracts/student-functions.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';

/** A dimension, and whether new scopes may name it. */
interface OfferedDimension extends NamedDimension {
  readonly sfqy: YesNo;
}

/** Where the dimensions of a function are kept: those of students for what is about them alone. */
export function dimensionTable(qxbh: string): 'data_dimension' | 'student_data_dimension' {
  return studentFunctions.has(qxbh) ? 'student_data_dimension' : 'data_dimension';
}

/** The dimensions as the school calls them, in its order (SYSADMIN-19, SYSADMIN-20). */
export async function readDimensionChoices(
  db: Queryable,
  table: ReturnType<typeof dimensionTable>,
): Promise<OfferedDimension[]> {
  const { rows } = await db.query<OfferedDimension>(
    `select sjqxbh, wdmc, sfqy from base.${table} order by sort_num, sjqxbh`,
  );
  return rows;
}
