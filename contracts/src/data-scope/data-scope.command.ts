import { z } from 'zod';
import { defineCommand } from '../kernel/command.ts';

/** One dimension of the scope of a user group at a function, as it is saved (PERM-35). */
export const savedScope = z.object({
  yhzbh: z.string(),
  qxbh: z.string(),
  sjqxbh: z.string(),
  fwz: z.string(),
});

/** Saves what a user group sees at a function and all below it. */
export const saveScopes = defineCommand(
  'dataPermission.save',
  z.object({
    yhzbh: z.string(),
    permissionIds: z.array(z.string()).min(1),
    listDto: z.array(savedScope),
    version: z.string(),
  }),
  z.object({ overwritten: z.number().int() }),
);
