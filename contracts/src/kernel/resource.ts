import { z } from 'zod';
import { defineCommand, type CommandDefinition } from './command.ts';
import type { FieldError } from './envelope.ts';
import { commandId, dateTimeText, pageNum, pageSize, total } from './fields.ts';
import { defineOperation, type Operation } from './operation.ts';
import type { Dimension } from './scope.vocabulary.ts';
import { sortBy } from './list-sort.ts';
import { sortableFields } from './resource-sort.ts';
import { resources, type ResourceName } from './resource.vocabulary.ts';
import { resourceActions, type ResourceAction } from './resource-action.ts';
import { bulkOperations, type BulkOperations } from './resource-bulk.ts';
import {
  importCommands,
  importOperations,
  isImported,
  type ImportCommands,
  type ImportOperations,
} from './resource-import.ts';
import { nameKey, shapeOf, type Fields, type Shape, type WireRow, type WrittenShape } from './resource-field.ts';

/** What a resource is declared by. */
export type ResourceDeclaration<F extends Fields, K extends string = string> = {
  /** Wire name: part of the addresses, prefix of the permission codes, name in the operation log. */
  readonly name: ResourceName;
  /** Its name in the operation log, where that of the reference resource is another. */
  readonly loggedAs?: string;
  /** First part of its address: `score` → `/score/<name>/<action>`. */
  readonly service: string;
  /** Table in schema `base`; columns are the fields' names in snake_case. */
  readonly table: string;
  /** Wire name of the key. One that is not among the fields is made by the system. */
  readonly key: K;
  /** The fields that the key is made of, joined by `/`; the table makes it a column of its own. */
  readonly keyOf?: readonly (keyof F & string)[];
  readonly fields: F;
  /** The field that a message names a row by. */
  readonly called?: keyof F & string;
  /** Order of lists. */
  readonly order: readonly { readonly by: keyof F & string; readonly descending?: true }[];
  /**
   * Rows are a tree: a function of schema `base` that gives the way down to a key, by which lists are ordered, and the
   * field that stands in by its depth.
   */
  readonly tree?: { readonly path: string; readonly shownIn: keyof F & string };
  /** Its rows are those of the table that have these values, by column: each new row gets them. */
  readonly only?: Readonly<Record<string, string>>;
  /**
   * Fields that carry scope dimensions. A row in which all of them are empty is the whole school's: everybody reads it,
   * only who sees the whole school writes it.
   */
  readonly scope?: Partial<Record<Dimension, (keyof F & string) | K>>;
  /**
   * Other fields that carry a dimension of scope: whoever sees by one of these sees the row too, such as the unit
   * that a student leaves and the one that he goes to. Writing goes by `scope` alone.
   */
  readonly alsoSeenBy?: readonly Partial<Record<Dimension, keyof F & string>>[];
  /**
   * Values that no two rows in use may share; the first field bears the message. `unlessEmpty`: rows that lack a value
   * share nothing.
   */
  readonly unique?: readonly {
    readonly fields: readonly (keyof F & string)[];
    readonly message: string;
    readonly unlessEmpty?: true;
  }[];
  /** The fields by which rows of a workbook are told apart, where they are not those that {@link importKeyOf} finds. */
  readonly importKey?: readonly (keyof F & string)[];
  /** The fields by which a line without all of those is told. */
  readonly otherImportKey?: readonly (keyof F & string)[];
  /** Rows without number: a list has a value for one of these fields, so that nobody looks through all of them. */
  readonly listedBy?: readonly (keyof F & string)[];
  /** What a single row must obey besides its fields' schemas; judged in the form and by the commands service alike. */
  readonly check?: (values: z.output<z.ZodObject<WrittenShape<F>>>) => readonly FieldError[];
  /** On its page, in the form below the fields. */
  readonly note?: string;
  /** On its page: why the list may be empty, and what to do. */
  readonly empty?: string;
};

/** What a person is asked for before rows without number are listed. */
export function listedByText({
  listedBy = [],
  fields,
}: Pick<ResourceDeclaration<Fields>, 'listedBy' | 'fields'>): string {
  return `请先选择${listedBy.map((name) => fields[name]?.label).join('或')}`;
}

/**
 * Declares rows that people keep on a page (C3, C6). Operations, commands and permission names are derived here, and an
 * area lists it in its `resources`; `resourceHandlers` and `resourceRoutes` carry them out; `ResourcePage` is its page.
 */
export function defineResource<const F extends Fields, const K extends string>(declaration: ResourceDeclaration<F, K>) {
  const { name, service, key, fields } = declaration;
  const { title } = resources[name];
  const keyed = key in fields ? {} : { [key]: z.string() };
  const names = Object.fromEntries(
    Object.entries(fields).flatMap(([fieldName, field]) => {
      const shownAs = nameKey(fieldName, field);
      return shownAs === null ? [] : [[shownAs, z.string()] as const];
    }),
  );
  const editable = Object.fromEntries(Object.entries(fields).filter(([, field]) => !field.readOnly)) as F;
  const values = shapeOf(editable) as unknown as z.ZodObject<WrittenShape<F>>;
  /** `version` changes with every change of the row; `editor` and `editTime` are of the last one that was logged. */
  const trace = { version: z.string(), editor: z.string(), editTime: dateTimeText.nullable() };
  const depth = declaration.tree ? { depth: z.number().int() } : {};
  // Typed without the names and the key, which nobody reads by a fixed name.
  const rowOf = (personalSchema: (schema: z.ZodType) => z.ZodType) => {
    const told = Object.entries(fields).map(([fieldName, { personal, readOnly, schema }]) => {
      if (personal) return [fieldName, personalSchema(schema)];
      return [fieldName, readOnly ? schema.nullable() : schema];
    });
    return z.object({
      ...keyed,
      ...(Object.fromEntries(told) as Record<string, z.ZodType>),
      ...names,
      ...depth,
      ...trace,
    }) as unknown as z.ZodObject<Shape<F> & typeof trace>;
  };
  // What is personal is in no list; a row by itself has its masks.
  const row = rowOf(() => z.string().nullable());
  const filter = Object.fromEntries(
    Object.entries(fields)
      .filter(([, field]) => field.search)
      .map(([fieldName]) => [fieldName, z.string().trim().max(64).optional()]),
  ) as { [K in keyof F]: z.ZodOptional<z.ZodString> };
  const [firstSort, ...otherSorts] = sortableFields(declaration);
  const sorts = firstSort === undefined ? null : ([firstSort, ...otherSorts] as const);
  // Typed as if every list had it: what is not sorted refuses it.
  const sorted = (sorts === null ? {} : { sort: sortBy(sorts) }) as unknown as {
    sort: z.ZodOptional<z.ZodString>;
  };
  const { listedBy = [] } = declaration;
  const narrowed = (asked: Readonly<Record<string, unknown>>) =>
    listedBy.length === 0 || listedBy.some((field) => asked[field] !== undefined && asked[field] !== '');
  const rowKey = z.string().min(1).max(140);
  const keys = z.array(rowKey).min(1, '请至少选择一条数据').max(200, '一次最多处理 200 条');
  const batchResult = z.object({
    deleted: z.number().int(),
    kept: z.array(z.object({ key: z.string(), message: z.string() })),
  });
  const call = (action: ResourceAction) => ({
    id: `${name}.${action}`,
    path: `/${service}/${name}/${action}`,
    access: { permission: `${name}:${action}` as const },
    scope: 'resource' as const,
    summary: `${title}${resourceActions[action]}`,
  });
  const operations = {
    query: defineOperation({
      ...call('query'),
      method: 'POST',
      encoding: 'form',
      outcome: 'query',
      input: z
        .object({ ...filter, ...sorted, pageNo: pageNum, pageSize })
        .refine(narrowed, { path: [listedBy[0] ?? ''], message: listedByText(declaration) }),
      output: z.object({ rows: z.array(row), total }),
    }),
    detail: defineOperation({
      ...call('detail'),
      method: 'GET',
      outcome: 'query',
      input: z.object({ key: rowKey }),
      output: row,
    }),
    create: defineOperation({
      ...call('create'),
      method: 'POST',
      encoding: 'json',
      outcome: 'add',
      input: z.object({ commandId, values }),
      output: z.object({ key: z.string() }),
    }),
    update: defineOperation({
      ...call('update'),
      method: 'POST',
      encoding: 'json',
      outcome: 'modify',
      input: z.object({ commandId, key: rowKey, version: z.string(), values }),
      output: z.object({ key: z.string() }),
    }),
    delete: defineOperation({
      ...call('delete'),
      method: 'POST',
      encoding: 'form',
      outcome: 'remove',
      input: z.object({ commandId, key: rowKey }),
      output: z.object({ key: z.string() }),
    }),
    batchDelete: defineOperation({
      ...call('batchDelete'),
      method: 'POST',
      encoding: 'json',
      outcome: 'remove',
      dangerous: {
        why: '删除后不能恢复',
        tells: ({ keys: asked }) => `${String(asked.length)} 条：${asked.join('、')}`,
      },
      input: z.object({ commandId, keys }),
      output: batchResult,
    }),
    exportExcel: defineOperation({
      ...call('exportExcel'),
      method: 'POST',
      encoding: 'form',
      outcome: 'exportExcel',
      answer: 'file',
      input: z.object(filter),
      output: z.unknown(),
    }),
  };
  const reveal =
    'personal' in resources[name]
      ? defineOperation({
          ...call('reveal'),
          method: 'POST',
          encoding: 'form',
          outcome: 'query',
          input: z.object({ key: rowKey }),
          output: rowOf((schema) => schema.nullable()),
        })
      : null;
  const imports = isImported(fields)
    ? {
        operations: importOperations(name, service, title),
        bulk: bulkOperations(name, service, title, fields),
        commands: importCommands(name),
      }
    : null;
  const commands = {
    create: defineCommand(`${name}.create`, z.object({ values }), z.object({ key: z.string() })),
    update: defineCommand(
      `${name}.update`,
      z.object({ key: rowKey, version: z.string(), values }),
      z.object({ key: z.string() }),
    ),
    delete: defineCommand(`${name}.delete`, z.object({ key: rowKey }), z.object({ key: z.string() })),
    batchDelete: defineCommand(`${name}.batchDelete`, z.object({ keys }), batchResult),
  };
  return { ...declaration, title, sorts, values, row, operations, reveal, commands, imports };
}

type Call<I, O = unknown> = Operation<z.ZodType<I>, z.ZodType<O>>;
type Write<P, R> = CommandDefinition<string, z.ZodType<P>, z.ZodType<R>>;
type Key = { readonly key: string };
/** What a batch of removals came to: those that stayed, and why. */
export type BatchRemoved = { deleted: number; kept: { key: string; message: string }[] };

/** A declared resource, whichever its fields. */
export interface Resource extends Pick<
  ResourceDeclaration<Fields>,
  | 'name'
  | 'loggedAs'
  | 'service'
  | 'table'
  | 'key'
  | 'keyOf'
  | 'fields'
  | 'called'
  | 'order'
  | 'tree'
  | 'only'
  | 'scope'
  | 'alsoSeenBy'
  | 'unique'
  | 'importKey'
  | 'otherImportKey'
  | 'listedBy'
  | 'note'
  | 'empty'
> {
  /** What people call it. */
  readonly title: string;
  /** The fields that its list is sorted by; null: in its own order alone. */
  readonly sorts: readonly [string, ...string[]] | null;
  readonly check?: (values: never) => readonly FieldError[];
  /** Of the values that people write. */
  readonly values: z.ZodObject;
  /** How its rows come in from a workbook, and from programs; null: a row is more than a line of a workbook. */
  readonly imports: {
    readonly operations: ImportOperations;
    readonly bulk: BulkOperations;
    readonly commands: ImportCommands;
  } | null;
  /** One row with its personal values whole, each look in the operation log (decision 056); null: it has none. */
  readonly reveal: Call<Key, WireRow> | null;
  readonly operations: {
    readonly query: Call<
      { pageNo: number; pageSize: number; sort?: string | undefined },
      { rows: WireRow[]; total: number }
    >;
    readonly detail: Call<Key, WireRow>;
    readonly create: Call<{ commandId: string; values: WireRow }, Key>;
    readonly update: Call<{ commandId: string; key: string; version: string; values: WireRow }, Key>;
    readonly delete: Call<{ commandId: string; key: string }, Key>;
    readonly batchDelete: Call<{ commandId: string; keys: string[] }, BatchRemoved>;
    readonly exportExcel: Call<WireRow>;
  };
  readonly commands: {
    readonly create: Write<{ values: WireRow }, { key: string }>;
    readonly update: Write<{ key: string; version: string; values: WireRow }, { key: string }>;
    readonly delete: Write<{ key: string }, { key: string }>;
    readonly batchDelete: Write<{ keys: string[] }, BatchRemoved>;
  };
}
