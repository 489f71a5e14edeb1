import type { SortText } from '@jwxt/contracts/kernel/list-sort.ts';
import { sortedOrder, byPinyin } from '../kernel/sorted-by.ts';
import {
  personKindOf,
  personKinds,
  storedKindOf,
  type PersonKind,
} from '@jwxt/contracts/access/person-kind.vocabulary.ts';
import type { RoleView, roleSorts } from '@jwxt/contracts/access/role.operations.ts';
import { isBuiltIn } from '@jwxt/contracts/access/role.rules.ts';
import { yesNoOf, type YesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { containing, sqlParams } from '../kernel/sql-params.ts';

interface RoleFilter {
  readonly jsbh?: string | undefined;
  readonly jsmc?: string | undefined;
  readonly jslx?: PersonKind | undefined;
  readonly pageNo: number;
  readonly sort?: SortText<(typeof roleSorts)[number]> | undefined;
  readonly pageSize: number;
}
interface RoleRow {
  jsbh: string;
  jsmc: string;
  jslx: string;
  jsms: string | null;
  sfqy: YesNo;
  mfaRequired: YesNo;
  version: string;
  userNum: number;
  total: number;
}

/** What the list is sorted by. */
const sortExpressions: Readonly<Record<(typeof roleSorts)[number], string>> = {
  jsbh: 'role.jsbh',
  jsmc: byPinyin('role.jsmc'),
  jslx: 'role.jslx',
  userNum: '"userNum"',
  sfqy: 'role.sfqy',
};

/** One page of roles by number, with how many hold each today. */
export async function readRoles(
  db: Queryable,
  { jsbh, jsmc, jslx, sort, pageNo, pageSize }: RoleFilter,
): Promise<{ rows: RoleView[]; total: number }> {
  const params = sqlParams();
  const conditions = ['true'];
  if (jsbh) conditions.push(`role.jsbh ilike ${params.add(containing(jsbh))}`);
  if (jsmc) conditions.push(`role.jsmc ilike ${params.add(containing(jsmc))}`);
  if (jslx) conditions.push(`role.jslx = ${params.add(storedKindOf(jslx))}`);
  const where = conditions.join(' and ');
  const [count, page] = await Promise.all([
    db.query<{ total: number }>(`select count(*)::int as total from base.role where ${where}`, [...params.values]),
    db.query<RoleRow>(
      `select role.jsbh, role.jsmc, role.jslx, role.jsms, role.sfqy, role.mfa_required as "mfaRequired",
          role.xmin::text as version,
          (select count(*)::int from base.user_role held where held.jsbh = role.jsbh) as "userNum"
        from base.role where ${where} order by ${sortedOrder(sort, sortExpressions, 'role.jsbh')}
        limit ${String(pageSize)} offset ${String((pageNo - 1) * pageSize)}`,
      [...params.values],
    ),
  ]);
  return {
    total: count.rows[0]?.total ?? 0,
    rows: page.rows.map(({ jslx: stored, jsms, ...row }) => ({
      ...row,
      jsms: jsms ?? '',
      jslx: personKindOf(stored),
      jslxmc: personKinds[personKindOf(stored)],
      isBuiltIn: yesNoOf(isBuiltIn(row.jsbh)),
    })),
  };
}

/** Roles in use by number, of one kind or all. */
export async function readRoleNames(
  db: Queryable,
  jslx: PersonKind | undefined,
): Promise<{ jsbh: string; jsmc: string }[]> {
  const { rows } = await db.query<{ jsbh: string; jsmc: string }>(
    `select jsbh, jsmc from base.role where sfqy = '1' and ($1::text is null or jslx = $1) order by jsbh`,
    [jslx === undefined ? null : storedKindOf(jslx)],
  );
  return rows;
}

/** A role with what it may do; null when there is none. */
export async function readRolePermissions(
  db: Queryable,
  jsbh: string,
): Promise<{ jsbh: string; jsmc: string; qxbhs: string[]; version: string; defaults: string[] } | null> {
  const { rows } = await db.query<{
    jsbh: string;
    jsmc: string;
    qxbhs: string[];
    version: string;
    defaults: string[];
  }>(
    `select role.jsbh, role.jsmc, base.permission_version(role.jsbh) as version,
        array(select qxbh from base.role_permission granted where granted.jsbh = role.jsbh order by qxbh) as qxbhs,
        array(select distinct logged.after ->> 'qxbh' from base.operation_log logged
          where logged.resource = 'rolePermission' and logged.operation = 'setUp' and logged.after ->> 'jsbh' = $1)
          as defaults
      from base.role where role.jsbh = $1`,
    [jsbh],
  );
  return rows[0] ?? null;
}
