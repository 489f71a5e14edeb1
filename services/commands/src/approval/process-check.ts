import { conditionProblem, factsOfProcess } from '@jwxt/contracts/approval/process-condition.ts';
import type { ProcessDefinition } from '@jwxt/contracts/approval/process-definition.ts';
import type { ProcessProblem } from '@jwxt/contracts/approval/process-setting.operations.ts';
import {
  isProcess,
  scopeRuleNames,
  WHOLE_SCHOOL,
  type ScopeRule,
} from '@jwxt/contracts/approval/approval.vocabulary.ts';
import type { PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { loadPlanFacts } from './shared/application-draft.ts';
import { holdersFor, type PlanFacts } from './shared/node-plan.ts';

/** The permission that makes a role's holder an approver. */
const APPROVE: PermissionCode = 'system:approve';
/** Units named for one node. */
const MOST_NAMED = 6;

/** Units that can come up under each rule, as the school stands. Processes with other rules are refused before. */
const unitsThatComeUp: Readonly<Partial<Record<ScopeRule, string>>> = {
  KKDW: `select distinct kkxy as dwh from base.course where sfqy = '1'`,
  XSDW: 'select distinct dwh from base.student',
  SQDW: `select distinct dwh from base.teacher where sfrk = '1' and dqztm = '11'`,
};

/** What a definition itself lacks to be run by programs; asked whoever publishes it. */
export async function structuralProblems(
  db: Queryable,
  { processNo, nodes }: ProcessDefinition,
): Promise<ProcessProblem[]> {
  const ids = nodes.map(({ processNodeId }) => processNodeId);
  if (new Set(ids).size < ids.length) return [{ nodeId: null, text: '节点编号重复' }];
  // Queues are counted by node: two processes must not share one.
  const foreign = ids.find((id) => !id.startsWith(`${processNo}-`));
  if (foreign !== undefined) return [{ nodeId: foreign, text: `节点编号“${foreign}”应以“${processNo}-”开头` }];
  const { rows } = await db.query<{ code: string }>(
    'select code from unnest($1::text[]) as code where not exists (select 1 from base.role where jsbh = code)',
    [nodes.map(({ roleCode }) => roleCode)],
  );
  return rows.map(({ code }) => ({
    nodeId: nodes.find(({ roleCode }) => roleCode === code)?.processNodeId ?? null,
    text: `角色“${code}”不存在`,
  }));
}

/**
 * Everything that keeps a draft from being published: conditions that its contents cannot meet, and nodes without
 * a holder in a unit that can come up, with the units by name.
 */
export async function problemsOf(db: Queryable, definition: ProcessDefinition): Promise<ProcessProblem[]> {
  if (!isProcess(definition.processNo)) return [{ nodeId: null, text: `没有编码为“${definition.processNo}”的流程` }];
  const structural = await structuralProblems(db, definition);
  if (structural.length > 0) return structural;
  return [...plainProblems(definition), ...(await holderProblems(db, definition))];
}

function plainProblems({ processNo, nodes }: ProcessDefinition): ProcessProblem[] {
  const known = factsOfProcess(processNo).units;
  return nodes.flatMap(({ processNodeId: nodeId, processNodeName: name, scopeRule, conditions }) =>
    [
      ...(known.includes(scopeRule) ? [] : [`该流程的申请没有“${scopeRuleNames[scopeRule]}”，不能按此确定审批人`]),
      ...conditions.flatMap((condition) => conditionProblem(processNo, condition) ?? []),
    ].map((text) => ({ nodeId, text: `节点“${name}”：${text}` })),
  );
}

async function holderProblems(db: Queryable, definition: ProcessDefinition): Promise<ProcessProblem[]> {
  const facts = await loadPlanFacts(db, definition);
  const { rows: approving } = await db.query<{ jsbh: string }>(
    'select jsbh from base.role_permission where qxbh = $1',
    [APPROVE],
  );
  const mayApprove = new Set(approving.map(({ jsbh }) => jsbh));
  const problems: ProcessProblem[] = [];
  for (const { processNodeId: nodeId, processNodeName: name, roleCode, scopeRule } of definition.nodes) {
    const role = facts.roleNames.get(roleCode) ?? roleCode;
    if (!mayApprove.has(roleCode)) {
      problems.push({ nodeId, text: `节点“${name}”：角色“${role}”没有审批权限` });
      continue;
    }
    const lacking = await unitsWithoutHolder(db, roleCode, scopeRule, facts);
    if (lacking.length > 0) problems.push({ nodeId, text: `节点“${name}”：${namedUnits(lacking)}没有人担任“${role}”` });
  }
  return problems;
}

/** Names of the units under a rule for which nobody holds the role. */
async function unitsWithoutHolder(
  db: Queryable,
  roleCode: string,
  scopeRule: ScopeRule,
  facts: PlanFacts,
): Promise<string[]> {
  if (scopeRule === 'XX') return holdersFor(roleCode, WHOLE_SCHOOL, facts).length > 0 ? [] : [scopeRuleNames.XX];
  const units = unitsThatComeUp[scopeRule];
  if (units === undefined) return [];
  const { rows } = await db.query<{ dwh: string; dwmc: string }>(
    `select dwh, dwmc from base.department where sfqy = '1' and dwh in (${units}) order by pxh, dwh`,
  );
  return rows.filter(({ dwh }) => holdersFor(roleCode, dwh, facts).length === 0).map(({ dwmc }) => dwmc);
}

function namedUnits(names: readonly string[]): string {
  const named = names.slice(0, MOST_NAMED).join('、');
  return names.length > MOST_NAMED ? `${named} 等 ${names.length} 个单位` : named;
}
