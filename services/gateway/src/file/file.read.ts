import type { z } from 'zod';
import type { fileItem, fileResource, queryFiles } from '@jwxt/contracts/file/file.operations.ts';
import { businessTableNames } from '@jwxt/contracts/file/file.vocabulary.ts';
import { toDateTimeText, toInstant } from '@jwxt/contracts/kernel/fields.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import type { Principal } from '../kernel/principal.ts';
import { seesEverything } from '../kernel/scope.ts';
import { containing, sqlParams, type SqlParams } from '../kernel/sql-params.ts';

/** A row of `base.file_resource` that is there. */
export interface FileRow {
  relational_id: string; file_uid: string; name: string; file_size: string; file_type: string; digest: string;
  business_table: string; business_id: string; uploader: string; uploader_name: string; uploaded_at: Date;
}
type FileFilter = Omit<z.output<(typeof queryFiles)['input']>, 'pageNo' | 'pageSize'>;

const columns = 'relational_id, file_uid, name, file_size, file_type, digest, business_table, business_id, uploader, uploader_name, uploaded_at';
/** Most rows of an export. */
const mostExported = 50_000;

/** Attachments of one object, oldest first; only one person's when named. */
export async function listBusinessFiles(db: Queryable, owner: { businessTable: string; businessId: string; uploader: string | null }): Promise<FileRow[]> {
  const { rows } = await db.query<FileRow>(
    `select ${columns} from base.file_resource
      where business_table = $1 and business_id = $2 and removed_at is null and ($3::text is null or uploader = $3) order by uploaded_at, relational_id`,
    [owner.businessTable, owner.businessId, owner.uploader],
  );
  return rows;
}

/** Files by their ids, in that order; those that are gone are left out. */
export async function findFiles(db: Queryable, ids: readonly string[]): Promise<FileRow[]> {
  const { rows } = await db.query<FileRow>(`select ${columns} from base.file_resource where relational_id = any($1) and removed_at is null order by array_position($1, relational_id)`, [ids]);
  return rows;
}

/** Files of the catalogue that a person may know of: all, or their own where their role's scope is narrower. Newest first. */
export async function queryFileRows(db: Queryable, user: Principal, filter: FileFilter, { pageNo, pageSize }: { pageNo: number; pageSize: number }): Promise<{ rows: FileRow[]; total: number }> {
  const params = sqlParams();
  const where = conditionsOf(user, 'fileUploadResource:query', filter, params);
  const counted = [...params.values];
  const [page, count] = await Promise.all([
    db.query<FileRow>(`select ${columns} from base.file_resource where ${where} order by uploaded_at desc, relational_id limit ${params.add(pageSize)} offset ${params.add((pageNo - 1) * pageSize)}`, [...params.values]),
    db.query<{ total: number }>(`select count(*)::int as total from base.file_resource where ${where}`, counted),
  ]);
  return { rows: page.rows, total: count.rows[0]?.total ?? 0 };
}

/** The same for an export. */
export async function exportFileRows(db: Queryable, user: Principal, filter: FileFilter): Promise<FileRow[]> {
  const params = sqlParams();
  const where = conditionsOf(user, 'fileUploadResource:export', filter, params);
  return (await db.query<FileRow>(`select ${columns} from base.file_resource where ${where} order by uploaded_at desc, relational_id limit ${mostExported}`, [...params.values])).rows;
}

function conditionsOf(user: Principal, permission: string, filter: FileFilter, params: SqlParams): string {
  const conditions = ['removed_at is null'];
  if (!seesEverything(user, permission)) conditions.push(`uploader = ${params.add(user.userName)}`);
  if (filter.name) conditions.push(`name ilike ${params.add(containing(filter.name))}`);
  if (filter.fileType) conditions.push(`file_type = ${params.add(filter.fileType)}`);
  if (filter.businessTable) conditions.push(`business_table = ${params.add(filter.businessTable)}`);
  if (filter.businessId) conditions.push(`business_id = ${params.add(filter.businessId)}`);
  if (filter.beginTime) conditions.push(`uploaded_at >= ${params.add(toInstant(filter.beginTime))}`);
  if (filter.endTime) conditions.push(`uploaded_at <= ${params.add(toInstant(filter.endTime))}`);
  return conditions.join(' and ');
}

/** An attachment as lists show it (FILES-01). */
export function fileItemOf(row: FileRow): z.output<typeof fileItem> {
  return {
    uid: row.file_uid, name: row.name, relationalId: row.relational_id, businessTable: row.business_table, businessId: row.business_id, businessIds: [row.business_id],
    fileSize: Number(row.file_size), fileType: row.file_type, uploader: row.uploader_name, time: toDateTimeText(row.uploaded_at), previewable: row.file_type === 'pdf',
  };
}

/** A file in the catalogue (FILES-23). */
export function fileResourceOf(row: FileRow): z.output<typeof fileResource> {
  return { ...fileItemOf(row), businessTableName: businessTableNames[row.business_table] ?? row.business_table, digest: row.digest };
}
