import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto';
import { ERASED } from '@jwxt/contracts/kernel/personal.ts';
import { derivedSecret } from './internal-secrets.ts';
import { createLruCache } from './lru-cache.ts';

/** A key of one person, as it is in memory. */
export interface PersonKey {
  readonly id: string;
  /** Null: it was destroyed. */
  readonly bytes: Buffer | null;
}

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;
/** `§1.<key id>.<nonce, cipher text and tag>`: no other text of the product looks like it. */
const form = /^§1\.([\w-]{16})\.([\w-]{38,})$/;
const begins = '§1.';

/**
 * Keys that this process has heard of, by id: ids are random, so several databases do not meet. `unknown`: it was
 * looked for, and no database has it. So many are more than any stretch of the log needs at once; what is forgotten is
 * looked for again.
 */
const known = createLruCache<Buffer | 'destroyed' | 'unknown'>(300_000);
/** Values that come again and again: the same text of the same person always has the same bytes. */
const readable = createLruCache<string>(100_000);
const enciphered = createLruCache<string>(50_000);

/** A random id and random bytes. */
export function newPersonKey(): { id: string; bytes: Buffer } {
  return { id: randomBytes(12).toString('base64url'), bytes: randomBytes(32) };
}

/** Lets this process read and write with a key, or read that it was destroyed. */
export function learnKey(id: string, bytes: Buffer | 'destroyed' | 'unknown'): void {
  const before = known.get(id);
  known.set(id, bytes);
  if (bytes !== 'destroyed' || before === 'destroyed') return;
  readable.clear();
  enciphered.clear();
}

/** Whether this process knows what has become of a key. */
export function isKeyKnown(id: string): boolean {
  return known.get(id) !== undefined;
}

/**
 * A value as it is stored. The nonce is made of key, field and value, so that the same event always has the same bytes
 * and the same id; another value has another one. The field is bound by it, the person by the key.
 */
export function encipher(text: string, { id, bytes }: PersonKey, field: string): string {
  if (bytes === null) return ERASED;
  const name = `${id} ${field} ${text}`;
  const before = enciphered.get(name);
  if (before !== undefined) return before;
  const nonce = createHmac('sha256', bytes).update(`${field}\0${text}`).digest().subarray(0, nonceBytes);
  const cipher = createCipheriv(algorithm, bytes, nonce).setAAD(Buffer.from(field));
  const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  const stored = `${begins}${id}.${sealed.toString('base64url')}`;
  enciphered.set(name, stored);
  return stored;
}

/** Thrown where an event is read before its keys were looked for: a fault of ours. */
export class KeyNotLookedFor extends Error {
  constructor(id: string) {
    super(`nobody looked for key ${id} before the event was read`);
    this.name = 'KeyNotLookedFor';
  }
}

/** What a stored text says: itself where it is not enciphered. */
function decipher(stored: string, field: string): string {
  const match = stored.startsWith(begins) ? form.exec(stored) : null;
  if (!match) return stored;
  const [, id, sealed] = match as unknown as [string, string, string];
  const bytes = known.get(id);
  if (bytes === undefined) throw new KeyNotLookedFor(id);
  if (bytes === 'destroyed') return ERASED;
  // Somebody typed what looks like one.
  if (bytes === 'unknown') return stored;
  const name = `${field} ${stored}`;
  const before = readable.get(name);
  if (before !== undefined) return before;
  const text = open(Buffer.from(sealed, 'base64url'), bytes, field);
  if (text === null) return stored;
  readable.set(name, text);
  return text;
}

function open(sealed: Buffer, key: Buffer, aad: string): string | null {
  try {
    const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, nonceBytes)).setAAD(Buffer.from(aad));
    decipher.setAuthTag(sealed.subarray(-tagBytes));
    return Buffer.concat([decipher.update(sealed.subarray(nonceBytes, -tagBytes)), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}

/** Stored data with every enciphered text as it reads today; what holds none is given back as it is. */
export function readPersonal<T>(value: T, field = ''): T {
  if (typeof value === 'string') return decipher(value, field) as T;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    let list: unknown[] | undefined;
    for (const [index, one] of (value as unknown[]).entries()) {
      const read = readPersonal(one, field);
      if (read !== one) (list ??= [...(value as unknown[])])[index] = read;
    }
    return (list ?? value) as T;
  }
  let object: Record<string, unknown> | undefined;
  for (const name in value) {
    const one: unknown = value[name];
    const read = readPersonal(one, name);
    if (read !== one) (object ??= { ...(value as Record<string, unknown>) })[name] = read;
  }
  return (object ?? value) as T;
}

/** Ids of the keys that stored data needs, as far as nobody has looked for them. */
export function keysToLookFor(value: unknown, found: Set<string>): void {
  if (typeof value === 'string') {
    const id = value.startsWith(begins) ? form.exec(value)?.[1] : undefined;
    if (id !== undefined && known.get(id) === undefined) found.add(id);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) for (const one of value as unknown[]) keysToLookFor(one, found);
  else for (const name in value) keysToLookFor((value as Record<string, unknown>)[name], found);
}

/** A master key, and by what it is known. */
export interface MasterKey {
  readonly id: string;
  readonly bytes: Buffer;
}

/** The master key that a secret of the operator gives. */
export function masterKey(secret: string): MasterKey {
  const bytes = Buffer.from(derivedSecret(secret, 'master key of persons'), 'hex');
  return { id: createHash('sha256').update(bytes).digest('hex').slice(0, 16), bytes };
}

/** The bytes of a person's key as the database keeps them. */
export function wrapKey({ id, bytes }: { id: string; bytes: Buffer }, master: MasterKey): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, master.bytes, nonce).setAAD(Buffer.from(id));
  return Buffer.concat([nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]).toString('base64url');
}

/** The bytes of a person's key; null when another master key wraps them. */
export function unwrapKey(id: string, wrapped: string, master: MasterKey): Buffer | null {
  const sealed = Buffer.from(wrapped, 'base64url');
  try {
    const decipher = createDecipheriv(algorithm, master.bytes, sealed.subarray(0, nonceBytes)).setAAD(Buffer.from(id));
    decipher.setAuthTag(sealed.subarray(-tagBytes));
    return Buffer.concat([decipher.update(sealed.subarray(nonceBytes, -tagBytes)), decipher.final()]);
  } catch {
    return null;
  }
}
