import { z } from 'zod';
import { yesNoFlag } from '../kernel/fields.ts';
import { yesNo } from '../kernel/yes-no.ts';

/** A table of reference rows as `reference.load` stores it: wire names, key, and the schema of one row. */
export type ReferenceResource = {
  /** Name in commands and in the operation log. */
  readonly name: string;
  /** Table in schema `base`; columns are the row's names in snake_case. */
  readonly table: string;
  readonly key: readonly string[];
  readonly row: z.ZodObject;
  /** Columns stored as json. */
  readonly json?: readonly string[];
};

/** A code of a row. */
export const code = z.string().min(1, '必填').max(64, '最多 64 个字符');
/** A text with its greatest length. */
export const text = (max: number) => z.string().min(1, '必填').max(max, `最多 ${max} 个字符`);
/** Whether a row is in use. */
export const enabled = { sfqy: yesNoFlag.default(yesNo.yes) };
/** Credits and hours: whole tenths. */
export const tenths = z.number().int().min(0);
/** Declares the rows of a reference table. */
export const define = (
  name: string,
  table: string,
  key: string[],
  shape: z.ZodRawShape,
  json?: string[],
): ReferenceResource => ({ name, table, key, row: z.object(shape), ...(json ? { json } : {}) });
