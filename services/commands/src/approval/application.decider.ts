import type { ApplicationDraft, ApplicationEvent, NodeSnapshot } from '@jwxt/contracts/approval/application.events.ts';
import {
  askedNodes, evolveApplication, noApplication, type ApplicationState, type InApproval,
} from '@jwxt/contracts/approval/application.state.ts';
import { APPLICANT_NODE, nodeResultNames, type NodeResult } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import type { Decider, Decision } from '../kernel/decider.ts';
import { refuse, type Refused } from '../kernel/refusal.ts';

/** What may be asked of an application. */
export type ApplicationCommand =
  | { readonly type: 'submit'; readonly draft: ApplicationDraft }
  | {
    readonly type: 'decide'; readonly revision: number; readonly result: NodeResult; readonly backNode: string | undefined;
    readonly opinion: string; readonly isAllSchool: '0' | '1' | undefined;
  }
  | { readonly type: 'recall'; readonly reason: string | null };

/** Who asks, and whether base data names him an approver of the current node (role and unit). */
export interface ApplicationFacts {
  readonly userName: string;
  readonly name: string;
  readonly departmentName: string | null;
  readonly candidate: boolean;
}

/** The rules of one approval instance of any process (domain model LC-A; APPROVAL-19, 60…68). */
export const applicationDecider: Decider<ApplicationState, ApplicationCommand, ApplicationEvent, ApplicationFacts> = {
  initial: noApplication,
  evolve: evolveApplication,
  decide(state, command, facts) {
    switch (command.type) {
      case 'submit': return submit(state, command.draft);
      case 'decide': return decide(state, command, facts);
      case 'recall': return recall(state, command.reason, facts);
    }
  },
};

function submit(state: ApplicationState, draft: ApplicationDraft): Decision<ApplicationEvent> {
  const submitted: ApplicationEvent = { type: 'ApplicationSubmitted', data: draft };
  switch (state.phase) {
    case 'none': return [submitted];
    case 'withApplicant': return draft.round > state.draft.round ? [submitted] : refuse('CONCURRENT_CHANGE');
    case 'inApproval': {
      const { process, applicant, applyTime } = state.draft;
      return refuse('APPROVAL_OPEN_EXISTS', { process: process.processName, name: applicant.name, time: toDateTimeText(applyTime) });
    }
    case 'ended': return refuse('APPROVAL_NOT_IN_APPROVAL');
  }
}

type Decide = Extract<ApplicationCommand, { type: 'decide' }>;

function decide(state: ApplicationState, command: Decide, facts: ApplicationFacts): Decision<ApplicationEvent> {
  if (state.phase === 'none') return refuse('APPROVAL_NOT_FOUND');
  const { draft } = state;
  if (draft.applicant.userName === facts.userName || draft.enteredBy.includes(facts.userName)) return refuse('APPROVAL_OWN');
  const moved = movedSince(state, command.revision);
  if (moved) return moved;
  if (state.phase !== 'inApproval') return refuse('APPROVAL_NOT_IN_APPROVAL');
  if (!facts.candidate) return refuse('APPROVAL_NOT_CANDIDATE', { node: state.node.processNodeName });
  const told = {
    ...subjectOf(draft), processNodeId: state.node.processNodeId, processNodeName: state.node.processNodeName,
    auditPersonName: facts.name, auditPersonDepartmentName: facts.departmentName, opinion: command.opinion, contentHash: draft.content.contentHash,
  };
  switch (command.result) {
    case '0': {
      const next = nextNode(draft, state.node);
      const passed: ApplicationEvent = { type: 'NodePassed', data: { ...told, nextNodeId: next?.processNodeId ?? null, isAllSchool: command.isAllSchool ?? null } };
      return next ? [passed] : [passed, { type: 'ApplicationPassed', data: told }];
    }
    case '1':
      return draft.process.approvalType === '1' ? refuse('APPROVAL_RESULT_NOT_OFFERED') : [{ type: 'ApplicationNotPassed', data: told }];
    case '2': return reject(state, command.backNode, told);
  }
}

type Told = Extract<ApplicationEvent, { type: 'ApplicationPassed' }>['data'];

function reject(state: InApproval, backNode: string | undefined, told: Told): Decision<ApplicationEvent> {
  if (state.draft.process.approvalType !== '1') return refuse('APPROVAL_RESULT_NOT_OFFERED');
  if (!backNode) return refuse('APPROVAL_NO_BACK_NODE', {}, { fieldErrors: [{ field: 'backNode', message: '请选择驳回节点' }] });
  if (backNode === APPLICANT_NODE) return [{ type: 'ApplicationReturned', data: told }];
  const back = askedNodes(state.draft).slice(0, placeOf(state.draft, state.node)).find((node) => node.processNodeId === backNode);
  if (!back) return refuse('APPROVAL_BACK_NODE_UNKNOWN');
  return [{ type: 'ApplicationRejected', data: { ...told, backNode: back.processNodeId, backNodeName: back.processNodeName } }];
}

/** A decision names the revision its maker saw; anything newer is told, a decision by its maker, time and result. */
function movedSince(state: Exclude<ApplicationState, { phase: 'none' }>, seen: number): Refused | null {
  if (seen === state.revision) return null;
  const last = state.decisions.findLast((decision) => decision.revision > seen);
  if (!last) return refuse('APPROVAL_CHANGED', {}, { data: { revision: state.revision } });
  const result = nodeResultNames[last.result];
  const time = toDateTimeText(last.time);
  return refuse('APPROVAL_ALREADY_DECIDED', { name: last.name, time, result }, {
    data: { name: last.name, time, result, nodeName: last.node.processNodeName, opinion: last.opinion, revision: state.revision },
  });
}

function recall(state: ApplicationState, reason: string | null, facts: ApplicationFacts): Decision<ApplicationEvent> {
  if (state.phase === 'none') return refuse('APPROVAL_NOT_FOUND');
  const { draft } = state;
  if (draft.applicant.userName !== facts.userName) return refuse('APPROVAL_RECALL_NOT_APPLICANT');
  if (state.phase === 'withApplicant' && state.status === '4') return [];
  if (state.phase !== 'inApproval' || !mayRecall(state)) return refuse('APPROVAL_RECALL_REFUSED');
  return [{ type: 'ApplicationRecalled', data: { ...subjectOf(draft), reason } }];
}

/** 1 → 4 always; 2 → 4 where the process allows it and no node of another unit has decided in this round (LC-A). */
function mayRecall({ status, draft, decisions }: InApproval): boolean {
  if (status === '1') return true;
  return status === '2' && draft.process.recallAllowed
    && decisions.every(({ round, node }) => round !== draft.round || node.scopeUnit === draft.applicant.departmentId);
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
