import type { z } from 'zod';
import type { auditApplication } from '@jwxt/contracts/audit/audit.operations.ts';
import type { ApplicationEvent } from '@jwxt/contracts/approval/application.events.ts';
import { deciderName, evolveApplication, noApplication, type ApplicationState } from '@jwxt/contracts/approval/application.state.ts';
import { businessStatusNames } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { formatPosition } from '@jwxt/infra/runtime/log-position.ts';
import { rawEventOf } from './raw-event.ts';
import { contextOf, type PlacedEvent } from '../kernel/stored-streams.ts';

type ApplicationHistory = z.input<typeof auditApplication.output>;
type ApplicationStep = ApplicationHistory['steps'][number];

/** The full history of one application, event by event; null when there is none. */
export function replayApplication(events: readonly PlacedEvent[]): ApplicationHistory | null {
  let state: ApplicationState = noApplication;
  const steps: ApplicationStep[] = [];
  for (const stored of events) {
    const before = state;
    state = evolveApplication(before, stored.event as ApplicationEvent, contextOf(stored));
    if (state.phase !== 'none') steps.push(stepOf(stored, before, state));
  }
  if (state.phase === 'none') return null;
  const { draft, status } = state;
  return {
    applyId: draft.applyId, processNo: draft.process.processNo, processName: draft.process.processName, title: draft.content.title,
    applicantName: draft.applicant.name, applyTime: toDateTimeText(draft.applyTime), approvalBusinessStatus: status, approvalBusinessStatusName: businessStatusNames[status], steps,
  };
}

function stepOf(stored: PlacedEvent, before: ApplicationState, after: Exclude<ApplicationState, { phase: 'none' }>): ApplicationStep {
  const event = stored.event as ApplicationEvent;
  const { actor } = stored.metadata;
  // The application is opened for the applicant by the system, right after what was sent for approval.
  const by = event.type === 'ApplicationSubmitted' ? { name: event.data.applicant.name, roleNames: [] } : actor;
  return {
    position: formatPosition(stored.position), at: stored.metadata.time, atText: toDateTimeText(stored.metadata.time), ...wordingOf(event),
    byName: 'auditPersonName' in event.data ? deciderName(event.data) : by.name, byRole: by.roleNames.join('、'), opinion: 'opinion' in event.data ? event.data.opinion : null,
    statusBefore: before.phase === 'none' ? null : before.status, statusAfter: after.status, statusAfterName: businessStatusNames[after.status], round: event.data.round,
    content: event.type === 'ApplicationSubmitted' ? event.data.content.pieces : [], event: rawEventOf(stored),
  };
}

function wordingOf(event: ApplicationEvent): Pick<ApplicationStep, 'title' | 'tone'> {
  switch (event.type) {
    case 'ApplicationSubmitted': return { title: event.data.round > 1 ? `第${event.data.round}次提交` : '提交申请', tone: 'progress' };
    case 'NodePassed': return { title: `${event.data.processNodeName}通过`, tone: 'passed' };
    case 'ApplicationPassed': return { title: '审批通过，申请结束', tone: 'passed' };
    case 'ApplicationNotPassed': return { title: `${event.data.processNodeName}不通过，申请结束`, tone: 'refused' };
    case 'ApplicationRejected': return { title: `${event.data.processNodeName}驳回至${event.data.backNodeName}`, tone: 'refused' };
    case 'ApplicationReturned': return { title: `${event.data.processNodeName}退回申请人`, tone: 'refused' };
    case 'ApplicationRecalled': return { title: '申请人撤回', tone: 'neutral' };
    case 'ApplicationTransferred': return { title: `${event.data.fromName}转办给${event.data.toName}（${event.data.processNodeName}）：${event.data.reason}`, tone: 'neutral' };
    case 'ApplicationUrged': return { title: `${event.data.capacity === 'applicant' ? '申请人' : '教务处'}催办（${event.data.processNodeName}）${event.data.remark === '' ? '' : `：${event.data.remark}`}`, tone: 'neutral' };
    default: return event satisfies never;
  }
}
