import type { AttachedFile } from '@jwxt/contracts/approval/application.events.ts';
import { inTransaction, type Pool, type PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import { isRefused, type Refused } from '../../kernel/refusal.ts';

/** A business object that has attachments. */
export interface FileOwner {
  readonly businessTable: string;
  readonly businessId: string;
}

/** How long a seal holds whose process has died. */
const sealSeconds = 60;

/** Until the end of the transaction nobody else changes the attachments of the object or binds them. */
export async function lockFiles(client: PoolClient, { businessTable, businessId }: FileOwner): Promise<void> {
  await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`files:${businessTable}:${businessId}`]);
}

/** Whether a submission is just binding the attachments. */
export async function isSealed(client: PoolClient, { businessTable, businessId }: FileOwner): Promise<boolean> {
  const { rowCount } = await client.query(
    `select 1 from base.file_seal
      where business_table = $1 and business_id = $2 and sealed_at > now() - make_interval(secs => $3)`,
    [businessTable, businessId, sealSeconds],
  );
  return rowCount === 1;
}

/**
 * Submits a business object together with its attachments: what `submit` is given is what stays. From the moment the
 * list is read until the submission is decided, nothing is added or taken away; afterwards the object's own state keeps
 * it so. Bound files and their bytes are never removed. Without an id the page made none, so that nothing is attached.
 */
export async function bindingFiles<R>(
  pool: Pool,
  { businessId, ...of }: Omit<FileOwner, 'businessId'> & { businessId: string | undefined; uploader: string },
  submit: (files: AttachedFile[]) => Promise<R | Refused>,
): Promise<R | Refused> {
  if (businessId === undefined) return await submit([]);
  const { businessTable, uploader } = of;
  const files = await inTransaction(pool, async (client) => {
    await lockFiles(client, { businessTable, businessId });
    await client.query(
      `insert into base.file_seal values ($1, $2, now()) on conflict (business_table, business_id)
        do update set sealed_at = excluded.sealed_at`,
      [businessTable, businessId],
    );
    const { rows } = await client.query<AttachedFile & { bytes: string }>(
      `select relational_id as "relationalId", name, file_size as bytes, digest from base.file_resource
        where business_table = $1 and business_id = $2 and uploader = $3 and removed_at is null
        order by uploaded_at, relational_id`,
      [businessTable, businessId, uploader],
    );
    return rows.map(({ bytes, relationalId, name, digest }) => ({
      relationalId,
      name,
      fileSize: Number(bytes),
      digest,
    }));
  });
  try {
    const submitted = await submit(files);
    if (!isRefused(submitted))
      await pool.query('update base.file_resource set kept = true where relational_id = any($1)', [
        files.map(({ relationalId }) => relationalId),
      ]);
    return submitted;
  } finally {
    await pool.query('delete from base.file_seal where business_table = $1 and business_id = $2', [
      businessTable,
      businessId,
    ]);
  }
}
