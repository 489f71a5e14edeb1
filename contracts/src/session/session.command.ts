import { z } from 'zod';
import { defineCommand } from '../kernel/command.ts';

/**
 * An administrator ends sessions of others. `sessionIds` are the first halves of their hashes; those that have ended
 * already are left out.
 */
export const kickOut = defineCommand(
  'session.kickOut',
  z.object({ sessionIds: z.array(z.string()).min(1).max(200) }),
  z.object({ ended: z.number().int() }),
);
/**
 * An administrator issues a link by which a person is signed in, once, within {@link TEMP_LOGIN_MINUTES} minutes;
 * answers until when (ISO instant). Only the token's hash travels. Refuses TEMP_LOGIN_REFUSED.
 */
export const grantTempLogin = defineCommand(
  'session.grantTempLogin',
  z.object({ tokenHash: z.string().length(64), userName: z.string(), reason: z.string().min(1).max(200) }),
  z.object({ name: z.string(), expiresAt: z.string() }),
);
/**
 * Uses a temporary link up, in the name of whom it was issued for, and tells this person of it. Answers who issued it.
 * Refuses TEMP_LOGIN_INVALID when there is no such link, or it is used or over.
 */
export const useTempLogin = defineCommand(
  'session.useTempLogin',
  z.object({ tokenHash: z.string().length(64) }),
  z.object({ issuedBy: z.string() }),
);
