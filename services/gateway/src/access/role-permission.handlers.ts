import { operations } from '@jwxt/contracts/all-areas.ts';
import { dropPermission, setRolePermissions } from '@jwxt/contracts/access/role.command.ts';
import {
  deletePermission,
  queryPermissions,
  saveRolePermissions,
  selectRoleByJsbh,
  type PermissionView,
} from '@jwxt/contracts/access/role-permission.operations.ts';
import { moduleKey, modules } from '@jwxt/contracts/kernel/module.vocabulary.ts';
import { API_ROOT, permissionOf } from '@jwxt/contracts/kernel/operation.ts';
import { permissions } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { handler } from '../kernel/handler.ts';
import { Refused } from '../kernel/refused.ts';
import { runCommand } from '../kernel/run-command.ts';
import { readRolePermissions } from './role.read.ts';

const SHARED = { fwbh: '', fwmc: '公共' };
const askedBy = Map.groupBy(operations, (operation) => permissionOf(operation) ?? '');

/** The codes that the product knows, with the operations that ask for them. */
const declared = permissions.map(({ code, name, module }) => ({
  qxbh: code,
  qxmc: name,
  known: true,
  ...(module === null
    ? SHARED
    : { fwbh: moduleKey(module), fwmc: modules.find(({ route }) => route === module)?.title ?? module }),
  operations: (askedBy.get(code) ?? []).map(({ method, path, summary }) => ({
    method,
    path: API_ROOT + path,
    summary,
  })),
}));
const unused = (qxbh: string) => ({ qxbh, qxmc: '', known: false, ...SHARED, operations: [] });

/** Every code, known or held, with the roles that hold it and how many people that is today. */
async function readPermissions(db: Queryable): Promise<PermissionView[]> {
  const { rows } = await db.query<{ qxbh: string; roles: { jsbh: string; jsmc: string }[]; userNum: number }>(
    `select granted.qxbh,
        jsonb_agg(jsonb_build_object('jsbh', role.jsbh, 'jsmc', role.jsmc) order by role.jsbh) as roles,
        (select count(distinct held.user_name)::int from base.user_role held
          where held.jsbh = any(array_agg(granted.jsbh))) as "userNum"
      from base.role_permission granted join base.role using (jsbh) group by granted.qxbh order by granted.qxbh`,
  );
  const held = new Map(rows.map((row) => [row.qxbh, row]));
  const codes = new Set<string>(declared.map(({ qxbh }) => qxbh));
  return [...declared, ...rows.filter(({ qxbh }) => !codes.has(qxbh)).map(({ qxbh }) => unused(qxbh))].map((row) => ({
    ...row,
    roles: held.get(row.qxbh)?.roles ?? [],
    userNum: held.get(row.qxbh)?.userNum ?? 0,
  }));
}

/** What roles may do (SYSADMIN-12), and what permissions there are (SYSADMIN-14). */
export const rolePermissionHandlers = [
  handler(selectRoleByJsbh, async ({ jsbh }, { services }) => {
    const role = await readRolePermissions(services.db, jsbh);
    if (!role) throw new Refused('ROLE_UNKNOWN');
    return role;
  }),
  handler(saveRolePermissions, ({ commandId, ...wanted }, call) =>
    runCommand(setRolePermissions, wanted, call, { commandId }),
  ),
  handler(queryPermissions, (_input, { services }) => readPermissions(services.db)),
  handler(deletePermission, ({ commandId, qxbh }, call) => runCommand(dropPermission, { qxbh }, call, { commandId })),
];
