import { storedKindOf, type PersonKind } from '@jwxt/contracts/access/person-kind.vocabulary.ts';
import { ADMINISTRATOR, isBuiltIn } from '@jwxt/contracts/access/role.rules.ts';
import { yesNo, type YesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import { isProcess, processNames } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import type { CommandContext } from '../kernel/command-context.ts';
import { logOperations } from '../kernel/operation-log.ts';
import { isRefused, refusalText, refuse, type Refused } from '../kernel/refusal.ts';
import { lockRole, loggedRole, type RoleRow } from './role-row.ts';

interface NewRole {
  readonly jsbh: string;
  readonly jsmc: string;
  readonly jslx: PersonKind;
  readonly jsms: string;
  /** The role whose permissions and scopes it begins with. */
  readonly copyOf: string | null;
}

/** Makes a role, empty or as a copy of another one (PERM-18). */
export async function makeRole(
  client: PoolClient,
  context: CommandContext,
  { jsbh, jsmc, jslx, jsms, copyOf }: NewRole,
): Promise<{ jsbh: string } | Refused> {
  if (copyOf !== null && !(await lockRole(client, copyOf))) return refuse('ROLE_UNKNOWN');
  const { rowCount } = await client.query(
    'insert into base.role (jsbh, jsmc, jslx, jsms) values ($1, $2, $3, $4) on conflict do nothing',
    [jsbh, jsmc, storedKindOf(jslx), jsms || null],
  );
  if (rowCount === 0) return refuse('ROLE_EXISTS', {}, { fieldErrors: [{ field: 'jsbh', message: '角色编号已存在' }] });
  const { rows: copied } = await client.query<{ qxbh: string }>(
    `insert into base.role_permission (jsbh, qxbh) select $1, qxbh from base.role_permission where jsbh = $2
      returning qxbh`,
    [jsbh, copyOf],
  );
  await client.query(
    `insert into base.role_scope (jsbh, qxbh, sjqxbh, fwz)
       select $1, qxbh, sjqxbh, fwz from base.role_scope where jsbh = $2`,
    [jsbh, copyOf],
  );
  const made = await lockRole(client, jsbh);
  await logOperations(client, context, 'create', 'role', [
    { key: jsbh, before: null, after: made && { ...loggedRole(made), copyOf } },
  ]);
  await logOperations(
    client,
    context,
    'grant',
    'rolePermission',
    copied.map(({ qxbh }) => ({ key: `${jsbh}/${qxbh}`, before: null, after: { jsbh, qxbh } })),
  );
  return { jsbh };
}

interface ChangedRole {
  readonly jsbh: string;
  readonly jsmc: string;
  readonly jsms: string;
  readonly sfqy: YesNo;
  /** Whether it asks for a second factor; undefined: as it is. */
  readonly mfaRequired?: YesNo | undefined;
  readonly version: string;
}

/** Names, describes, stops or starts a role, and says whether it asks for a second factor (PERM-20). */
export async function renameRole(
  client: PoolClient,
  context: CommandContext,
  { version, ...role }: ChangedRole,
): Promise<{ jsbh: string } | Refused> {
  const { jsbh, jsmc, sfqy } = role;
  const jsms = role.jsms || null;
  const before = await lockRole(client, jsbh);
  if (!before) return refuse('ROLE_UNKNOWN');
  const mfaRequired = role.mfaRequired ?? before.mfaRequired;
  if (before.version !== version) return refuse('ROLE_CHANGED');
  if (jsbh === ADMINISTRATOR && sfqy !== yesNo.yes) return refuse('ROLE_NEEDED', { name: before.jsmc });
  await client.query('update base.role set jsmc = $2, jsms = $3, sfqy = $4, mfa_required = $5 where jsbh = $1', [
    jsbh,
    jsmc,
    jsms,
    sfqy,
    mfaRequired,
  ]);
  await logOperations(client, context, 'update', 'role', [
    { key: jsbh, before: loggedRole(before), after: { ...loggedRole(before), jsmc, jsms, sfqy, mfaRequired } },
  ]);
  return { jsbh };
}

/** Removes roles; those that cannot be removed stay, each with its reason (PERM-21, 22). */
export async function dropRoles(
  client: PoolClient,
  context: CommandContext,
  { keys, each }: { keys: readonly string[]; each: boolean },
): Promise<{ deleted: number; kept: { key: string; message: string }[] } | Refused> {
  const kept: { key: string; message: string }[] = [];
  let deleted = 0;
  for (const key of new Set(keys)) {
    const outcome = await dropRole(client, context, key);
    if (!isRefused(outcome)) deleted += 1;
    else if (each) kept.push({ key, message: refusalText(outcome.refused) });
    else return outcome;
  }
  return { deleted, kept };
}

async function dropRole(client: PoolClient, context: CommandContext, jsbh: string): Promise<RoleRow | Refused> {
  const role = await lockRole(client, jsbh);
  if (!role) return refuse('ROLE_UNKNOWN');
  const name = role.jsmc;
  if (isBuiltIn(jsbh)) return refuse('ROLE_BUILT_IN', { name });
  const { rows } = await client.query<{ n: number; process: string | null }>(
    `select (select count(*)::int from base.role_assignment where jsbh = $1) as n,
            (select min(process_no) from base.process_definition where status = '1' and exists
              (select from jsonb_array_elements(definition -> 'nodes') node
                where node ->> 'roleCode' = $1)) as process`,
    [jsbh],
  );
  const { n = 0, process = null } = rows[0] ?? {};
  if (n > 0) return refuse('ROLE_HELD', { name, n });
  if (process !== null)
    return refuse('ROLE_IN_PROCESS', { name, process: isProcess(process) ? processNames[process] : process });
  await client.query('delete from base.role_permission where jsbh = $1', [jsbh]);
  await client.query('delete from base.role_scope where jsbh = $1', [jsbh]);
  await client.query('delete from base.role where jsbh = $1', [jsbh]);
  await logOperations(client, context, 'delete', 'role', [{ key: jsbh, before: loggedRole(role), after: null }]);
  return role;
}
