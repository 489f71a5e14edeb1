import { z } from 'zod';
import { defineCommand } from '../kernel/command.ts';
import { noticeId } from './notice.operations.ts';

/**
 * The sender has read notices; those that are marked already keep their time. The gateway names only notices that reach
 * the sender.
 */
export const markNoticesRead = defineCommand(
  'notice.markRead',
  z.object({ noticeIds: z.array(noticeId).max(10_000) }),
  z.object({ marked: z.number().int() }),
);
