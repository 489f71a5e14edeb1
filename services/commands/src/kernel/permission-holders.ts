import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';

/**
 * A query of who holds a permission now (`user_name`), of his own roles, not handed on to him: each person once.
 * `code` is a part of SQL: `$2`, a quoted literal.
 */
export const holdersOf = (code: string): string =>
  `select held.user_name from base.user_role held join base.role_permission granted using (jsbh)
    where granted.qxbh = ${code} group by held.user_name`;

/** Whether somebody holds a permission now. */
export async function holdsPermission(db: Queryable, userName: string, code: string): Promise<boolean> {
  const { rowCount } = await db.query(`select from (${holdersOf('$2')}) holder where holder.user_name = $1`, [
    userName,
    code,
  ]);
  return rowCount === 1;
}
