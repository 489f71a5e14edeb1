import { isOverdue, isUrgedToday, levelAbove, mayRecall } from '@jwxt/contracts/approval/approval.rules.ts';
import type {
  ApplicationDraft,
  ApplicationEvent,
  NodeSnapshot,
  Represented,
} from '@jwxt/contracts/approval/application.events.ts';
import {
  applicationStreams,
  askedNodes,
  type ApplicationState,
  type InApproval,
} from '@jwxt/contracts/approval/application.state.ts';
import {
  APPLICANT_NODE,
  lacksReason,
  nodeResultNames,
  timeoutAction,
  type NodeResult,
  type TimeoutAction,
  approvalType,
  businessStatus,
  nodeResult,
} from '@jwxt/contracts/approval/approval.vocabulary.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import type { YesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import type { Decider, Decision } from '../kernel/decider.ts';
import { refuse, type Refused } from '../kernel/refusal.ts';

/** What may be asked of an application. */
export type ApplicationCommand =
  | { readonly type: 'submit'; readonly draft: ApplicationDraft }
  | {
      readonly type: 'decide';
      readonly revision: number;
      readonly result: NodeResult;
      readonly backNode: string | undefined;
      readonly opinion: string;
      readonly isAllSchool: YesNo | undefined;
    }
  | { readonly type: 'recall'; readonly reason: string | null }
  | { readonly type: 'cancel'; readonly reason: string }
  | { readonly type: 'terminate'; readonly revision: number; readonly reason: string }
  | {
      readonly type: 'transfer';
      readonly revision: number;
      readonly toUser: string;
      readonly capacity?: 'approver' | 'office';
      readonly reason: string;
    }
  | { readonly type: 'urge'; readonly capacity: 'applicant' | 'office'; readonly remark: string }
  | { readonly type: 'tellOverdue' }
  | { readonly type: 'completeNode' };

/** Who asks, and whether base data names him an approver of the current node (role and unit). */
export interface ApplicationFacts {
  readonly userName: string;
  readonly name: string;
  readonly departmentName: string | null;
  readonly candidate: boolean;
  /** The absent approver whose right `candidate` is, when a delegate asks. */
  readonly onBehalfOf?: Represented;
  /**
   * Where all of the current node must pass: who they are at this moment, without those who may not decide; null or
   * absent: any one decides.
   */
  readonly voters?: readonly string[] | null;
  /** For whom passing counts besides where all must: absent approvers who authorised whoever decides. */
  readonly alsoFor?: readonly Represented[];
  /** Why the content cannot take effect now, told when a node is to pass; null or absent when it can. */
  readonly conflict?: Refused | null;
  /**
   * To whom it is to be handed, and whether he is an approver of the current node; null when there is no such account.
   */
  readonly target?: {
    readonly name: string;
    readonly departmentName: string | null;
    readonly candidate: boolean;
  } | null;
  /** Where the current node may send it back to, by the version that it runs by; absent: anywhere before it. */
  readonly canReject?: readonly string[] | undefined;
  /** What the version that it runs by does once a node takes more than so many days; null or absent: nothing. */
  readonly timeout?: { readonly action: TimeoutAction; readonly limitDays: number } | null;
  /** ISO instant of the command. */
  readonly now?: string;
}

/** The rules of one approval instance of any process (domain model LC-A; APPROVAL-19, 60…68). */
export const applicationDecider: Decider<ApplicationState, ApplicationCommand, ApplicationEvent, ApplicationFacts> = {
  streams: applicationStreams,
  decide(state, command, facts) {
    switch (command.type) {
      case 'submit':
        return submit(state, command.draft);
      case 'decide':
        return decide(state, command, facts);
      case 'recall':
        return recall(state, command.reason, facts);
      case 'cancel':
        return cancel(state, command.reason, facts);
      case 'terminate':
        return terminate(state, command, facts);
      case 'transfer':
        return transfer(state, command, facts);
      case 'urge':
        return urge(state, command, facts);
      case 'tellOverdue':
        return tellOverdue(state, facts);
      case 'completeNode':
        return completeNode(state, facts);
    }
  },
};

function submit(state: ApplicationState, draft: ApplicationDraft): Decision<ApplicationEvent> {
  const submitted: ApplicationEvent = { type: 'ApplicationSubmitted', data: draft };
  switch (state.phase) {
    case 'none':
      return [submitted];
    case 'withApplicant':
      return draft.round > state.draft.round ? [submitted] : refuse('CONCURRENT_CHANGE');
    case 'inApproval': {
      const { process, applicant, applyTime } = state.draft;
      return refuse('APPROVAL_OPEN_EXISTS', {
        process: process.processName,
        name: applicant.name,
        time: toDateTimeText(applyTime),
      });
    }
    case 'ended':
      return refuse('APPROVAL_NOT_IN_APPROVAL');
  }
}

type Decide = Extract<ApplicationCommand, { type: 'decide' }>;

function decide(state: ApplicationState, command: Decide, facts: ApplicationFacts): Decision<ApplicationEvent> {
  if (state.phase === 'none') return refuse('APPROVAL_NOT_FOUND');
  const { draft } = state;
  const decider = facts.onBehalfOf?.userName ?? facts.userName;
  // A delegate stands in for somebody: what neither of the two may decide is not decided.
  if ([facts.userName, decider].some((userName) => mayNotDecide(draft, userName))) return refuse('APPROVAL_OWN');
  const assignee = state.phase === 'inApproval' && facts.candidate ? state.assignee : null;
  if (assignee && assignee.userName !== decider)
    return refuse('APPROVAL_TRANSFERRED', { by: assignee.byName, to: assignee.name });
  const moved = movedSince(state, command.revision);
  if (moved) return moved;
  if (state.phase !== 'inApproval') return refuse('APPROVAL_NOT_IN_APPROVAL');
  if (!facts.candidate) return refuse('APPROVAL_NOT_CANDIDATE', { node: state.node.processNodeName });
  if (state.endorsedBy.includes(decider)) return refuse('APPROVAL_ENDORSED', { node: state.node.processNodeName });
  if (lacksReason(command.result, command.opinion))
    return refuse('APPROVAL_NO_REASON', { result: nodeResultNames[command.result] });
  const told = {
    ...toldBy(facts, state, command.opinion),
    ...(facts.onBehalfOf ? { onBehalfOf: facts.onBehalfOf } : {}),
  };
  switch (command.result) {
    case nodeResult.passed:
      return facts.conflict ?? pass(state, told, command.isAllSchool ?? null, facts);
    case nodeResult.notPassed:
      return draft.process.approvalType === approvalType.rejecting
        ? refuse('APPROVAL_RESULT_NOT_OFFERED')
        : [{ type: 'ApplicationNotPassed', data: told }];
    case nodeResult.rejected:
      return reject(state, command.backNode, told, facts.canReject);
  }
}

/**
 * One passes the node, and with it everybody whom he stands in for; where all must pass, the node is passed with the
 * last of them, and until then others are waited for.
 */
function pass(state: InApproval, told: Told, isAllSchool: YesNo | null, facts: ApplicationFacts) {
  const also = facts.voters ? (facts.alsoFor ?? []) : [];
  const passing = [told, ...also.map((onBehalfOf) => ({ ...told, onBehalfOf }))];
  const passedBy = [...state.endorsedBy, ...passing.map(({ onBehalfOf }) => onBehalfOf?.userName ?? facts.userName)];
  const complete = (facts.voters ?? []).every((userName) => passedBy.includes(userName));
  const endorsed = (complete ? passing.slice(0, -1) : passing).map((data): ApplicationEvent => ({
    type: 'NodeEndorsed',
    data: { ...data, isAllSchool },
  }));
  return complete ? [...endorsed, ...passedNode(state, passing.at(-1) ?? told, isAllSchool)] : endorsed;
}

/** The node is passed, and the application where it was the last. */
function passedNode({ draft, node }: InApproval, told: Told, isAllSchool: YesNo | null): ApplicationEvent[] {
  const next = nextNode(draft, node);
  const passed: ApplicationEvent = {
    type: 'NodePassed',
    data: { ...told, nextNodeId: next?.processNodeId ?? null, isAllSchool },
  };
  return next ? [passed] : [passed, { type: 'ApplicationPassed', data: told }];
}

/** Nobody is waited for any more: those who had not passed are no approvers of the node now. */
function completeNode(state: ApplicationState, facts: ApplicationFacts): Decision<ApplicationEvent> {
  if (state.phase !== 'inApproval' || state.endorsedBy.length === 0 || !facts.voters || facts.conflict) return [];
  return facts.voters.every((userName) => state.endorsedBy.includes(userName))
    ? passedNode(state, toldBy(facts, state, '其余审批人已不再担任'), null)
    : [];
}

/** Who said what at the node where it waits, about which content. */
function toldBy({ name, departmentName }: ApplicationFacts, { draft, node }: InApproval, opinion: string): Told {
  return {
    ...subjectOf(draft),
    processNodeId: node.processNodeId,
    processNodeName: node.processNodeName,
    auditPersonName: name,
    auditPersonDepartmentName: departmentName,
    opinion,
    contentHash: draft.content.contentHash,
  };
}

type Told = Extract<ApplicationEvent, { type: 'ApplicationPassed' }>['data'];

function reject(
  state: InApproval,
  backNode: string | undefined,
  told: Told,
  canReject: ApplicationFacts['canReject'],
): Decision<ApplicationEvent> {
  if (state.draft.process.approvalType !== approvalType.rejecting) return refuse('APPROVAL_RESULT_NOT_OFFERED');
  if (!backNode)
    return refuse('APPROVAL_NO_BACK_NODE', {}, { fieldErrors: [{ field: 'backNode', message: '请选择驳回节点' }] });
  if (canReject?.includes(backNode) === false)
    return refuse('APPROVAL_BACK_NODE_REFUSED', { node: state.node.processNodeName });
  if (backNode === APPLICANT_NODE) return [{ type: 'ApplicationReturned', data: told }];
  const back = askedNodes(state.draft)
    .slice(0, placeOf(state.draft, state.node))
    .find((node) => node.processNodeId === backNode);
  if (!back) return refuse('APPROVAL_BACK_NODE_UNKNOWN');
  return [
    {
      type: 'ApplicationRejected',
      data: { ...told, backNode: back.processNodeId, backNodeName: back.processNodeName },
    },
  ];
}

/**
 * A decision names the revision its maker saw; anything newer is told: a decision by its maker, time and result, a
 * recall, other content.
 */
function movedSince(state: Exclude<ApplicationState, { phase: 'none' }>, seen: number): Refused | null {
  if (seen === state.revision) return null;
  const last = state.decisions.findLast((decision) => decision.revision > seen);
  const recalled = state.phase === 'withApplicant' && state.status === businessStatus.recalled;
  if (!last)
    return refuse(recalled ? 'APPROVAL_RECALLED' : 'APPROVAL_CHANGED', {}, { data: { revision: state.revision } });
  const result = nodeResultNames[last.result];
  const time = toDateTimeText(last.time);
  return refuse(
    'APPROVAL_ALREADY_DECIDED',
    { name: last.name, time, result },
    {
      data: {
        name: last.name,
        time,
        result,
        nodeName: last.node.processNodeName,
        opinion: last.opinion,
        revision: state.revision,
      },
    },
  );
}

function recall(state: ApplicationState, reason: string | null, facts: ApplicationFacts): Decision<ApplicationEvent> {
  if (state.phase === 'none') return refuse('APPROVAL_NOT_FOUND');
  const { draft } = state;
  if (draft.applicant.userName !== facts.userName) return refuse('APPROVAL_RECALL_NOT_APPLICANT');
  if (state.phase === 'withApplicant' && state.status === businessStatus.recalled) return [];
  if (
    state.phase !== 'inApproval' ||
    !mayRecall({
      status: state.status,
      recallAllowed: state.draft.process.recallAllowed,
      decidedAtHome: decidedAtHome(state),
    })
  )
    return refuse('APPROVAL_RECALL_REFUSED');
  return [{ type: 'ApplicationRecalled', data: { ...subjectOf(draft), reason } }];
}

/** The office ends it wherever it waits; what has been decided for good stays. */
function cancel(
  state: ApplicationState,
  reason: string,
  { name, departmentName }: ApplicationFacts,
): Decision<ApplicationEvent> {
  if (state.phase === 'none') return refuse('APPROVAL_NOT_FOUND');
  if (state.phase !== 'inApproval') return refuse('APPROVAL_NOT_IN_APPROVAL');
  return [
    { type: 'ApplicationRecalled', data: { ...subjectOf(state.draft), reason, byOffice: { name, departmentName } } },
  ];
}

/** The office ends it as not passed, wherever it waits, whatever its kind; nobody his own. */
function terminate(
  state: ApplicationState,
  { revision, reason }: Extract<ApplicationCommand, { type: 'terminate' }>,
  facts: ApplicationFacts,
): Decision<ApplicationEvent> {
  if (state.phase === 'none') return refuse('APPROVAL_NOT_FOUND');
  if (mayNotDecide(state.draft, facts.userName)) return refuse('APPROVAL_OWN');
  const moved = movedSince(state, revision);
  if (moved) return moved;
  if (state.phase !== 'inApproval') return refuse('APPROVAL_NOT_IN_APPROVAL');
  return [{ type: 'ApplicationNotPassed', data: { ...toldBy(facts, state, reason), terminated: true } }];
}

/**
 * Hands it to another approver of the node: by whoever might decide it, or took part in handing it on, or by the
 * office, so that it is never stuck with somebody absent.
 */
function transfer(
  state: ApplicationState,
  command: Extract<ApplicationCommand, { type: 'transfer' }>,
  facts: ApplicationFacts,
): Decision<ApplicationEvent> {
  if (state.phase === 'none') return refuse('APPROVAL_NOT_FOUND');
  const { draft } = state;
  if (mayNotDecide(draft, facts.userName)) return refuse('APPROVAL_OWN');
  const moved = movedSince(state, command.revision);
  if (moved) return moved;
  if (state.phase !== 'inApproval') return refuse('APPROVAL_NOT_IN_APPROVAL');
  const { node, assignee } = state;
  const byOffice = command.capacity === 'office';
  if (!byOffice && !facts.candidate) return refuse('APPROVAL_NOT_CANDIDATE', { node: node.processNodeName });
  if (draft.process.transferAllowed === false) return refuse('APPROVAL_TRANSFER_REFUSED');
  if (!byOffice && facts.voters) return refuse('APPROVAL_TRANSFER_ALL', { node: node.processNodeName });
  const { target } = facts;
  if (!target?.candidate)
    return refuse('APPROVAL_TRANSFER_TARGET', { name: target?.name ?? command.toUser, node: node.processNodeName });
  if (mayNotDecide(draft, command.toUser)) return refuse('APPROVAL_TRANSFER_OWN', { name: target.name });
  if (command.toUser === (assignee?.userName ?? (byOffice ? null : facts.userName)))
    return refuse('APPROVAL_TRANSFER_SAME', { name: target.name });
  return [
    {
      type: 'ApplicationTransferred',
      data: {
        ...subjectOf(draft),
        processNodeId: node.processNodeId,
        processNodeName: node.processNodeName,
        fromName: facts.name,
        fromDepartmentName: facts.departmentName,
        toUser: command.toUser,
        toName: target.name,
        toDepartmentName: target.departmentName,
        reason: command.reason,
      },
    },
  ];
}

/** Once a day, while it waits for a decision. The day is that of the school. */
function urge(
  state: ApplicationState,
  { capacity, remark }: Extract<ApplicationCommand, { type: 'urge' }>,
  facts: ApplicationFacts,
): Decision<ApplicationEvent> {
  if (state.phase === 'none') return refuse('APPROVAL_NOT_FOUND');
  const { draft, urgedAt } = state;
  if (capacity === 'applicant' && draft.applicant.userName !== facts.userName) return refuse('APPROVAL_URGE_NOT_YOURS');
  if (state.phase !== 'inApproval') return refuse('APPROVAL_URGE_REFUSED');
  if (urgedAt !== null && facts.now !== undefined && isUrgedToday(urgedAt, facts.now))
    return refuse('APPROVAL_URGED_TODAY', { time: toDateTimeText(urgedAt) });
  return [
    {
      type: 'ApplicationUrged',
      data: {
        ...subjectOf(draft),
        processNodeId: state.node.processNodeId,
        processNodeName: state.node.processNodeName,
        capacity,
        urgerName: facts.name,
        urgerDepartmentName: facts.departmentName,
        remark,
      },
    },
  ];
}

/** Once for each time that it comes to a node; nothing while it may wait still, or has moved on. */
function tellOverdue(state: ApplicationState, { timeout, now }: ApplicationFacts): Decision<ApplicationEvent> {
  if (state.phase !== 'inApproval' || state.overdueTold || !timeout || now === undefined) return [];
  const { draft, node, since } = state;
  const { action, limitDays } = timeout;
  if (!isOverdue(toDateTimeText(since), toDateTimeText(now), limitDays)) return [];
  return [
    {
      type: 'ApplicationOverdue',
      data: {
        ...subjectOf(draft),
        processNodeId: node.processNodeId,
        processNodeName: node.processNodeName,
        since,
        limitDays,
        reportedTo: action === timeoutAction.report ? reportedTo(draft, node) : null,
      },
    },
  ];
}

/** Who is one level above a node, as the event names them. */
function reportedTo(draft: ApplicationDraft, node: NodeSnapshot): Overdue['reportedTo'] {
  const above = levelAbove(askedNodes(draft), node);
  if (above === null || !('processNodeId' in above)) return above && { processNodeId: null, ...above };
  const { processNodeId, processNodeName: name, roleCode, scopeUnit } = above;
  return { processNodeId, name, roleCode, scopeUnit };
}

type Overdue = Extract<ApplicationEvent, { type: 'ApplicationOverdue' }>['data'];

/** Nobody decides on what he applied for or entered. */
export function mayNotDecide(draft: ApplicationDraft, userName: string): boolean {
  return draft.applicant.userName === userName || draft.enteredBy.includes(userName);
}

function decidedAtHome({ draft, decisions }: InApproval): boolean {
  return decisions.every(({ round, node }) => round !== draft.round || node.scopeUnit === draft.applicant.departmentId);
}

function nextNode(draft: ApplicationDraft, current: NodeSnapshot): NodeSnapshot | undefined {
  return askedNodes(draft)[placeOf(draft, current) + 1];
}

function placeOf(draft: ApplicationDraft, node: NodeSnapshot): number {
  return askedNodes(draft).findIndex(({ processNodeId }) => processNodeId === node.processNodeId);
}

function subjectOf({ applyId, process, businessId, round }: ApplicationDraft) {
  return { applyId, processNo: process.processNo, businessId, round };
}
