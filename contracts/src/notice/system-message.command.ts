import { z } from 'zod';
import { defineCommand } from '../kernel/command.ts';
import { yesNoFlag } from '../kernel/fields.ts';

const marked = z.object({ marked: z.number().int() });

/** The sender has read messages: the one named, or all of them. Others' messages are never touched. */
export const markMessagesRead = defineCommand(
  'systemMessage.markRead',
  z.object({ systemMessageAudienceId: z.string().nullable() }),
  marked,
);
/** Whether the sender is still to be told of a message. */
export const setPushSign = defineCommand(
  'systemMessage.setPushSign',
  z.object({ systemMessageAudienceId: z.string(), systemMessageAudiencePushSign: yesNoFlag }),
  marked,
);
