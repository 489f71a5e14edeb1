import type { fileSorts } from '@jwxt/contracts/file/file.operations.ts';
import type { z } from 'zod';
import {
  FILES_LOOKED_AT,
  type fileItem,
  type fileResource,
  type queryFiles,
} from '@jwxt/contracts/file/file.operations.ts';
import { businessTableNames } from '@jwxt/contracts/file/file-owner.vocabulary.ts';
import { toDateTimeText, toInstant } from '@jwxt/contracts/kernel/fields.ts';
import type { PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import type { Principal } from '../kernel/principal.ts';
import { seesEverything } from '../kernel/scope.ts';
import { selection, type Selection } from '../kernel/selection.ts';
import { sortedOrder, byPinyin, type ListPage } from '../kernel/sorted-by.ts';
import { containing, sqlParams, type SqlParams } from '../kernel/sql-params.ts';

/** A row of `base.file_resource` that is there. */
export interface FileRow {
  relational_id: string;
  file_uid: string;
  name: string;
  file_size: string;
  file_type: string;
  digest: string;
  business_table: string;
  business_id: string;
  uploader: string;
  uploader_name: string;
  uploaded_at: Date;
}
type FileFilter = Omit<z.output<(typeof queryFiles)['input']>, 'pageNo' | 'pageSize' | 'sort'>;

/** What the list is sorted by. */
const sortExpressions: Readonly<Record<(typeof fileSorts)[number], string>> = {
  name: byPinyin('name'),
  fileType: 'file_type',
  fileSize: 'file_size',
  businessTableName: 'business_table',
  uploader: byPinyin('uploader_name'),
  time: 'uploaded_at',
};

const columns =
  'relational_id, file_uid, name, file_size, file_type, digest, business_table, business_id, uploader, ' +
  'uploader_name, uploaded_at';

/** Attachments of one object, oldest first; only one person's when named. */
export async function listBusinessFiles(
  db: Queryable,
  owner: { businessTable: string; businessId: string; uploader: string | null },
): Promise<FileRow[]> {
  const { rows } = await db.query<FileRow>(
    `select ${columns} from base.file_resource
      where business_table = $1 and business_id = $2 and removed_at is null and ($3::text is null or uploader = $3)
      order by uploaded_at, relational_id`,
    [owner.businessTable, owner.businessId, owner.uploader],
  );
  return rows;
}

/** Files by their ids, in that order; those that are gone are left out. */
export async function findFiles(db: Queryable, ids: readonly string[]): Promise<FileRow[]> {
  const { rows } = await db.query<FileRow>(
    `select ${columns} from base.file_resource where relational_id = any($1) and removed_at is null
      order by array_position($1, relational_id)`,
    [ids],
  );
  return rows;
}

/**
 * Those of some digests whose bytes are needed: of attachments that are there, or belong to a submission, and of
 * exports that can still be fetched.
 */
export async function neededDigests(db: Queryable, digests: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await db.query<{ digest: string }>(
    `select digest from base.file_resource where digest = any($1) and (removed_at is null or kept)
     union select digest from gateway.export_job where digest = any($1) and expires_at > now()`,
    [digests],
  );
  return new Set(rows.map(({ digest }) => digest));
}

/**
 * Files of the catalogue that a person may know of: all, or their own where their role's scope is narrower. Newest
 * first, among the newest {@link FILES_LOOKED_AT} of the object and time asked for; `latestOnly` when there are older
 * ones that were not looked at.
 */
export async function queryFileRows(
  db: Queryable,
  user: Principal,
  filter: FileFilter,
  { pageNo, pageSize, sort }: ListPage<(typeof fileSorts)[number]>,
): Promise<{ rows: FileRow[]; total: number; latestOnly: boolean }> {
  const params = sqlParams();
  const [placed, described] = conditionsOf(user, 'fileUploadResource:query', filter, params);
  const looked = `(select ${columns} from base.file_resource where ${placed.join(' and ')}
      order by uploaded_at desc, relational_id limit ${FILES_LOOKED_AT})`;
  const where = ['true', ...described].join(' and ');
  const counted = [...params.values];
  const [page, count] = await Promise.all([
    db.query<FileRow>(
      `select * from ${looked} looked where ${where}
        order by ${sortedOrder(sort, sortExpressions, 'uploaded_at desc, relational_id')} limit ${params.add(pageSize)}
        offset ${params.add((pageNo - 1) * pageSize)}`,
      [...params.values],
    ),
    db.query<{ total: number; looked: number }>(
      `select count(*) filter (where ${where})::int as total, count(*)::int as looked from ${looked} looked`,
      counted,
    ),
  ]);
  const { total = 0, looked: num = 0 } = count.rows[0] ?? {};
  return { rows: page.rows, total, latestOnly: num === FILES_LOOKED_AT };
}

/** The same for an export: all of them. */
export function exportedFiles(user: Principal, filter: FileFilter): Selection<FileRow> {
  const params = sqlParams();
  const where = conditionsOf(user, 'fileUploadResource:export', filter, params).flat().join(' and ');
  return selection(
    `select ${columns} from base.file_resource where ${where} order by uploaded_at desc, relational_id`,
    params.values,
  );
}

/** Conditions that an index finds, and those that describe what is found. */
function conditionsOf(
  user: Principal,
  permission: PermissionCode | null,
  filter: FileFilter,
  params: SqlParams,
): [placed: string[], described: string[]] {
  const placed = ['removed_at is null'];
  const described: string[] = [];
  if (!seesEverything(user, permission, 'file')) placed.push(`uploader = ${params.add(user.userName)}`);
  if (filter.name) described.push(`name ilike ${params.add(containing(filter.name))}`);
  if (filter.fileType) described.push(`file_type = ${params.add(filter.fileType)}`);
  if (filter.businessTable) described.push(`business_table = ${params.add(filter.businessTable)}`);
  if (filter.businessId) placed.push(`business_id = ${params.add(filter.businessId)}`);
  if (filter.beginTime) placed.push(`uploaded_at >= ${params.add(toInstant(filter.beginTime))}`);
  if (filter.endTime) placed.push(`uploaded_at <= ${params.add(toInstant(filter.endTime))}`);
  return [placed, described];
}

/** An attachment as lists show it (FILES-01). */
export function fileItemOf(row: FileRow): z.output<typeof fileItem> {
  return {
    uid: row.file_uid,
    name: row.name,
    relationalId: row.relational_id,
    businessTable: row.business_table,
    businessId: row.business_id,
    businessIds: [row.business_id],
    fileSize: Number(row.file_size),
    fileType: row.file_type,
    uploader: row.uploader_name,
    time: toDateTimeText(row.uploaded_at),
    previewable: row.file_type === 'pdf',
  };
}

/** A file in the catalogue (FILES-23). */
export function fileResourceOf(row: FileRow): z.output<typeof fileResource> {
  return {
    ...fileItemOf(row),
    businessTableName: businessTableNames[row.business_table] ?? row.business_table,
    digest: row.digest,
  };
}
