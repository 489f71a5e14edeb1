import { z } from 'zod';
import { defineCommand } from '../kernel/command.ts';

/** One thing to be worked on, in the order in which it is. */
const longJobItem = z.object({ itemKey: z.string().min(1).max(120), itemName: z.string().max(200) });
export type LongJobItem = z.output<typeof longJobItem>;

/**
 * Puts a job in the queue of its kind. `payload` is what its kind's schema takes; the items are the caller's, in his
 * scope.
 */
export const startLongJob = defineCommand(
  'longJob.start',
  z.object({
    kind: z.string().min(1).max(40),
    title: z.string().min(1).max(200),
    payload: z.record(z.string(), z.unknown()),
    items: z.array(longJobItem).max(50_000),
  }),
  z.object({ jobId: z.uuid(), total: z.number().int() }),
);

/** Asks a job to stop: what is done stays done, the rest is left. One that has ended stays as it is. */
export const cancelLongJob = defineCommand(
  'longJob.cancel',
  z.object({ jobId: z.uuid() }),
  z.object({ jobId: z.uuid(), status: z.string() }),
);
