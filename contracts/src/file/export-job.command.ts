import { z } from 'zod';
import { defineCommand } from '../kernel/command.ts';

/** Tells the sender, by a system message, what became of his export. Once for each job. */
export const tellOfExport = defineCommand(
  'exportJob.tell',
  z.object({ jobId: z.uuid(), title: z.string().max(200), content: z.string().max(1_000) }),
  z.object({ told: z.number().int() }),
);
