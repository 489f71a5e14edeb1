import { z } from 'zod';
import { commandId, wholeNumber, yesNoFlag } from './fields.ts';
import { defineOperation } from './operation.ts';
import { importCounts, importErrorCode, importFields } from './resource-import.ts';
import type { Fields } from './resource-field.ts';
import type { ResourceName } from './resource.vocabulary.ts';
import { yesNo } from './yes-no.ts';

/** Rows of one call at most: they are stored together. */
export const BULK_ROWS = 1_000;

/** What a field may be given: as it travels elsewhere, or as it would stand in a cell of a file. Null empties it. */
const bulkValue = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.null(),
  z.array(z.union([z.string(), z.number()])).max(200),
]);
/** A row by the names of fields. What it does not name stays as it is. */
export type BulkRow = Readonly<Record<string, z.output<typeof bulkValue> | undefined>>;

const count = z.number().int();
const bulkResult = z.object({
  runId: z.uuid(),
  /** SHA-256 of the rows. */
  digest: z.string(),
  counts: importCounts,
  /** Whether rows are stored or to be stored: not after a dry run, and not where there is nothing to store. */
  begun: z.boolean(),
  over: z.boolean(),
  stored: count,
  /** Rows that were right when they were compared, and could not be stored. */
  refused: count,
  /** Rows that were taken back, and those that could not be. */
  undone: count,
  kept: count,
  /** Why nothing was stored of rows that were to be stored whole. */
  failure: z.string().nullable(),
  /** Rows that were not stored: `row` counts from 1, `field` is null where no single one is at fault. */
  wrong: z.array(
    z.object({
      row: count,
      field: z.string().nullable(),
      value: z.string(),
      code: z.enum(importErrorCode),
      message: z.string(),
    }),
  ),
});
export type BulkResult = z.output<typeof bulkResult>;

/** The operations by which a program sends rows of a resource, under the right to import them (decision 060). */
export function bulkOperations(name: ResourceName, service: string, title: string, fields: Fields) {
  const call = (action: string) => ({
    id: `${name}.${action}`,
    path: `/${service}/${name}/${action}`,
    access: { permission: `${name}:import` as const },
    scope: 'resource' as const,
    calledBy: 'programs that keep these rows elsewhere',
  });
  const given = importFields({ fields });
  const row: z.ZodType<BulkRow> = z
    .partialRecord(z.enum(given.map(([field]) => field)), bulkValue)
    .describe(given.map(([field, { label }]) => `${field} ${label}`).join('、'));
  return {
    write: defineOperation({
      ...call('bulk'),
      method: 'POST',
      summary: `${title}批量写入`,
      encoding: 'json',
      bodyBytes: 2 * 1024 * 1024,
      input: z.object({
        /** Also the run's id: the same again is the same run, whatever became of the answer. */
        commandId,
        rows: z.array(row).min(1).max(BULK_ROWS),
        /** All rows or none. */
        whole: yesNoFlag.default(yesNo.no),
        /** Only says what would become of the rows; the same call without it then carries that out. */
        dryRun: yesNoFlag.default(yesNo.no),
        /** How long the answer may wait for the rows to be stored. */
        waitSeconds: wholeNumber().min(0).max(25).default(10),
      }),
      output: bulkResult,
    }),
    lookAgain: defineOperation({
      ...call('bulkResult'),
      method: 'GET',
      summary: `${title}批量写入结果`,
      input: z.object({ runId: z.uuid() }),
      output: bulkResult,
    }),
  };
}
export type BulkOperations = ReturnType<typeof bulkOperations>;
