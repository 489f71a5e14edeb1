import type { ApplicationEvent } from '@jwxt/contracts/approval/application.events.ts';
import type { HeadedEvent } from '@jwxt/contracts/all-wordings.ts';
import type { AttemptsEvent } from '@jwxt/contracts/score/attempts.events.ts';
import { attemptSource } from '@jwxt/contracts/score/score.vocabulary.ts';
import type { ScoreSheetEvent } from '@jwxt/contracts/score/score-sheet.events.ts';
import type { PlacedEvent } from '../kernel/stored-streams.ts';

type ReplayEvent = ApplicationEvent | AttemptsEvent | ScoreSheetEvent;

/** The weightiest first: what a decision sets off says more than the decision. */
const weight: readonly HeadedEvent['type'][] = [
  'ScoreChangeApplied',
  'ScoresRolledBack',
  'RecognitionRevoked',
  'RecognitionSettled',
  'RecognitionSourceChanged',
  'AttemptWithdrawn',
  'AttemptCancelled',
  'AttemptRestored',
  'ScoresApproved',
  'AttemptRecorded',
  'AttemptBonusGiven',
  'AttemptBonusTaken',
  'ApplicationReturned',
  'ApplicationRejected',
  'ApplicationNotPassed',
  'ApplicationRecalled',
  'NodePassed',
  'ScoresForceSubmitted',
  'ScoresSubmitted',
  'ChangeReserved',
  'RecognitionReserved',
  'CellsEntered',
  'RemarkSet',
  'TemplateSet',
  'ItemsSet',
  'HierarchySet',
  'DigitSet',
];

/** The event that a step of a replay is told by. */
export type StepEvent = PlacedEvent & { readonly event: HeadedEvent };

/**
 * The event by which is told what one command with its consequences means for a student's score; null when nothing.
 * `entered`: sheets on which the student had a value before.
 */
export function stepEventOf(
  events: readonly PlacedEvent[],
  studentCode: string,
  entered: ReadonlySet<string>,
): StepEvent | null {
  const candidates = events.filter((event) =>
    concerns(event.event as ReplayEvent, studentCode, entered.has(event.stream)),
  );
  for (const type of weight) {
    const event = candidates.find((candidate) => candidate.event.type === type);
    if (event) return event as StepEvent;
  }
  return null;
}

/**
 * Whether an event is about this student's score. Events without rows are about everybody on the sheet or in the
 * application.
 */
function concerns(event: ReplayEvent, studentCode: string, hadValue: boolean): boolean {
  switch (event.type) {
    case 'CellsEntered':
    case 'RemarkSet':
    case 'ScoresSubmitted':
    case 'ScoresApproved':
    case 'ScoreChangeApplied':
      return event.data.rows.some((row) => row.studentCode === studentCode);
    case 'ChangeReserved':
      return event.data.request === undefined || event.data.request.rows.some((row) => row.studentCode === studentCode);
    case 'AttemptWithdrawn':
    case 'AttemptCancelled':
    case 'AttemptRestored':
    case 'AttemptBonusGiven':
    case 'AttemptBonusTaken':
      return event.data.studentCode === studentCode;
    // Before anything was entered there was no score that they could touch.
    case 'ItemsSet':
    case 'TemplateSet':
    case 'HierarchySet':
    case 'DigitSet':
      return hadValue;
    case 'AttemptRecorded':
      return event.data.source !== attemptSource.typed;
    default:
      return (weight as readonly string[]).includes(event.type);
  }
}
