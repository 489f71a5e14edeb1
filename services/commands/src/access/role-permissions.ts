import { ADMINISTRATOR, administratorKeeps } from '@jwxt/contracts/access/role.rules.ts';
import { permissions } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import type { CommandContext } from '../kernel/command-context.ts';
import { logOperations } from '../kernel/operation-log.ts';
import { refuse, type Refused } from '../kernel/refusal.ts';
import { lockRole } from './role-row.ts';

const known: ReadonlyMap<string, string> = new Map(permissions.map(({ code, name }) => [code, name]));

/**
 * Sets what a role may do (SYSADMIN-12). `version`: of the permissions that the person has seen. Each code that comes
 * or goes has its line in the operation log, so that an upgrade does not bring back what the school took away.
 */
export async function savePermissions(
  client: PoolClient,
  context: CommandContext,
  { jsbh, version, qxbhs }: { jsbh: string; version: string; qxbhs: readonly string[] },
): Promise<{ added: string[]; removed: string[] } | Refused> {
  const role = await lockRole(client, jsbh);
  if (!role) return refuse('ROLE_UNKNOWN');
  const { rows } = await client.query<{ qxbh: string }>(
    'select qxbh from base.role_permission where jsbh = $1 order by qxbh',
    [jsbh],
  );
  const held = rows.map(({ qxbh }) => qxbh);
  const { rows: seen } = await client.query<{ version: string }>('select base.permission_version($1) as version', [
    jsbh,
  ]);
  if (seen[0]?.version !== version) return refuse('ROLE_CHANGED');
  const wanted = new Set(qxbhs);
  const added = [...wanted].filter((code) => !held.includes(code)).toSorted();
  const removed = held.filter((code) => !wanted.has(code));
  const unknown = added.find((code) => !known.has(code));
  if (unknown !== undefined) return refuse('PERMISSION_UNKNOWN', { code: unknown });
  const lost = jsbh === ADMINISTRATOR ? administratorKeeps.find((code) => !wanted.has(code)) : undefined;
  if (lost !== undefined) return refuse('ROLE_KEEPS', { name: known.get(lost) ?? lost });
  await client.query('insert into base.role_permission (jsbh, qxbh) select $1, unnest($2::text[])', [jsbh, added]);
  await client.query('delete from base.role_permission where jsbh = $1 and qxbh = any($2)', [jsbh, removed]);
  await logOperations(client, context, 'grant', 'rolePermission', lines(jsbh, added, 'after'));
  await logOperations(client, context, 'revoke', 'rolePermission', lines(jsbh, removed, 'before'));
  return { added, removed };
}

/** Takes a code that nothing declares from all roles that still have it (SYSADMIN-14). */
export async function dropUnusedPermission(
  client: PoolClient,
  context: CommandContext,
  { qxbh }: { qxbh: string },
): Promise<{ roles: number } | Refused> {
  if (known.has(qxbh)) return refuse('PERMISSION_IN_USE', { code: qxbh });
  const { rows } = await client.query<{ jsbh: string }>(
    'delete from base.role_permission where qxbh = $1 returning jsbh',
    [qxbh],
  );
  await logOperations(
    client,
    context,
    'revoke',
    'rolePermission',
    rows.flatMap(({ jsbh }) => lines(jsbh, [qxbh], 'before')),
  );
  return { roles: rows.length };
}

function lines(jsbh: string, codes: readonly string[], when: 'before' | 'after') {
  return codes.map((qxbh) => ({ key: `${jsbh}/${qxbh}`, before: null, after: null, [when]: { jsbh, qxbh } }));
}
