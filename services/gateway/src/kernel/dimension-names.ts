import type { NamedDimension } from '@jwxt/contracts/kernel/node-scopes.ts';
import type { YesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import type { dimensionTable } from '@jwxt/contracts/student-functions.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';

/** A dimension, and whether new scopes may name it. */
interface OfferedDimension extends NamedDimension {
  readonly sfqy: YesNo;
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
