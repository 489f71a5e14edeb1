import { z } from 'zod';

/** Code fields, each with the category (`dmlb`) of the dictionary that its value must stand in. */
const categories = z.registry<{ category: string }>();

/**
 * A code of a dictionary: the commands service refuses, at this field, a value that the dictionary does not have or no
 * longer uses.
 */
export function dictionaryCode(category: string): z.ZodString {
  return z.string().min(1, '必填').max(40, '最多 40 个字符').register(categories, { category });
}

/** One code in an input: where it stands, and in which dictionary it must. */
export interface FoundCode {
  readonly field: string;
  readonly category: string;
  readonly code: string;
}

type Definition = {
  readonly type: string;
  readonly shape?: Record<string, z.ZodType>;
  readonly element?: z.ZodType;
  readonly innerType?: z.ZodType;
  readonly in?: z.ZodType;
  readonly valueType?: z.ZodType;
  readonly options?: readonly z.ZodType[];
};
const definitionOf = (schema: z.ZodType): Definition => schema.def;

/**
 * The fields of a schema that hold no others, with their paths (those of a list's elements without an index) and
 * dictionaries.
 */
export function leavesOf(
  schema: z.ZodType,
  path: readonly string[] = [],
): readonly { readonly path: string; readonly schema: z.ZodType; readonly category: string | null }[] {
  const { shape, element, innerType, in: input, valueType, options } = definitionOf(schema);
  if (shape) return Object.entries(shape).flatMap(([name, part]) => leavesOf(part, [...path, name]));
  const inner = element ?? innerType ?? input ?? valueType;
  if (inner) return leavesOf(inner, path);
  if (options) return options.flatMap((option) => leavesOf(option, path));
  return [{ path: path.join('.'), schema, category: categories.get(schema)?.category ?? null }];
}

/** Every code in an input that fits its schema. */
export function codesIn(schema: z.ZodType, input: unknown, path: readonly string[] = []): readonly FoundCode[] {
  if (input === undefined || input === null) return [];
  const { shape, element, innerType, in: before, valueType, options } = definitionOf(schema);
  const entries = typeof input === 'object' ? Object.entries(input) : [];
  if (shape)
    return entries.flatMap(([name, value]) => (shape[name] ? codesIn(shape[name], value, [...path, name]) : []));
  const each = element ?? valueType;
  if (each) return entries.flatMap(([name, value]) => codesIn(each, value, [...path, name]));
  const inner = innerType ?? before;
  if (inner) return codesIn(inner, input, path);
  if (options)
    return options
      .filter((option) => option.safeParse(input).success)
      .slice(0, 1)
      .flatMap((option) => codesIn(option, input, path));
  const category = categories.get(schema)?.category;
  return category === undefined || typeof input !== 'string' ? [] : [{ field: path.join('.'), category, code: input }];
}
