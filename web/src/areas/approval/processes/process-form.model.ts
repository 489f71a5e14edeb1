import {
  conditionText,
  factsOfProcess,
  figures,
  isFigure,
  operatorsOf,
  type FigureName,
} from '@jwxt/contracts/approval/process-condition.ts';
import {
  nodesBefore,
  processDefinition,
  type NodeCondition,
  type ProcessDefinition,
  type ProcessNode,
} from '@jwxt/contracts/approval/process-definition.ts';

/** A new node at the end, with a number that no node of the draft has or had in the version in force. */
export function withNewNode(definition: ProcessDefinition, taken: readonly string[]): ProcessDefinition {
  const { processNo, nodes } = definition;
  const numbers = [...taken, ...nodes.map(({ processNodeId }) => processNodeId)].map((id) =>
    Number(id.slice(processNo.length + 1)),
  );
  const next = Math.max(0, ...numbers.filter(Number.isInteger)) + 1;
  const node: ProcessNode = {
    processNodeId: `${processNo}-${String(next)}`,
    processNodeName: '',
    roleCode: '',
    scopeRule: factsOfProcess(processNo).units[0] ?? 'XX',
    conditions: [],
  };
  return { ...definition, nodes: [...nodes, node] };
}

/** What changes of a node; undefined: it has this no more. */
export type NodeChange = { [K in keyof ProcessNode]?: ProcessNode[K] | undefined };

/** The draft with its node at a place changed. */
export function withNode(definition: ProcessDefinition, index: number, change: NodeChange): ProcessDefinition {
  return {
    ...definition,
    nodes: definition.nodes.map((node, at) => (at === index ? whole<ProcessNode>({ ...node, ...change }) : node)),
  };
}

/** Nodes in a new order or number: they send back to what is before them still, or, with nothing left, anywhere. */
function backBefore(nodes: readonly ProcessNode[]): ProcessNode[] {
  return nodes.map(({ canReject, ...node }) => {
    const before = nodesBefore(nodes, node.processNodeId).map(({ processNodeId }) => processNodeId);
    const left = canReject?.filter((id) => before.includes(id)) ?? [];
    return left.length === 0 ? node : { ...node, canReject: left };
  });
}

/** The draft with its node one place up (-1) or down (1). */
export function withMoved(definition: ProcessDefinition, index: number, step: -1 | 1): ProcessDefinition {
  const nodes = [...definition.nodes];
  const [node] = nodes.splice(index, 1);
  if (node) nodes.splice(index + step, 0, node);
  return { ...definition, nodes: backBefore(nodes) };
}

/** The draft without a node. */
export function withoutNode(definition: ProcessDefinition, index: number): ProcessDefinition {
  return { ...definition, nodes: backBefore(definition.nodes.filter((_node, at) => at !== index)) };
}

/**
 * The nodes of another process under the numbers of this one. Conditions and units that this process's contents do not
 * have fall away.
 */
export function withNodesOf(definition: ProcessDefinition, other: ProcessDefinition): ProcessDefinition {
  const { processNo } = definition;
  const known = factsOfProcess(processNo);
  const numberOf = (id: string): string => {
    const at = other.nodes.findIndex(({ processNodeId }) => processNodeId === id);
    return at < 0 ? id : `${processNo}-${String(at + 1)}`;
  };
  return {
    ...definition,
    nodes: other.nodes.map((node) => ({
      ...node,
      processNodeId: numberOf(node.processNodeId),
      scopeRule: known.units.includes(node.scopeRule) ? node.scopeRule : (known.units[0] ?? 'XX'),
      conditions: node.conditions.filter(({ field }) => isFigure(field) && known.figures.includes(field)),
      ...(node.canReject ? { canReject: node.canReject.map(numberOf) } : {}),
    })),
  };
}

/** The first condition that a process can have; null when its contents have no figures. */
export function newCondition(processNo: string): NodeCondition | null {
  const [field] = factsOfProcess(processNo).figures;
  return field === undefined ? null : conditionOf(field);
}

/** A condition on a figure, with a value of its kind to begin with. */
export function conditionOf(field: FigureName): NodeCondition {
  const { kind } = figures[field];
  const condition = {
    field,
    operator: operatorsOf[kind][0] ?? ('=' as const),
    value: kind === 'yesNo' ? true : kind === 'remark' ? '' : 0,
  };
  return { ...condition, text: conditionText(condition) };
}

/** A condition with a change, and its words for the log. */
export function changedCondition(
  condition: NodeCondition,
  change: Partial<NodeCondition>,
  remarks: ReadonlyMap<string, string>,
): NodeCondition {
  const changed = { ...condition, ...change };
  return { ...changed, text: conditionText(changed, remarks) };
}

/** Without the keys that have no value, as it is sent. */
export function whole<T extends object>(values: { [K in keyof T]: T[K] | undefined }): T {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as T;
}

/** What is wrong with the form, by path (`nodes.0.roleCode`); the server checks the same again. */
export function formProblems(definition: ProcessDefinition): Readonly<Record<string, string>> {
  const { error } = processDefinition.safeParse(definition);
  const found = (error?.issues ?? []).map(({ path, message }) => [path.join('.'), message] as const);
  const untyped = definition.nodes.flatMap(({ roleCode, conditions }, index) => [
    ...(roleCode === '' ? [[`nodes.${String(index)}.roleCode`, '必填'] as const] : []),
    ...conditions.flatMap(({ value }, at) =>
      value === '' || Number.isNaN(value) ? [[`nodes.${String(index)}.conditions.${String(at)}`, '必填'] as const] : [],
    ),
  ]);
  return Object.fromEntries([...found, ...untyped]);
}
