import { classOfUnit, scopeRuleNames, WHOLE_SCHOOL, type ScopeRule } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import type { NodeCondition, ProcessDefinition, ProcessNode } from '@jwxt/contracts/approval/process-definition.ts';
import { coversUnit, type RoleHolder, type UnitTree } from './approvers.facts.ts';

/**
 * Figures of the content that node conditions look at: `failRate`, `excellentRate` (tenths of a per cent), `hasRemark`
 * (remark codes), `maxChange` (hundredths), `failToPass`. A list serves the operator `includes`.
 */
export type Figures = Readonly<Record<string, number | string | boolean | readonly string[]>>;

/** What a plan of nodes is made from. */
export interface PlanFacts {
  readonly definition: ProcessDefinition;
  readonly roleNames: ReadonlyMap<string, string>;
  readonly holders: readonly RoleHolder[];
  readonly units: UnitTree;
}

/** One node for one content: whose unit it is, whether it is passed over and why, and who holds its role there. */
export interface PlannedNode {
  readonly node: ProcessNode;
  readonly roleName: string;
  /** Null: the content names no such unit. */
  readonly scopeUnit: string | null;
  readonly scopeUnitName: string;
  readonly skipReason: string | null;
  readonly holders: readonly RoleHolder[];
  readonly copied: readonly Copied[];
}

/** A role that a node is copied to (抄送), and who holds it there. */
export interface Copied {
  readonly roleName: string;
  readonly holders: readonly RoleHolder[];
}

/** The nodes of a process for a content: what a submission freezes, and what a simulation shows. */
export function planNodes(
  units: Partial<Record<ScopeRule, string | null>>,
  figures: Figures,
  facts: PlanFacts,
): PlannedNode[] {
  const { definition } = facts;
  const everySkipped = everyNodeSkipped(definition, figures);
  return definition.nodes.map((node) => {
    const scopeUnit = node.scopeRule === 'XX' ? WHOLE_SCHOOL : (units[node.scopeRule] ?? null);
    return {
      node,
      roleName: facts.roleNames.get(node.roleCode) ?? node.roleCode,
      scopeUnit,
      scopeUnitName: unitName(scopeUnit, facts.units),
      skipReason: everySkipped ? null : reasonToSkip(node.conditions, figures),
      holders: holdersFor(node.roleCode, scopeUnit, facts),
      copied: copiedFor(node, scopeUnit, facts),
    };
  });
}

/** To whom a node is copied, for a unit. */
export function copiedFor({ ccRoles = [] }: ProcessNode, unit: string | null, facts: PlanFacts): Copied[] {
  return ccRoles.map((roleCode) => ({
    roleName: facts.roleNames.get(roleCode) ?? roleCode,
    holders: holdersFor(roleCode, unit, facts),
  }));
}

/** Who holds a role for a unit. */
export function holdersFor(
  roleCode: string,
  unit: string | null,
  { holders, units }: Pick<PlanFacts, 'holders' | 'units'>,
): RoleHolder[] {
  return unit === null
    ? []
    : holders.filter((holder) => holder.roleCode === roleCode && coversUnit(holder, unit, units));
}

function unitName(unit: string | null, units: UnitTree): string {
  if (unit === WHOLE_SCHOOL) return scopeRuleNames.XX;
  if (unit !== null && classOfUnit(unit) !== null) return scopeRuleNames.XZB;
  return unit === null ? '' : (units.get(unit)?.name ?? unit);
}

/** Nothing passes unseen: when no node's condition holds, all are asked. */
function everyNodeSkipped(definition: ProcessDefinition, figures: Figures): boolean {
  return definition.nodes.every((node) => reasonToSkip(node.conditions, figures) !== null);
}

/** Null when the node is asked: it has no condition, or one that holds. */
export function reasonToSkip(conditions: readonly NodeCondition[], figures: Figures): string | null {
  if (conditions.length === 0 || holding(conditions, figures) !== undefined) return null;
  return `未达到审批条件（${conditions.map((condition) => condition.text).join('，')}），跳过`;
}

/** Why a node that is not passed over is asked. */
export function reasonToEnter(conditions: readonly NodeCondition[], figures: Figures): string {
  if (conditions.length === 0) return '每份申请都经过';
  const met = holding(conditions, figures);
  if (!met) return '没有一个节点达到进入条件，因此全部进入';
  return figures[met.field] === undefined ? `未给出“${met.text}”，按进入处理` : `达到进入条件：${met.text}`;
}

/** A condition that holds, one that is known to before one that is only not known not to. */
function holding(conditions: readonly NodeCondition[], figures: Figures): NodeCondition | undefined {
  return (
    conditions.find((condition) => figures[condition.field] !== undefined && holds(condition, figures)) ??
    conditions.find((condition) => holds(condition, figures))
  );
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
