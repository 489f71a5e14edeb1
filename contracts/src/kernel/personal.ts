import { z } from 'zod';

/** What is read where a personal value stood whose key was destroyed. */
export const ERASED = '已依法删除';

/** Kinds of keys of personal values. `matter`: the texts of one application, whoever it is about. */
const ownerKinds = ['student', 'teacher', 'account', 'number', 'matter'] as const;
export type OwnerKind = (typeof ownerKinds)[number];

/**
 * Whose a personal value is, named by a field of the innermost enclosing object that has it. `actor`: whoever carried
 * out the command. `about`: a text about the student of `studentCode`, or else about what the application asks for.
 */
export type PersonalOwner = 'student' | 'number' | 'teacher' | 'account' | 'actor' | 'about' | NamedOwner;
/** Whose key stands in a field of another name. */
interface NamedOwner {
  readonly kind: 'teacher' | 'account';
  readonly field?: string;
  /** A list beside it of `gh` and `name`: where the field names nobody, whoever has that name there. */
  readonly among?: string;
  /** A list beside it of `gh`: with one alone in it, that one's; with several, nobody's. */
  readonly only?: string;
}

/** Whose a value turned out to be: kind and code of a key. */
export interface Owner {
  readonly kind: OwnerKind;
  readonly code: string;
}

const declared = new WeakMap<z.ZodType, PersonalOwner>();

/**
 * Declares a value of events as personal: it is stored enciphered with the key of its owner, and cannot be read once
 * that is destroyed (decision 093). A text, or something whose texts are all of them.
 */
export function personal<S extends z.ZodType>(schema: S, owner: PersonalOwner): S {
  declared.set(schema, owner);
  return schema;
}

/** Where personal values stand in what a schema describes; null: nowhere. */
export type PersonalPlan =
  | { readonly kind: 'value'; readonly owner: PersonalOwner }
  | { readonly kind: 'object'; readonly fields: readonly (readonly [string, PersonalPlan])[] }
  | { readonly kind: 'each'; readonly of: PersonalPlan };

const plans = new WeakMap<z.ZodType, { readonly plan: PersonalPlan | null }>();

/** Where personal values stand in what a schema describes, found out once. */
export function personalPlan(schema: z.ZodType): PersonalPlan | null {
  const known = plans.get(schema);
  if (known) return known.plan;
  const plan = planOf(schema);
  plans.set(schema, { plan });
  return plan;
}

function planOf(schema: z.ZodType): PersonalPlan | null {
  const owner = declared.get(schema);
  if (owner !== undefined) return { kind: 'value', owner };
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries(schema.shape as Record<string, z.ZodType>).flatMap(([name, field]) => {
      const plan = personalPlan(field);
      return plan ? [[name, plan] as const] : [];
    });
    return fields.length > 0 ? { kind: 'object', fields } : null;
  }
  if (schema instanceof z.ZodArray) return each(schema.element as z.ZodType);
  if (schema instanceof z.ZodRecord) return each(schema.valueType as z.ZodType);
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return personalPlan(schema.unwrap() as z.ZodType);
  if (schema instanceof z.ZodUnion)
    return (schema.options as readonly z.ZodType[]).map(personalPlan).find((plan) => plan !== null) ?? null;
  return null;
}

function each(element: z.ZodType): PersonalPlan | null {
  const of = personalPlan(element);
  return of ? { kind: 'each', of } : null;
}

/** Who did it, as far as owners are concerned. */
interface Doer {
  readonly userName: string;
}

type Enclosing = readonly Readonly<Record<string, unknown>>[];

/**
 * Data with each personal text replaced by what `replace` makes of it: given the text, whose it is and the name of its
 * field. A text whose owner nobody names stays as it is.
 */
export function mapPersonal(
  data: object,
  plan: PersonalPlan | null,
  doer: Doer,
  replace: (text: string, owner: Owner, field: string) => string,
): object {
  return plan === null ? data : (walk(data, plan, { around: [], field: '', doer, replace }) as object);
}

interface Walk {
  readonly around: Enclosing;
  readonly field: string;
  readonly doer: Doer;
  readonly replace: (text: string, owner: Owner, field: string) => string;
}

function walk(value: unknown, plan: PersonalPlan, at: Walk): unknown {
  if (value === null || value === undefined) return value;
  if (plan.kind === 'value') {
    const owner = ownerOf(plan.owner, value, at);
    return owner ? everyText(value, owner, at) : value;
  }
  if (plan.kind === 'each') {
    if (Array.isArray(value)) return value.map((one) => walk(one, plan.of, at));
    if (typeof value !== 'object') return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [name, walk(one, plan.of, { ...at, field: name })]),
    );
  }
  if (typeof value !== 'object') return value;
  const object = value as Readonly<Record<string, unknown>>;
  const changed: Record<string, unknown> = { ...object };
  const around = [object, ...at.around];
  for (const [field, inner] of plan.fields)
    if (Object.hasOwn(object, field)) changed[field] = walk(object[field], inner, { ...at, around, field });
  return changed;
}

/** Texts, however deep. An empty one says nothing. */
function everyText(value: unknown, owner: Owner, at: Walk): unknown {
  if (typeof value === 'string') return value === '' ? value : at.replace(value, owner, at.field);
  if (Array.isArray(value)) return value.map((one) => everyText(one, owner, at));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, everyText(one, owner, { ...at, field: name })]),
  );
}

function ownerOf(owner: PersonalOwner, value: unknown, { around, doer }: Walk): Owner | null {
  const named = (kind: OwnerKind, ...fields: readonly string[]): Owner | null => {
    for (const object of around)
      for (const field of fields) {
        const code = object[field];
        if (typeof code === 'string' && code !== '') return { kind, code };
      }
    return null;
  };
  if (typeof owner === 'object') {
    const byField = owner.field === undefined ? null : named(owner.kind, owner.field);
    return byField ?? ownerListed(owner, value, around[0]);
  }
  switch (owner) {
    case 'student':
      return named('student', 'studentCode');
    case 'number':
      return named('number', 'studentNumber');
    case 'teacher':
      return named('teacher', 'gh', 'teacherCode');
    case 'account':
      return named('account', 'userName');
    case 'actor':
      return { kind: 'account', code: doer.userName };
    case 'about':
      return named('student', 'studentCode') ?? named('matter', 'applyId');
  }
}

/** Whoever of a list beside a value has it as name, or is alone in it. */
function ownerListed({ kind, among, only }: NamedOwner, value: unknown, beside: Enclosing[number] = {}): Owner | null {
  const listOf = (field: string | undefined): readonly { gh?: unknown; name?: unknown }[] => {
    const list: unknown = field === undefined ? [] : beside[field];
    return Array.isArray(list) ? (list as { gh?: unknown; name?: unknown }[]) : [];
  };
  const alone = listOf(only);
  const one = listOf(among).find(({ name }) => name === value) ?? (alone.length === 1 ? alone[0] : undefined);
  return typeof one?.gh === 'string' && one.gh !== '' ? { kind, code: one.gh } : null;
}

/** The students that data names by their keys. */
export function studentsNamed(data: unknown, found = new Set<string>()): ReadonlySet<string> {
  if (Array.isArray(data)) for (const one of data) studentsNamed(one, found);
  else if (typeof data === 'object' && data !== null)
    for (const [field, value] of Object.entries(data)) {
      if (field === 'studentCode' && typeof value === 'string') found.add(value);
      else studentsNamed(value, found);
    }
  return found;
}
