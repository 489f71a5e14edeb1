import { hash } from 'node:crypto';

/** JSON with sorted keys and without undefined: equal content gives equal text. */
export function canonicalJson(value: unknown): string {
  return textOf(value) ?? 'null';
}

/** Undefined for what JSON leaves out. */
function textOf(value: unknown): string | undefined {
  if (value === null || typeof value !== 'object' || 'toJSON' in value) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((inner) => textOf(inner) ?? 'null').join(',')}]`;
  const fields: string[] = [];
  for (const key of Object.keys(value).sort()) {
    const text = textOf((value as Record<string, unknown>)[key]);
    if (text !== undefined) fields.push(`${JSON.stringify(key)}:${text}`);
  }
  return `{${fields.join(',')}}`;
}

/** SHA-256 of the canonical JSON, hexadecimal: binds a decision to the content it was taken on. */
export function contentHash(value: unknown): string {
  return hash('sha256', canonicalJson(value));
}
