import { hash } from '@node-rs/argon2';
import { referenceResources } from '@jwxt/contracts/base-info/reference.resource.ts';
import type { ProcessDefinition } from '@jwxt/contracts/approval/process-definition.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
/** As weak as argon2id goes: tests hash many passwords. */
const quick = { memoryCost: 8, timeCost: 1, parallelism: 1 };

/** Puts reference rows straight into their tables, as the commands service would have stored them. */
export async function insertReferenceRows(
  db: Queryable,
  name: string,
  rows: readonly Record<string, unknown>[],
): Promise<void> {
  const resource = referenceResources.find((one) => one.name === name);
  if (!resource) throw new TypeError(`no reference resource ${name}`);
  const parsed = rows.map((row) => resource.row.parse(row));
  const stored = await Promise.all(
    parsed.map(
      async ({ password, ...row }) =>
        Object.fromEntries([
          ...Object.entries(row).map(([key, value]) => [snake(key), value]),
          ...(typeof password === 'string' ? [['password_hash', await hash(password, quick)]] : []),
        ]) as Record<string, unknown>,
    ),
  );
  const columns = [...new Set(stored.flatMap((row) => Object.keys(row)))];
  const list = columns.join(', ');
  await db.query(
    `insert into base.${resource.table} (${list}) select ${list}
      from jsonb_populate_recordset(null::base.${resource.table}, $1::jsonb)`,
    [JSON.stringify(stored)],
  );
}

/** Publishes process definitions as version 1. */
export async function insertProcesses(db: Queryable, definitions: readonly ProcessDefinition[]): Promise<void> {
  for (const definition of definitions) {
    await db.query(
      `insert into base.process_definition (process_no, version, definition, status, published_at, published_by)
        values ($1, 1, $2, '1', now(), 'test')`,
      [definition.processNo, JSON.stringify(definition)],
    );
  }
}
