import { z } from 'zod';
import { defineCommand } from '../kernel/command.ts';

const authId = z.string();

/**
 * Asks that somebody else confirms a dangerous operation (SYSADMIN-18, kind 3). `commandId` is of the command that it
 * will be, `input` what it was called with, `told` what it would do. Answers the id of what waits.
 */
export const askSecondPerson = defineCommand(
  'secondPerson.ask',
  z.object({
    commandId: z.string(),
    operation: z.string(),
    permission: z.string(),
    input: z.record(z.string(), z.unknown()),
    told: z.string(),
    reason: z.string(),
  }),
  z.object({ authId }),
);
/** Somebody else confirms or refuses it. */
export const decideSecondPerson = defineCommand(
  'secondPerson.decide',
  z.object({ authId, agreed: z.boolean(), opinion: z.string() }),
  z.object({ authId }),
);
/** Whoever asked no longer wants it. */
export const withdrawSecondPerson = defineCommand('secondPerson.withdraw', z.object({ authId }), z.object({ authId }));
