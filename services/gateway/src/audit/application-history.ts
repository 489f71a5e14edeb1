import type { z } from 'zod';
import type { auditApplication } from '@jwxt/contracts/audit/audit.operations.ts';
import type { ApplicationEvent } from '@jwxt/contracts/approval/application.events.ts';
import { applicationStreams, deciderName, type ApplicationState } from '@jwxt/contracts/approval/application.state.ts';
import { businessStatusNames, businessStatus } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import { electiveStream } from '@jwxt/contracts/elective/elective.events.ts';
import { headingOf, linesOf, type HeadedEvent } from '@jwxt/contracts/all-wordings.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { recognitionStream } from '@jwxt/contracts/recognition/recognition.events.ts';
import { scoreChangeStream } from '@jwxt/contracts/score/score-change.events.ts';
import { comparePositions, formatPosition } from '@jwxt/infra/runtime/log-position.ts';
import { actingAs } from './acting-as.ts';
import { rawEventOf } from './raw-event.ts';
import { toneOf } from './step-tone.ts';
import { contextOf, type PlacedEvent } from '../kernel/stored-streams.ts';

type ApplicationHistory = z.input<typeof auditApplication.output>;
type ApplicationStep = ApplicationHistory['steps'][number];

/**
 * What happens to the content of an application that the application itself does not tell: drafts before it, and its
 * effect.
 */
const ownSteps: ReadonlySet<string> = new Set<HeadedEvent['type']>([
  'RecognitionDrafted',
  'RecognitionEffected',
  'RecognitionDeleted',
  'RecognitionSourceChanged',
  'RecognitionSettled',
  'RecognitionRevoked',
  'ScoreChangeEffected',
  'ElectiveSaved',
  'ElectiveEffected',
  'ElectiveDeleted',
]);

/** Streams that may hold the content of an application: most hold nothing of it. */
export const contentStreams = (applyId: string): readonly string[] => [
  scoreChangeStream(applyId),
  recognitionStream(applyId),
  electiveStream(applyId),
];

/** The full history of one application, event by event, with what became of its content; null when there is none. */
export function replayApplication(
  events: readonly PlacedEvent[],
  content: readonly PlacedEvent[] = [],
): ApplicationHistory | null {
  let state: ApplicationState = applicationStreams.initial;
  const steps: ApplicationStep[] = [];
  for (const stored of [...events, ...content.filter(({ event }) => ownSteps.has(event.type))].toSorted((a, b) =>
    comparePositions(a.position, b.position),
  )) {
    if (!stored.stream.startsWith(applicationStreams.prefix)) {
      steps.push(contentStep(stored, state));
      continue;
    }
    const before = state;
    state = applicationStreams.evolve(before, stored.event as ApplicationEvent, contextOf(stored));
    if (state.phase !== 'none') steps.push(stepOf(stored, before, state));
  }
  if (state.phase === 'none') return null;
  const { draft, status } = state;
  return {
    applyId: draft.applyId,
    processNo: draft.process.processNo,
    processName: draft.process.processName,
    title: draft.content.title,
    applicantName: draft.applicant.name,
    applyTime: toDateTimeText(draft.applyTime),
    approvalBusinessStatus: status,
    approvalBusinessStatusName: businessStatusNames[status],
    steps,
  };
}

function stepOf(
  stored: PlacedEvent,
  before: ApplicationState,
  after: Exclude<ApplicationState, { phase: 'none' }>,
): ApplicationStep {
  const event = stored.event as ApplicationEvent;
  const { actor } = stored.metadata;
  // The application is opened for the applicant by the system, right after what was sent for approval.
  const by =
    event.type === 'ApplicationSubmitted'
      ? { name: event.data.applicant.name, role: '' }
      : { name: actor.name, role: actingAs(stored.metadata) };
  return {
    position: formatPosition(stored.position),
    at: stored.metadata.time,
    atText: toDateTimeText(stored.metadata.time),
    title: headingOf(event).title,
    tone: toneOf(event),
    sentence: sentenceOf(stored),
    byName: 'auditPersonName' in event.data ? deciderName(event.data) : by.name,
    byRole: by.role,
    opinion: 'opinion' in event.data ? event.data.opinion : null,
    statusBefore: before.phase === 'none' ? null : before.status,
    statusAfter: after.status,
    statusAfterName: businessStatusNames[after.status],
    round: event.data.round,
    content: event.type === 'ApplicationSubmitted' ? event.data.content.pieces : [],
    event: rawEventOf(stored),
  };
}

function contentStep(stored: PlacedEvent, state: ApplicationState): ApplicationStep {
  const status = state.phase === 'none' ? businessStatus.saved : state.status;
  const { actor, time } = stored.metadata;
  const event = stored.event as HeadedEvent;
  return {
    position: formatPosition(stored.position),
    at: time,
    atText: toDateTimeText(time),
    title: headingOf(event).title,
    sentence: sentenceOf(stored),
    tone: toneOf(event),
    byName: actor.name,
    byRole: actingAs(stored.metadata),
    opinion: null,
    statusBefore: status,
    statusAfter: status,
    statusAfterName: businessStatusNames[status],
    round: state.phase === 'none' ? 1 : state.draft.round,
    content: [],
    event: rawEventOf(stored),
  };
}

function sentenceOf({ event, metadata }: PlacedEvent): string {
  return (linesOf(event, { who: metadata.actor.name, rules: null })?.lines ?? [])
    .map(({ sentence }) => sentence)
    .join('；');
}
