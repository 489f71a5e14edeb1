/** The hash of an event, and the checkpoints: who signed them, and what they say. Defined in decision 092. */
import { createPublicKey, hash, verify, type KeyObject } from 'node:crypto';
import type { LogEvent, LogSource } from './log-sources.ts';

/** The stream in which the checkpoints stand. */
export const checkpointStream = 'integrityCheckpoint-log';

/** Public keys by what they are known by. */
export type Keys = Map<string, KeyObject>;

/**
 * A checkpoint that holds: the events from `from` to `upTo`, counted from 1, have the Merkle root `root`. `text` is
 * what is signed; `revision` and `hash` are those of its own event.
 */
export type Seal = Readonly<Record<'number' | 'from' | 'upTo' | 'revision', number>> &
  Readonly<Record<'root' | 'keyId' | 'time' | 'text' | 'hash', string>>;

/** `forged`: what does not hold. `doubt`: a key is unknown, and nobody vouches for it. */
export interface Checkpoints {
  readonly seals: readonly Seal[];
  readonly forged?: string;
  readonly doubt: string | undefined;
}

export const sha256 = (...parts: Buffer[]): Buffer => hash('sha256', Buffer.concat(parts), 'buffer');

/** The hash of an event: over a tag and six parts, each behind its length as four bytes, highest first. */
export function eventHash({ stream, revision, id, type, data, metadata }: LogEvent): Buffer {
  const texts = [stream, String(revision), id, type].map((text) => Buffer.from(text));
  const parts = [...texts, data, metadata].flatMap((part) => [lengthOf(part), part]);
  return sha256(Buffer.from('jwxt-event-1\n'), ...parts);
}
const lengthOf = ({ length }: Buffer): Buffer => Buffer.of(length >>> 24, length >>> 16, length >>> 8, length);

/** A key is known by the SHA-256 of its public part. */
export const keyIdOf = (key: KeyObject): string => sha256(key.export({ type: 'spki', format: 'der' })).toString('hex');

export const isSigned = (text: string, key: KeyObject | undefined, signature: string): boolean =>
  key !== undefined && verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64url'));

export const nameOf = ({ stream, revision }: LogEvent): string => `${stream}@${revision}`;

/** A moment as the school writes it, in Beijing time; what is none stays as it is. */
export function clockOf(time: string): string {
  const [at, zone] = [Date.parse(time), { timeZone: 'Asia/Shanghai' }];
  return Number.isNaN(at) ? time : `${new Date(at).toLocaleString('sv-SE', zone)}（北京时间）`;
}

/** What a text of JSON holds under some names. */
function valuesOf(json: Buffer, names: string): string[] {
  const found = json.toString().matchAll(new RegExp(`"(?:${names})":"([^"]{1,60})"`, 'g'));
  return [...new Set(Array.from(found, ([, value]) => value!))];
}
const peopleIn = ({ data }: LogEvent): string[] => valuesOf(data, 'studentCode|teacherCode|gh|userName');
export const namesPeople = (event: LogEvent): boolean => peopleIn(event).length > 0;

/** An event in words: where, what, when, by whom, and about whom. */
export function told(event: LogEvent): string {
  const [time = '不明'] = valuesOf(event.metadata, 'time');
  const [actor = '不明'] = valuesOf(event.metadata, 'userName');
  const people = peopleIn(event);
  const named = `${people.slice(0, 5).join('、')}${people.length > 5 ? ' 等' : ''}` || '无具体人员';
  return `${nameOf(event)}（${event.type}，时间 ${clockOf(time)}，操作人 ${actor}，涉及 ${named}）`;
}

/** Reads the checkpoints up to the first that does not hold. A key that a trusted one vouches for joins `trusted`. */
export async function readCheckpoints(source: LogSource, trusted: Keys): Promise<Checkpoints> {
  const introduced: Keys = new Map();
  const seals: Seal[] = [];
  let keyId = '-';
  let doubt: string | undefined;

  function takeKey(data: Record<string, string>): string | undefined {
    const key = createPublicKey(data.publicKey!);
    const text = ['jwxt-key-1', data.keyId, keyId, data.after, data.time].join('\n');
    if (keyIdOf(key) !== data.keyId || (data.previousKeyId ?? '-') !== keyId) return '密钥与编号不符';
    const isEndorsed = data.endorsement !== null;
    if (isEndorsed && !isSigned(text, introduced.get(keyId), data.endorsement!)) return '旧密钥的签名不符';
    if (isEndorsed && trusted.has(keyId)) trusted.set(data.keyId, key);
    keyId = data.keyId;
    introduced.set(keyId, key);
    return undefined;
  }

  function takeCheckpoint(data: Record<string, string>, event: LogEvent): string | undefined {
    const [number, from, upTo, count] = [data.number, data.from, data.upTo, data.count].map(Number);
    const [leaves, names] = [data.leaves!, data.names!].map((list) => sha256(Buffer.from(list)).toString('base64url'));
    const range = ['jwxt-checkpoint-1', number, from, upTo, count, data.root, data.previous ?? '-'];
    const text = [...range, leaves, names, data.keyId, data.time, data.position].join('\n');
    const before = seals.at(-1) ?? { number: 0, upTo: 0, hash: null };
    if (number !== before.number + 1 || data.previous !== before.hash) return '与前一个检查点不相接';
    if (from !== before.upTo + 1 || upTo !== before.upTo + count!) return '与前一个检查点的范围不相接';
    if (data.keyId !== keyId || !isSigned(text, introduced.get(keyId), data.signature!)) return '签名不符';
    const stranger = `从第 ${number} 个检查点起签名的密钥 ${keyId} 不在给出的公钥中，也没有旧密钥为它作证`;
    if (!trusted.has(keyId)) doubt ??= `${stranger}：请向学校核对，属实则用 --key 加上它再校验`;
    const own = { root: data.root!, time: data.time!, revision: event.revision };
    seals.push({ ...own, number, from, upTo, keyId, text, hash: eventHash(event).toString('base64url') });
    return undefined;
  }

  let revision = 0;
  for await (const event of source.read(checkpointStream)) {
    let why: string | undefined = '内容无法读取';
    try {
      const data = JSON.parse(event.data.toString()) as Record<string, string>;
      if (event.revision !== revision) why = '它之前的检查点被删除，或次序被调换';
      else why = event.type === 'SigningKeyIntroduced' ? takeKey(data) : takeCheckpoint(data, event);
    } catch {
      // It is said below.
    }
    const forged = `检查点事件 ${told(event)} 或它之前的检查点被改动、插入或移动：${why}`;
    if (why !== undefined) return { seals, doubt, forged };
    revision += 1;
  }
  return { seals, doubt };
}
