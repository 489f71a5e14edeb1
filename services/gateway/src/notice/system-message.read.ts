import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import type {
  PromptedMessage,
  SystemMessageItem,
  messageSorts,
} from '@jwxt/contracts/notice/system-message.operations.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { sortedOrder, type ListPage } from '../kernel/sorted-by.ts';

type ItemRow = Omit<SystemMessageItem, 'createTime'> & { createTime: Date };

const columns = `message.system_message_entity_id as "systemMessageEntityId",
  audience.system_message_audience_id as "systemMessageAudienceId",
    audience.read_sign as "systemMessageAudienceReadSign",
  audience.push_sign as "systemMessageAudiencePushSign", message.title as "systemMessageEntityTitle",
    message.create_time as "createTime"`;
const tables = `base.system_message_audience audience
    join base.system_message_entity message on message.system_message_entity_id = audience.system_message_entity_id`;
/** Messages of `$1` that are shown at `$2`: one about a notice that comes later waits with it. */
const shown = 'audience.user_name = $1 and message.create_time <= $2';

/** Characters of a message's text that its prompt shows at most. */
const PROMPTED_LENGTH = 200;

/** What a person has not read and is still to be told of, oldest first, at most 50; with how many are unread in all. */
export async function pendingMessages(
  db: Queryable,
  userName: string,
  now: Date,
): Promise<{ list: PromptedMessage[]; unreadNum: number }> {
  const [{ rows }, unreadNum] = await Promise.all([
    db.query<ItemRow & { systemMessageEntityContent: string }>(
      `select ${columns}, left(message.content, ${PROMPTED_LENGTH}) as "systemMessageEntityContent" from ${tables}
        where ${shown} and audience.read_sign = '0' and audience.push_sign = '1' and (message.end_time is null
          or message.end_time > $2)
        order by message.create_time, audience.system_message_audience_id limit 50`,
      [userName, now],
    ),
    countUnread(db, userName, now),
  ]);
  return {
    list: rows.map((row) => ({ ...itemOf(row), systemMessageEntityContent: row.systemMessageEntityContent })),
    unreadNum,
  };
}

/** A page of a person's messages, newest first. `readSign`: '' all, '0' unread, '1' read. */
export async function listMessages(
  db: Queryable,
  userName: string,
  { pageNo, pageSize, sort, readSign }: ListPage<(typeof messageSorts)[number]> & { readSign: string },
  now: Date,
): Promise<{ rows: SystemMessageItem[]; total: number; unreadNum: number }> {
  const wanted = `${shown} and ($3 = '' or audience.read_sign = $3)`;
  const [counted, { rows }, unreadNum] = await Promise.all([
    db.query<{ total: number }>(`select count(*) as total from ${tables} where ${wanted}`, [userName, now, readSign]),
    db.query<ItemRow>(
      `select ${columns} from ${tables} where ${wanted} order by ${sortedOrder(
        sort,
        { createTime: 'message.create_time' },
        'message.create_time desc, audience.system_message_audience_id',
      )}
        limit $4 offset $5`,
      [userName, now, readSign, pageSize, (pageNo - 1) * pageSize],
    ),
    countUnread(db, userName, now),
  ]);
  return { rows: rows.map(itemOf), total: counted.rows[0]?.total ?? 0, unreadNum };
}

/** One message, if it was written to the person. */
export async function findMessage(
  db: Queryable,
  userName: string,
  systemMessageEntityId: string,
  now: Date,
): Promise<
  | {
      systemMessageEntityId: string;
      systemMessageEntityTitle: string;
      departmentName: string;
      createTime: string;
      systemMessageEntityContent: string;
      link: string;
      noticeId: string;
    }
  | undefined
> {
  const { rows } = await db.query<{
    id: string;
    title: string;
    departmentName: string;
    createTime: Date;
    content: string;
    link: string | null;
    noticeId: string | null;
  }>(
    `select message.system_message_entity_id as id, message.title, message.department_name as "departmentName",
        message.create_time as "createTime", message.content, message.link, message.notice_id as "noticeId"
      from ${tables} where ${shown} and message.system_message_entity_id = $3`,
    [userName, now, systemMessageEntityId],
  );
  const row = rows[0];
  return (
    row && {
      systemMessageEntityId: row.id,
      systemMessageEntityTitle: row.title,
      departmentName: row.departmentName,
      createTime: toDateTimeText(row.createTime),
      systemMessageEntityContent: row.content,
      link: row.link ?? '',
      noticeId: row.noticeId ?? '',
    }
  );
}

/** Whether a message was written to the person. */
export async function isOwnMessage(db: Queryable, userName: string, systemMessageAudienceId: string): Promise<boolean> {
  const { rowCount } = await db.query(
    'select 1 from base.system_message_audience where user_name = $1 and system_message_audience_id = $2',
    [userName, systemMessageAudienceId],
  );
  return rowCount === 1;
}

async function countUnread(db: Queryable, userName: string, now: Date): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select count(*) as count from ${tables} where ${shown} and audience.read_sign = '0'`,
    [userName, now],
  );
  return rows[0]?.count ?? 0;
}

function itemOf({ createTime, ...row }: ItemRow): SystemMessageItem {
  return { ...row, createTime: toDateTimeText(createTime) };
}
