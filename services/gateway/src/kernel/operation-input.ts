import { z } from 'zod';
import type { FieldError } from '@jwxt/contracts/kernel/envelope.ts';
import type { Operation } from '@jwxt/contracts/kernel/operation.ts';
import { TIMESTAMP_PARAM } from '@jwxt/contracts/kernel/transport.ts';
import { Refused } from './refused.ts';
import { validationMessage } from './validation-messages.ts';

/** Where an operation's flat input comes from. */
export interface RawInput {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

/**
 * Reads an operation's input: path parameters and, by method, the query or the body (form or JSON, CLIENT-09). Empty text in an
 * optional field counts as not given, because forms cannot leave a field out. Throws INVALID_INPUT with one message a field.
 */
export function createInputReader(operation: Operation): (raw: RawInput) => unknown {
  const mayBeAbsent = optionalFields(operation.input);
  const rename = pageFieldAdapter(operation.input);
  return ({ params, query, body }) => {
    const flat: Record<string, unknown> = { ...fieldsOf(operation.method === 'GET' ? query : body), ...addressed(operation, query), ...fieldsOf(params) };
    delete flat[TIMESTAMP_PARAM];
    rename(flat);
    for (const name of mayBeAbsent) if (flat[name] === '') delete flat[name];
    if (!isUsable(flat)) throw new Refused('INVALID_INPUT', {}, { fieldErrors: unusableTexts(flat, []) });
    const parsed = operation.input.safeParse(flat, { error: validationMessage });
    if (!parsed.success) throw new Refused('INVALID_INPUT', {}, { fieldErrors: fieldErrorsOf(parsed.error) });
    return parsed.data;
  };
}

/** Fields of a POST that travel in its address. */
function addressed({ method, inAddress }: Operation, query: unknown): Record<string, unknown> {
  return method === 'POST' && inAddress ? Object.fromEntries(Object.entries(fieldsOf(query)).filter(([name]) => inAddress.includes(name))) : {};
}

/** Issues as field errors: the path joined by dots, `rows.3.items.qm`. */
export function fieldErrorsOf(error: z.ZodError): FieldError[] {
  return error.issues.map(({ path, message }) => ({ field: path.map(String).join('.'), message }));
}

/** Whether every text in it, names included, can be held by the database and by other readers: no null character, no half of a surrogate pair. */
function isUsable(value: unknown): boolean {
  if (typeof value === 'string') return !value.includes('\u0000') && value.isWellFormed();
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) return value.every(isUsable);
  for (const name in value) if (!isUsable(name) || !isUsable((value as Record<string, unknown>)[name])) return false;
  return true;
}

/** Where texts stand that are not usable. */
function unusableTexts(value: unknown, path: readonly string[]): FieldError[] {
  if (typeof value === 'string') return isUsable(value) ? [] : [{ field: path.join('.'), message: '含有不能使用的字符' }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    (isUsable(name) ? unusableTexts(inner, [...path, name]) : [{ field: path.join('.'), message: '含有不能使用的字符' }]));
}

/** Pages are numbered by `pageNo` in some calls and by `pageNum` in others (CLIENT-04): either is taken for the one that the operation declares. */
function pageFieldAdapter(input: z.ZodType): (flat: Record<string, unknown>) => void {
  const declared = input instanceof z.ZodObject ? ['pageNo', 'pageNum'].filter((name) => name in input.shape) : [];
  const [own] = declared;
  if (own === undefined || declared.length > 1) return () => undefined;
  const other = own === 'pageNo' ? 'pageNum' : 'pageNo';
  return (flat) => {
    if (flat[own] === undefined && flat[other] !== undefined) flat[own] = flat[other];
    delete flat[other];
  };
}

function optionalFields(input: z.ZodType): readonly string[] {
  if (!(input instanceof z.ZodObject)) return [];
  const shape: Record<string, z.ZodType> = input.shape;
  return Object.keys(shape).filter((name) => shape[name]?.safeParse(undefined).success);
}

function fieldsOf(value: unknown): Record<string, unknown> {
  if (value === undefined || value === null) return {};
  if (typeof value !== 'object' || Array.isArray(value)) throw new Refused('MALFORMED_REQUEST');
  return { ...value };
}
