import { z } from 'zod';
import { defineCommand } from '../kernel/command.ts';
import { attempt, attemptRevised } from './attempts.events.ts';

const attemptsResult = z.object({ studentCode: z.string(), courseId: z.string() });

/** Policy command: a passed sheet or recognition makes an attempt. */
export const recordAttempt = defineCommand('attempts.record', attempt, attemptsResult);
/** Policy command: a passed score change revises the attempt that the sheet made. */
export const reviseAttempt = defineCommand(
  'attempts.revise',
  attemptRevised.data.omit({ before: true }),
  attemptsResult,
);
/** Policy command: takes or gives back the right to recognise this course. */
export const releaseRecognition = defineCommand(
  'attempts.releaseRecognition',
  z.object({ studentCode: z.string(), courseId: z.string(), applyId: z.string() }),
  attemptsResult,
);
