import type { ApplicationDraft, NodeSnapshot } from '@jwxt/contracts/approval/application.events.ts';
import {
  processNames,
  scopeRuleNames,
  WHOLE_SCHOOL,
  type ScopeRule,
} from '@jwxt/contracts/approval/approval.vocabulary.ts';
import {
  processDefinition,
  type NodeCondition,
  type ProcessDefinition,
} from '@jwxt/contracts/approval/process-definition.ts';
import type { Actor } from '@jwxt/contracts/kernel/actor.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { contentHash } from '../../kernel/canonical-json.ts';
import { refuse, type Refused } from '../../kernel/refusal.ts';
import { coversUnit, loadRoleHolders, loadUnitTree, type RoleHolder, type UnitTree } from './approvers.facts.ts';

/**
 * Figures of the content that node conditions look at: `failRate`, `excellentRate` (tenths of a per cent), `hasRemark`
 * (remark codes), `maxChange` (hundredths), `failToPass`. A list serves the operator `includes`.
 */
export type Figures = Readonly<Record<string, number | string | boolean | readonly string[]>>;

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
export interface DraftFacts {
  readonly definition: ProcessDefinition;
  readonly version: number;
  readonly roleNames: ReadonlyMap<string, string>;
  readonly holders: readonly RoleHolder[];
  readonly units: UnitTree;
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
  const nodes: NodeSnapshot[] = [];
  for (const [index, node] of definition.nodes.entries()) {
    const scopeUnit = node.scopeRule === 'XX' ? WHOLE_SCHOOL : (units[node.scopeRule] ?? null);
    const skipReason = everyNodeSkipped(definition, figures)
      ? null
      : reasonToSkip(definition.nodes[index]?.conditions ?? [], figures);
    if (skipReason === null && !hasApprover(node.roleCode, scopeUnit, request, facts)) {
      return refuse(
        'APPROVAL_NO_APPROVER',
        { node: node.processNodeName },
        { data: { processNodeId: node.processNodeId } },
      );
    }
    nodes.push({
      processNodeId: node.processNodeId,
      processNodeName: node.processNodeName,
      roleCode: node.roleCode,
      roleName: facts.roleNames.get(node.roleCode) ?? node.roleCode,
      scopeRule: node.scopeRule,
      scopeUnit: scopeUnit ?? '',
      scopeUnitName: unitName(scopeUnit, facts.units),
      skipped: skipReason !== null,
      skipReason,
    });
  }
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

function unitName(unit: string | null, units: UnitTree): string {
  if (unit === WHOLE_SCHOOL) return scopeRuleNames.XX;
  return unit === null ? '' : (units.get(unit)?.name ?? unit);
}

function hasApprover(roleCode: string, unit: string | null, request: DraftRequest, facts: DraftFacts): boolean {
  if (unit === null) return false;
  const excluded = new Set([request.applicant.userName, ...request.enteredBy]);
  return facts.holders.some(
    (holder) => holder.roleCode === roleCode && !excluded.has(holder.userName) && coversUnit(holder, unit, facts.units),
  );
}

/** Nothing passes unseen: when no node's condition holds, all are asked. */
function everyNodeSkipped(definition: ProcessDefinition, figures: Figures): boolean {
  return definition.nodes.every((node) => reasonToSkip(node.conditions, figures) !== null);
}

/** Null when the node is asked: it has no condition, or one that holds. */
export function reasonToSkip(conditions: readonly NodeCondition[], figures: Figures): string | null {
  if (conditions.length === 0 || conditions.some((condition) => holds(condition, figures))) return null;
  return `未达到审批条件（${conditions.map((condition) => condition.text).join('，')}），跳过`;
}

/** A figure that the content does not have cannot show that the node is needless, so the node is asked. */
function holds({ field, operator, value }: NodeCondition, figures: Figures): boolean {
  const figure = figures[field];
  if (figure === undefined) return true;
  switch (operator) {
    case '=':
      return figure === value;
    case '>':
      return Number(figure) > Number(value);
    case '>=':
      return Number(figure) >= Number(value);
    case 'includes':
      return Array.isArray(figure) ? figure.includes(String(value)) : figure === value;
  }
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
  const definition = processDefinition.parse(row.definition);
  const roleCodes = [...new Set(definition.nodes.map((node) => node.roleCode))];
  const [holders, units, roles] = await Promise.all([
    loadRoleHolders(db, roleCodes),
    loadUnitTree(db),
    db.query<{ jsbh: string; jsmc: string }>('select jsbh, jsmc from base.role where jsbh = any($1)', [roleCodes]),
  ]);
  return {
    definition,
    version: row.version,
    holders,
    units,
    roleNames: new Map(roles.rows.map((role) => [role.jsbh, role.jsmc])),
  };
}
