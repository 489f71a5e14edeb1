import {
  querySystemDepartments,
  systemDepartmentTree,
  type SystemDepartmentNode,
} from '@jwxt/contracts/access/system-department.operations.ts';
import type { SignedInCall } from '../kernel/handler.ts';
import { handler, type Handler } from '../kernel/handler.ts';
import { scopeCondition } from '../kernel/scope.ts';
import { containing, sqlParams, type SqlParams } from '../kernel/sql-params.ts';

type Unit = Omit<SystemDepartmentNode, 'child'>;

/** The units of base data with how many accounts each has, in the order of the tree. */
const selected = `unit.dwh, unit.dwmc, unit.lsdwh, coalesce(above.dwmc, '') as lsdwmc, unit.dwlbm,
  coalesce(kind.mc, '') as dwlbmc, unit.sfqy, coalesce(counted.n, 0)::int as "userNum"`;
const from = `base.department unit left join base.department above on above.dwh = unit.lsdwh
  left join base.data_dict kind on kind.dmlb = 'XTGL_DWLB' and kind.dm = unit.dwlbm
  left join (select coalesce(teacher.dwh, student.dwh, account.department_id) as dwh, count(*) as n
      from base.user_account account left join base.teacher on teacher.gh = account.gh
      left join base.student on student.student_code = account.student_code
    where account.sfqy = '1' group by 1) counted on counted.dwh = unit.dwh`;
const order = 'order by base.unit_path(unit.dwh), unit.dwh';

const reached = ({ user, permission }: SignedInCall, params: SqlParams): string =>
  scopeCondition(user, permission, { target: 'unit', DW: 'unit.dwh' }, params);

/** Units under 系统管理 (SYSADMIN-21). */
export const systemDepartmentHandlers: readonly Handler[] = [
  handler(querySystemDepartments, async ({ dwh, dwmc, dwlbm, sfqy, pageNo, pageSize }, call) => {
    const params = sqlParams();
    const where = [
      reached(call, params),
      ...(dwh ? [`unit.dwh ilike ${params.add(containing(dwh))}`] : []),
      ...(dwmc ? [`unit.dwmc ilike ${params.add(containing(dwmc))}`] : []),
      ...(dwlbm ? [`unit.dwlbm = ${params.add(dwlbm)}`] : []),
      ...(sfqy ? [`unit.sfqy = ${params.add(sfqy)}`] : []),
    ].join(' and ');
    const { rows } = await call.services.db.query<Unit & { n: number }>(
      `select ${selected}, count(*) over ()::int as n from ${from} where ${where} ${order}
        limit ${params.add(pageSize)} offset ${params.add((pageNo - 1) * pageSize)}`,
      [...params.values],
    );
    return { rows: rows.map(({ n: _n, ...row }) => row), total: rows[0]?.n ?? 0 };
  }),
  handler(systemDepartmentTree, async (_input, call) => {
    const params = sqlParams();
    const { rows } = await call.services.db.query<Unit>(
      `select ${selected} from ${from} where ${reached(call, params)} ${order}`,
      [...params.values],
    );
    const nodes = new Map(rows.map((row) => [row.dwh, { ...row, child: [] as SystemDepartmentNode[] }]));
    const roots: SystemDepartmentNode[] = [];
    for (const node of nodes.values()) (nodes.get(node.lsdwh ?? '')?.child ?? roots).push(node);
    return roots;
  }),
];
