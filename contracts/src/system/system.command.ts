import { z } from 'zod';
import { processDefinition } from '../approval/process-definition.ts';
import { defineCommand } from '../kernel/command.ts';
import { noReadModel } from './read-model.vocabulary.ts';

/** Asks the workers to rebuild read models beside the serving ones. */
export const requestRebuild = defineCommand(
  'readModel.rebuild',
  z.object({ names: z.array(z.string()).min(1, noReadModel) }),
  z.object({ names: z.array(z.string()) }),
);
/** Asks the worker to stop a running rebuild; the serving tables stay as they are. */
export const cancelRebuild = defineCommand(
  'readModel.cancel',
  z.object({ names: z.array(z.string()).min(1, noReadModel) }),
  z.object({ names: z.array(z.string()) }),
);
/** Publishes a new version of a process; running applications keep theirs. */
export const publishProcess = defineCommand(
  'process.publish',
  processDefinition,
  z.object({ processNo: z.string(), version: z.number().int() }),
);
/**
 * Stores reference rows, insert or update by key: what an import or the demo university sends. Every change gets an
 * operation-log row. `standard`: rows that every school starts with. What a school has changed or removed of them since
 * stays as it is.
 */
export const loadReference = defineCommand(
  'reference.load',
  z.object({
    resource: z.string(),
    rows: z.array(z.record(z.string(), z.unknown())).max(5000),
    standard: z.literal(true).optional(),
  }),
  z.object({
    stored: z.number().int(),
    unchanged: z.number().int(),
    /**
     * Accounts whose password of the list was not taken, because the person has changed it since. Loads of former
     * versions did not say.
     */
    keptPasswords: z.array(z.string()).default([]),
  }),
  { secret: ['rows.password'] },
);
/** A person changes the own password; both are plain text here, decoded at the gateway. Rules of SESSION-34…39. */
export const changePassword = defineCommand(
  'user.changePassword',
  z.object({ oldPassword: z.string(), newPassword: z.string() }),
  z.object({ userName: z.string() }),
  { secret: ['oldPassword', 'newPassword'] },
);
/** A password of the account `admin`: 8 to 64 characters with an upper-case letter, a lower-case letter and a digit. */
export const administratorPassword = z
  .string()
  .min(8)
  .max(64)
  .regex(/^(?=.*[A-Z])(?=.*[a-z])(?=.*\d)/);
/** What {@link administratorPassword} asks for, read after “应为”. */
export const administratorPasswordText = '8–64 个字符的密码，须同时含有大写字母、小写字母和数字';
/**
 * Gives the account `admin` its password, from the machine itself: creates it where there is none. `first`: leaves an
 * account that exists alone (`kept`, or `differs` when its password is another one). Otherwise the account is enabled,
 * administers again, and all its sessions end.
 */
export const setAdministratorPassword = defineCommand(
  'user.setAdministratorPassword',
  z.object({ password: administratorPassword, first: z.boolean() }),
  z.object({
    outcome: z.enum(['created', 'kept', 'differs', 'changed']),
    endedSessions: z.number().int(),
  }),
  { secret: ['password'] },
);
/**
 * Tries again what had to be left aside, oldest first; a stream stops at its first failure. Events that policies could
 * not carry out (`commands.policy_parked`) at once: how many went through and how many remain. Events that read models
 * could not take (`projection.parked`) by their workers: the read models that were asked.
 */
export const replayParkedEvents = defineCommand(
  'system.replayParked',
  z.object({}),
  z.object({ replayed: z.number().int(), remaining: z.number().int(), readModels: z.array(z.string()) }),
);
