import { z } from 'zod';
import { defineCommand } from '../kernel/command.ts';

/** Makes a token of a program; only its hash travels. Refuses each field that cannot be. */
export const grantApiToken = defineCommand(
  'apiToken.grant',
  z.object({
    tokenHash: z.string().length(64),
    name: z.string().min(1).max(40),
    owner: z.string(),
    permissions: z.array(z.string()).min(1),
    units: z.array(z.string()),
    addresses: z.array(z.string()),
    /** ISO instant. */
    expiresAt: z.string(),
  }),
  z.object({ tokenId: z.string(), userName: z.string(), expiresAt: z.string() }),
);
/** Ends a token. Refuses NOT_FOUND and TOKEN_ENDED. */
export const revokeToken = defineCommand(
  'apiToken.revoke',
  z.object({ tokenId: z.string(), reason: z.string().min(1).max(200) }),
  z.object({ name: z.string() }),
);
