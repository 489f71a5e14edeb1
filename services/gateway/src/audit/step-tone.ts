import type { z } from 'zod';
import type { scoreStep } from '@jwxt/contracts/audit/audit.operations.ts';
import type { HeadedEvent } from '@jwxt/contracts/all-wordings.ts';

type Tone = z.input<typeof scoreStep>['tone'];

const tones: Readonly<Record<HeadedEvent['type'], Tone>> = {
  CellsEntered: 'neutral',
  RemarkSet: 'neutral',
  DigitSet: 'neutral',
  ItemsSet: 'changed',
  TemplateSet: 'changed',
  HierarchySet: 'changed',
  ScoresSubmitted: 'progress',
  ScoresForceSubmitted: 'progress',
  ScoresApproved: 'passed',
  ScoresRolledBack: 'refused',
  ChangeReserved: 'progress',
  ScoreChangeApplied: 'changed',
  ScoreChangeEffected: 'passed',
  AttemptRecorded: 'changed',
  AttemptWithdrawn: 'refused',
  AttemptCancelled: 'refused',
  AttemptRestored: 'passed',
  AttemptBonusGiven: 'changed',
  AttemptBonusTaken: 'changed',
  RecognitionReserved: 'progress',
  RecognitionDrafted: 'neutral',
  RecognitionDeleted: 'neutral',
  RecognitionEffected: 'passed',
  RecognitionSourceChanged: 'changed',
  RecognitionSettled: 'changed',
  RecognitionRevoked: 'refused',
  ElectiveSaved: 'neutral',
  ElectiveDeleted: 'neutral',
  ElectiveEffected: 'passed',
  SchemaCreated: 'neutral',
  SchemaDescribed: 'neutral',
  SchemaCoursesChanged: 'changed',
  SchemaEnabled: 'passed',
  SchemaRevised: 'neutral',
  SchemaRestored: 'passed',
  SchemaCancelled: 'refused',
  SchemaDeleted: 'neutral',
  ApplicationSubmitted: 'progress',
  NodePassed: 'passed',
  NodeEndorsed: 'progress',
  ApplicationPassed: 'passed',
  ApplicationNotPassed: 'refused',
  ApplicationRejected: 'refused',
  ApplicationReturned: 'refused',
  ApplicationRecalled: 'neutral',
  ApplicationTransferred: 'neutral',
  ApplicationUrged: 'neutral',
  ApplicationOverdue: 'neutral',
};

/** In which tone a replay shows a step that is told by this event. */
export function toneOf(event: HeadedEvent): Tone {
  return event.type === 'ApplicationRecalled' && event.data.byOffice ? 'refused' : tones[event.type];
}
