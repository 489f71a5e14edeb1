import { WHOLE_SCHOOL } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';

/** Somebody who holds a role, with the units that the role reaches for him (domain model §4). */
export interface RoleHolder {
  readonly userName: string;
  readonly roleCode: string;
  readonly departmentId: string | null;
  /** `fwz` of dimension DW: codes or one macro; null is no restriction. */
  readonly scope: string | null;
}

/** The units of the school: parent by unit, for `$DW` (own unit with children). */
export type UnitTree = ReadonlyMap<string, { readonly name: string; readonly parent: string | null }>;

/** Whether a holder decides for a unit; the whole school (`*`) needs a scope without restriction. */
export function coversUnit(holder: RoleHolder, unit: string, tree: UnitTree): boolean {
  if (holder.scope === null || holder.scope === '*') return true;
  if (unit === WHOLE_SCHOOL) return false;
  switch (holder.scope) {
    case '$DW': return holder.departmentId !== null && isWithin(unit, holder.departmentId, tree);
    case '$DWB': return holder.departmentId === unit;
    case '$SELF': return false;
    default: return holder.scope.split(',').includes(unit);
  }
}

function isWithin(unit: string, ancestor: string, tree: UnitTree): boolean {
  const seen = new Set<string>();
  for (let at: string | null = unit; at !== null && !seen.has(at); at = tree.get(at)?.parent ?? null) {
    if (at === ancestor) return true;
    seen.add(at);
  }
  return false;
}

/** Reads the tree of units. */
export async function loadUnitTree(db: Queryable): Promise<UnitTree> {
  const { rows } = await db.query<{ dwh: string; dwmc: string; lsdwh: string | null }>('select dwh, dwmc, lsdwh from base.department');
  return new Map(rows.map((row) => [row.dwh, { name: row.dwmc, parent: row.lsdwh }]));
}

const holdersOf = (condition: string): string => `
  select u.user_name as "userName", r.jsbh as "roleCode", coalesce(t.dwh, u.department_id) as "departmentId", s.fwz as scope
    from base.user_role r
    join base.user_account u on u.user_name = r.user_name and u.sfqy = '1'
    left join base.teacher t on t.gh = u.gh
    left join base.role_scope s on s.jsbh = r.jsbh and s.sjqxbh = 'DW'
   where ${condition} order by r.user_name`;

/** Enabled holders of roles. */
export async function loadRoleHolders(db: Queryable, roleCodes: readonly string[]): Promise<RoleHolder[]> {
  const { rows } = await db.query<RoleHolder>(holdersOf('r.jsbh = any($1)'), [roleCodes]);
  return rows;
}

const nobodyAbove: UnitTree = new Map();

/**
 * Whether base data names a user an approver of a node now: he holds its role, and the role reaches its unit. Every decision asks, and
 * rights count at once: it is read each time, prepared, and the tree of units only where the holder's own unit does not decide.
 */
export async function isCandidate(db: Queryable, userName: string, node: { readonly roleCode: string; readonly scopeUnit: string }): Promise<boolean> {
  const { rows: holders } = await db.query<RoleHolder>({ name: 'role_holder', text: holdersOf('r.user_name = $1 and r.jsbh = $2'), values: [userName, node.roleCode] });
  if (holders.some((holder) => coversUnit(holder, node.scopeUnit, nobodyAbove))) return true;
  if (!holders.some(({ scope }) => scope === '$DW')) return false;
  const tree = await loadUnitTree(db);
  return holders.some((holder) => coversUnit(holder, node.scopeUnit, tree));
}
