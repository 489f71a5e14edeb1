import { z } from 'zod';
import type { FieldError } from '@jwxt/contracts/kernel/envelope.ts';
import { hasBody, type Operation } from '@jwxt/contracts/kernel/operation.ts';
import { TIMESTAMP_PARAM } from '@jwxt/contracts/kernel/transport.ts';
import { visibleText } from '@jwxt/contracts/kernel/visible-text.ts';
import { Refused } from './refused.ts';
import { validationMessage } from './validation-messages.ts';

/** Where an operation's flat input comes from. */
export interface RawInput {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

/**
 * Reads an operation's input: path parameters and, by method, the query or the body (form or JSON, CLIENT-09). Empty
 * text in an optional field counts as not given, because forms cannot leave a field out; so does one of marks that
 * nobody sees, which are left out of every text. Throws INVALID_INPUT with one message a field.
 */
export function createInputReader(operation: Operation): (raw: RawInput) => unknown {
  const mayBeAbsent = optionalFields(operation.input);
  const rename = pageFieldAdapter(operation.input);
  return ({ params, query, body }) => {
    const flat = hasBody(operation.method)
      ? { ...fieldsOf(body), ...addressed(operation, query), ...fieldsOf(params) }
      : { ...fieldsOf(query), ...fieldsOf(params) };
    delete flat[TIMESTAMP_PARAM];
    rename(flat);
    for (const name in flat) flat[name] = visibleTexts(flat[name]);
    for (const name of mayBeAbsent) if (flat[name] === '') delete flat[name];
    if (!isUsable(flat)) throw unusable(unusableTexts(flat, []));
    const tooLong = Object.keys(flat)
      .filter((name) => !operation.longTexts?.includes(name))
      .flatMap((name) => longTexts(flat[name], [name]));
    if (tooLong.length > 0) throw unusable(tooLong);
    const parsed = operation.input.safeParse(flat, { error: validationMessage });
    if (!parsed.success) throw new Refused('INVALID_INPUT', {}, { fieldErrors: fieldErrorsOf(parsed.error) });
    return parsed.data;
  };
}

/** Fields that travel in the address, beside a body. */
function addressed({ method, inAddress }: Operation, query: unknown): Record<string, unknown> {
  if (!hasBody(method) || !inAddress) return {};
  const given = fieldsOf(query);
  return Object.fromEntries(inAddress.filter((name) => name in given).map((name) => [name, given[name]]));
}

/**
 * Fields that are named at most: nobody reads more, and a body that is wrong throughout must not make an answer many
 * times its size.
 */
const MOST_FIELD_ERRORS = 200;

/** Issues as field errors: the path joined by dots, `rows.3.items.qm`. */
export function fieldErrorsOf(error: z.ZodError): FieldError[] {
  return error.issues
    .slice(0, MOST_FIELD_ERRORS)
    .map(({ path, message }) => ({ field: path.map(String).join('.'), message }));
}

const unusable = (found: readonly FieldError[]): Refused =>
  new Refused('INVALID_INPUT', {}, { fieldErrors: found.slice(0, MOST_FIELD_ERRORS) });

/** A value with {@link visibleText} in place of each text. */
function visibleTexts(value: unknown): unknown {
  if (typeof value === 'string') return visibleText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(visibleTexts);
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, visibleTexts(inner)]));
}

/** Characters of a text at most, before any rule of its field looks at it. */
const LONGEST_TEXT = 10_000;

/** Where texts stand that are too long. */
function longTexts(value: unknown, path: readonly string[]): FieldError[] {
  if (typeof value === 'string')
    return value.length > LONGEST_TEXT ? [{ field: path.join('.'), message: `最多 ${LONGEST_TEXT} 个字符` }] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => longTexts(inner, [...path, name]));
}

/**
 * Whether every text in it, names included, can be held by the database and by other readers: no null character, no
 * half of a surrogate pair.
 */
function isUsable(value: unknown): boolean {
  if (typeof value === 'string') return !value.includes('\u0000') && value.isWellFormed();
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) return value.every(isUsable);
  for (const name in value) if (!isUsable(name) || !isUsable((value as Record<string, unknown>)[name])) return false;
  return true;
}

/** Where texts stand that are not usable. */
function unusableTexts(value: unknown, path: readonly string[]): FieldError[] {
  if (typeof value === 'string')
    return isUsable(value) ? [] : [{ field: path.join('.'), message: '含有不能使用的字符' }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    isUsable(name) ? unusableTexts(inner, [...path, name]) : [{ field: path.join('.'), message: '含有不能使用的字符' }],
  );
}

/**
 * Pages are numbered by `pageNo` in some calls and by `pageNum` in others (CLIENT-04): either is taken for the one that
 * the operation declares.
 */
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

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  if (value === undefined || value === null) return {};
  if (typeof value !== 'object' || Array.isArray(value)) throw new Refused('MALFORMED_REQUEST');
  return value as Readonly<Record<string, unknown>>;
}
