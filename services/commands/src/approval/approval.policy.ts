import type { AdjustCourseEvent } from '@jwxt/contracts/approval/adjust-course.events.ts';
import type { InfoCheckEvent } from '@jwxt/contracts/approval/info-check.events.ts';
import type { ElectiveEvent } from '@jwxt/contracts/elective/elective.events.ts';
import type { RecognitionEvent } from '@jwxt/contracts/recognition/recognition.events.ts';
import type { ScoreChangeEvent } from '@jwxt/contracts/score/score-change.events.ts';
import type { ScoreSheetEvent } from '@jwxt/contracts/score/score-sheet.events.ts';
import type { Policy } from '../kernel/command-route.ts';
import { submitApplicationByPolicy } from './application-submit.ts';

/** Business events that ask for approval, and carry the frozen draft of it. */
type Asking = Extract<
  AdjustCourseEvent | InfoCheckEvent | ScoreSheetEvent | ScoreChangeEvent | RecognitionEvent | ElectiveEvent,
  { data: { application: unknown } }
>;
const asking: Record<Asking['type'], true> = {
  ScoresSubmitted: true,
  ScoreChangeRequested: true,
  RecognitionRequested: true,
  AdjustCourseRequested: true,
  InfoCheckRequested: true,
  ElectiveSubmitted: true,
};

/** What was submitted anywhere opens its application (or opens it again), exactly as frozen. */
export const openApplication: Policy = {
  name: 'application-open',
  types: Object.keys(asking) as Asking['type'][],
  start: 'beginning',
  react: (stored, services) => submitApplicationByPolicy(services, (stored.event as Asking).data.application, stored),
};
