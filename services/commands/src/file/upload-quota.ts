import { toDateTimeText, toInstant } from '@jwxt/contracts/kernel/fields.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import type { CommandContext } from '../kernel/command-context.ts';
import { refuse, type Refused } from '../kernel/refusal.ts';

/** A file that is to be attached, or is on its way; its size in bytes. */
interface Uploaded {
  readonly relationalId: string;
  readonly fileSize: number;
}

/** What one person may upload in a day: files, and bytes together. Parameters FJ_MRGS, and FJ_MRDX in MB. */
interface UploadQuota {
  readonly files: number;
  readonly bytes: number;
}

const MB = 1024 * 1024;
const usual: UploadQuota = { files: 200, bytes: 500 * MB };

/** Until the end of the transaction the person's other uploads wait: two at once do not both take the room for one. */
export async function lockUploads(client: PoolClient, { actor }: CommandContext): Promise<void> {
  await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`uploads:${actor.userName}`]);
}

/**
 * FILE_QUOTA_COUNT or FILE_QUOTA_BYTES when the person's uploads of the day, those taken away again and those under way
 * included, leave no room for the file; null otherwise.
 */
export async function exceedsQuota(
  client: PoolClient,
  context: CommandContext,
  file: Uploaded,
  underWay: readonly Uploaded[],
): Promise<Refused | null> {
  const quota = await quotaOf(client);
  const {
    rows: [done],
  } = await client.query<{ files: number; bytes: string; recorded: string[] }>(
    `select count(*)::int as files, coalesce(sum(file_size), 0)::text as bytes,
            coalesce(array_agg(relational_id::text) filter (where relational_id = any($3)), '{}') as recorded
       from base.file_resource where uploader = $1 and uploaded_at >= $2`,
    [context.actor.userName, beginOfDay(context.time), underWay.map(({ relationalId }) => relationalId)],
  );
  const coming = underWay.filter(({ relationalId }) => !done?.recorded.includes(relationalId));
  if ((done?.files ?? 0) + coming.length >= quota.files) return refuse('FILE_QUOTA_COUNT', { limit: quota.files });
  const used = coming.reduce((sum, { fileSize }) => sum + fileSize, Number(done?.bytes ?? 0));
  if (used + file.fileSize <= quota.bytes) return null;
  const [limit, size] = [megabytes(quota.bytes), megabytes(file.fileSize)];
  return refuse('FILE_QUOTA_BYTES', { used: megabytes(used), size, limit });
}

/** A parameter that is absent or no whole number has its usual value; 0 lets nobody upload. */
async function quotaOf(client: PoolClient): Promise<UploadQuota> {
  const { rows } = await client.query<{ code: string; value: string }>(
    `select param_code as code, para_value as value from base.parameter where param_code in ('FJ_MRGS', 'FJ_MRDX')`,
  );
  const numbers = rows.filter(({ value }) => /^\d{1,9}$/.test(value));
  const values = new Map(numbers.map(({ code, value }) => [code, Number(value)]));
  return { files: values.get('FJ_MRGS') ?? usual.files, bytes: (values.get('FJ_MRDX') ?? usual.bytes / MB) * MB };
}

/** The beginning of the school's day in which an instant lies. */
const beginOfDay = (time: string): string => toInstant(`${toDateTimeText(time).slice(0, 10)} 00:00:00`);

/** Never less than it is: 0.1 MB for a single byte. */
const megabytes = (bytes: number): string => `${Math.ceil((bytes / MB) * 10) / 10} MB`;
