import { z } from 'zod';
import type { FieldError } from '@jwxt/contracts/kernel/envelope.ts';

const chinese = z.locales.zhCN().localeError;

/** Input that fits its schema, or what is wrong with it, field by field, in Chinese. */
export type Checked<T> = { readonly value: T } | { readonly fieldErrors: readonly FieldError[] };

/** Checks input against a schema. Messages that the schema gives win over the general Chinese ones. */
export function checkInput<S extends z.ZodType>(schema: S, input: unknown): Checked<z.output<S>> {
  const checked = schema.safeParse(input, { error: chinese });
  if (checked.success) return { value: checked.data };
  return {
    fieldErrors: checked.error.issues.map((issue) => ({
      field: issue.path.map(String).join('.'),
      message: issue.message,
    })),
  };
}
