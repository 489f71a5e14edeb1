/** Checks a log against its own hashes and the signed checkpoints in it. What is hashed and signed: decision 092. */
import { createPublicKey, hash, randomInt, verify, type KeyObject } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import type { LogEvent, LogSource } from './log-sources.ts';

/** A checkpoint: `text` is what is signed, `hash` that of its event. */
export interface Seal extends Record<'number' | 'from' | 'upTo' | 'revision', number> {
  readonly root: string;
  readonly keyId: string;
  readonly time: string;
  readonly text: string;
  readonly hash: string;
}
/** The first thing that is not as it was, and its place in the log. */
export interface Finding {
  readonly ordinal: number;
  readonly sentence: string;
}
/** What a check came to. `doubt`: nothing contradicts, but not all is proven. */
export interface Outcome extends Record<'events' | 'chained' | 'passes', number> {
  readonly finding: Finding | undefined;
  readonly doubt: string | undefined;
  /** The checkpoints that hold. */
  readonly seals: readonly Seal[];
}

const checkpoints = 'integrityCheckpoint-log';
const sha256 = (...parts: Buffer[]): Buffer => hash('sha256', Buffer.concat(parts), 'buffer');
const nameOf = ({ stream, revision }: Pick<LogEvent, 'stream' | 'revision'>): string => `${stream}@${revision}`;
/** A key is known by the SHA-256 of its public part. */
export const keyIdOf = (key: KeyObject): string => sha256(key.export({ type: 'spki', format: 'der' })).toString('hex');
/** Whether a text bears the signature of a key. */
export const isSigned = (text: string, key: KeyObject | undefined, signature: string): boolean =>
  key !== undefined && verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64url'));

let scratch = Buffer.alloc(1 << 20);
/** SHA-256 over a tag and, each behind its length in four bytes: stream, revision, id, type, data, metadata. */
export function eventHash({ stream, revision, id, type, data, metadata }: LogEvent): Buffer {
  let at = scratch.write('jwxt-event-1\n');
  for (const part of [stream, String(revision), id, type, data, metadata]) {
    if (at + 4 + part.length * 3 > scratch.length) scratch = Buffer.concat([scratch, Buffer.alloc(part.length * 4)]);
    const size = typeof part === 'string' ? scratch.write(part, at + 4) : part.copy(scratch, at + 4);
    at = scratch.writeUInt32BE(size, at) + size;
  }
  return hash('sha256', scratch.subarray(0, at), 'buffer');
}

/** Merkle tree of RFC 6962. It keeps the roots of the full trees so far, the largest first. */
class Tree {
  readonly #full: { size: number; root: Buffer }[] = [];
  add(entry: Buffer): void {
    let tree = { size: 1, root: sha256(Buffer.of(0), entry) };
    while (this.#full.at(-1)?.size === tree.size)
      tree = { size: tree.size * 2, root: sha256(Buffer.of(1), this.#full.pop()!.root, tree.root) };
    this.#full.push(tree);
  }
  root(): string {
    const roots = this.#full.map(({ root }) => root);
    return roots.reduceRight((right, left) => sha256(Buffer.of(1), left, right)).toString('base64url');
  }
}

/** An event in words: where, what, when, by whom, and about whom. */
function told(event: LogEvent): string {
  const all = (text: Buffer, names: string): string[] => {
    const found = text.toString().matchAll(new RegExp(`"(?:${names})":"([^"]{1,60})"`, 'g'));
    return [...new Set([...found].map(([, value]) => value!))];
  };
  const whom = all(event.data, 'studentCode|studentNumber|userName').slice(0, 5).join('、') || '无具体人员';
  const [[time = '不明'], [who = '不明']] = [all(event.metadata, 'time'), all(event.metadata, 'userName')];
  return `${nameOf(event)}（${event.type}，时间 ${time}，操作人 ${who}，涉及 ${whom}）`;
}

/** The checkpoints, as far as each follows the one before it and is signed with the key that is in force. */
async function readSeals(
  source: LogSource,
  trusted: Map<string, KeyObject>,
): Promise<Omit<Outcome, 'events' | 'chained' | 'passes'>> {
  const [seals, known] = [[] as Seal[], new Map<string, KeyObject>()];
  let [revision, keyId, doubt] = [0, null as string | null, undefined as string | undefined];
  const look = (event: LogEvent): string | undefined => {
    const data = JSON.parse(event.data.toString()) as Record<string, string>;
    const [number, from, upTo, last] = [Number(data.number), Number(data.from), Number(data.upTo), seals.at(-1)];
    if (event.revision !== revision++) return '它之前的检查点被删除，或次序被调换';
    if (event.type === 'SigningKeyIntroduced') {
      const key = createPublicKey(data.publicKey!);
      if (keyIdOf(key) !== data.keyId || data.previousKeyId !== keyId) return '密钥与编号不符';
      const text = ['jwxt-key-1', data.keyId, keyId ?? '-', data.after, data.time].join('\n');
      if (data.endorsement !== null && !isSigned(text, known.get(keyId), data.endorsement!)) return '旧密钥的签名不符';
      if (data.endorsement !== null && trusted.has(keyId)) trusted.set(data.keyId, key);
      known.set((keyId = data.keyId), key);
      return undefined;
    }
    const [leaves, names] = [data.leaves!, data.names!].map((text) => sha256(Buffer.from(text)).toString('base64url'));
    const signed = [data.root, data.previous ?? '-', leaves, names, data.keyId, data.time, data.position];
    const text = ['jwxt-checkpoint-1', number, from, upTo, data.count, ...signed].join('\n');
    if (number !== (last?.number ?? 0) + 1 || data.previous !== (last?.hash ?? null)) return '与前一个检查点不相接';
    if (from !== (last?.upTo ?? 0) + 1 || upTo - from + 1 !== Number(data.count)) return '与前一个检查点的范围不相接';
    if (data.keyId !== keyId || !isSigned(text, known.get(keyId), data.signature!)) return '签名不符';
    if (!trusted.has(keyId))
      doubt ??=
        `从第 ${number} 个检查点（第 ${from} 个事件）起用密钥 ${keyId} 签名，它不在给出的公钥中，` +
        '也没有旧密钥为它作证：请向学校核对，属实则用 --key 加上它再校验';
    const place = { number, from, upTo, revision: event.revision, hash: eventHash(event).toString('base64url') };
    seals.push({ ...place, root: data.root!, keyId, time: data.time!, text });
    return undefined;
  };
  for await (const events of source.read(checkpoints))
    for (const event of events) {
      let why: string | undefined = '内容无法读取';
      try {
        why = look(event);
      } catch {
        // It is said.
      }
      const ordinal = (seals.at(-1)?.upTo ?? 0) + 1;
      const sentence = `检查点事件 ${told(event)} 或它之前的检查点被改动、插入或移动：${why}`;
      if (why !== undefined) return { seals, doubt, finding: { ordinal, sentence } };
    }
  return { seals, doubt, finding: undefined };
}

/** What differs first between the events that a checkpoint names and those that stand in their place. */
async function locate(source: LogSource, { from, upTo, number, revision }: Seal): Promise<Finding> {
  const lists: { names: string[]; leaves: Buffer }[] = [];
  for await (const events of source.read(checkpoints))
    for (const event of events.filter((each) => each.revision >= revision && each.type === 'LogCheckpointed')) {
      const data = JSON.parse(event.data.toString()) as Record<'names' | 'leaves', string>;
      const names = inflateRawSync(Buffer.from(data.names, 'base64')).toString().split('\n');
      if (lists.length < 3) lists.push({ names, leaves: Buffer.from(data.leaves, 'base64') });
    }
  const { names, leaves } = lists[0]!;
  const [there, beyond]: [LogEvent[], string[]] = [[], []];
  let ordinal = 0;
  for await (const events of source.read())
    for (const event of events) {
      ordinal += 1;
      if (ordinal >= from && ordinal <= upTo) there.push(event);
      if (ordinal > upTo && beyond.length < 20_000) beyond.push(nameOf(event));
    }
  const isAsItWas = (event: LogEvent | undefined, index: number): boolean =>
    event !== undefined && leaves.subarray(index * 4, index * 4 + 4).equals(eventHash(event).subarray(0, 4));
  const at = names.findIndex((_name, index) => !isAsItWas(there[index], index));
  const [missing, found] = [names[at], there[at]];
  const say = (sentence: string): Finding => ({
    ordinal: from + at,
    sentence: `${sentence}（由检查点 ${number} 查出）`,
  });
  if (missing === undefined) return say(`第 ${from} 至 ${upTo} 个事件中有被改动的`);
  if (found && nameOf(found) === missing) return say(`${told(found)} 被改动`);
  if (!found || ![...there.map(nameOf), ...beyond].includes(missing)) {
    let kin: LogEvent | undefined;
    for await (const events of source.read(missing.slice(0, missing.lastIndexOf('@')))) kin = events.at(-1) ?? kin;
    return say(`${missing} 被删除；同一流的其他事件：${kin ? told(kin) : '无'}`);
  }
  if (lists.some((list) => list.names.includes(nameOf(found)))) return say(`${missing} 与 ${told(found)} 的次序被调换`);
  return say(`${told(found)} 是插入的`);
}

/**
 * The last event of each stream, in a table of fixed size: 8 bytes made of the name and of numbers of this run, so that
 * nobody can prepare names that meet; the revision, half of the hash, and 0: free, 1: not chained, 2: chained.
 */
class Heads {
  readonly #names: Uint32Array;
  static readonly #seeds = [randomInt(2 ** 31), randomInt(2 ** 31)] as const;
  readonly revisions: Float64Array;
  readonly hashes: Buffer;
  readonly states: Uint8Array;
  #left: number;
  readonly size: number;
  constructor(size: number) {
    this.size = size;
    [this.#names, this.revisions] = [new Uint32Array(size * 2), new Float64Array(size)];
    [this.hashes, this.states, this.#left] = [Buffer.alloc(size * 16), new Uint8Array(size), Math.floor(size * 0.85)];
  }
  /** The place of a stream; -1: another pass looks at it, -2: there is no room for it. */
  placeOf(stream: string, part: number, parts: number): number {
    let [one, two]: [number, number] = [...Heads.#seeds];
    for (let index = 0; index < stream.length; index += 1) {
      one = Math.imul(one ^ stream.charCodeAt(index), 0x9e3779b1);
      two = Math.imul(two ^ stream.charCodeAt(index), 0x85ebca77) ^ (one >>> 15);
    }
    [one, two] = [Math.imul(one ^ (two >>> 13), 0xc2b2ae3d) >>> 0, Math.imul(two ^ (one >>> 16), 0x27d4eb2f) >>> 0];
    if (two % parts !== part) return -1;
    let place = one % this.size;
    while (this.states[place] !== 0 && (this.#names[place * 2] !== one || this.#names[place * 2 + 1] !== two))
      place = (place + 1) % this.size;
    if (this.states[place] === 0 && this.#left-- <= 0) return -2;
    [this.#names[place * 2], this.#names[place * 2 + 1]] = [one, two];
    return place;
  }
}

/** Checks a whole log. `size`: streams that are kept in memory; others are checked in further passes. */
export async function checkLog(
  source: LogSource,
  trusted: Map<string, KeyObject>,
  size: number,
  progress: (events: number) => void,
): Promise<Outcome> {
  const { seals, doubt, finding: forged } = await readSeals(source, trusted);
  let [events, chained, passes, chain] = [0, 0, 0, undefined as Finding | undefined];
  for (let [part, parts] = [0, 1]; part < parts; passes += 1) {
    let [ordinal, next, tree, isFull, first, count] = [0, 0, new Tree(), false, chain, 0];
    const heads = new Heads(size);
    let doubted: { event: LogEvent; ordinal: number; hash: Buffer } | undefined;
    for await (const stretch of source.read())
      for (const event of stretch) {
        if (++ordinal % 65_536 === 0) progress(ordinal);
        const place = isFull ? -1 : heads.placeOf(event.stream, part, parts);
        isFull ||= place === -2;
        if (passes > 0 && place < 0) continue;
        const hashed = eventHash(event);
        if (passes === 0) {
          tree.add(hashed);
          const seal = seals[next];
          if (ordinal === seal?.upTo) {
            if (tree.root() !== seal.root)
              return {
                finding: await locate(source, seal),
                doubt,
                events: ordinal,
                chained,
                passes,
                seals: seals.slice(0, next),
              };
            [next, tree] = [next + 1, new Tree()];
          }
        }
        if (place < 0) continue;
        const { prev } = linkOf(event);
        const [state, last] = [heads.states[place]!, heads.states[place] === 0 ? -1 : heads.revisions[place]!];
        const names = typeof prev === 'string' ? Buffer.from(prev, 'base64url') : undefined;
        const named = heads.hashes.subarray(place * 16, place * 16 + 16);
        const follows = names ? last >= 0 && names.subarray(0, 16).equals(named) : prev === null ? last < 0 : state < 2;
        const say = (sentence: string): Finding => ({ ordinal, sentence });
        if (doubted?.event.stream === event.stream) {
          // The event after it says whether the one that does not fit is as it was written.
          const isWhole = names?.equals(doubted.hash);
          const [{ stream, revision }] = [doubted.event];
          first ??= {
            ordinal: doubted.ordinal,
            sentence: isWhole ? nameOf({ stream, revision: revision - 1 }) : told(doubted.event),
          };
        }
        if (first === undefined && event.revision > last + 1)
          first = say(`${nameOf({ stream: event.stream, revision: last + 1 })} 被删除`);
        else if (first === undefined && event.revision <= last) first = say(`${told(event)} 是插入的，或次序被调换`);
        else if (first === undefined && !follows) doubted ??= { event, ordinal, hash: hashed };
        hashed.copy(heads.hashes, place * 16, 0, 16);
        [heads.revisions[place], heads.states[place]] = [event.revision, prev === undefined ? Math.max(1, state) : 2];
        if (prev !== undefined) count += 1;
      }
    events = ordinal;
    chained = isFull ? 0 : chained + count;
    chain = first;
    [part, parts] = isFull ? [0, parts * 2] : [part + 1, parts];
  }
  return { finding: chain ?? forged, doubt, events, chained, passes, seals };
}

/** What an event says of the one before it. */
function linkOf({ metadata }: LogEvent): { prev?: unknown } {
  try {
    return JSON.parse(metadata.toString()) as { prev?: unknown };
  } catch {
    return {};
  }
}
