import type { z } from 'zod';
import type { mayAttach, recordFile } from '@jwxt/contracts/file/file.command.ts';
import { MAX_FILES_OF_OBJECT } from '@jwxt/contracts/file/file.vocabulary.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import { isSealed, lockFiles, type FileOwner } from './shared/attached-files.ts';
import type { CommandContext } from '../kernel/command-context.ts';
import type { CommandServices } from '../kernel/command-route.ts';
import { logOperations } from '../kernel/operation-log.ts';
import { refuse, type Refused } from '../kernel/refusal.ts';
import { exceedsQuota, lockUploads } from './upload-quota.ts';

type NewFile = z.output<typeof recordFile.payload>;
type AskedFile = z.output<typeof mayAttach.payload>;

/**
 * Why a file would not be attached, before its bytes are taken; null when nothing speaks against it. One that is
 * attached already may come again, as long as it is the same by its name and size (COMMAND_REUSED) and nobody has taken
 * it away since (FILE_NOT_FOUND).
 */
export async function refusesFile(
  client: PoolClient,
  context: CommandContext,
  services: CommandServices,
  file: AskedFile,
): Promise<Refused | null> {
  const {
    rows: [known],
  } = await client.query<{ isSame: boolean; isThere: boolean }>(
    `select name = $2 and file_size = $3 as "isSame", removed_at is null as "isThere"
       from base.file_resource where relational_id = $1`,
    [file.relationalId, file.name, file.fileSize],
  );
  if (known) return !known.isThere ? refuse('FILE_NOT_FOUND') : known.isSame ? null : refuse('COMMAND_REUSED');
  return (
    (await mayChange(client, context, services, file)) ??
    (await hasTooMany(client, file)) ??
    (await exceedsQuota(client, context, file, file.underWay))
  );
}

/**
 * Attaches a file that the store has. Refuses an unknown table, one that may not change now (FILE_LOCKED,
 * FILE_READ_ONLY), too many files and more than the person may upload in a day.
 */
export async function attachFile(
  client: PoolClient,
  context: CommandContext,
  services: CommandServices,
  file: NewFile,
): Promise<{ relationalId: string } | Refused> {
  const refused = (await mayChange(client, context, services, file)) ?? (await hasTooMany(client, file));
  if (refused) return refused;
  await lockUploads(client, context);
  const exceeded = await exceedsQuota(client, context, file, []);
  if (exceeded) return exceeded;
  const { relationalId, fileUid, name, fileSize, fileType, businessTable, businessId, digest } = file;
  await client.query(
    `insert into base.file_resource (relational_id, file_uid, name, file_size, file_type, digest, business_table,
        business_id, uploader, uploader_name, uploaded_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      relationalId,
      fileUid,
      name,
      fileSize,
      fileType,
      digest,
      businessTable,
      businessId,
      context.actor.userName,
      context.actor.name,
      context.time,
    ],
  );
  await logOperations(client, context, 'upload', 'fileUploadResource', [
    { key: relationalId, before: null, after: { name, fileSize, digest, businessTable, businessId } },
  ]);
  return { relationalId };
}

interface KnownFile {
  relational_id: string;
  name: string;
  business_table: string;
  business_id: string;
  digest: string;
}

/** Takes files away, all of them or none. Those that are gone already are passed over. */
export async function detachFiles(
  client: PoolClient,
  context: CommandContext,
  services: CommandServices,
  ids: readonly string[],
): Promise<{ removed: number } | Refused> {
  const { rows } = await client.query<KnownFile>(
    `select relational_id, name, business_table, business_id, digest from base.file_resource
      where relational_id = any($1) and removed_at is null order by relational_id for update`,
    [[...new Set(ids)]],
  );
  const owners = new Map(
    rows.map((row) => [
      `${row.business_table} ${row.business_id}`,
      { businessTable: row.business_table, businessId: row.business_id },
    ]),
  );
  for (const [, owner] of [...owners].toSorted(([left], [right]) => (left < right ? -1 : 1))) {
    const refused = await mayChange(client, context, services, owner);
    if (refused) return refused;
  }
  await client.query('update base.file_resource set removed_at = $2, removed_by = $3 where relational_id = any($1)', [
    rows.map((row) => row.relational_id),
    context.time,
    context.actor.userName,
  ]);
  await logOperations(
    client,
    context,
    'delete',
    'fileUploadResource',
    rows.map((row) => ({
      key: row.relational_id,
      before: { name: row.name, businessTable: row.business_table, businessId: row.business_id, digest: row.digest },
      after: null,
    })),
  );
  return { removed: rows.length };
}

async function hasTooMany(client: PoolClient, { businessTable, businessId }: FileOwner): Promise<Refused | null> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from base.file_resource
      where business_table = $1 and business_id = $2 and removed_at is null`,
    [businessTable, businessId],
  );
  return (rows[0]?.count ?? 0) >= MAX_FILES_OF_OBJECT ? refuse('FILE_TOO_MANY') : null;
}

async function mayChange(
  client: PoolClient,
  context: CommandContext,
  services: CommandServices,
  owner: FileOwner,
): Promise<Refused | null> {
  const rule = services.fileRules.get(owner.businessTable);
  if (!rule) return refuse('FILE_TABLE_UNKNOWN');
  await lockFiles(client, owner);
  if (await isSealed(client, owner)) return refuse('FILE_LOCKED');
  return await rule.refuses({ businessId: owner.businessId, client, context, services });
}
