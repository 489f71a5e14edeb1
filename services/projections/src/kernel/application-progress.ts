import type { ApplicationMove, NodeSnapshot } from '@jwxt/contracts/approval/application.events.ts';
import type { BusinessStatus } from '@jwxt/contracts/approval/approval.vocabulary.ts';

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
      return { status: '1', node: data.process.nodes.find((node) => !node.skipped) ?? null };
    // Without a next node ApplicationPassed follows at once.
    case 'NodePassed':
      return { status: '2', node: data.nextNodeId === null ? null : nodeOf(nodes, data.nextNodeId) };
    case 'ApplicationRejected':
      return { status: '7', node: nodeOf(nodes, data.backNode) };
    case 'ApplicationReturned':
      return { status: '3', node: null };
    case 'ApplicationRecalled':
      return { status: '4', node: null };
    case 'ApplicationNotPassed':
      return { status: '8', node: null };
    case 'ApplicationPassed':
      return { status: '9', node: null };
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
