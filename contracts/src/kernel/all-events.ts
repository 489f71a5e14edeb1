import { adjustCourseEvents } from '../approval/adjust-course.events.ts';
import { applicationEvents } from '../approval/application.events.ts';
import { electiveEvents } from '../elective/elective.events.ts';
import { infoCheckEvents } from '../approval/info-check.events.ts';
import { secondaryAuthEvents } from '../approval/secondary-auth.events.ts';
import { recognitionAccountEvents } from '../recognition/recognition-account.events.ts';
import { recognitionEvents } from '../recognition/recognition.events.ts';
import { attemptsEvents } from '../score/attempts.events.ts';
import { scoreChangeEvents } from '../score/score-change.events.ts';
import { scoreSheetEvents } from '../score/score-sheet.events.ts';
import { byType, type EventDefinition } from './event.ts';

/** Every event type that the product writes, by its wire name. An event of another type or version stops its reader, loudly. */
export const eventDefinitions: ReadonlyMap<string, EventDefinition> = byType<EventDefinition>([
  ...applicationEvents, ...adjustCourseEvents, ...infoCheckEvents, ...secondaryAuthEvents, ...scoreSheetEvents, ...scoreChangeEvents, ...recognitionEvents, ...recognitionAccountEvents, ...electiveEvents, ...attemptsEvents,
]);
