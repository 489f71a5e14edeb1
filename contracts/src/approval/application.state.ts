import type { EventContext } from '../kernel/event.ts';
import { defineStream } from '../kernel/stream.ts';
import {
  APPLICATION_STREAM_PREFIX,
  applicationEvents,
  notPassedByApprover,
  type ApplicationDraft,
  type ApplicationEvent,
  type NodeSnapshot,
} from './application.events.ts';
import { type NodeResult, businessStatus, nodeResult } from './approval.vocabulary.ts';

/** A decision that was taken, as the log shows it. */
export interface TakenDecision {
  /** Revision of its event: what tells whether somebody had seen it. */
  readonly revision: number;
  readonly round: number;
  readonly node: NodeSnapshot;
  readonly result: NodeResult;
  readonly userName: string;
  readonly name: string;
  readonly departmentName: string | null;
  readonly opinion: string;
  readonly time: string;
}

interface Submitted {
  /** Content and process of the current round. */
  readonly draft: ApplicationDraft;
  /** Decisions of all rounds, oldest first. */
  readonly decisions: readonly TakenDecision[];
  /**
   * Revision of the last event that changed what is decided or by whom. Urging, waiting long, and passing a node that
   * others must pass too do not.
   */
  readonly revision: number;
  /** When it was last urged; null when never. */
  readonly urgedAt: string | null;
}

/** Who alone decides at the current node since it was handed over. */
export interface Assignee {
  readonly userName: string;
  readonly name: string;
  readonly byName: string;
  readonly time: string;
}

/** Waits for a node's decision (APPROVAL-19): 1 nobody decided yet, 2 on its way, 7 rejected to this earlier node. */
export interface InApproval extends Submitted {
  readonly phase: 'inApproval';
  readonly status: (typeof businessStatus)['awaiting' | 'inApproval' | 'sentBack'];
  readonly node: NodeSnapshot;
  /** When it came to the node, whoever has it there. */
  readonly since: string;
  readonly assignee: Assignee | null;
  /** Who has passed the node already, where all must. */
  readonly endorsedBy: readonly string[];
  /** Whether it has been told that it waits there for longer than it may. */
  readonly overdueTold: boolean;
}
/** Back with the applicant, who may change it and submit the next round: 3 returned, 4 recalled. */
export interface WithApplicant extends Submitted {
  readonly phase: 'withApplicant';
  readonly status: (typeof businessStatus)['returned' | 'recalled'];
}
/** Decided for good: 8 not passed, 9 passed. */
export interface Ended extends Submitted {
  readonly phase: 'ended';
  readonly status: (typeof businessStatus)['notPassed' | 'passed'];
}

/** One approval instance (domain model LC-A). Deciders, and auditors' replays, fold their events into this. */
export type ApplicationState = { readonly phase: 'none' } | InApproval | WithApplicant | Ended;

export const noApplication: ApplicationState = { phase: 'none' };

/** The nodes that are asked, in order: those whose condition held at submission. */
export function askedNodes(draft: ApplicationDraft): readonly NodeSnapshot[] {
  return draft.process.nodes.filter((node) => !node.skipped);
}

/** The asked node with this id. */
export function askedNode(draft: ApplicationDraft, processNodeId: string): NodeSnapshot | undefined {
  return askedNodes(draft).find((node) => node.processNodeId === processNodeId);
}

/** Folds one event. An event that cannot follow the state is a fault of the writer and throws. */
export function evolveApplication(
  state: ApplicationState,
  event: ApplicationEvent,
  at: EventContext,
): ApplicationState {
  if (event.type === 'ApplicationSubmitted') {
    const first = askedNodes(event.data)[0];
    if (!first) throw new Error(`application ${event.data.applyId} asks no node`);
    const decisions = state.phase === 'none' ? [] : state.decisions;
    return {
      phase: 'inApproval',
      status: businessStatus.awaiting,
      ...waitingAt(first, at),
      draft: event.data,
      decisions,
      revision: at.revision,
      urgedAt: state.phase === 'none' ? null : state.urgedAt,
    };
  }
  if (state.phase === 'none') throw new Error(`${event.type} before ApplicationSubmitted`);
  const { draft, decisions, urgedAt } = state;
  const base = { draft, decisions, urgedAt, revision: at.revision };
  switch (event.type) {
    case 'NodePassed': {
      const decided = { ...base, decisions: [...decisions, taken(draft, event.data, nodeResult.passed, at)] };
      // The last node: ApplicationPassed follows in the same append.
      const node = nodeOf(draft, event.data.nextNodeId ?? event.data.processNodeId);
      return { ...decided, phase: 'inApproval', status: businessStatus.inApproval, ...waitingAt(node, at) };
    }
    case 'NodeEndorsed': {
      if (state.phase !== 'inApproval') throw new Error('an application that waits nowhere is passed by nobody');
      const voter = event.data.onBehalfOf?.userName ?? at.userName;
      return { ...state, endorsedBy: [...state.endorsedBy, voter] };
    }
    case 'ApplicationPassed':
      return { ...base, phase: 'ended', status: businessStatus.passed };
    case 'ApplicationNotPassed':
      return {
        ...base,
        decisions: [...decisions, taken(draft, event.data, nodeResult.notPassed, at)],
        phase: 'ended',
        status: businessStatus.notPassed,
      };
    case 'ApplicationRejected':
      return {
        ...base,
        decisions: [...decisions, taken(draft, event.data, nodeResult.rejected, at)],
        phase: 'inApproval',
        status: businessStatus.sentBack,
        ...waitingAt(nodeOf(draft, event.data.backNode), at),
      };
    case 'ApplicationReturned':
      return {
        ...base,
        decisions: [...decisions, taken(draft, event.data, nodeResult.rejected, at)],
        phase: 'withApplicant',
        status: businessStatus.returned,
      };
    case 'ApplicationRecalled':
      return { ...base, phase: 'withApplicant', status: businessStatus.recalled };
    case 'ApplicationTransferred': {
      if (state.phase !== 'inApproval') throw new Error('an application that waits nowhere cannot be handed over');
      const { toUser, toName, fromName } = event.data;
      return {
        ...state,
        revision: at.revision,
        assignee: { userName: toUser, name: toName, byName: fromName, time: at.time },
        endorsedBy: [],
      };
    }
    case 'ApplicationUrged':
      return { ...state, urgedAt: at.time };
    case 'ApplicationOverdue':
      if (state.phase !== 'inApproval') throw new Error('an application that waits nowhere is not overdue');
      return { ...state, overdueTold: true };
    default:
      return unknownEvent(event);
  }
}

/** It has just come to a node. */
function waitingAt(
  node: NodeSnapshot,
  { time }: EventContext,
): Pick<InApproval, 'node' | 'since' | 'assignee' | 'endorsedBy' | 'overdueTold'> {
  return { node, since: time, assignee: null, endorsedBy: [], overdueTold: false };
}

/** Approval instances of all processes. */
export const applicationStreams = defineStream({
  prefix: APPLICATION_STREAM_PREFIX,
  events: applicationEvents,
  upcasters: [notPassedByApprover],
  initial: noApplication,
  evolve: evolveApplication,
});

interface DecisionData {
  readonly processNodeId: string;
  readonly round: number;
  readonly auditPersonName: string;
  readonly auditPersonDepartmentName: string | null;
  readonly opinion: string;
  readonly onBehalfOf?: { readonly name: string } | undefined;
}

function taken(draft: ApplicationDraft, data: DecisionData, result: NodeResult, at: EventContext): TakenDecision {
  return {
    revision: at.revision,
    round: data.round,
    node: nodeOf(draft, data.processNodeId),
    result,
    userName: at.userName,
    name: deciderName(data),
    departmentName: data.auditPersonDepartmentName,
    opinion: data.opinion,
    time: at.time,
  };
}

/** Who decided, as people read it: “B 代 A” for a delegate. */
export function deciderName({
  auditPersonName,
  onBehalfOf,
}: Pick<DecisionData, 'auditPersonName' | 'onBehalfOf'>): string {
  return onBehalfOf ? `${auditPersonName} 代 ${onBehalfOf.name}` : auditPersonName;
}

function nodeOf(draft: ApplicationDraft, processNodeId: string): NodeSnapshot {
  const node = askedNode(draft, processNodeId);
  if (!node) throw new Error(`application ${draft.applyId} asks no node ${processNodeId}`);
  return node;
}

function unknownEvent(event: never): never {
  throw new Error(`unexpected ${JSON.stringify(event)}`);
}
