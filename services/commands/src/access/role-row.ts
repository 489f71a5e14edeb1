import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';

/** A stored role. `version` changes with every change of its row. */
export interface RoleRow {
  readonly jsbh: string;
  readonly jsmc: string;
  readonly jslx: string;
  readonly jsms: string | null;
  readonly sfqy: string;
  readonly mfaRequired: string;
  readonly version: string;
}

/** Locks a role until the transaction ends; null when there is none. */
export async function lockRole(client: PoolClient, jsbh: string): Promise<RoleRow | null> {
  const { rows } = await client.query<RoleRow>(
    `select jsbh, jsmc, jslx, jsms, sfqy, mfa_required as "mfaRequired", xmin::text as version from base.role
      where jsbh = $1 for update`,
    [jsbh],
  );
  return rows[0] ?? null;
}

/** What the operation log keeps of a role. */
export function loggedRole({ version: _version, ...row }: RoleRow): object {
  return row;
}
