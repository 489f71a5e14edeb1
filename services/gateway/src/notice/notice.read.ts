import { ALL_TIME } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import type { YesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import type { NoticeItem } from '@jwxt/contracts/notice/notice.operations.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import type { Principal } from '../kernel/principal.ts';
import { scopeCondition, type ScopedRow } from '../kernel/scope.ts';
import { sqlParams } from '../kernel/sql-params.ts';

/** How an editor's unit is found on a notice (`n`) or guide (`g`): that of whoever wrote it. */
export const editorScope = (alias: string): ScopedRow => ({ target: 'notice', DW: `${alias}.department_id` });

/** A published notice that may be read at an instant (`$n`). */
const shownAt = (now: string): string =>
  `notice.publish_status = '1' and notice.show_time <= ${now} and (notice.end_time is null
    or notice.end_time > ${now})`;
/** A notice (`n`) that reaches a person (`p`). */
const reaches = 'base.audience_holds(notice.audience, person.user_name, person.roles, person.units, person.grade)';

/** Which of a person's notices are asked for. */
export interface NoticeFilter {
  readonly pageNo: number;
  readonly pageSize: number;
  /** Days back; '0' is everything. */
  readonly timeScopeValue: string;
  /** '' all, '0' unread, '1' read. */
  readonly type: string;
}

interface NoticeRow {
  readonly noticeId: string;
  readonly noticeName: string;
  readonly showTime: Date;
  readonly read: YesNo;
  readonly noticeTypeName: string;
  readonly createName: string;
  readonly topFlag: YesNo;
}

const columns = `notice.notice_id as "noticeId", notice.notice_name as "noticeName",
  coalesce(notice.show_time, notice.create_time) as "showTime",
  case when reading.user_name is null then '0' else '1' end as read, notice_type.notice_type_name as "noticeTypeName",
  notice.create_name as "createName", notice.top_flag as "topFlag"`;
const tables = `base.notice
  join base.notice_type on notice_type.notice_type_id = notice.notice_type_id
  left join base.notice_read reading on reading.notice_id = notice.notice_id and reading.user_name = $1`;

/**
 * A page of the notices that reach a person, those on top first, then the newest; with how many are unread in the same
 * time range.
 */
export async function listNotices(
  db: Queryable,
  userName: string,
  filter: NoticeFilter,
  now: Date,
): Promise<{ list: NoticeItem[]; total: number; unreadNum: number }> {
  const params = sqlParams();
  params.add(userName);
  const conditions = [shownAt(params.add(now)), reaches];
  if (filter.timeScopeValue !== ALL_TIME)
    conditions.push(
      `notice.show_time > ${params.add(new Date(now.getTime() - Number(filter.timeScopeValue) * 86_400_000))}`,
    );
  const wanted = filter.type === '' ? 'true' : `read = ${params.add(filter.type)}`;
  const limit = params.add(filter.pageSize);
  const offset = params.add((filter.pageNo - 1) * filter.pageSize);
  const { rows } = await db.query<{
    list: (Omit<NoticeRow, 'showTime'> & { showTime: string })[] | null;
    total: number;
    unreadNum: number;
  }>(
    `with mine as materialized (select ${columns} from ${tables}
      join base.audience_person person on person.user_name = $1
        where ${conditions.join(' and ')}),
          page as (select * from mine where ${wanted} order by "topFlag" desc, "showTime" desc, "noticeId"
            limit ${limit} offset ${offset})
     select (select json_agg(page order by "topFlag" desc, "showTime" desc, "noticeId") from page) as list,
            (select count(*) from mine where ${wanted}) as total,
              (select count(*) from mine where read = '0') as "unreadNum"`,
    [...params.values],
  );
  const found = rows[0];
  return { list: (found?.list ?? []).map(itemOf), total: found?.total ?? 0, unreadNum: found?.unreadNum ?? 0 };
}

/** One notice with its text: when it reaches the person, or when the person edits such notices. */
export async function findNotice(
  db: Queryable,
  user: Principal,
  noticeId: string,
  now: Date,
): Promise<(NoticeItem & { content: string; departmentName: string }) | undefined> {
  const params = sqlParams();
  params.add(user.userName);
  const shown = shownAt(params.add(now));
  const edits = scopeCondition(user, 'noticeInfo:query', editorScope('notice'), params);
  const { rows } = await db.query<NoticeRow & { content: string; departmentName: string | null }>(
    `select ${columns}, notice.content, notice.department_name as "departmentName"
       from ${tables} left join base.audience_person person on person.user_name = $1
      where notice.notice_id = ${params.add(noticeId)} and ((${shown} and ${reaches}) or ${edits})`,
    [...params.values],
  );
  const row = rows[0];
  return row && { ...itemOf(row), content: row.content, departmentName: row.departmentName ?? '' };
}

/** Those of the given notices (all of them when none are named) that reach a person and are unread. */
export async function unreadNotices(
  db: Queryable,
  userName: string,
  noticeIds: readonly string[] | null,
  now: Date,
): Promise<string[]> {
  const params = sqlParams();
  params.add(userName);
  const conditions = [shownAt(params.add(now)), reaches, 'reading.user_name is null'];
  if (noticeIds) conditions.push(`notice.notice_id = any(${params.add(noticeIds)})`);
  const { rows } = await db.query<{ noticeId: string }>(
    `select notice.notice_id as "noticeId" from ${tables} join base.audience_person person on person.user_name = $1
      where ${conditions.join(' and ')}`,
    [...params.values],
  );
  return rows.map(({ noticeId }) => noticeId);
}

function itemOf({
  noticeId,
  noticeName,
  showTime,
  read,
  noticeTypeName,
  createName,
  topFlag,
}: Omit<NoticeRow, 'showTime'> & { showTime: Date | string }): NoticeItem {
  return { noticeId, noticeName, createTime: toDateTimeText(showTime), read, noticeTypeName, createName, topFlag };
}
