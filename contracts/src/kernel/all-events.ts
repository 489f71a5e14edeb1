import { adjustCourseStreams } from '../approval/adjust-course.state.ts';
import { applicationStreams } from '../approval/application.state.ts';
import { infoCheckStreams } from '../approval/info-check.state.ts';
import { secondaryAuthStreams } from '../approval/secondary-auth.state.ts';
import { electiveStreams } from '../elective/elective.state.ts';
import { recognitionAccountStreams } from '../recognition/recognition-account.state.ts';
import { recognitionStreams } from '../recognition/recognition.state.ts';
import { attemptsStreams } from '../score/attempts.state.ts';
import { scoreChangeStreams } from '../score/score-change.state.ts';
import { sheetStreams } from '../score/score-sheet.state.ts';
import { defineEventHistory } from './event-history.ts';
import type { EventOfStream } from './stream.ts';

/** Every kind of stream that the product writes. */
export const allStreams = [
  applicationStreams,
  adjustCourseStreams,
  infoCheckStreams,
  secondaryAuthStreams,
  sheetStreams,
  scoreChangeStreams,
  recognitionStreams,
  recognitionAccountStreams,
  electiveStreams,
  attemptsStreams,
] as const;

/** Every event that the product writes. */
export type AnyEvent = EventOfStream<(typeof allStreams)[number]>;

/** Every event that the product wrote in any version of itself. One that is not among them stops its reader, loudly. */
export const eventHistory = defineEventHistory(allStreams);
