import { messageTopic, type ServerMessage } from '@jwxt/contracts/kernel/push.ts';
import { encodePushMessage } from '@jwxt/contracts/notice/push-message.ts';
import type { Logger } from '@jwxt/infra/runtime/logger.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import type { DatabaseNews } from '../kernel/database-news.ts';
import type { Audience, Listener } from './push-audience.ts';

/** What the telling works with. */
export interface MessageTellingOptions {
  readonly db: Queryable;
  /** Ids of system messages that were written. */
  readonly messages: DatabaseNews;
  readonly audience: Audience;
  readonly logger: Logger;
  readonly clock: () => Date;
  /** How often messages whose time has come are looked for, in milliseconds. Default 30 s. */
  readonly dueEveryMs?: number;
  say(listener: Listener, message: Extract<ServerMessage, { type: 'message' }>): void;
}

/** One line of a message is enough to decide whether to look at it now. */
const shownCharacters = 80;

/**
 * Tells connected people of system messages written to them: at once, or when their time comes. Nobody has to hear it:
 * what is pending is asked for when a page opens, and after a gap.
 */
export function createMessageTelling({
  db,
  messages,
  audience,
  logger,
  clock,
  dueEveryMs = 30_000,
  say,
}: MessageTellingOptions): { close(): void } {
  let lookedAt = clock();

  const tell = async (condition: string, values: readonly unknown[]): Promise<void> => {
    const connected = [...new Set([...audience.all].map(({ user }) => user.userName))];
    if (connected.length === 0) return;
    const { rows } = await db.query<{
      userName: string;
      audienceId: string;
      entityId: string;
      title: string;
      content: string;
    }>(
      `select audience.user_name as "userName", audience.system_message_audience_id as "audienceId",
          message.system_message_entity_id as "entityId", message.title, message.content
         from base.system_message_entity message
           join base.system_message_audience audience using (system_message_entity_id)
        where ${condition} and audience.user_name = any($1) and audience.push_sign = '1' and audience.read_sign = '0'`,
      [connected, ...values],
    );
    for (const { userName, audienceId, entityId, title, content } of rows) {
      const message = encodePushMessage({
        title,
        systemMessageEntityId: entityId,
        systemMessageAudienceId: audienceId,
        text: content.slice(0, shownCharacters),
      });
      for (const listener of audience.ofUser(userName))
        say(listener, {
          type: 'message',
          topic: messageTopic(userName),
          status: 'MESSAGE',
          message,
          messageId: audienceId,
        });
    }
  };
  const attempt = (condition: string, values: readonly unknown[]): void => {
    tell(condition, values).catch((error: unknown) => logger.warn({ err: error }, '推送系统消息失败'));
  };
  /** Those whose time came since the last look; one that was told already is told again, and known by its id. */
  const lookForDue = (): void => {
    const now = clock();
    attempt('message.create_time > $2 and message.create_time <= $3', [lookedAt, now]);
    lookedAt = now;
  };

  messages.subscribe({
    onNews: (id) => attempt('message.system_message_entity_id = $2 and message.create_time <= $3', [id, clock()]),
    onGap: lookForDue,
  });
  const timer = setInterval(lookForDue, dueEveryMs);
  timer.unref();
  return { close: () => clearInterval(timer) };
}
