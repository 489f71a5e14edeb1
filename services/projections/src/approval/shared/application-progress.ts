import type { ApplicationMove, NodeSnapshot } from '@jwxt/contracts/approval/application.events.ts';
import { type BusinessStatus, businessStatus } from '@jwxt/contracts/approval/approval.vocabulary.ts';

/** Where an application stands: its business status, and the node it waits for; null when it waits for nobody. */
export interface ApplicationProgress {
  readonly status: BusinessStatus;
  readonly node: NodeSnapshot | null;
}

/** Where an application stands after an event. `nodes` are those of its current round. */
export function progressAfter(
  event: Pick<ApplicationMove, 'type' | 'data'>,
  nodes: readonly NodeSnapshot[],
): ApplicationProgress {
  const { type, data } = event as ApplicationMove;
  switch (type) {
    case 'ApplicationSubmitted':
      return { status: businessStatus.awaiting, node: data.process.nodes.find((node) => !node.skipped) ?? null };
    // Without a next node ApplicationPassed follows at once.
    case 'NodePassed':
      return {
        status: businessStatus.inApproval,
        node: data.nextNodeId === null ? null : nodeOf(nodes, data.nextNodeId),
      };
    case 'ApplicationRejected':
      return { status: businessStatus.sentBack, node: nodeOf(nodes, data.backNode) };
    case 'ApplicationReturned':
      return { status: businessStatus.returned, node: null };
    case 'ApplicationRecalled':
      return { status: businessStatus.recalled, node: null };
    case 'ApplicationNotPassed':
      return { status: businessStatus.notPassed, node: null };
    case 'ApplicationPassed':
      return { status: businessStatus.passed, node: null };
    default:
      return type satisfies never;
  }
}

/** With which words an application just came back or was not passed; null after any other step. */
export function refusalOpinion(event: Pick<ApplicationMove, 'type' | 'data'>): string | null {
  const { type, data } = event as ApplicationMove;
  return type === 'ApplicationReturned' || type === 'ApplicationNotPassed' || type === 'ApplicationRejected'
    ? data.opinion
    : null;
}

function nodeOf(nodes: readonly NodeSnapshot[], processNodeId: string): NodeSnapshot {
  const node = nodes.find((candidate) => candidate.processNodeId === processNodeId);
  if (!node) throw new Error(`the application has no node ${processNodeId}`);
  return node;
}
