import { markMessagesRead, setPushSign } from '@jwxt/contracts/notice/system-message.command.ts';
import {
  messageDetail,
  messagePushSign,
  messageReadSign,
  messagesAllRead,
  messagesOfSession,
  staffMessages,
  studentMessages,
} from '@jwxt/contracts/notice/system-message.operations.ts';
import { lookingRefusal } from '@jwxt/contracts/session/session.vocabulary.ts';
import { handler, type SignedInCall } from '../kernel/handler.ts';
import { Refused } from '../kernel/refused.ts';
import { runCommand } from '../kernel/run-command.ts';
import { findMessage, isOwnMessage, listMessages, pendingMessages } from './system-message.read.ts';

async function ownMessage(systemMessageAudienceId: string, { services, user }: SignedInCall): Promise<void> {
  if (!(await isOwnMessage(services.db, user.userName, systemMessageAudienceId)))
    throw new Refused('MESSAGE_NOT_FOUND');
}

/** What somebody else looks at stays unread for the person: also the message that tells of the temporary link. */
async function mark(
  systemMessageAudienceId: string | null,
  commandId: string,
  call: SignedInCall,
): Promise<{ marked: number }> {
  return lookingRefusal(call.session.loginWay) !== null
    ? { marked: 0 }
    : runCommand(markMessagesRead, { systemMessageAudienceId }, call, { commandId });
}

export const systemMessageHandlers = [
  handler(messagesOfSession, (_input, { services, user, now }) => pendingMessages(services.db, user.userName, now)),
  handler(staffMessages, ({ systemMessageAudienceReadSign: readSign, ...page }, { services, user, now }) =>
    listMessages(services.db, user.userName, { ...page, readSign }, now),
  ),
  handler(studentMessages, ({ systemMessageAudienceReadSign: readSign, ...page }, { services, user, now }) =>
    listMessages(services.db, user.userName, { ...page, readSign }, now),
  ),
  handler(messageDetail, async ({ systemMessageEntityId }, { services, user, now }) => {
    const message = await findMessage(services.db, user.userName, systemMessageEntityId, now);
    if (!message) throw new Refused('MESSAGE_NOT_FOUND');
    return message;
  }),
  handler(messageReadSign, async ({ commandId, systemMessageAudienceId }, call) => {
    await ownMessage(systemMessageAudienceId, call);
    return mark(systemMessageAudienceId, commandId, call);
  }),
  handler(messagesAllRead, ({ commandId }, call) => mark(null, commandId, call)),
  handler(messagePushSign, async ({ commandId, ...sign }, call) => {
    await ownMessage(sign.systemMessageAudienceId, call);
    return runCommand(setPushSign, sign, call, { commandId });
  }),
];
