import type { SortText } from '@jwxt/contracts/kernel/list-sort.ts';
import { sortedOrder, byPinyin, type ListPage } from '../kernel/sorted-by.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import type { YesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import { publishStatus } from '@jwxt/contracts/notice/notice.vocabulary.ts';
import type { Audience } from '@jwxt/contracts/notice/publishing.command.ts';
import type {
  guideInfoItem,
  noticeInfoItem,
  noticeInfoSorts,
  guideInfoSorts,
  noticeReaderSorts,
} from '@jwxt/contracts/notice/publishing.operations.ts';
import type { PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import type { z } from 'zod';
import type { Principal } from '../kernel/principal.ts';
import { scopeCondition } from '../kernel/scope.ts';
import { containing, sqlParams } from '../kernel/sql-params.ts';
import { editorScope } from './notice.read.ts';

type NoticeInfo = z.output<typeof noticeInfoItem>;
type GuideInfo = z.output<typeof guideInfoItem>;
type Page<Row> = { rows: Row[]; total: number };

/** Which notices or guides somebody who writes them asks for. Empty texts do not narrow. */
export interface PublishingFilter<K extends string> {
  readonly sort?: SortText<K> | undefined;
  readonly pageNo: number;
  readonly pageSize: number;
  readonly noticeName: string;
  /** Type of notice, or service domain of a guide. */
  readonly kind: string;
  readonly publishStatus: string;
}

interface NoticeRow extends Omit<NoticeInfo, 'editTime' | 'beginTime' | 'endTime' | 'waiting' | 'departmentName'> {
  readonly editTime: Date;
  readonly beginTime: Date | null;
  readonly endTime: Date | null;
  readonly showTime: Date | null;
  readonly departmentName: string | null;
}

/** How many people a published notice reaches costs a look at everybody: only for those shown. */
const noticeColumns = `notice.notice_id as "noticeId", notice.notice_name as "noticeName",
  notice.notice_type_id as "noticeTypeId",
  notice_type.notice_type_name as "noticeTypeName", notice.create_name as "createName",
  notice.department_name as "departmentName", notice.edit_time as "editTime", notice.begin_time as "beginTime",
  notice.end_time as "endTime", notice.show_time as "showTime", notice.top_flag as "topFlag",
    notice.publish_status as "publishStatus",
  reach."readNum", reach."totalNum"`;
const noticeTables = `base.notice join base.notice_type on notice_type.notice_type_id = notice.notice_type_id
  cross join lateral (
    select count(*) as "totalNum", count(reading.user_name) as "readNum"
      from base.audience_person person
      left join base.notice_read reading on reading.notice_id = notice.notice_id
        and reading.user_name = person.user_name
     where person.user_name <> notice.create_user and base.audience_holds(notice.audience, person.user_name,
       person.roles, person.units, person.grade))
       reach`;

/** What the list is sorted by. */
const noticeExpressions: Readonly<Record<(typeof noticeInfoSorts)[number], string>> = {
  noticeName: byPinyin('notice.notice_name'),
  createName: byPinyin('notice.create_name'),
  beginTime: 'notice.begin_time',
  editTime: 'notice.edit_time',
  publishStatus: 'notice.publish_status',
};

/** A page of the notices in the person's scope, edited last first. */
export async function listNoticeInfos(
  db: Queryable,
  user: Principal,
  filter: PublishingFilter<(typeof noticeInfoSorts)[number]>,
  now: Date,
): Promise<Page<NoticeInfo>> {
  const params = sqlParams();
  const conditions = [scopeCondition(user, 'noticeInfo:query', editorScope('notice'), params)];
  if (filter.noticeName !== '')
    conditions.push(`notice.notice_name ilike ${params.add(containing(filter.noticeName))}`);
  if (filter.kind !== '') conditions.push(`notice.notice_type_id = ${params.add(filter.kind)}`);
  if (filter.publishStatus !== '') conditions.push(`notice.publish_status = ${params.add(filter.publishStatus)}`);
  const where = conditions.join(' and ');
  const order = sortedOrder(filter.sort, noticeExpressions, 'notice.edit_time desc, notice.notice_id');
  const [counted, { rows }] = await Promise.all([
    db.query<{ total: number }>(`select count(*) as total from base.notice where ${where}`, [...params.values]),
    db.query<NoticeRow>(
      `select ${noticeColumns} from ${noticeTables}
        where notice.notice_id in (select notice.notice_id from base.notice where ${where}
          order by ${order}
            limit $${params.values.length + 1} offset $${params.values.length + 2})
        order by ${order}`,
      [...params.values, filter.pageSize, (filter.pageNo - 1) * filter.pageSize],
    ),
  ]);
  return { rows: rows.map((row) => noticeInfoOf(row, now)), total: counted.rows[0]?.total ?? 0 };
}

/** One notice as its form shows it, if it is in the person's scope under the permission. */
export async function findNoticeInfo(
  db: Queryable,
  user: Principal,
  permission: PermissionCode | null,
  noticeId: string,
  now: Date,
): Promise<
  (NoticeInfo & { content: string; needPush: YesNo; audience: Audience; userNames: Record<string, string> }) | undefined
> {
  const params = sqlParams();
  const scope = scopeCondition(user, permission, editorScope('notice'), params);
  const { rows } = await db.query<NoticeRow & { content: string; needPush: YesNo; audience: Audience }>(
    `select ${noticeColumns}, notice.content, notice.need_push as "needPush", notice.audience from ${noticeTables}
      where notice.notice_id = ${params.add(noticeId)} and ${scope}`,
    [...params.values],
  );
  const row = rows[0];
  if (!row) return undefined;
  const { rows: people } = await db.query<{ userName: string; name: string }>(
    'select user_name as "userName", name from base.user_account where user_name = any($1)',
    [row.audience.users],
  );
  return {
    ...noticeInfoOf(row, now),
    content: row.content,
    needPush: row.needPush,
    audience: row.audience,
    userNames: Object.fromEntries(people.map(({ userName, name }) => [userName, name])),
  };
}

/** Whether a notice (or a guide) is in the person's scope under a permission. */
export async function mayEdit(
  db: Queryable,
  user: Principal,
  permission: PermissionCode | null,
  table: 'notice' | 'operation_guide',
  id: string,
): Promise<boolean> {
  const params = sqlParams();
  const scope = scopeCondition(user, permission, editorScope('other'), params);
  const key = table === 'notice' ? 'notice_id' : 'operation_guide_id';
  const { rowCount } = await db.query(
    `select 1 from base.${table} other where other.${key} = ${params.add(id)} and ${scope}`,
    [...params.values],
  );
  return rowCount === 1;
}

/** What readers are sorted by. */
const readerExpressions: Readonly<Record<(typeof noticeReaderSorts)[number], string>> = {
  name: byPinyin('name'),
  userName: '"userName"',
  departmentName: byPinyin(`nullif("departmentName", '')`),
  read: 'read',
  readTime: '"readTime"',
};

/**
 * A page of the people a notice is for, readers last first unless asked for otherwise. `type`: '' all, '0' who has not
 * read it, '1' who has.
 */
export async function listReaders(
  db: Queryable,
  {
    noticeId,
    pageNo,
    pageSize,
    sort,
    type,
  }: ListPage<(typeof noticeReaderSorts)[number]> & { readonly noticeId: string; readonly type: string },
): Promise<{
  rows: { userName: string; name: string; departmentName: string; read: YesNo; readTime: string }[];
  total: number;
  readNum: number;
  totalNum: number;
}> {
  const order = sortedOrder(sort, readerExpressions, '"readTime" desc nulls last, "userName"');
  const { rows } = await db.query<{
    rows: { userName: string; name: string; departmentName: string; read: YesNo; readTime: string | null }[] | null;
    total: number;
    readNum: number;
    totalNum: number;
  }>(
    `with people as materialized (
       select person.user_name as "userName", person.name, coalesce(department.dwmc, '') as "departmentName", case
         when reading.user_name is null
         then '0' else '1' end as read, reading.read_time as "readTime"
         from base.notice
         join base.audience_person person on person.user_name <> notice.create_user
           and base.audience_holds(notice.audience, person.user_name, person.roles, person.units, person.grade)
         left join base.department on department.dwh = person.department_id
         left join base.notice_read reading on reading.notice_id = notice.notice_id
           and reading.user_name = person.user_name
        where notice.notice_id = $1),
     page as (select * from people where $2 = '' or read = $2 order by ${order} limit $3 offset $4)
     select (select json_agg(page order by ${order}) from page) as rows,
       (select count(*) from people where $2 = '' or read = $2) as total,
            (select count(*) from people where read = '1') as "readNum", (select count(*) from people) as "totalNum"`,
    [noticeId, type, pageSize, (pageNo - 1) * pageSize],
  );
  const found = rows[0];
  return {
    rows: (found?.rows ?? []).map((row) => ({
      ...row,
      readTime: row.readTime === null ? '' : toDateTimeText(row.readTime),
    })),
    total: found?.total ?? 0,
    readNum: found?.readNum ?? 0,
    totalNum: found?.totalNum ?? 0,
  };
}

/** What the list is sorted by. */
const guideExpressions: Readonly<Record<(typeof guideInfoSorts)[number], string>> = {
  noticeName: byPinyin('operation_guide.notice_name'),
  domainService: byPinyin('domain.mc'),
  creator: byPinyin('operation_guide.creator'),
  createTime: 'operation_guide.create_time',
  editTime: 'operation_guide.edit_time',
  publishStatus: 'operation_guide.publish_status',
};

/** A page of the guides in the person's scope, edited last first. */
export async function listGuideInfos(
  db: Queryable,
  user: Principal,
  filter: PublishingFilter<(typeof guideInfoSorts)[number]>,
): Promise<Page<GuideInfo>> {
  const params = sqlParams();
  const conditions = [scopeCondition(user, 'operationGuide:update', editorScope('operation_guide'), params)];
  if (filter.noticeName !== '')
    conditions.push(`operation_guide.notice_name ilike ${params.add(containing(filter.noticeName))}`);
  if (filter.kind !== '') conditions.push(`operation_guide.domain_id = ${params.add(filter.kind)}`);
  if (filter.publishStatus !== '')
    conditions.push(`operation_guide.publish_status = ${params.add(filter.publishStatus)}`);
  const where = conditions.join(' and ');
  const [counted, { rows }] = await Promise.all([
    db.query<{ total: number }>(`select count(*) as total from base.operation_guide where ${where}`, [
      ...params.values,
    ]),
    db.query<Omit<GuideInfo, 'createTime' | 'editTime'> & { createTime: Date; editTime: Date }>(
      `select operation_guide.operation_guide_id as "operationGuideId", operation_guide.notice_name as "noticeName",
        operation_guide.domain_id as "domainId",
          domain.mc as "domainService", operation_guide.creator, operation_guide.create_time as "createTime",
            operation_guide.edit_time as "editTime",
              operation_guide.publish_status as "publishStatus"
         from base.operation_guide join base.domain on domain.bh = operation_guide.domain_id where ${where}
        order by ${sortedOrder(
          filter.sort,
          guideExpressions,
          'operation_guide.edit_time desc, operation_guide.operation_guide_id',
        )} limit $${params.values.length + 1}
        offset $${params.values.length + 2}`,
      [...params.values, filter.pageSize, (filter.pageNo - 1) * filter.pageSize],
    ),
  ]);
  return {
    rows: rows.map((row) => ({
      ...row,
      createTime: toDateTimeText(row.createTime),
      editTime: toDateTimeText(row.editTime),
    })),
    total: counted.rows[0]?.total ?? 0,
  };
}

function noticeInfoOf(row: NoticeRow, now: Date): NoticeInfo {
  const {
    noticeId,
    noticeName,
    noticeTypeId,
    noticeTypeName,
    createName,
    departmentName,
    editTime,
    beginTime,
    endTime,
    showTime,
    topFlag,
    publishStatus: status,
    readNum,
    totalNum,
  } = row;
  const text = (time: Date | null): string => (time === null ? '' : toDateTimeText(time));
  return {
    noticeId,
    noticeName,
    noticeTypeId,
    noticeTypeName,
    createName,
    departmentName: departmentName ?? '',
    editTime: toDateTimeText(editTime),
    beginTime: text(beginTime),
    endTime: text(endTime),
    topFlag,
    publishStatus: status,
    waiting: status === publishStatus.published && showTime !== null && showTime > now,
    readNum,
    totalNum,
  };
}
