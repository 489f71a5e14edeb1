import { SYSTEM_MESSAGE_CHANNEL } from '@jwxt/contracts/kernel/push.ts';
import type { Audience } from '@jwxt/contracts/notice/publishing.command.ts';
import type { StoredEvent } from '../../kernel/event-codec.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';

/** One system message, before it has receivers. */
export interface NewMessage {
  /** Decides whether it has been written already. */
  readonly systemMessageEntityId: string;
  readonly title: string;
  /** Plain text. */
  readonly content: string;
  readonly departmentName: string;
  readonly createName: string;
  /** ISO instant from which on it is shown; a later one is told of then. */
  readonly createTime: string;
  /** ISO instant after which nobody is told of it any more. */
  readonly endTime: string | null;
  readonly noticeId: string | null;
  /** Page of ours that it leads to. */
  readonly link: string | null;
}

const newsForMs = 86_400_000;

/**
 * What happened longer ago is no news: a policy that begins with an old log, or after a restored backup, tells nobody
 * of it.
 */
export function isNews({ metadata }: StoredEvent): boolean {
  return Date.now() - Date.parse(metadata.time) <= newsForMs;
}

/** Its receivers: everybody of an audience but one, or the accounts named. */
export type Receivers = { readonly audience: Audience; readonly but: string } | { readonly users: readonly string[] };

/**
 * Writes a message with its receivers, once, and lets the gateways tell those who are connected after the commit.
 * Answers how many get it.
 */
export async function writeMessage(client: PoolClient, message: NewMessage, receivers: Receivers): Promise<number> {
  const {
    systemMessageEntityId: id,
    title,
    content,
    departmentName,
    createName,
    createTime,
    endTime,
    noticeId,
    link,
  } = message;
  const { rowCount } = await client.query(
    `insert into base.system_message_entity (system_message_entity_id, title, content, department_name, create_name,
        create_time, end_time, notice_id, link)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing`,
    [id, title, content, departmentName, createName, createTime, endTime, noticeId, link],
  );
  if (rowCount === 0) return 0;
  const into = `insert into base.system_message_audience (system_message_audience_id, system_message_entity_id,
      user_name)
      select gen_random_uuid()::text, $1, person.user_name from base.audience_person person where`;
  const written =
    'audience' in receivers
      ? await client.query(
          `${into} person.user_name <> $3 and base.audience_holds($2::jsonb, person.user_name, person.roles,
            person.units, person.grade)`,
          [id, JSON.stringify(receivers.audience), receivers.but],
        )
      : await client.query(`${into} person.user_name = any($2)`, [id, receivers.users]);
  await client.query('select pg_notify($1, $2)', [SYSTEM_MESSAGE_CHANNEL, id]);
  return written.rowCount ?? 0;
}
