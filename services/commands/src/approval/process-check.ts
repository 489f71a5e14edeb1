import { conditionProblem, factsOfProcess } from '@jwxt/contracts/approval/process-condition.ts';
import { nodesBefore, type ProcessDefinition, type ProcessNode } from '@jwxt/contracts/approval/process-definition.ts';
import type { ProcessProblem } from '@jwxt/contracts/approval/process-setting.operations.ts';
import {
  APPLICANT_NODE,
  approvalType,
  isProcess,
  OFFICE,
  scopeRuleNames,
  timeoutAction,
  WHOLE_SCHOOL,
  type ScopeRule,
} from '@jwxt/contracts/approval/approval.vocabulary.ts';
import type { PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { loadPlanFacts } from './shared/application-draft.ts';
import { loadRoleHolders, loadUnitTree } from './shared/approvers.facts.ts';
import { holdersFor, type PlanFacts } from './shared/node-plan.ts';

/** The permission that makes a role's holder an approver. */
const APPROVE: PermissionCode = 'system:approve';
/** The permission under which people look at applications. */
const READ: PermissionCode = 'systemApprove:query';
/** Units named for one node. */
const MOST_NAMED = 6;

/** Units that can come up under each rule, as the school stands. Processes with other rules are refused before. */
const unitsThatComeUp: Readonly<Partial<Record<ScopeRule, string>>> = {
  KKDW: `select distinct kkxy as dwh from base.course where sfqy = '1'`,
  XSDW: 'select distinct dwh from base.student',
  SQDW: `select distinct dwh from base.teacher where sfrk = '1' and dqztm = '11'`,
};

/** What a definition itself lacks to be run by programs; asked whoever publishes it. */
export async function structuralProblems(db: Queryable, definition: ProcessDefinition): Promise<ProcessProblem[]> {
  const { processNo, nodes } = definition;
  const ids = nodes.map(({ processNodeId }) => processNodeId);
  if (new Set(ids).size < ids.length) return [{ nodeId: null, field: null, text: '节点编号重复' }];
  // Queues are counted by node: two processes must not share one.
  const foreign = ids.find((id) => !id.startsWith(`${processNo}-`));
  if (foreign !== undefined)
    return [{ nodeId: foreign, field: null, text: `节点编号“${foreign}”应以“${processNo}-”开头` }];
  return [...(await unknownRoles(db, nodes)), ...nodes.flatMap((node) => backNodeProblems(definition, node))];
}

async function unknownRoles(db: Queryable, nodes: ProcessDefinition['nodes']): Promise<ProcessProblem[]> {
  const named = nodes.flatMap(({ processNodeId: nodeId, roleCode, ccRoles = [] }) => [
    { nodeId, field: 'roleCode', code: roleCode },
    ...ccRoles.map((code) => ({ nodeId, field: 'ccRoles', code })),
  ]);
  const { rows } = await db.query<{ jsbh: string }>('select jsbh from base.role where jsbh = any($1)', [
    named.map(({ code }) => code),
  ]);
  const known = new Set(rows.map(({ jsbh }) => jsbh));
  return named
    .filter(({ code }) => !known.has(code))
    .map(({ nodeId, field, code }) => ({ nodeId, field, text: `角色“${code}”不存在` }));
}

/** Wherever an application comes from, there is a node to send it back to: one that each application passes. */
function backNodeProblems(
  definition: ProcessDefinition,
  { processNodeId: nodeId, processNodeName: name, canReject }: ProcessNode,
): ProcessProblem[] {
  if (canReject === undefined || definition.approvalType !== approvalType.rejecting) return [];
  const before = nodesBefore(definition.nodes, nodeId).map(({ processNodeId }) => processNodeId);
  const sure = (id: string): boolean =>
    id === APPLICANT_NODE ||
    definition.nodes.some(({ processNodeId, conditions }) => processNodeId === id && conditions.length === 0);
  const text = canReject.some((id) => !before.includes(id))
    ? '可驳回到的节点应在本节点之前'
    : canReject.length === 0
      ? '请至少选择一个可驳回到的节点'
      : canReject.some(sure)
        ? null
        : '可驳回到的节点都有进入条件，可能被跳过，请同时选择申请人或每份申请都进入的节点';
  return text === null ? [] : [{ nodeId, field: 'canReject', text: `节点“${name}”：${text}` }];
}

/**
 * Everything that keeps a draft from being published: conditions that its contents cannot meet, and nodes without
 * a holder in a unit that can come up, with the units by name.
 */
export async function problemsOf(db: Queryable, definition: ProcessDefinition): Promise<ProcessProblem[]> {
  if (!isProcess(definition.processNo))
    return [{ nodeId: null, field: null, text: `没有编码为“${definition.processNo}”的流程` }];
  const structural = await structuralProblems(db, definition);
  if (structural.length > 0) return structural;
  return [
    ...plainProblems(definition),
    ...(await holderProblems(db, definition)),
    ...(await reportProblems(db, definition)),
  ];
}

function plainProblems({ processNo, nodes }: ProcessDefinition): ProcessProblem[] {
  const known = factsOfProcess(processNo).units;
  return nodes.flatMap(({ processNodeId: nodeId, processNodeName: name, scopeRule, conditions }) =>
    [
      ...(known.includes(scopeRule)
        ? []
        : [{ field: 'scopeRule', text: `该流程的申请没有“${scopeRuleNames[scopeRule]}”，不能按此确定审批人` }]),
      ...conditions.flatMap((condition, at) => {
        const text = conditionProblem(processNo, condition);
        return text === null ? [] : [{ field: `conditions.${at}`, text }];
      }),
    ].map(({ field, text }) => ({ nodeId, field, text: `节点“${name}”：${text}` })),
  );
}

async function holderProblems(db: Queryable, definition: ProcessDefinition): Promise<ProcessProblem[]> {
  const facts = await loadPlanFacts(db, definition);
  const [mayApprove, mayRead] = await Promise.all([rolesWith(db, APPROVE), rolesWith(db, READ)]);
  const nameOf = (role: string): string => facts.roleNames.get(role) ?? role;
  const problems: ProcessProblem[] = [];
  for (const { processNodeId: nodeId, processNodeName: name, roleCode, scopeRule, ccRoles = [] } of definition.nodes) {
    const say = (field: string, text: string) => problems.push({ nodeId, field, text: `节点“${name}”：${text}` });
    const lacking = mayApprove.has(roleCode) ? await unitsWithoutHolder(db, roleCode, scopeRule, facts) : [];
    if (!mayApprove.has(roleCode)) say('roleCode', `角色“${nameOf(roleCode)}”没有审批权限`);
    if (lacking.length > 0) say('roleCode', `${namedUnits(lacking)}没有人担任“${nameOf(roleCode)}”`);
    for (const role of ccRoles.filter((one) => !mayRead.has(one)))
      say('ccRoles', `角色“${nameOf(role)}”没有查看审批的权限，不能抄送`);
  }
  return problems;
}

/** Above the last node, or where the nodes that come after are passed over, it is the office that is reported to. */
async function reportProblems(db: Queryable, definition: ProcessDefinition): Promise<ProcessProblem[]> {
  if (definition.timeoutAction !== timeoutAction.report) return [];
  const [holders, units] = await Promise.all([loadRoleHolders(db, [OFFICE.roleCode]), loadUnitTree(db)]);
  return holdersFor(OFFICE.roleCode, OFFICE.scopeUnit, { holders, units }).length > 0
    ? []
    : [{ nodeId: null, field: 'timeoutAction', text: '没有教务处管理员，最后一个节点超时后无处上报' }];
}

async function rolesWith(db: Queryable, permission: PermissionCode): Promise<ReadonlySet<string>> {
  const { rows } = await db.query<{ jsbh: string }>('select jsbh from base.role_permission where qxbh = $1', [
    permission,
  ]);
  return new Set(rows.map(({ jsbh }) => jsbh));
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
