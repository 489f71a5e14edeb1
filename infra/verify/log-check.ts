/** Compares a log with its signed checkpoints, and each event with the hash by which the next one names it. */
import { inflateRawSync } from 'node:zlib';
import { checkpointStream, eventHash, nameOf, namesPeople, readCheckpoints, sha256, told } from './checkpoints.ts';
import type { Checkpoints, Keys, Seal } from './checkpoints.ts';
import type { LogEvent, LogSource } from './log-sources.ts';

/** What a check came to. `chained`: events that name the one before them; `passes`: how often the log was read. */
export interface Outcome extends Record<'events' | 'chained' | 'passes', number>, Omit<Checkpoints, 'forged'> {
  /** The first thing that is not as it was written. */
  readonly finding: string | undefined;
  /** Streams of which the store was told to hide or drop events, which the school's system never does. */
  readonly hidden: readonly string[];
}

type Tell = (events: number) => void;
/** Checks a whole log. `limit`: streams that are kept in memory; when there are more, it is read again in parts. */
export async function checkLog(source: LogSource, trusted: Keys, limit: number, tell: Tell): Promise<Outcome> {
  const { seals, doubt, forged } = await readCheckpoints(source, trusted);
  const whole = new Chains(limit);
  let events = 0;
  let sealed = 0;
  let [stretch, hashes]: [LogEvent[], Buffer[]] = [[], []];
  const retained = new Map<string, string>();
  for await (const event of source.read(undefined, (event) => takeRetention(event, retained))) {
    events += 1;
    if (events % 65_536 === 0) tell(events);
    const hash = eventHash(event);
    whole.take(event, hash, events);
    const seal = seals[sealed];
    if (seal === undefined) continue;
    stretch.push(event);
    hashes.push(hash);
    if (events < seal.upTo) continue;
    if (merkleRoot(hashes).toString('base64url') !== seal.root) break;
    [sealed, stretch, hashes] = [sealed + 1, [], []];
  }
  const said = { seals: seals.slice(0, sealed), doubt, events, passes: 1, hidden: [...retained.values()] };
  const wrong = seals[sealed];
  if (wrong) return { ...said, chained: 0, finding: await differenceIn(stretch, hashes, wrong, source) };
  const all = whole.isTooSmall ? await chainsInParts(source, Math.ceil(whole.streams / limit) + 1) : [whole];
  const [broken] = all.flatMap((chains) => chains.broken ?? []).sort((one, other) => one.ordinal - other.ordinal);
  const chained = all.reduce((sum, chains) => sum + chains.chained, 0);
  return { ...said, chained, passes: all.length, finding: broken ? await explained(broken, source) : forged };
}

/** Notes what a stream's metadata or tombstone let the store hide at once and drop later; the last of them counts. */
function takeRetention({ stream, type, data }: LogEvent, retained: Map<string, string>): void {
  const about = stream.replace(/^\$\$/, '');
  const said = jsonOf(data);
  const limits = ['$maxCount', '$maxAge', '$tb'].filter((key) => Number(said[key]) > 0);
  const told = limits.map((key) => `${key} ${String(said[key])}`).join('、');
  if (type === '$streamDeleted') retained.set(about, `流 ${about} 在事件库中被彻底删除`);
  else if (limits.length === 0) retained.delete(about);
  else retained.set(about, `流 ${about} 在事件库中被设为隐藏并可清除旧事件（${told}），本系统从不这样做`);
}

/** Merkle tree of RFC 6962: the left half is as large as a power of two can be. */
function merkleRoot(hashes: readonly Buffer[]): Buffer {
  if (hashes.length === 1) return sha256(Buffer.of(0), hashes[0]!);
  const half = 2 ** Math.ceil(Math.log2(hashes.length) - 1);
  return sha256(Buffer.of(1), merkleRoot(hashes.slice(0, half)), merkleRoot(hashes.slice(half)));
}

/** What differs first between the events that a checkpoint lists, by name and four bytes of hash, and those there. */
async function differenceIn(there: LogEvent[], hashes: Buffer[], seal: Seal, source: LogSource): Promise<string> {
  const checkpoint = await find(source, checkpointStream, ({ revision }) => revision === seal.revision);
  const lists = JSON.parse(checkpoint!.data.toString()) as Record<'names' | 'leaves', string>;
  const names = inflateRawSync(Buffer.from(lists.names, 'base64')).toString().split('\n');
  const leaves = Buffer.from(lists.leaves, 'base64');
  const at = names.findIndex((_, i) => !hashes[i]?.subarray(0, 4).equals(leaves.subarray(i * 4, i * 4 + 4)));
  const expected = names[at];
  const event = there[at];
  const by = `（第 ${seal.from + at} 个事件，由检查点 ${seal.number} 查出）`;
  if (expected === undefined) return `第 ${seal.from} 至 ${seal.upTo} 个事件中有被改动的${by}`;
  if (event && nameOf(event) === expected) return `${told(event)} 被改动${by}`;
  const isStillThere = there.some((each) => nameOf(each) === expected);
  const isMeantForLater = event !== undefined && names.includes(nameOf(event), at);
  if (isStillThere && isMeantForLater) return `${expected} 与 ${told(event)} 的次序被调换${by}`;
  if (isStillThere) return `${told(event!)} 是插入的${by}`;
  const stream = expected.slice(0, expected.lastIndexOf('@'));
  const kin = (await find(source, stream, namesPeople)) ?? (await find(source, stream, () => true));
  const other = event === undefined || isMeantForLater ? '' : `，或 ${told(event)} 是插入的`;
  return `${expected} 被删除${other}${by}；同一流的其他事件：${kin ? told(kin) : '无'}`;
}

/** The first event of a stream of which something is true. */
async function find(source: LogSource, stream: string, isIt: (event: LogEvent) => boolean) {
  for await (const event of source.read(stream)) if (isIt(event)) return event;
  return undefined;
}

/** Follows the chains of streams, of so many at most. `streams`: how many there are in all. */
class Chains {
  readonly #last = new Map<string, { revision: number; hash: string; isChained: boolean }>();
  readonly #limit: number;
  streams = 0;
  isTooSmall = false;
  chained = 0;
  /** The first event that does not follow the one before it, and the revision that it should have. */
  broken: { event: LogEvent; ordinal: number; revision: number } | undefined;

  constructor(limit: number) {
    this.#limit = limit;
  }

  take(event: LogEvent, hash: Buffer, ordinal: number): void {
    const last = this.#last.get(event.stream);
    if (event.revision === 0) this.streams += 1;
    if (last === undefined && this.#last.size >= this.#limit) this.isTooSmall = true;
    if (this.isTooSmall) return;
    const previous = previousOf(event);
    const isChained = previous !== undefined;
    // What was written before there were chains says nothing; once a stream has one, it goes on.
    const follows = isChained ? previous === (last?.hash ?? null) : last?.isChained !== true;
    const revision = (last?.revision ?? -1) + 1;
    if (event.revision !== revision || !follows) this.broken ??= { event, ordinal, revision };
    this.chained += isChained ? 1 : 0;
    this.#last.set(event.stream, { revision: event.revision, hash: hash.toString('base64url'), isChained });
  }
}

/** Follows the chains of one part of the streams after the other, each in a reading of its own. */
async function chainsInParts(source: LogSource, parts: number): Promise<Pick<Chains, 'chained' | 'broken'>[]> {
  const all = [];
  for (let part = 0; part < parts; part += 1) {
    const chains = new Chains(Infinity);
    let ordinal = 0;
    for await (const event of source.read()) {
      ordinal += 1;
      const hash = sha256(Buffer.from(event.stream));
      if (hash.readUInt32BE() % parts === part) chains.take(event, eventHash(event), ordinal);
    }
    all.push({ chained: chains.chained, broken: chains.broken });
  }
  return all;
}

/** What an event says of the one before it in its stream: its hash, null in the first, undefined for nothing. */
const previousOf = ({ metadata }: LogEvent): unknown => jsonOf(metadata).prev;

function jsonOf(bytes: Buffer): Record<string, unknown> {
  try {
    return (JSON.parse(bytes.toString()) ?? {}) as Record<string, unknown>;
  } catch {
    return {};
  }
}

/** A break in words. Whether an event or the one before it was altered is told by the one after it. */
async function explained({ event, revision }: NonNullable<Chains['broken']>, source: LogSource): Promise<string> {
  if (event.revision > revision) return `${nameOf({ ...event, revision })} 被删除，或 ${told(event)} 是移来的`;
  if (event.revision < revision) return `${told(event)} 是插入的，或次序被调换`;
  const before = await find(source, event.stream, (each) => each.revision === revision - 1);
  const after = await find(source, event.stream, (each) => each.revision === revision + 1);
  if (before === undefined) return `${told(event)} 被改动`;
  if (after === undefined) return `${told(before)} 或 ${told(event)} 被改动`;
  const isAsItWas = previousOf(after) === eventHash(event).toString('base64url');
  return `${told(isAsItWas ? before : event)} 被改动`;
}
