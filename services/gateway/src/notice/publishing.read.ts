import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import type { YesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import { publishStatus } from '@jwxt/contracts/notice/notice.vocabulary.ts';
import type { Audience } from '@jwxt/contracts/notice/publishing.command.ts';
import type { guideInfoItem, noticeInfoItem } from '@jwxt/contracts/notice/publishing.operations.ts';
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
export interface PublishingFilter {
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
const noticeColumns = `n.notice_id as "noticeId", n.notice_name as "noticeName", n.notice_type_id as "noticeTypeId",
  t.notice_type_name as "noticeTypeName", n.create_name as "createName",
  n.department_name as "departmentName", n.edit_time as "editTime", n.begin_time as "beginTime",
  n.end_time as "endTime", n.show_time as "showTime", n.top_flag as "topFlag", n.publish_status as "publishStatus",
  reach."readNum", reach."totalNum"`;
const noticeTables = `base.notice n join base.notice_type t on t.notice_type_id = n.notice_type_id
  cross join lateral (
    select count(*) as "totalNum", count(r.user_name) as "readNum"
      from base.audience_person p
      left join base.notice_read r on r.notice_id = n.notice_id and r.user_name = p.user_name
     where p.user_name <> n.create_user and base.audience_holds(n.audience, p.user_name, p.roles, p.units, p.grade))
       reach`;

/** A page of the notices in the person's scope, edited last first. */
export async function listNoticeInfos(
  db: Queryable,
  user: Principal,
  filter: PublishingFilter,
  now: Date,
): Promise<Page<NoticeInfo>> {
  const params = sqlParams();
  const conditions = [scopeCondition(user, 'noticeInfo:query', editorScope('n'), params)];
  if (filter.noticeName !== '') conditions.push(`n.notice_name ilike ${params.add(containing(filter.noticeName))}`);
  if (filter.kind !== '') conditions.push(`n.notice_type_id = ${params.add(filter.kind)}`);
  if (filter.publishStatus !== '') conditions.push(`n.publish_status = ${params.add(filter.publishStatus)}`);
  const where = conditions.join(' and ');
  const [counted, { rows }] = await Promise.all([
    db.query<{ total: number }>(`select count(*) as total from base.notice n where ${where}`, [...params.values]),
    db.query<NoticeRow>(
      `select ${noticeColumns} from ${noticeTables}
        where n.notice_id in (select n.notice_id from base.notice n where ${where}
          order by n.edit_time desc, n.notice_id limit $${params.values.length + 1} offset $${params.values.length + 2})
        order by n.edit_time desc, n.notice_id`,
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
  const scope = scopeCondition(user, permission, editorScope('n'), params);
  const { rows } = await db.query<NoticeRow & { content: string; needPush: YesNo; audience: Audience }>(
    `select ${noticeColumns}, n.content, n.need_push as "needPush", n.audience from ${noticeTables}
      where n.notice_id = ${params.add(noticeId)} and ${scope}`,
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
  const scope = scopeCondition(user, permission, editorScope('o'), params);
  const key = table === 'notice' ? 'notice_id' : 'operation_guide_id';
  const { rowCount } = await db.query(`select 1 from base.${table} o where o.${key} = ${params.add(id)} and ${scope}`, [
    ...params.values,
  ]);
  return rowCount === 1;
}

/** A page of the people a notice is for, readers last first. `type`: '' all, '0' who has not read it, '1' who has. */
export async function listReaders(
  db: Queryable,
  { noticeId, pageNo, pageSize, type }: { noticeId: string; pageNo: number; pageSize: number; type: string },
): Promise<{
  rows: { userName: string; name: string; departmentName: string; read: YesNo; readTime: string }[];
  total: number;
  readNum: number;
  totalNum: number;
}> {
  const { rows } = await db.query<{
    rows: { userName: string; name: string; departmentName: string; read: YesNo; readTime: string | null }[] | null;
    total: number;
    readNum: number;
    totalNum: number;
  }>(
    `with people as materialized (
       select p.user_name as "userName", p.name, coalesce(d.dwmc, '') as "departmentName", case when r.user_name is null
         then '0' else '1' end as read, r.read_time as "readTime"
         from base.notice n
         join base.audience_person p on p.user_name <> n.create_user
           and base.audience_holds(n.audience, p.user_name, p.roles, p.units, p.grade)
         left join base.department d on d.dwh = p.department_id
         left join base.notice_read r on r.notice_id = n.notice_id and r.user_name = p.user_name
        where n.notice_id = $1),
     page as (select * from people where $2 = '' or read = $2 order by "readTime" desc nulls last, "userName" limit $3
       offset $4)
     select (select json_agg(page order by "readTime" desc nulls last, "userName") from page) as rows,
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

/** A page of the guides in the person's scope, edited last first. */
export async function listGuideInfos(
  db: Queryable,
  user: Principal,
  filter: PublishingFilter,
): Promise<Page<GuideInfo>> {
  const params = sqlParams();
  const conditions = [scopeCondition(user, 'operationGuide:update', editorScope('g'), params)];
  if (filter.noticeName !== '') conditions.push(`g.notice_name ilike ${params.add(containing(filter.noticeName))}`);
  if (filter.kind !== '') conditions.push(`g.domain_id = ${params.add(filter.kind)}`);
  if (filter.publishStatus !== '') conditions.push(`g.publish_status = ${params.add(filter.publishStatus)}`);
  const where = conditions.join(' and ');
  const [counted, { rows }] = await Promise.all([
    db.query<{ total: number }>(`select count(*) as total from base.operation_guide g where ${where}`, [
      ...params.values,
    ]),
    db.query<Omit<GuideInfo, 'createTime' | 'editTime'> & { createTime: Date; editTime: Date }>(
      `select g.operation_guide_id as "operationGuideId", g.notice_name as "noticeName", g.domain_id as "domainId",
          d.mc as "domainService", g.creator, g.create_time as "createTime", g.edit_time as "editTime",
              g.publish_status as "publishStatus"
         from base.operation_guide g join base.domain d on d.bh = g.domain_id where ${where}
        order by g.edit_time desc, g.operation_guide_id limit $${params.values.length + 1}
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
