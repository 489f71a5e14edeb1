import { conditionText } from '@jwxt/contracts/approval/process-condition.ts';
import {
  backNodesOf,
  type NodeCondition,
  type ProcessDefinition,
  type ProcessNode,
} from '@jwxt/contracts/approval/process-definition.ts';
import {
  approvalType,
  approvalTypeNames,
  nodeMode,
  nodeModeNames,
  scopeRuleNames,
  timeoutActionNames,
} from '@jwxt/contracts/approval/approval.vocabulary.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';

/** A property with what it is. */
export interface Worded {
  readonly label: string;
  readonly value: string;
}
/** Names that a definition itself does not have: of roles, and of remark codes. */
export interface Names {
  readonly roles: ReadonlyMap<string, string>;
  readonly remarks: ReadonlyMap<string, string>;
  /** Days that a node takes where the process says nothing. */
  readonly defaultLimitDays: number;
}

/** What happens once a node takes longer than it may, in a word. */
export const timeoutInWords = ({ timeoutAction }: ProcessDefinition): string =>
  timeoutAction === undefined ? '只标记' : timeoutActionNames[timeoutAction];

const yes = (is: boolean): string => (is ? '是' : '否');

/** What a definition says of the whole process. */
export function processWords(definition: ProcessDefinition, { defaultLimitDays }: Names): Worded[] {
  const limit = definition.timeLimitDays;
  return [
    { label: '流程名称', value: definition.processName },
    { label: '审批类型', value: approvalTypeNames[definition.approvalType] },
    { label: '允许撤回', value: yes(definition.recallAllowed) },
    { label: '可转办', value: yes(definition.transferAllowed ?? true) },
    { label: '可批量', value: yes(definition.batchAllowed ?? true) },
    { label: '询问是否全校', value: yes(definition.needRadio === yesNo.yes) },
    { label: '处理时限', value: limit === undefined ? `${defaultLimitDays} 天（学校默认）` : `${limit} 天` },
    { label: '超时处理', value: timeoutInWords(definition) },
  ];
}

/** When a node is entered, in words. */
export function conditionsInWords(conditions: readonly NodeCondition[], remarks: Names['remarks']): string {
  return conditions.length === 0
    ? '每份申请'
    : conditions.map((condition) => conditionText(condition, remarks)).join('，或');
}

function backInWords(node: ProcessNode, definition: ProcessDefinition): string {
  if (definition.approvalType !== approvalType.rejecting) return '不能驳回';
  return node.canReject === undefined
    ? '申请人和之前的任何节点'
    : backNodesOf(definition, node)
        .map(({ processNodeName }) => processNodeName)
        .join('、');
}

/** What a definition says of one node. */
export function nodeWords(node: ProcessNode, definition: ProcessDefinition, names: Names): Worded[] {
  const roleName = (role: string): string => names.roles.get(role) ?? role;
  return [
    { label: '节点名称', value: node.processNodeName },
    { label: '审批角色', value: roleName(node.roleCode) },
    { label: '审批范围', value: scopeRuleNames[node.scopeRule] },
    { label: '审批方式', value: nodeModeNames[node.nodeMode ?? nodeMode.any] },
    { label: '进入条件', value: conditionsInWords(node.conditions, names.remarks) },
    { label: '可驳回到', value: backInWords(node, definition) },
    { label: '抄送', value: (node.ccRoles ?? []).map(roleName).join('、') || '不抄送' },
  ];
}

/** One difference between the version in force and a draft. */
export interface Difference {
  readonly where: string;
  readonly label: string;
  readonly before: string;
  readonly after: string;
}

/** What a draft would change; nodes are the same where their ids are. */
export function differencesOf(before: ProcessDefinition, after: ProcessDefinition, names: Names): Difference[] {
  const changed = (where: string, old: readonly Worded[], now: readonly Worded[]): Difference[] =>
    now.flatMap(({ label, value }, index) =>
      old[index]?.value === value ? [] : { where, label, before: old[index]?.value ?? '', after: value },
    );
  const oldIds = before.nodes.map(({ processNodeId }) => processNodeId);
  const newIds = after.nodes.map(({ processNodeId }) => processNodeId);
  const gone = before.nodes.filter(({ processNodeId }) => !newIds.includes(processNodeId));
  const stay = (ids: readonly string[], others: readonly string[]) => ids.filter((id) => others.includes(id)).join();
  const order = (definition: ProcessDefinition) => definition.nodes.map((node) => node.processNodeName).join(' → ');
  return [
    ...changed('流程', processWords(before, names), processWords(after, names)),
    ...(stay(oldIds, newIds) === stay(newIds, oldIds)
      ? []
      : [{ where: '流程', label: '节点顺序', before: order(before), after: order(after) }]),
    ...gone.map((node) => ({ where: node.processNodeName, label: '节点', before: '有', after: '删除' })),
    ...after.nodes.flatMap((node) => {
      const old = before.nodes.find(({ processNodeId }) => processNodeId === node.processNodeId);
      return old
        ? changed(old.processNodeName, nodeWords(old, before, names), nodeWords(node, after, names))
        : [{ where: node.processNodeName, label: '节点', before: '无', after: '新增' }];
    }),
  ];
}
