import { assignedQueueKey, queueKey, unitOfClass, WHOLE_SCHOOL } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import { secondaryAuthModel } from '@jwxt/contracts/approval/secondary-auth.read-model.ts';
import { readModelTable } from '@jwxt/contracts/kernel/read-model.ts';
import type { PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import type { Cache } from '@jwxt/infra/runtime/cache-figures.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { createKeptValues } from '../../kernel/expiring-values.ts';
import { scopeOf, type Principal } from '../../kernel/principal.ts';
import { scopeAsked } from '../../kernel/scope-watch.ts';
import { valuesOf } from '../../kernel/scope.ts';

declare module '../../kernel/services.ts' {
  interface Services {
    readonly queueKeys: QueueKeys;
  }
}

const authorisationTable = readModelTable(secondaryAuthModel, 'authorisation');

/** The permission that makes a role's holder an approver. */
const APPROVE: PermissionCode = 'system:approve';

/** The permission under which people look at applications. */
const READ: PermissionCode = 'systemApprove:query';

/** Somebody absent in whose place a person decides, and by which authorisation. */
export interface Representation {
  readonly authId: string;
  readonly userName: string;
  readonly name: string;
}

/** To-do queues that people decide on: node × role × unit, and what was handed to them alone. */
export interface QueueKeys {
  /** Keys of all queues in which the person is a candidate, in published process versions old and new. */
  of(principal: Principal): Promise<readonly string[]>;
  /**
   * Those of them that are another person's, who is absent (审批代理). What a person decides on in the own right is
   * never among them.
   */
  represented(principal: Principal): Promise<ReadonlyMap<string, Representation>>;
  /** All in whose place the person may decide, by the keys of their queues, own ones too: where all must pass. */
  lent(principal: Principal): Promise<ReadonlyMap<string, readonly Representation[]>>;
  /** Where the person is one to whom a node is copied (抄送), by {@link copiedKeyIn}. */
  copied(principal: Principal): Promise<readonly string[]>;
  /** Forgets what is kept: an authorisation was given or ended. */
  forget(): void;
  readonly cache: Cache;
}

/** An authorisation that is not over yet. */
interface AuthorisationRow {
  authId: string;
  fromUser: string;
  fromName: string;
  toUser: string;
  processNos: string[];
  begin: Date;
  end: Date;
}

interface ProcessNodeRow {
  processNo: string;
  processNodeId: string;
  roleCode: string;
  scopeRule: string;
}

/** A role to which a node of a version is copied. */
interface CopyRow {
  version: string;
  processNodeId: string;
  roleCode: string;
}

/** SQL for the key of a node of an application, by which it is copied: version, node and unit. */
export const copiedKeyIn = (application: string, node: string): string =>
  `${application}.process_no || '.' || ${application}.process_version || '|' || (${node}->>'processNodeId') || '|'
    || (${node}->>'scopeUnit')`;

const keptMs = 5_000;
const ALL = 'all';

/** Who looks up the people in whose place others decide. */
export interface People {
  get(userName: string): Promise<Principal | null>;
}

interface Facts {
  readonly nodes: ProcessNodeRow[];
  readonly copies: CopyRow[];
  readonly units: string[];
  readonly authorisations: AuthorisationRow[];
}

/** Creates the reader; process definitions, units and authorisations are kept for seconds. */
export function createQueueKeys(db: Queryable, clock: () => Date, people: People): QueueKeys {
  const kept = createKeptValues<Promise<Facts>>(keptMs);

  const facts = (): Promise<Facts> => {
    const now = clock();
    const hit = kept.get(ALL, now);
    if (hit) return hit;
    const read = readFacts(db, now);
    kept.set(ALL, read, now);
    read.catch(() => kept.delete(ALL));
    return read;
  };

  const lent = async (principal: Principal): Promise<ReadonlyMap<string, readonly Representation[]>> => {
    const { nodes, units, authorisations } = await facts();
    const now = clock();
    const found = new Map<string, Representation[]>();
    for (const { authId, fromUser, fromName, toUser, processNos, begin, end } of authorisations) {
      if (toUser !== principal.userName || begin > now || now >= end) continue;
      // Only what the absent person decides on himself: what was lent to him is not lent on.
      const absent = await people.get(fromUser);
      if (!absent) continue;
      const reached = nodes.filter(({ processNo }) => processNos.length === 0 || processNos.includes(processNo));
      for (const key of queueKeysOf(absent, reached, units))
        found.set(key, [...(found.get(key) ?? []), { authId, userName: fromUser, name: fromName }]);
    }
    return found;
  };

  const represented = async (principal: Principal): Promise<ReadonlyMap<string, Representation>> => {
    const all = await lent(principal);
    if (all.size === 0) return new Map();
    const { nodes, units } = await facts();
    const own = new Set(queueKeysOf(principal, nodes, units));
    return new Map([...all].flatMap(([key, [first]]) => (first && !own.has(key) ? [[key, first] as const] : [])));
  };

  return {
    lent,
    represented,
    async of(principal) {
      scopeAsked(principal, 'application');
      const { nodes, units } = await facts();
      return [...queueKeysOf(principal, nodes, units), ...(await represented(principal)).keys()];
    },
    async copied(principal) {
      const { copies, units } = await facts();
      return copiedKeysOf(principal, copies, units);
    },
    forget: () => kept.clear(),
    cache: kept,
  };
}

/**
 * A holder decides for the units that the role's scope reaches, or for the classes that he advises; for the whole school only without restriction (domain
 * model §4).
 */
export function queueKeysOf(
  principal: Principal,
  nodes: readonly ProcessNodeRow[],
  units: readonly string[],
): string[] {
  const keys = principal.roles
    .filter((role) => role.permissions.has(APPROVE))
    .flatMap((role) => {
      const scope = scopeOf(role, APPROVE).get('DW') ?? '*';
      const reached = scope === '*' ? units : valuesOf(principal, scope);
      return nodes
        .filter((node) => node.roleCode === role.code)
        .flatMap((node) => {
          const handed = assignedQueueKey(node.processNodeId, principal.userName);
          if (node.scopeRule === 'XZB')
            return principal.ledClasses.length === 0
              ? []
              : [
                  ...principal.ledClasses.map((bjdm) => queueKey(node.processNodeId, role.code, unitOfClass(bjdm))),
                  handed,
                ];
          if (node.scopeRule !== 'XX')
            return reached.length === 0
              ? []
              : [...reached.map((unit) => queueKey(node.processNodeId, role.code, unit)), handed];
          return scope === '*' ? [queueKey(node.processNodeId, role.code, WHOLE_SCHOOL), handed] : [];
        });
    });
  return [...new Set(keys)];
}

/** A node is copied to the holders of a role in its unit who may look at applications. */
export function copiedKeysOf(principal: Principal, copies: readonly CopyRow[], units: readonly string[]): string[] {
  return principal.roles
    .filter((role) => role.permissions.has(READ))
    .flatMap((role) => {
      const scope = scopeOf(role, APPROVE).get('DW') ?? '*';
      const reached = scope === '*' ? [...units, WHOLE_SCHOOL] : valuesOf(principal, scope);
      return copies
        .filter((copy) => copy.roleCode === role.code)
        .flatMap(({ version, processNodeId }) => reached.map((unit) => `${version}|${processNodeId}|${unit}`));
    });
}

async function readFacts(db: Queryable, now: Date): Promise<Facts> {
  const [nodes, copies, units, authorisations] = await Promise.all([
    db.query<ProcessNodeRow>(
      `select distinct definition.process_no as "processNo", n->>'processNodeId' as "processNodeId",
          n->>'roleCode' as "roleCode", n->>'scopeRule' as "scopeRule"
         from base.process_definition definition, jsonb_array_elements(definition.definition->'nodes') as element (n)`,
    ),
    db.query<CopyRow>(
      `select definition.process_no || '.' || definition.version as version, n->>'processNodeId' as "processNodeId",
          role as "roleCode"
         from base.process_definition definition, jsonb_array_elements(definition.definition->'nodes') as element (n),
           jsonb_array_elements_text(coalesce(n->'ccRoles', '[]')) as role`,
    ),
    db.query<{ dwh: string }>('select dwh from base.department'),
    readAuthorisations(db, now),
  ]);
  return { nodes: nodes.rows, copies: copies.rows, units: units.rows.map(({ dwh }) => dwh), authorisations };
}

async function readAuthorisations(db: Queryable, now: Date): Promise<AuthorisationRow[]> {
  // Until the read model is there for the first time nobody stands in for anybody.
  const {
    rows: [model],
  } = await db.query<{ exists: boolean }>(`select to_regclass('${authorisationTable}') is not null as exists`);
  if (!model?.exists) return [];
  const { rows } = await db.query<AuthorisationRow>(
    `select auth_id as "authId", from_user as "fromUser", from_name as "fromName", to_user as "toUser",
        process_nos as "processNos", begin_time as begin, end_time as end
       from ${authorisationTable} where revoked_at is null and end_time > $1 order by granted_at, auth_id`,
    [now],
  );
  return rows;
}
