import { z } from 'zod';
import { defineCommand } from '../kernel/command.ts';

/** Switches an operation off, with what callers are told; null: on. Refuses NOT_FOUND, OPERATION_ALWAYS_ON. */
export const switchOperation = defineCommand(
  'resources.update',
  z.object({ operationId: z.string(), notice: z.string().min(1).max(200).nullable() }),
  z.object({ operationName: z.string() }),
);
