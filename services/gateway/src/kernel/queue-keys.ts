import { queueKey, WHOLE_SCHOOL } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import type { Principal } from './principal.ts';
import { valuesOf } from './scope.ts';

/** The permission that makes a role's holder an approver. */
const APPROVE = 'system:approve';

/** To-do queues that people decide on: node × role × unit. */
export interface QueueKeys {
  /** Keys of all queues in which the person is a candidate, in published process versions old and new. */
  of(principal: Principal): Promise<readonly string[]>;
}

interface ProcessNodeRow { processNodeId: string; roleCode: string; scopeRule: string }

const keptMs = 5_000;

/** Creates the reader; process definitions and units are kept for seconds. */
export function createQueueKeys(db: Queryable, clock: () => Date): QueueKeys {
  let kept: { until: number; facts: Promise<{ nodes: ProcessNodeRow[]; units: string[] }> } | undefined;
  return {
    async of(principal) {
      const now = clock().getTime();
      if (!kept || kept.until <= now) {
        const facts = readFacts(db);
        kept = { until: now + keptMs, facts };
        facts.catch(() => (kept = undefined));
      }
      const { nodes, units } = await kept.facts;
      return queueKeysOf(principal, nodes, units);
    },
  };
}

/** A holder decides for the units that the role's scope reaches; for the whole school only without restriction (domain model §4). */
export function queueKeysOf(principal: Principal, nodes: readonly ProcessNodeRow[], units: readonly string[]): string[] {
  const keys = principal.roles.filter((role) => role.permissions.has(APPROVE)).flatMap((role) => {
    const scope = role.scope.get('DW') ?? '*';
    const reached = scope === '*' ? units : valuesOf(principal, scope);
    return nodes.filter((node) => node.roleCode === role.code).flatMap((node) => {
      if (node.scopeRule !== 'XX') return reached.map((unit) => queueKey(node.processNodeId, role.code, unit));
      return scope === '*' ? [queueKey(node.processNodeId, role.code, WHOLE_SCHOOL)] : [];
    });
  });
  return [...new Set(keys)];
}

async function readFacts(db: Queryable): Promise<{ nodes: ProcessNodeRow[]; units: string[] }> {
  const [nodes, units] = await Promise.all([
    db.query<ProcessNodeRow>(
      `select distinct n->>'processNodeId' as "processNodeId", n->>'roleCode' as "roleCode", n->>'scopeRule' as "scopeRule"
         from base.process_definition d, jsonb_array_elements(d.definition->'nodes') n`,
    ),
    db.query<{ dwh: string }>('select dwh from base.department'),
  ]);
  return { nodes: nodes.rows, units: units.rows.map(({ dwh }) => dwh) };
}
