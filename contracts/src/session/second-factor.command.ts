import { z } from 'zod';
import { defineCommand } from '../kernel/command.ts';
import { RECOVERY_CODES } from './second-factor.vocabulary.ts';

/** SHA-256 of a recovery code. */
const codeHash = z.string().length(64);
const codeHashes = z.array(codeHash).length(RECOVERY_CODES);

/**
 * The actor's second factor: its sealed secret, the period of the code that confirmed it, and the hashes of its
 * recovery codes. Refuses SECOND_FACTOR_BOUND when there is one.
 */
export const bindSecondFactor = defineCommand(
  'secondFactor.bind',
  z.object({ sealed: z.string().min(1), period: z.number().int().nonnegative(), codeHashes }),
  z.object({}),
);
/** Uses one of the actor's recovery codes up. Refuses SECOND_CODE_WRONG when there is no such one. */
export const useRecoveryCode = defineCommand(
  'secondFactor.useRecoveryCode',
  z.object({ codeHash }),
  z.object({ left: z.number().int() }),
);
/** Recovery codes instead of those that the actor has. Refuses SECOND_FACTOR_NONE. */
export const replaceRecoveryCodes = defineCommand('secondFactor.renewCodes', z.object({ codeHashes }), z.object({}));
/** The actor does without. Refuses SECOND_FACTOR_NONE, and SECOND_FACTOR_NEEDED when a role asks for it. */
export const unbindSecondFactor = defineCommand('secondFactor.remove', z.object({}), z.object({}));
