import { z } from 'zod';
import { defineCommand } from './command.ts';
import { commandId, yesNoFlag } from './fields.ts';
import { noScope } from './scope.vocabulary.ts';
import { defineOperation } from './operation.ts';
import type { ResourceName } from './resource.vocabulary.ts';
import type { Field, Fields, WireRow } from './resource-field.ts';
import { columnOf, fieldColumn, toWire } from './resource-values.ts';

/** What an import would do with a row, or why it cannot. */
export const importRowState = { added: '1', changed: '2', unchanged: '3', wrong: '4' } as const;
export type ImportRowState = (typeof importRowState)[keyof typeof importRowState];
/** In words. */
export const importRowStateNames: Readonly<Record<ImportRowState, string>> = {
  [importRowState.added]: '新增',
  [importRowState.changed]: '修改',
  [importRowState.unchanged]: '未变化',
  [importRowState.wrong]: '有错误',
};

/** Why a cell or a row is wrong, for programs. */
export const importErrorCode = {
  /** Not of the field's form: no date, too long, empty where it is required. */
  value: 'VALUE_WRONG',
  /** No such code, name or number; several rows are called so. */
  unknown: 'NAME_UNKNOWN',
  ambiguous: 'NAME_AMBIGUOUS',
  /** Not given, although rows are told apart by it or a new one needs it. */
  missing: 'FIELD_MISSING',
  /** Given at creation and never changed. */
  fixed: 'FIELD_FIXED',
  twice: 'ROW_TWICE',
  outside: 'OUT_OF_SCOPE',
  /** Against a rule of the resource, or against what other rows say. */
  refused: 'ROW_REFUSED',
} as const;
export type ImportErrorCode = (typeof importErrorCode)[keyof typeof importErrorCode];

/** Whether one line of a workbook can hold a row with these fields, but for child rows that it can be without. */
export function isImported(fields: Fields): boolean {
  return Object.values(fields).every(({ kind }) => kind.type !== 'rows' || (kind.child && kind.least === 0));
}

/** Fields that a workbook may fill. */
export function importFields({ fields }: { readonly fields: Fields }): [string, Field][] {
  return Object.entries(fields).filter(([, { readOnly, kind }]) => !readOnly && kind.type !== 'rows');
}

/** SQL: the child rows of the row `stored`, by field and as these hold them. A workbook leaves them as they are. */
export function childRowsSql({ fields, key }: Pick<Keyed, 'fields' | 'key'>): string {
  const lists = Object.entries(fields).flatMap(([name, { kind }]) => {
    if (kind.type !== 'rows' || !kind.child) return [];
    const { table, parent } = kind.child;
    const values = Object.keys(kind.columns).map((each) => `'${each}', child.${fieldColumn(kind.columns, each)}`);
    return `'${name}', (select coalesce(jsonb_agg(jsonb_build_object(${values.join(', ')})), '[]')
      from base.${table} child where child.${parent} = stored.${columnOf(key)})`;
  });
  return `jsonb_build_object(${lists.join(', ')})`;
}

/** The child rows that {@link childRowsSql} found, on the wire; nothing found: none. */
export function childRowsOf({ fields }: Pick<Keyed, 'fields'>, found: WireRow | undefined): WireRow {
  const lists = Object.entries(fields).filter(([, { kind }]) => kind.type === 'rows');
  return Object.fromEntries(lists.map(([name, field]) => [name, toWire(field, found?.[name])]));
}

type Keyed = {
  readonly fields: Fields;
  readonly key: string;
  readonly keyOf?: readonly string[] | undefined;
  readonly importKey?: readonly string[] | undefined;
  readonly otherImportKey?: readonly string[] | undefined;
  readonly unique?: readonly { readonly fields: readonly string[]; readonly unlessEmpty?: true }[] | undefined;
  readonly called?: string | undefined;
};
/**
 * The fields by which a line is the row that is already there: the declared ones; otherwise the key, where people give
 * it, or what it is made of, themselves; otherwise the first values that no two rows may share. `has`: which fields the
 * file or the line has.
 */
export function importKeyOf(
  { fields, key, keyOf, importKey, otherImportKey, unique = [], called }: Keyed,
  has: (field: string) => boolean = () => true,
): readonly string[] {
  if (importKey) return otherImportKey?.every(has) && !importKey.every(has) ? otherImportKey : importKey;
  if (keyOf) return keyOf;
  if (key in fields) return [key];
  const shared = unique.find(({ unlessEmpty }) => !unlessEmpty);
  return shared?.fields ?? (called === undefined ? [] : [called]);
}

/** A column of a file: its letter, what stands above it, and the field that it fills. */
export const importColumn = z.object({ letter: z.string(), header: z.string(), field: z.string().nullable() });
export type ImportColumn = z.output<typeof importColumn>;
const count = z.number().int().min(0);
/** How many rows of each kind a file has. */
export const importCounts = z.object({ total: count, added: count, changed: count, unchanged: count, wrong: count });
export type ImportCounts = z.output<typeof importCounts>;

const importPreview = z.object({
  runId: z.uuid(),
  fileName: z.string(),
  sheet: z.string(),
  sheets: z.array(z.string()),
  columns: z.array(importColumn),
  /** What columns can be, in the order of forms. */
  fields: z.array(z.object({ field: z.string(), label: z.string(), needed: z.boolean() })),
  /** Labels of fields without which no row can be told; then nothing is compared. */
  missing: z.array(z.string()),
  counts: importCounts,
  /** What was taken over differently than it stands in the file, and what was left out. */
  notes: z.array(z.string()),
});
export type ImportPreview = z.output<typeof importPreview>;

/** The operations by which rows of a resource come in from a workbook; all are under the one right to import. */
export function importOperations(name: ResourceName, service: string, title: string) {
  const call = (action: string) => ({
    id: `${name}.${action}`,
    path: `/${service}/${name}/${action}`,
    access: { permission: `${name}:import` as const },
    scope: 'resource' as const,
  });
  return {
    template: defineOperation({
      ...call('template'),
      scope: noScope.picking,
      method: 'GET',
      summary: `${title}导入模板`,
      answer: 'file',
      outcome: 'exportExcel',
      input: z.object({}),
      output: z.unknown(),
    }),
    preview: defineOperation({
      ...call('importPreview'),
      method: 'POST',
      summary: `${title}导入预览`,
      encoding: 'multipart',
      failureText: '读取失败，请重新选择文件',
      patience: 'long',
      input: z.object({
        fileName: z.string().trim().min(1).max(200),
        sheet: z.string().max(100).optional(),
        /** Which header is which field, as json; what is empty is left out. It is remembered. */
        mapping: z.string().max(10_000).optional(),
      }),
      output: importPreview,
    }),
    run: defineOperation({
      ...call('import'),
      method: 'POST',
      summary: `${title}导入`,
      encoding: 'form',
      failureText: '导入失败，没有数据被改动',
      /** `whole`: all rows or none. */
      input: z.object({ commandId, runId: z.uuid(), whole: yesNoFlag }),
      output: z.object({ jobId: z.uuid() }),
    }),
    undo: defineOperation({
      ...call('importUndo'),
      method: 'POST',
      summary: `${title}导入撤销`,
      encoding: 'form',
      dangerous: { why: '整次导入的数据都会撤回', tells: ({ runId }) => `导入 ${runId}` },
      input: z.object({ commandId, runId: z.uuid() }),
      output: z.object({ jobId: z.uuid() }),
    }),
  };
}
export type ImportOperations = ReturnType<typeof importOperations>;

/** The commands that store the rows of a preview, and take them back. */
export function importCommands(name: ResourceName) {
  const started = z.object({ jobId: z.uuid() });
  return {
    run: defineCommand(`${name}.import`, z.object({ runId: z.uuid(), whole: z.boolean() }), started),
    undo: defineCommand(`${name}.importUndo`, z.object({ runId: z.uuid() }), started),
  };
}
export type ImportCommands = ReturnType<typeof importCommands>;
