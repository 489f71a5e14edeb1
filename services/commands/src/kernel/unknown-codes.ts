import { codesIn, leavesOf } from '@jwxt/contracts/kernel/dictionary-code.ts';
import type { FieldError } from '@jwxt/contracts/kernel/envelope.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import type { z } from 'zod';

/** Whether a payload can hold a code at all: most cannot, and cost no query. */
const coded = new WeakMap<z.ZodType, boolean>();

function holdsCodes(schema: z.ZodType): boolean {
  const known = coded.get(schema) ?? leavesOf(schema).some(({ category }) => category !== null);
  coded.set(schema, known);
  return known;
}

/** What is wrong with the codes of a payload: those that their dictionary does not have, or has switched off. */
export async function unknownCodes(db: Queryable, schema: z.ZodType, payload: unknown): Promise<readonly FieldError[]> {
  const codes = holdsCodes(schema) ? codesIn(schema, payload) : [];
  if (codes.length === 0) return [];
  const { rows } = await db.query<{ dmlb: string; dm: string }>(
    `select dmlb, dm from base.data_dict
      where sfqy = '1' and (dmlb, dm) in (select * from unnest($1::text[], $2::text[]))`,
    [codes.map(({ category }) => category), codes.map(({ code }) => code)],
  );
  const known = new Set(rows.map(({ dmlb, dm }) => JSON.stringify([dmlb, dm])));
  return codes
    .filter(({ category, code }) => !known.has(JSON.stringify([category, code])))
    .map(({ field }) => ({ field, message: '该选项不存在或已停用，请重新选择' }));
}
