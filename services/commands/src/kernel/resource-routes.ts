import { randomUUID } from 'node:crypto';
import type { FieldError } from '@jwxt/contracts/kernel/envelope.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import type { WireRow } from '@jwxt/contracts/kernel/resource-field.ts';
import { fieldColumn } from '@jwxt/contracts/kernel/resource-values.ts';
import type { Resource } from '@jwxt/contracts/kernel/resource.ts';
import type { ResourceName } from '@jwxt/contracts/kernel/resource.vocabulary.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import { applyOnce } from './applied-command.ts';
import { brokenRule } from './broken-rule.ts';
import type { CommandContext } from './command-context.ts';
import { defineRoute, type CommandRoute } from './command-route.ts';
import { logOperations, type LoggedChange } from './operation-log.ts';
import { followedValues, followers } from './resource-following.ts';
import { isRefused, refusalText, refuse, type Refused } from './refusal.ts';
import {
  columnsOf,
  duplicates,
  lockRow,
  missingReferences,
  removeRow,
  storeChildren,
  storeRow,
  type StoredRow,
} from './resource-rows.ts';

/** What the rows of a resource obey besides their declaration. */
export interface ResourceRules {
  /**
   * Who uses a row, in words, with a statement that counts (`n`) by the row's key as `$1`. A used row is not removed
   * (C3).
   */
  readonly uses?: readonly { readonly what: string; readonly unit: string; readonly count: string }[];
  /** Why a stored row stays as it is, after its name: `已发布，不能修改`; null: it may be changed and removed. */
  readonly kept?: (client: PoolClient, row: StoredRow) => Promise<string | null>;
  /** Why a stored row is not removed, though it may be changed, after its name. */
  readonly stays?: (client: PoolClient, row: StoredRow) => Promise<string | null>;
  /** What a row must obey beside others and today's data. `before`: the row that is changed. */
  readonly check?: (
    client: PoolClient,
    values: WireRow,
    before: StoredRow | null,
    context: CommandContext,
  ) => Promise<readonly FieldError[]>;
  /** {@link ResourceRules.check} for many rows at once: what they are judged by is read by few statements. */
  readonly checkMany?: CheckOfMany;
  /**
   * Rows of a workbook are checked and stored one by one, and taken back one by one from the last: each is judged
   * beside those before it. `by`: beside those with the same value of this field alone, so that others go together.
   */
  readonly inTurn?: true | { readonly by: string };
  /** What the server makes of the values, by read-only field: names, parts of codes. */
  readonly derive?: (
    client: PoolClient,
    values: WireRow,
    before: StoredRow | null,
    context: CommandContext,
  ) => Promise<WireRow>;
  /** Changes other rows of the resource that must follow at once, in the same transaction, and tells which. */
  readonly stored?: (client: PoolClient, row: StoredRow, context: CommandContext) => Promise<readonly LoggedChange[]>;
}

/** Reads what all of some rows are judged by, and answers what is wrong with one of them. */
export type CheckOfMany = (
  client: PoolClient,
  rows: readonly WireRow[],
) => Promise<(values: WireRow, before: StoredRow | null) => readonly FieldError[]>;

/** Rules that judge one row as they judge many. */
export const checkedTogether = (checkMany: CheckOfMany): Pick<ResourceRules, 'check' | 'checkMany'> => ({
  checkMany,
  check: async (client, values, before) => (await checkMany(client, [values]))(values, before),
});

/**
 * Rows of a file in the lots in which they are judged: all at once, one by one, or so that no lot has two with the same
 * value of the field that they are judged by.
 */
export function lotsOf<T>(
  rows: readonly T[],
  inTurn: ResourceRules['inTurn'],
  valueOf: (row: T, by: string) => unknown,
): T[][] {
  if (inTurn === undefined) return [[...rows]];
  if (inTurn === true) return rows.map((row) => [row]);
  const lots: T[][] = [];
  const seen = new Map<unknown, number>();
  for (const row of rows) {
    const value = valueOf(row, inTurn.by);
    const lot = seen.get(value) ?? 0;
    seen.set(value, lot + 1);
    (lots[lot] ??= []).push(row);
  }
  return lots;
}

/** Rules by the resource whose rows obey them. */
export type RulesOfResources = Readonly<Partial<Record<ResourceName, ResourceRules>>>;

/**
 * How the commands of a resource are carried out: once, in one transaction with the operation log; a change against the
 * version that the person saw; wrong values under their fields; a used row is not removed. `all` resources, because
 * rows of others may follow it.
 */
export function resourceRoutes(
  resource: Resource,
  rules: ResourceRules = {},
  all: readonly Resource[] = [resource],
): CommandRoute[] {
  const { commands, name, loggedAs = name, key: keyName } = resource;
  return [
    defineRoute(commands.create, async ({ values }, context, { pool, reference }) => {
      const done = await applyOnce(pool, context, (client) => {
        return save(client, context, { key: newKey(values), values, before: null });
      });
      reference.forget();
      return done;
    }),
    defineRoute(commands.update, async ({ key, version, values }, context, { pool, reference }) => {
      const done = await applyOnce(pool, context, async (client) => {
        const known = await lockRow(client, resource, key);
        if (!known) return refuse('NOT_FOUND');
        if (known.version !== version) return await changed(client, key, context);
        return (await keptBy(client, known.row)) ?? (await save(client, context, { key, values, before: known.row }));
      });
      reference.forget();
      return done;
    }),
    defineRoute(commands.delete, async ({ key }, context, { pool, reference }) => {
      const done = await applyOnce(pool, context, async (client) => (await remove(client, context, key)) ?? { key });
      reference.forget();
      return done;
    }),
    defineRoute(commands.batchDelete, async ({ keys }, context, { pool, reference }) => {
      const done = await applyOnce(pool, context, async (client) => {
        const kept: { key: string; message: string }[] = [];
        for (const key of new Set(keys)) {
          const refused = await remove(client, context, key);
          if (refused) kept.push({ key, message: refusalText(refused.refused) });
        }
        return { deleted: new Set(keys).size - kept.length, kept };
      });
      reference.forget();
      return done;
    }),
  ];

  async function save(
    client: PoolClient,
    context: CommandContext,
    { key, values, before }: { key: string; values: WireRow; before: StoredRow | null },
  ): Promise<{ key: string } | Refused> {
    // One change of the resource at a time: what no two rows may share is looked for before it is stored.
    await client.query('select pg_advisory_xact_lock(hashtext($1))', [`resource:${name}`]);
    const derived = {
      ...(await followedValues(client, resource, values)),
      ...(await rules.derive?.(client, values, before, context)),
    };
    const columns = columnsOf(resource, key, values, derived);
    const fieldErrors = [
      ...(resource.check?.(values as never) ?? []),
      ...fixedErrors(columns, before),
      ...(await missingReferences(client, resource, values)),
      ...(await duplicates(client, resource, { key, columns })),
      ...((await rules.check?.(client, values, before, context)) ?? []),
    ];
    if (fieldErrors.length > 0) return refuse('INVALID_INPUT', {}, { fieldErrors: fieldErrors.map(inValues) });
    const after = await stored(client, { key, columns, isNew: before === null });
    if (isRefused(after)) return after;
    const children = await storeChildren(client, resource, key, values);
    const followed = (await rules.stored?.(client, after, context)) ?? [];
    const operation = before === null ? 'create' : 'update';
    await logOperations(client, context, operation, loggedAs, [{ key, before, after }]);
    await logOperations(client, context, 'update', loggedAs, followed);
    for (const { resource: follower, changes } of before === null ? [] : await followers(client, resource, [key], all))
      await logOperations(client, context, 'update', follower, changes);
    for (const [child, changes] of Map.groupBy(children, (change) => change.resource))
      await logOperations(client, context, operation, child, changes);
    return { key };
  }

  /** Given among the values, made of them, or by the system. */
  function newKey(values: WireRow): string {
    if (resource.keyOf) return resource.keyOf.map((name) => String(values[name])).join('/');
    return keyName in resource.fields ? String(values[keyName]) : randomUUID();
  }

  /** What was given at creation and is never changed. */
  function fixedErrors(columns: StoredRow, before: StoredRow | null): FieldError[] {
    if (before === null) return [];
    return Object.entries(resource.fields)
      .filter(([field, { fixed }]) => {
        const column = fieldColumn(resource.fields, field);
        return fixed && columns[column] !== before[column];
      })
      .map(([field, { label }]) => ({ field, message: `${label}不能修改` }));
  }

  /** The row as it is stored, or the rule of the tables that forbids it, under its field. */
  async function stored(client: PoolClient, what: Parameters<typeof storeRow>[2]): Promise<StoredRow | Refused> {
    try {
      return await storeRow(client, resource, what);
    } catch (error) {
      const broken = brokenFieldOf(resource, error);
      if (!broken) throw error;
      return refuse('INVALID_INPUT', {}, { fieldErrors: [inValues(broken)] });
    }
  }

  async function remove(client: PoolClient, context: CommandContext, key: string): Promise<Refused | null> {
    const known = await lockRow(client, resource, key);
    if (!known) return refuse('NOT_FOUND');
    const refused =
      (await keptBy(client, known.row)) ??
      (await keptBy(client, known.row, rules.stays)) ??
      (await usedBy(client, key, known.row));
    if (refused) return refused;
    const children = await removeRow(client, resource, key);
    if (children === null) return refuse('RESOURCE_IN_USE', { name: calledAs(known.row), uses: '其他数据' });
    await logOperations(client, context, 'delete', loggedAs, [{ key, before: known.row, after: null }]);
    for (const [child, changes] of Map.groupBy(children, (change) => change.resource))
      await logOperations(client, context, 'delete', child, changes);
    return null;
  }

  async function keptBy(client: PoolClient, row: StoredRow, why = rules.kept): Promise<Refused | null> {
    const reason = (await why?.(client, row)) ?? null;
    return reason === null ? null : refuse('RESOURCE_KEPT', { name: calledAs(row), reason });
  }

  async function usedBy(client: PoolClient, key: string, row: StoredRow): Promise<Refused | null> {
    const found: string[] = [];
    for (const { what, unit, count } of rules.uses ?? []) {
      const n = Number((await client.query<{ n: string }>(count, [key])).rows[0]?.n ?? 0);
      if (n > 0) found.push(`${what} ${String(n)} ${unit}`);
    }
    return found.length === 0 ? null : refuse('RESOURCE_IN_USE', { name: calledAs(row), uses: found.join('、') });
  }

  function calledAs(row: StoredRow): string {
    return String(row[fieldColumn(resource.fields, resource.called ?? keyName)]);
  }

  async function changed(client: PoolClient, key: string, context: CommandContext): Promise<Refused> {
    const { rows } = await client.query<{ name: string; at: Date }>(
      `select name, at from base.operation_log where resource = $1 and key = $2 and looked is null
        order by id desc limit 1`,
      [loggedAs, key],
    );
    return refuse('RESOURCE_CHANGED', {
      editor: rows[0]?.name ?? '系统',
      time: toDateTimeText(rows[0]?.at ?? context.time),
    });
  }
}

/** The rule of the tables that an error tells of, under its field; null for other errors. */
export function brokenFieldOf({ fields }: Pick<Resource, 'fields'>, error: unknown): FieldError | null {
  const broken = brokenRule(error);
  if (!broken) return null;
  const field =
    Object.keys(fields).find((each) => fieldColumn(fields, each) === broken.column.split(', ')[0]) ?? broken.constraint;
  const label = fields[field]?.label ?? '';
  const message = {
    duplicate: `已有相同的${label}`,
    empty: '必填',
    missingReference: `${label}不存在`,
    stillReferenced: `${label}正在使用`,
    notAllowed: '取值不在允许范围内',
  }[broken.kind];
  return { field, message };
}

/** The field as the caller sent it. */
function inValues({ field, message }: FieldError): FieldError {
  return { field: `values.${field}`, message };
}
