import { z } from 'zod';
import { defineCommand } from '../kernel/command.ts';
import { yesNoFlag } from '../kernel/fields.ts';

const userName = z.string();
const userNames = z.array(userName);
const details = {
  name: z.string(),
  departmentId: z.string().nullable(),
  mobile: z.string().nullable(),
  email: z.string().nullable(),
  validTo: z.string().nullable(),
};
const password = z.object({ userName, password: z.string() });

/** Sets the roles of one person. */
export const setRoles = defineCommand(
  'user.setRoles',
  z.object({ userName, jsbhs: z.array(z.string()) }),
  z.object({ added: z.array(z.string()), removed: z.array(z.string()) }),
);
/** Gives passwords and ends the sessions of these people. `mustChange`: at the next sign-in. */
export const givePasswords = defineCommand(
  'user.setPasswords',
  z.object({ passwords: z.array(password), mustChange: yesNoFlag }),
  z.object({ changed: z.number().int() }),
  { secret: ['passwords.password'], answersWithinMs: 60_000 },
);
/** Opens an account for somebody who is neither teacher nor student. */
export const addAccount = defineCommand(
  'systemUser.create',
  z.object({ userName, password: z.string(), ...details }),
  z.object({ userName }),
  { secret: ['password'] },
);
export const changeAccount = defineCommand(
  'systemUser.update',
  z.object({ userName, version: z.string(), ...details }),
  z.object({ userName }),
);
/** Removes accounts of casual users that have never been used. Of one alone the reason is the refusal. */
export const removeAccounts = defineCommand(
  'systemUser.delete',
  z.object({ keys: userNames, each: z.boolean() }),
  z.object({
    deleted: z.number().int(),
    kept: z.array(z.object({ key: z.string(), message: z.string() })),
  }),
);
/** Stops accounts, opens them again, or ends a lock. */
export const setAccountStatus = defineCommand(
  'systemUser.setStatus',
  z.object({ userNames, to: z.enum(['open', 'stopped', 'unlocked']) }),
  z.object({ changed: z.number().int() }),
);
/**
 * Opens the accounts of teachers and students who have none, those that are named, each with its password (null: by
 * single sign-on alone) and the role of its kind; ends those of people who have left. The passwords are random ones of
 * the system (`initialPassword`), never chosen by people. Who is without an account is looked up: sent again it answers
 * whose accounts it opened the first time.
 */
export const syncAccounts = defineCommand(
  'systemUser.syncUserInfo',
  z.object({ people: z.array(z.object({ userName, password: z.string().nullable() })) }),
  z.object({
    opened: z.number().int(),
    ended: z.number().int(),
    /** Whose, in the order of units. */
    userNames: z.array(userName).default([]),
  }),
  { lookedUp: ['people'], secret: ['people.password'], answersWithinMs: 60_000 },
);
/**
 * An administrator takes the second factors of others who have lost theirs; they are told, and their sessions end.
 * Those who have none are left out.
 */
export const resetSecondFactors = defineCommand(
  'user.resetSecondFactor',
  z.object({ userNames: z.array(z.string()).min(1) }),
  z.object({ reset: z.number().int() }),
);
