import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import type { GuideItem } from '@jwxt/contracts/notice/notice.operations.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import type { Principal } from '../kernel/principal.ts';
import { scopeCondition } from '../kernel/scope.ts';
import { containing, sqlParams } from '../kernel/sql-params.ts';
import { editorScope } from './notice.read.ts';

interface GuideRow {
  readonly operationGuideId: string;
  readonly noticeName: string;
  readonly editTime: Date;
  readonly domainService: string;
}

const columns =
  'operation_guide.operation_guide_id as "operationGuideId", operation_guide.notice_name as "noticeName", ' +
  'operation_guide.edit_time as "editTime", domain.mc as ' +
  '"domainService"';
const tables = 'base.operation_guide join base.domain on domain.bh = operation_guide.domain_id';

/** A page of the published guides, the latest edited first. */
export async function listGuides(
  db: Queryable,
  {
    pageNum,
    pageSize,
    noticeName,
    domainService,
  }: { pageNum: number; pageSize: number; noticeName: string; domainService: string },
): Promise<{ list: GuideItem[]; total: number }> {
  const params = sqlParams();
  const conditions = [`operation_guide.publish_status = '1'`];
  if (noticeName !== '') conditions.push(`operation_guide.notice_name ilike ${params.add(containing(noticeName))}`);
  if (domainService !== '') conditions.push(`operation_guide.domain_id = ${params.add(domainService)}`);
  const where = conditions.join(' and ');
  const [counted, { rows }] = await Promise.all([
    db.query<{ total: number }>(`select count(*) as total from ${tables} where ${where}`, [...params.values]),
    db.query<GuideRow>(
      `select ${columns} from ${tables} where ${where} order by operation_guide.edit_time desc,
        operation_guide.operation_guide_id
        limit $${params.values.length + 1} offset $${params.values.length + 2}`,
      [...params.values, pageSize, (pageNum - 1) * pageSize],
    ),
  ]);
  return { list: rows.map(itemOf), total: counted.rows[0]?.total ?? 0 };
}

/** One guide with its text: a published one, or one that the person edits. */
export async function findGuide(
  db: Queryable,
  user: Principal,
  operationGuideId: string,
): Promise<(GuideItem & { creator: string; createTime: string; content: string }) | undefined> {
  const params = sqlParams();
  const edits = scopeCondition(user, 'operationGuide:update', editorScope('operation_guide'), params);
  const { rows } = await db.query<GuideRow & { creator: string; createTime: Date; content: string }>(
    `select ${columns}, operation_guide.creator, operation_guide.create_time as "createTime", operation_guide.content
      from ${tables}
      where operation_guide.operation_guide_id = ${params.add(operationGuideId)}
        and (operation_guide.publish_status = '1' or ${edits})`,
    [...params.values],
  );
  const row = rows[0];
  return (
    row && { ...itemOf(row), creator: row.creator, createTime: toDateTimeText(row.createTime), content: row.content }
  );
}

/** A page of the service domains in use, in their order. */
export async function listDomains(
  db: Queryable,
  { pageNum, pageSize }: { pageNum: number; pageSize: number },
): Promise<{ list: { bh: string; mc: string; servingList: string[] }[]; total: number }> {
  const [counted, { rows }] = await Promise.all([
    db.query<{ total: number }>(`select count(*) as total from base.domain where sfqy = '1'`),
    db.query<{ bh: string; mc: string; servingList: string[] }>(
      `select bh, mc, serving_list as "servingList" from base.domain where sfqy = '1' order by sort_num, bh limit $1
        offset $2`,
      [pageSize, (pageNum - 1) * pageSize],
    ),
  ]);
  return { list: rows, total: counted.rows[0]?.total ?? 0 };
}

function itemOf({ operationGuideId, noticeName, editTime, domainService }: GuideRow): GuideItem {
  return { operationGuideId, noticeName, editTime: toDateTimeText(editTime), domainService };
}
