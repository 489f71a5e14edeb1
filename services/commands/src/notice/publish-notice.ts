import { randomUUID } from 'node:crypto';
import { toDateTimeText, toInstant } from '@jwxt/contracts/kernel/fields.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import { noticePath, publishStatus, type PublishStatus } from '@jwxt/contracts/notice/notice.vocabulary.ts';
import type { Audience, noticeDraft } from '@jwxt/contracts/notice/publishing.command.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import type { z } from 'zod';
import type { CommandContext } from '../kernel/command-context.ts';
import { logOperations } from '../kernel/operation-log.ts';
import { refuse, type Refused } from '../kernel/refusal.ts';
import { excerptOf, sanitiseRichText } from './rich-text.ts';
import { writeMessage } from './shared/system-message.ts';

type Draft = z.output<typeof noticeDraft>;
type NoticeKey = { noticeId: string };

interface NoticeRow {
  readonly notice_id: string;
  readonly notice_name: string;
  readonly content: string;
  readonly audience: Audience;
  readonly need_push: string;
  readonly begin_time: Date | null;
  readonly end_time: Date | null;
  readonly publish_status: PublishStatus;
  readonly department_name: string | null;
  readonly create_user: string;
}

/**
 * Stores a new draft in the name and unit of its writer. The same id twice is the form that was sent again, or somebody
 * else's notice.
 */
export async function createDraft(
  client: PoolClient,
  context: CommandContext,
  draft: Draft,
): Promise<NoticeKey | Refused> {
  const wrong = await unknownType(client, draft.noticeTypeId);
  if (wrong) return wrong;
  const { actor, time } = context;
  const { rowCount } = await client.query(
    `insert into base.notice (notice_id, notice_name, notice_type_id, content, audience, top_flag, need_push,
        begin_time, end_time, create_user, create_name, department_id, department_name, create_time, edit_time)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $14) on conflict do nothing`,
    [...valuesOf(draft), actor.userName, actor.name, actor.departmentId, actor.departmentName, time],
  );
  if (rowCount === 0) return refuse('NOTICE_PUBLISHED');
  await log(client, context, 'create', draft.noticeId, null, shortOf(draft));
  return { noticeId: draft.noticeId };
}

/** Changes a draft. What is published stays as it was read. */
export async function updateDraft(
  client: PoolClient,
  context: CommandContext,
  draft: Draft,
): Promise<NoticeKey | Refused> {
  const notice = await lockNotice(client, draft.noticeId);
  if (!notice) return refuse('NOTICE_NOT_FOUND');
  if (notice.publish_status !== publishStatus.draft) return refuse('NOTICE_PUBLISHED');
  const wrong = await unknownType(client, draft.noticeTypeId);
  if (wrong) return wrong;
  await client.query(
    `update base.notice
      set notice_name = $2, notice_type_id = $3, content = $4, audience = $5, top_flag = $6, need_push = $7,
        begin_time = $8, end_time = $9, edit_time = $10
      where notice_id = $1`,
    [...valuesOf(draft), context.time],
  );
  await log(client, context, 'update', draft.noticeId, { noticeName: notice.notice_name }, shortOf(draft));
  return { noticeId: draft.noticeId };
}

/** Deletes a draft. */
export async function deleteDraft(
  client: PoolClient,
  context: CommandContext,
  { noticeId }: NoticeKey,
): Promise<NoticeKey | Refused> {
  const notice = await lockNotice(client, noticeId);
  if (!notice) return refuse('NOTICE_NOT_FOUND');
  if (notice.publish_status !== publishStatus.draft) return refuse('NOTICE_PUBLISHED');
  await client.query('delete from base.notice_read where notice_id = $1', [noticeId]);
  await client.query('delete from base.notice where notice_id = $1', [noticeId]);
  await log(client, context, 'delete', noticeId, { noticeName: notice.notice_name, content: notice.content }, null);
  return { noticeId };
}

/**
 * Publishes a draft from now or its begin time on, and writes a system message to everybody it reaches, its writer
 * excepted, if so wished.
 */
export async function publishDraft(
  client: PoolClient,
  context: CommandContext,
  { noticeId }: NoticeKey,
): Promise<(NoticeKey & { pushed: number }) | Refused> {
  const notice = await lockNotice(client, noticeId);
  if (!notice) return refuse('NOTICE_NOT_FOUND');
  if (notice.publish_status !== publishStatus.draft) return refuse('NOTICE_NOT_DRAFT');
  const now = new Date(context.time);
  if (notice.end_time && notice.end_time <= now)
    return refuse('NOTICE_OVER', { time: toDateTimeText(notice.end_time) });
  const showTime = notice.begin_time && notice.begin_time > now ? notice.begin_time : now;
  await client.query(`update base.notice set publish_status = '1', show_time = $2 where notice_id = $1`, [
    noticeId,
    showTime,
  ]);
  const pushed =
    notice.need_push === yesNo.no
      ? 0
      : await writeMessage(
          client,
          {
            systemMessageEntityId: randomUUID(),
            title: notice.notice_name,
            content: excerptOf(notice.content),
            departmentName: notice.department_name ?? '',
            createName: context.actor.name,
            createTime: showTime.toISOString(),
            endTime: notice.end_time?.toISOString() ?? null,
            noticeId,
            link: noticePath(noticeId),
          },
          { audience: notice.audience, but: notice.create_user },
        );
  await log(
    client,
    context,
    'publish',
    noticeId,
    { publishStatus: publishStatus.draft },
    { publishStatus: publishStatus.published, showTime, pushed },
  );
  return { noticeId, pushed };
}

/** Back to draft, with the messages about it, while nobody but its writer has read it. */
export async function recallToDraft(
  client: PoolClient,
  context: CommandContext,
  { noticeId }: NoticeKey,
): Promise<NoticeKey | Refused> {
  const notice = await lockNotice(client, noticeId);
  if (!notice) return refuse('NOTICE_NOT_FOUND');
  if (notice.publish_status !== publishStatus.published) return refuse('NOTICE_NOT_PUBLISHED');
  const { rows } = await client.query<{ count: number }>(
    'select count(*) as count from base.notice_read where notice_id = $1 and user_name <> $2',
    [noticeId, notice.create_user],
  );
  const count = rows[0]?.count ?? 0;
  if (count > 0) return refuse('NOTICE_ALREADY_READ', { count });
  await client.query('delete from base.system_message_entity where notice_id = $1', [noticeId]);
  await client.query('delete from base.notice_read where notice_id = $1', [noticeId]);
  await client.query(`update base.notice set publish_status = '0', show_time = null where notice_id = $1`, [noticeId]);
  await log(
    client,
    context,
    'recall',
    noticeId,
    { publishStatus: publishStatus.published },
    { publishStatus: publishStatus.draft },
  );
  return { noticeId };
}

/** Ends a published one: nobody reads it or is told of it any more. */
export async function closePublished(
  client: PoolClient,
  context: CommandContext,
  { noticeId }: NoticeKey,
): Promise<NoticeKey | Refused> {
  const notice = await lockNotice(client, noticeId);
  if (!notice) return refuse('NOTICE_NOT_FOUND');
  if (notice.publish_status !== publishStatus.published) return refuse('NOTICE_NOT_PUBLISHED');
  await client.query(`update base.notice set publish_status = '2' where notice_id = $1`, [noticeId]);
  await client.query('update base.system_message_entity set end_time = $2 where notice_id = $1', [
    noticeId,
    context.time,
  ]);
  await log(
    client,
    context,
    'close',
    noticeId,
    { publishStatus: publishStatus.published },
    { publishStatus: publishStatus.ended },
  );
  return { noticeId };
}

async function lockNotice(client: PoolClient, noticeId: string): Promise<NoticeRow | undefined> {
  const { rows } = await client.query<NoticeRow>(
    `select notice_id, notice_name, content, audience, need_push, begin_time, end_time, publish_status, department_name,
        create_user
      from base.notice where notice_id = $1 for update`,
    [noticeId],
  );
  return rows[0];
}

async function unknownType(client: PoolClient, noticeTypeId: string): Promise<Refused | null> {
  const { rowCount } = await client.query(`select 1 from base.notice_type where notice_type_id = $1 and sfqy = '1'`, [
    noticeTypeId,
  ]);
  return rowCount === 0
    ? refuse('INVALID_INPUT', {}, { fieldErrors: [{ field: 'noticeTypeId', message: '通知类型不存在或已停用' }] })
    : null;
}

/** Columns `$1…$9` of a draft. */
function valuesOf({
  noticeId,
  noticeName,
  noticeTypeId,
  content,
  audience,
  topFlag,
  needPush,
  beginTime,
  endTime,
}: Draft): unknown[] {
  const at = (text: string): string | null => (text === '' ? null : toInstant(text));
  return [
    noticeId,
    noticeName,
    noticeTypeId,
    sanitiseRichText(content),
    JSON.stringify(audience),
    topFlag,
    needPush,
    at(beginTime),
    at(endTime),
  ];
}

/** What the operation log keeps: everything but the text, which stands in the row. */
function shortOf({ content, ...rest }: Draft): object {
  return { ...rest, contentLength: content.length };
}

async function log(
  client: PoolClient,
  context: CommandContext,
  operation: string,
  key: string,
  before: object | null,
  after: object | null,
): Promise<void> {
  await logOperations(client, context, operation, 'noticeInfo', [{ key, before, after }]);
}
