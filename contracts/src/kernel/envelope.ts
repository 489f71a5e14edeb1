import { z } from 'zod';

/** One input that is wrong: `field` is the path in the input, `rows.3.items.qm` for nested ones. */
export const fieldError = z.object({ field: z.string(), message: z.string() });
export type FieldError = z.output<typeof fieldError>;

/** Success is code `'200'` with the payload in `data` (CLIENT-02). */
export const SUCCESS_CODE = '200';

/** Every refusal: a code of the closed union, its Chinese text, and the trace id under which the server logged it. */
export const failure = z.object({
  code: z.string(),
  message: z.string(),
  traceId: z.string(),
  fieldErrors: z.array(fieldError).optional(),
  /** What the caller needs to go on, e.g. who decided and when, or the cells in conflict. */
  data: z.unknown().optional(),
});
export type Failure = z.output<typeof failure>;
