import { z } from 'zod';
import { defineCommand } from '../kernel/command.ts';
import { attemptRevised } from './attempts.events.ts';

const attemptsResult = z.object({ studentCode: z.string(), courseId: z.string() });

/** Policy command: a passed score change revises the attempt that the sheet made. */
export const reviseAttempt = defineCommand(
  'attempts.revise',
  attemptRevised.data.omit({ before: true }),
  attemptsResult,
);
