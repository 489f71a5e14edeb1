import { isProcess, type NodeResult, type ProcessNo } from './approval.vocabulary.ts';

/** Fields of a decision as any process may name them (APPROVAL-83). */
export interface NamedDecision {
  readonly approvalStatus?: NodeResult | undefined;
  readonly processNodeResult?: NodeResult | undefined;
  readonly approvalState?: NodeResult | undefined;
  readonly approvalOpinion?: string | undefined;
  readonly processNodeRemark?: string | undefined;
  readonly backNode?: string | undefined;
  readonly approvalNode?: string | undefined;
  /** `ZKCJSP` or `ZKCJSP.3`, with its version; absent when the sender does not say. */
  readonly processId?: string | undefined;
}

interface Names {
  readonly result: 'processNodeResult' | 'approvalState';
  readonly opinion: 'processNodeRemark' | 'approvalOpinion';
  readonly node: 'approvalNode' | 'backNode';
}

const ofNodes: Names = { result: 'processNodeResult', opinion: 'processNodeRemark', node: 'approvalNode' };
const ofApplications: Names = { result: 'approvalState', opinion: 'approvalOpinion', node: 'backNode' };

/** Processes of scores, which name the fields of a decision after nodes. */
const namedAfterNodes: readonly string[] = [
  'ZKCJSP',
  'BHKCJSP',
  'CXCJSP',
  'CJXGSP',
  'XTNCJRDSH',
  'XTWCJRDSH',
  'XWCJRDSH',
] satisfies ProcessNo[];

/** The names that a process uses beside the shared ones (`approvalStatus` …); one that is not known has none. */
function namesOf(processNo: string): readonly Names[] {
  if (!isProcess(processNo)) return [];
  return [namedAfterNodes.includes(processNo) ? ofNodes : ofApplications];
}

/**
 * Result, opinion and return node of a decision: under the shared names, or under those of its process. Without a
 * process any of them will do.
 */
export function decisionUnder(given: NamedDecision): {
  result: NodeResult | undefined;
  opinion: string | undefined;
  backNode: string | undefined;
} {
  const { processId } = given;
  const known =
    processId === undefined || processId === '' ? [ofNodes, ofApplications] : namesOf(processId.split('.')[0] ?? '');
  const first = <T>(shared: T | undefined, own: readonly (T | undefined)[]): T | undefined =>
    shared ?? own.find((value) => value !== undefined);
  return {
    result: first(
      given.approvalStatus,
      known.map(({ result }) => given[result]),
    ),
    opinion: first(
      given.approvalOpinion,
      known.map(({ opinion }) => given[opinion]),
    ),
    backNode: first(
      given.backNode,
      known.map(({ node }) => given[node]),
    ),
  };
}
