import { z } from 'zod';
import { defineCommand } from '../kernel/command.ts';

/** The first half of the hash of the viewer's own session. */
const sessionId = z.string().length(32);

/**
 * In this session an administrator looks with somebody else's eyes, for {@link VIEW_AS_MINUTES} minutes at most;
 * answers until when (ISO instant). Refuses VIEW_AS_REFUSED, and SESSION_GONE when the session is over.
 */
export const beginViewAs = defineCommand(
  'user.viewAs',
  z.object({ sessionId, userName: z.string(), reason: z.string().min(1).max(200) }),
  z.object({ name: z.string(), expiresAt: z.string() }),
);
/** The administrator is himself again; one that is over already ends without a word. */
export const endViewAs = defineCommand('user.endViewAs', z.object({ sessionId }), z.object({}));
