import type { ApplicationDraft, NodeSnapshot } from '@jwxt/contracts/approval/application.events.ts';
import { classOfUnit, WHOLE_SCHOOL } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import { nodesAbove } from '@jwxt/contracts/kernel/function-tree.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import type { AskCandidate } from '../../kernel/command-route.ts';
import { gatherReads } from '../../kernel/gathered-reads.ts';

/** Somebody who holds a role, with the units that the role reaches for him (domain model §4). */
export interface RoleHolder {
  readonly userName: string;
  readonly roleCode: string;
  readonly departmentId: string | null;
  /** `fwz` of dimension DW: codes or one macro; null is no restriction. */
  readonly scope: string | null;
  /** Classes that he advises (班主任、辅导员); nobody else decides for a class. */
  readonly classes?: readonly string[];
}

/** The units of the school: parent by unit, for `$DW` (own unit with children). */
export type UnitTree = ReadonlyMap<string, { readonly name: string; readonly parent: string | null }>;

/** Whether a holder decides for a unit, or for a class that he advises; the whole school (`*`) needs a scope without restriction. */
export function coversUnit(holder: RoleHolder, unit: string, tree: UnitTree): boolean {
  const classCode = classOfUnit(unit);
  if (classCode !== null) return holder.classes?.includes(classCode) === true;
  if (holder.scope === null || holder.scope === '*') return true;
  if (unit === WHOLE_SCHOOL) return false;
  switch (holder.scope) {
    case '$DW':
      return holder.departmentId !== null && isWithin(unit, holder.departmentId, tree);
    case '$DWB':
      return holder.departmentId === unit;
    case '$SELF':
      return false;
    default:
      return holder.scope.split(',').includes(unit);
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
  const { rows } = await db.query<{ dwh: string; dwmc: string; lsdwh: string | null }>(
    'select dwh, dwmc, lsdwh from base.department',
  );
  return new Map(rows.map((row) => [row.dwh, { name: row.dwmc, parent: row.lsdwh }]));
}

/** Enabled holders of roles. */
export async function loadRoleHolders(db: Queryable, roleCodes: readonly string[]): Promise<RoleHolder[]> {
  const { rows } = await db.query<RoleHolder>(
    holdersIn('select jsbh as role_code, user_name from base.user_role where jsbh = any($1)'),
    [roleCodes],
  );
  return rows;
}

/** Who may decide an application at a node at this moment, without whoever applied for or entered it. */
export async function approversAt(
  db: Queryable,
  { roleCode, scopeUnit }: Pick<NodeSnapshot, 'roleCode' | 'scopeUnit'>,
  { applicant, enteredBy }: Pick<ApplicationDraft, 'applicant' | 'enteredBy'>,
): Promise<string[]> {
  const [holders, units] = await Promise.all([loadRoleHolders(db, [roleCode]), loadUnitTree(db)]);
  const barred = new Set([applicant.userName, ...enteredBy]);
  return holders
    .filter((holder) => !barred.has(holder.userName) && coversUnit(holder, scopeUnit, units))
    .map(({ userName }) => userName);
}

/** Where a scope of approving may be set: at the action itself, or above it. */
const approving = nodesAbove('system:approve').join(`', '`);

const holdersIn = (held: string): string => `
  select account.user_name as "userName", found.role_code as "roleCode", coalesce(teacher.dwh,
    account.department_id) as "departmentId",
    base.scope_value(found.role_code, array['${approving}'], 'DW') as scope,
    array(select own.bjdm from base.class_info own where teacher.gh in (own.bzrgh, own.fdygh)) as classes
    from (${held}) found
    join base.user_account account on account.user_name = found.user_name and account.sfqy = '1'
    left join base.teacher on teacher.gh = account.gh
   order by account.user_name`;

/** Somebody and a role that he may hold. */
interface Holding {
  readonly userName: string;
  readonly roleCode: string;
}

const nobodyAbove: UnitTree = new Map();

/**
 * Creates the question. Every decision asks it, and rights count at once: they are read each time, for those who decide
 * at the same moment together.
 */
export function createCandidates(db: Queryable): AskCandidate {
  const holdingOf = gatherReads(async (asked: readonly Holding[]) => {
    const { rows } = await db.query<RoleHolder>({
      name: 'role_holdings',
      text: holdersIn(
        `select distinct role_code, user_name from unnest($1::text[], $2::text[]) as given (user_name, role_code)
          join base.user_role held using (user_name) where held.jsbh = given.role_code`,
      ),
      values: [asked.map(({ userName }) => userName), asked.map(({ roleCode }) => roleCode)],
    });
    return asked.map(
      ({ userName, roleCode }) => rows.find((row) => row.userName === userName && row.roleCode === roleCode) ?? null,
    );
  });
  return async (userName, { roleCode, scopeUnit }) => {
    const holder = await holdingOf({ userName, roleCode });
    if (!holder) return false;
    if (coversUnit(holder, scopeUnit, nobodyAbove)) return true;
    // Only the units below the holder's own are found by the tree.
    return holder.scope === '$DW' && coversUnit(holder, scopeUnit, await loadUnitTree(db));
  };
}
