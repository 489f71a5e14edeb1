import type { ApplicationDraft, NodeSnapshot } from '@jwxt/contracts/approval/application.events.ts';
import { processNames, type ScopeRule } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import { processDefinition, type ProcessDefinition } from '@jwxt/contracts/approval/process-definition.ts';
import type { Actor } from '@jwxt/contracts/kernel/actor.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { contentHash } from '../../kernel/canonical-json.ts';
import { refuse, type Refused } from '../../kernel/refusal.ts';
import { loadRoleHolders, loadUnitTree } from './approvers.facts.ts';
import { planNodes, type Figures, type PlanFacts } from './node-plan.ts';

/** Who applies, as it is frozen. */
export const applicantOf = ({
  userName,
  name,
  departmentId,
  departmentName,
}: Actor): ApplicationDraft['applicant'] => ({
  userName,
  name,
  departmentId,
  departmentName,
});

/** What a business area asks to have approved. */
export interface DraftRequest extends Omit<ApplicationDraft, 'process' | 'content'> {
  readonly processNo: string;
  /** Version to go on with when a returned application is sent again (C7); the current one otherwise. */
  readonly processVersion?: number;
  /** Unit key for each scope rule that the process may use; the whole school (XX) needs none. */
  readonly units: Partial<Record<ScopeRule, string | null>>;
  readonly figures: Figures;
  readonly content: Omit<ApplicationDraft['content'], 'contentHash'>;
  /** The business content itself: a decision binds to its hash together with what the approver reads. */
  readonly business: unknown;
}

/** Facts about processes and people that a draft is built from. */
export interface DraftFacts extends PlanFacts {
  readonly version: number;
}

/**
 * Builds what a submission freezes (C7): the nodes of the process with their units, nodes passed over with the reason,
 * and the content with its hash. Refuses APPROVAL_PROCESS_MISSING, and APPROVAL_NO_APPROVER naming the node that nobody
 * could decide.
 */
export async function buildApplicationDraft(db: Queryable, request: DraftRequest): Promise<ApplicationDraft | Refused> {
  const facts = await loadDraftFacts(db, request.processNo, request.processVersion);
  return facts
    ? draftApplication(request, facts)
    : refuse('APPROVAL_PROCESS_MISSING', {
        process: (processNames as Record<string, string>)[request.processNo] ?? request.processNo,
      });
}

/** {@link buildApplicationDraft} over facts already at hand. */
export function draftApplication(request: DraftRequest, facts: DraftFacts): ApplicationDraft | Refused {
  const { processNo, processVersion: _version, units, figures, content, business, ...rest } = request;
  const { definition } = facts;
  const planned = planNodes(units, figures, facts);
  const excluded = new Set([request.applicant.userName, ...request.enteredBy]);
  const lacking = planned.find(
    ({ skipReason, holders }) => skipReason === null && holders.every(({ userName }) => excluded.has(userName)),
  );
  if (lacking) {
    const { processNodeId, processNodeName } = lacking.node;
    return refuse('APPROVAL_NO_APPROVER', { node: processNodeName }, { data: { processNodeId } });
  }
  const nodes = planned.map(({ node, roleName, scopeUnit, scopeUnitName, skipReason }): NodeSnapshot => ({
    processNodeId: node.processNodeId,
    processNodeName: node.processNodeName,
    roleCode: node.roleCode,
    roleName,
    scopeRule: node.scopeRule,
    scopeUnit: scopeUnit ?? '',
    scopeUnitName,
    skipped: skipReason !== null,
    skipReason,
  }));
  const { processName, approvalType, recallAllowed, transferAllowed, needRadio, factUseProcessCode, timeLimitDays } =
    definition;
  return {
    ...rest,
    process: {
      processNo,
      processName,
      processVersion: facts.version,
      approvalType,
      recallAllowed,
      nodes,
      ...defined({ transferAllowed, needRadio, factUseProcessCode, timeLimitDays }),
    },
    content: { ...content, contentHash: contentHash({ content, business }) },
  };
}

/** Without the keys that have no value: what a process does not say is not frozen. */
function defined<T extends object>(values: T): Partial<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<T>;
}

/** Loads the facts of a draft; null when the process is not configured or switched off. */
export async function loadDraftFacts(db: Queryable, processNo: string, version?: number): Promise<DraftFacts | null> {
  const { rows } = await db.query<{ version: number; definition: unknown }>(
    `select version, definition from base.process_definition
      where process_no = $1 and (status = '1' or version = $2) order by (version = $2) desc nulls last limit 1`,
    [processNo, version ?? null],
  );
  const row = rows[0];
  if (!row) return null;
  return { version: row.version, ...(await loadPlanFacts(db, processDefinition.parse(row.definition))) };
}

/** What the nodes of a definition are planned from. */
export async function loadPlanFacts(db: Queryable, definition: ProcessDefinition): Promise<PlanFacts> {
  const roleCodes = [...new Set(definition.nodes.flatMap(({ roleCode, ccRoles = [] }) => [roleCode, ...ccRoles]))];
  const [holders, units, roles] = await Promise.all([
    loadRoleHolders(db, roleCodes),
    loadUnitTree(db),
    db.query<{ jsbh: string; jsmc: string }>('select jsbh, jsmc from base.role'),
  ]);
  return { definition, holders, units, roleNames: new Map(roles.rows.map((role) => [role.jsbh, role.jsmc])) };
}
