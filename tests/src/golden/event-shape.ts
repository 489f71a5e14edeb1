import { z } from 'zod';

/**
 * A schema as golden files write it down: names in their order with what stands under them (`name?` may be missing),
 * lists in brackets, `a | b` for a choice.
 */
export type Shape = string | readonly Shape[] | { readonly [name: string]: Shape };

/** The parts of JSON Schema that event schemas are written in. */
interface JsonSchema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: JsonSchema | false;
  readonly items?: JsonSchema | false;
  readonly prefixItems?: readonly JsonSchema[];
  readonly anyOf?: readonly JsonSchema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: string;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
}

/** The form of what a schema accepts and gives: of data as it is stored. */
export function shapeOf(schema: z.ZodType): Shape {
  return shape(jsonOf(schema));
}

function jsonOf(schema: z.ZodType): JsonSchema {
  return spelledOut(z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any', reused: 'inline' }) as JsonSchema);
}

/** Several types in one place as a choice between them, so that there is one way to write a choice. */
function spelledOut(json: Omit<JsonSchema, 'type'> & { readonly type?: string | readonly string[] }): JsonSchema {
  const each = (schemas: readonly JsonSchema[] | undefined) => schemas?.map(spelledOut);
  const { type, ...rest } = {
    ...json,
    ...(json.anyOf ? { anyOf: each(json.anyOf)! } : {}),
    ...(json.prefixItems ? { prefixItems: each(json.prefixItems)! } : {}),
    ...(json.items ? { items: spelledOut(json.items) } : {}),
    ...(json.additionalProperties ? { additionalProperties: spelledOut(json.additionalProperties) } : {}),
    ...(json.properties
      ? {
          properties: Object.fromEntries(
            Object.entries(json.properties).map(([name, value]) => [name, spelledOut(value)]),
          ),
        }
      : {}),
  };
  return typeof type === 'object'
    ? { anyOf: type.map((one) => ({ ...rest, type: one })) }
    : { ...rest, ...(type === undefined ? {} : { type }) };
}

function shape(json: JsonSchema): Shape {
  if (json.anyOf) {
    const choices = json.anyOf.map(shape);
    return choices.every((choice) => typeof choice === 'string') ? choices.join(' | ') : { 'one of': choices };
  }
  if (json.enum)
    return json.enum
      .map((value) => JSON.stringify(value))
      .toSorted()
      .join(' | ');
  if (json.const !== undefined) return JSON.stringify(json.const);
  if (json.properties) {
    const required = new Set(json.required);
    const names = Object.entries(json.properties).toSorted(([one], [other]) => (one < other ? -1 : 1));
    return Object.fromEntries(names.map(([name, value]) => [required.has(name) ? name : `${name}?`, shape(value)]));
  }
  if (json.prefixItems) return { 'in this order': json.prefixItems.map(shape) };
  if (json.items) return [shape(json.items), ...bounds('length', json.minItems, json.maxItems)];
  if (json.additionalProperties) return { '*': shape(json.additionalProperties) };
  if (json.type === undefined) return 'anything';
  const size =
    json.type === 'string'
      ? bounds('length', json.minLength, json.maxLength)
      : bounds('', safe(json.minimum), safe(json.maximum));
  return [json.type, json.format ?? json.pattern ?? '', ...size].filter((part) => part !== '').join(' ');
}

/** An end that says something: whole numbers have those of the machine anyway. */
function safe(end: number | undefined): number | undefined {
  return end !== undefined && Math.abs(end) < Number.MAX_SAFE_INTEGER ? end : undefined;
}

function bounds(of: string, least: number | undefined, most: number | undefined): string[] {
  return [...(least === undefined ? [] : [`${of}≥${least}`]), ...(most === undefined ? [] : [`${of}≤${most}`])];
}

/**
 * Samples of what a schema accepts: one with as little as may be, and with everything one for each choice. Always the
 * same ones.
 */
export function samplesOf(schema: z.ZodType): unknown[] {
  const json = jsonOf(schema);
  const all = [
    sample(json, { name: '', least: true, choice: 0 }),
    ...Array.from({ length: choicesIn(json) }, (_, choice) => sample(json, { name: '', least: false, choice })),
  ];
  return [...new Map(all.map((one) => [JSON.stringify(one), one])).values()].map((one) => schema.parse(one));
}

interface Wanted {
  readonly name: string;
  readonly least: boolean;
  readonly choice: number;
}

const anInstant = '2026-11-20T01:00:00.000Z';

function sample(json: JsonSchema, wanted: Wanted): unknown {
  const { name, least, choice } = wanted;
  if (json.anyOf) return sample(least ? json.anyOf.at(-1)! : json.anyOf[choice % json.anyOf.length]!, wanted);
  if (json.enum) return json.enum[choice % json.enum.length];
  if (json.const !== undefined) return json.const;
  if (json.properties) {
    const names = Object.entries(json.properties).filter(([key]) => !least || json.required?.includes(key));
    return Object.fromEntries(names.map(([key, value]) => [key, sample(value, { ...wanted, name: key })]));
  }
  if (json.prefixItems) return json.prefixItems.map((item) => sample(item, wanted));
  if (json.items)
    return Array.from({ length: Math.max(json.minItems ?? 0, least ? 0 : 1) }, () =>
      sample(json.items as JsonSchema, wanted),
    );
  if (json.additionalProperties) return least ? {} : { [`${name}1`]: sample(json.additionalProperties, wanted) };
  switch (json.type) {
    case 'null':
      return null;
    case 'boolean':
      return !least;
    case 'integer':
    case 'number':
      return Math.max(safe(json.minimum) ?? 0, least ? 0 : Math.min(safe(json.maximum) ?? 1, 1));
    case 'string':
      return text(json, wanted);
    default:
      throw new Error(`${name}: no sample of ${JSON.stringify(json)}`);
  }
}

function text(json: JsonSchema, { name, least }: Wanted): string {
  if (json.format === 'date-time') return anInstant;
  if (json.format !== undefined || json.pattern !== undefined)
    throw new Error(`${name}: no sample of ${JSON.stringify(json)}`);
  return (least ? '' : name).padEnd(json.minLength ?? 0, '一').slice(0, json.maxLength);
}

function choicesIn(json: JsonSchema): number {
  const inside = [
    ...(json.anyOf ?? []),
    ...Object.values(json.properties ?? {}),
    ...(json.prefixItems ?? []),
    ...(json.items ? [json.items] : []),
    ...(json.additionalProperties ? [json.additionalProperties] : []),
  ];
  return Math.max(1, json.anyOf?.length ?? 0, ...inside.map(choicesIn));
}
