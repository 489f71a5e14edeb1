import { z } from 'zod';
import { defineCommand } from '../kernel/command.ts';
import { yesNoFlag } from '../kernel/fields.ts';
import { personKind } from './person-kind.vocabulary.ts';

const jsbh = z.string();
const userNames = z.array(z.string());
const day = z.string().nullable();

/** Makes a role; refuses ROLE_EXISTS under its number. */
export const addRole = defineCommand(
  'role.create',
  z.object({ jsbh, jsmc: z.string(), jslx: z.enum(personKind), jsms: z.string(), copyOf: jsbh.nullable() }),
  z.object({ jsbh }),
);
/** Names, describes, stops or starts a role, and says whether it asks for a second factor. */
export const changeRole = defineCommand(
  'role.update',
  z.object({
    jsbh,
    jsmc: z.string(),
    jsms: z.string(),
    sfqy: yesNoFlag,
    mfaRequired: yesNoFlag.optional(),
    version: z.string(),
  }),
  z.object({ jsbh }),
);
/** Removes roles that nobody holds. Of one alone the reason is the refusal (`each` false). */
export const removeRoles = defineCommand(
  'role.delete',
  z.object({ keys: z.array(jsbh).min(1), each: z.boolean() }),
  z.object({
    deleted: z.number().int(),
    kept: z.array(z.object({ key: z.string(), message: z.string() })),
  }),
);
/** Gives a role to people for a period. */
export const giveRole = defineCommand(
  'role.assignUsers',
  z.object({ jsbh, userNames, fromDate: day, toDate: day }),
  z.object({ assigned: z.number().int() }),
);
/** Takes a role from people. */
export const takeRole = defineCommand(
  'role.removeUsers',
  z.object({ jsbh, userNames }),
  z.object({ removed: z.number().int() }),
);
/** Sets what a role may do. */
export const setRolePermissions = defineCommand(
  'role.savePermissions',
  z.object({ jsbh, version: z.string(), qxbhs: z.array(z.string()) }),
  z.object({ added: z.array(z.string()), removed: z.array(z.string()) }),
);
/** Takes a code that nothing declares from all roles. */
export const dropPermission = defineCommand(
  'permission.delete',
  z.object({ qxbh: z.string() }),
  z.object({ roles: z.number().int() }),
);
