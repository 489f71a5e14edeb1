import { createPublicKey, type KeyObject } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCheckpointWriter } from '@jwxt/commands/integrity/checkpoint-writer.ts';
import { loadSigningKeys } from '@jwxt/commands/integrity/signing-key.ts';
import { writeSeats } from '@jwxt/commands/testing/chained-seats.ts';
import { checkpointStream } from '@jwxt/contracts/integrity/checkpoint.events.ts';
import { exportedLog } from '@jwxt/infra/export-log/log-export.ts';
import { connectEventLog } from '@jwxt/infra/runtime/event-log.ts';
import { createLogger } from '@jwxt/infra/runtime/logger.ts';
import { addressOfShare } from '@jwxt/infra/runtime/shared-log.ts';
import { startTestEventStore, type TestEventStore } from '@jwxt/infra/testing/engines.ts';
import { eventHash, keyIdOf } from '../../../infra/verify/checkpoints.ts';
import { checkLog, type Outcome } from '../../../infra/verify/log-check.ts';
import { sourceOf, type LogEvent, type LogSource } from '../../../infra/verify/log-sources.ts';

/** Random logs, each an installation of its own, and any single change to any of them. */

const logger = createLogger('test', { level: 'silent' });
const logs = 3;
const seed = 92;

interface RandomLog {
  readonly file: string;
  readonly events: readonly LogEvent[];
  readonly key: KeyObject;
  /** Ordinals up to here are sealed. */
  readonly sealed: number;
}

let store: TestEventStore;
let folder: string;
let all: readonly RandomLog[];
beforeAll(async () => {
  store = await startTestEventStore();
  folder = await mkdtemp(join(tmpdir(), 'jwxt-random-logs-'));
  const plans = fc.sample(plan, { numRuns: logs, seed });
  all = await Promise.all(plans.map(async (steps, number) => await written(steps, number)));
});
afterAll(async () => {
  await store.stop();
  await rm(folder, { recursive: true });
});

/** What happens in a log: somebody writes so many events in one of its streams, or what came is sealed in stretches. */
type Step = { readonly stream: number; readonly events: number } | { readonly sealEvery: number };
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ stream: fc.integer({ min: 1, max: 5 }), events: fc.integer({ min: 1, max: 4 }) }),
  },
  { weight: 1, arbitrary: fc.record({ sealEvery: fc.integer({ min: 1, max: 9 }) }) },
);
const plan = fc.array(step, { minLength: 12, maxLength: 20 });

async function written(steps: readonly Step[], number: number): Promise<RandomLog> {
  const own = join(folder, String(number));
  const url = addressOfShare(store.url, { streamPrefix: `random${String(number)}-`, from: 'start' });
  const log = connectEventLog(url, { name: 'random' });
  // A writer of its own each time, as after a restart.
  const seal = async (everyEvents: number): Promise<number> =>
    await createCheckpointWriter({ log, keys: () => loadSigningKeys(own), everyEvents, everyMs: 0, logger }).look();
  await writeSeats(log, 'first', 2);
  for (const [at, each] of steps.entries()) {
    if ('sealEvery' in each) await seal(each.sealEvery);
    else await writeSeats(log, `s${String(each.stream)}`, each.events);
    if (at === steps.length - 3) await seal(100);
  }
  const file = join(own, 'log.ndjson');
  await writeFile(file, exportedLog(log));
  await log.close();
  const events: LogEvent[] = [];
  for await (const event of sourceOf(file).read()) events.push(event);
  const key = createPublicKey((await loadSigningKeys(own)).current.publicKey);
  const { seals } = await check({ events, key });
  return { file, events, key, sealed: seals.at(-1)!.upTo };
}

const inMemory = (events: readonly LogEvent[]): LogSource => ({
  async *read(only) {
    await Promise.resolve();
    yield* events.filter(({ stream }) => only === undefined || stream === only);
  },
});
async function check({ events, key }: Pick<RandomLog, 'events' | 'key'>, streams = 64): Promise<Outcome> {
  return await checkLog(inMemory(events), new Map([[keyIdOf(key), key]]), streams, () => undefined);
}
const nameOf = ({ stream, revision }: LogEvent): string => `${stream}@${String(revision)}`;
const isSeal = ({ stream }: LogEvent): boolean => stream === checkpointStream;
const which = fc.nat(logs - 1);
/** Where in a log, as a share of it. */
const place = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

test('no honest log is accused, wherever its reading ends and however little memory there is', async () => {
  for (const { events, key } of all)
    for (let end = 1; end <= events.length; end += 1) {
      const outcome = await check({ events: events.slice(0, end), key }, end % 2 === 0 ? 2 : 64);
      expect(outcome.finding, `the first ${String(end)}`).toBeUndefined();
    }
});

const fields = ['stream', 'revision', 'id', 'type', 'data', 'metadata'] as const;
const change = fc.oneof(
  fc.record({ kind: fc.constant('bit' as const), field: fc.constantFrom(...fields), bit: fc.nat(1_000_000) }),
  fc.record({ kind: fc.constantFrom('delete', 'repeat', 'swap', 'move', 'rewrite') }),
);
type Change = { kind: 'bit'; field: (typeof fields)[number]; bit: number } | { kind: string };

/** A log after a change, and the events of which one has to be named. */
function altered(events: readonly LogEvent[], at: number, to: number, made: Change): [LogEvent[], LogEvent[]] {
  const event = events[at]!;
  if ('bit' in made) {
    const flipped = flippedIn(event, made.field, made.bit);
    return [events.with(at, flipped), [event, flipped]];
  }
  if (made.kind === 'delete') return [events.toSpliced(at, 1), [event]];
  if (made.kind === 'repeat') return [events.toSpliced(to, 0, event), [event, events[to]!]];
  if (made.kind === 'swap') return [events.with(at, events[to]!).with(to, event), [event, events[to]!]];
  if (made.kind === 'move') {
    const rest = events.toSpliced(at, 1);
    return [rest.toSpliced(to, 0, event), [event, events[at + 1]!, rest[to]!, events[to]!]];
  }
  // Everything from there on is written anew with right hashes.
  return [rechained(events.with(at, flippedIn(event, 'data', at * 8))), [event]];
}

function flippedIn(event: LogEvent, field: (typeof fields)[number], bit: number): LogEvent {
  const value = event[field];
  if (typeof value === 'number') return { ...event, revision: value ^ (1 << (bit % 8)) };
  const bytes = Buffer.from(value);
  const at = Math.floor(bit / 8) % bytes.length;
  // The upper bit of a text would make it no text: a file that cannot be read.
  bytes[at] = bytes[at]! ^ (1 << (bit % (typeof value === 'string' ? 7 : 8)));
  return { ...event, [field]: typeof value === 'string' ? bytes.toString('latin1') : bytes };
}

/** Each event names the one before it again, as it is now; checkpoints stay, as nobody else has the key. */
function rechained(events: readonly LogEvent[]): LogEvent[] {
  const heads = new Map<string, string>();
  return events.map((event) => {
    let { metadata } = event;
    if (!isSeal(event)) {
      const said = JSON.parse(metadata.toString()) as object;
      metadata = Buffer.from(JSON.stringify({ ...said, prev: heads.get(event.stream) ?? null }));
    }
    const rewritten = { ...event, metadata };
    heads.set(event.stream, eventHash(rewritten).toString('base64url'));
    return rewritten;
  });
}

// Issue 20 §1: any single change to a stored log is named.
test('any single change to what is sealed is named, with its event', async () => {
  await fc.assert(
    fc.asyncProperty(which, place, place, change, async (log, from, towards, made) => {
      const { events, key, sealed } = all[log]!;
      const at = Math.floor(from * sealed);
      // Another place than that, and than the one behind it.
      const to = (at + 2 + Math.floor(towards * (sealed - 3))) % sealed;
      const [changed, names] = altered(events, at, to, made);
      const { finding = 'nothing' } = await check({ events: changed, key });
      const isNamed =
        names.some((each) => finding.includes(nameOf(each))) ||
        (names.some(isSeal) && finding.includes(checkpointStream));
      expect(isNamed, `${made.kind} at ${nameOf(events[at]!)}: ${finding}`).toBe(true);
    }),
    { seed, numRuns: 300 },
  );
});

test('before it is sealed, a change is named by the chain as soon as another event follows in the stream', async () => {
  await fc.assert(
    fc.asyncProperty(which, place, change, async (log, from, made) => {
      const { events, key } = all[log]!;
      const unsealed = events.filter((event) => !isSeal(event));
      const at = Math.floor(from * unsealed.length);
      const event = unsealed[at]!;
      if (!unsealed.slice(at + 1).some(({ stream }) => stream === event.stream)) return;
      // A name that nobody follows, or all hashes written anew: that is what checkpoints are for.
      if (made.kind === 'rewrite' || ('field' in made && made.field === 'stream')) return;
      const next = unsealed.findIndex((each, i) => i > at && each.stream === event.stream);
      const [changed] = altered(unsealed, at, next, made.kind === 'move' ? { kind: 'swap' } : made);
      const { finding = 'nothing' } = await check({ events: changed, key });
      expect(finding, `${made.kind} at ${nameOf(event)}`).toContain(`${event.stream}@`);
    }),
    { seed, numRuns: 200 },
  );
});

test('an export with any bit flipped, any piece cut out or put in is altered, unreadable, or the same', async () => {
  const part = fc.record({ at: place, bit: fc.nat(7), cut: fc.constantFrom(0, 0, 0, 1, 40, 3_000), add: fc.boolean() });
  const file = join(folder, 'altered.ndjson');
  await fc.assert(
    fc.asyncProperty(which, part, async (log, { at, bit, cut, add }) => {
      const { events, key, sealed, file: original } = all[log]!;
      const bytes = await readFile(original);
      const position = Math.floor(at * bytes.length);
      const [head, tail] = [bytes.subarray(0, position), bytes.subarray(position + (add ? 0 : cut))];
      const one = Buffer.of(bytes[position]! ^ (1 << bit));
      if (cut === 0) await writeFile(file, Buffer.concat([head, one, bytes.subarray(position + 1)]));
      else
        await writeFile(
          file,
          Buffer.concat(add ? [head, bytes.subarray(position, position + cut), tail] : [head, tail]),
        );
      const source = sourceOf(file);
      const found: LogEvent[] = [];
      try {
        for await (const event of source.read()) found.push(event);
        const { finding } = await checkLog(source, new Map([[keyIdOf(key), key]]), 64, () => undefined);
        if (finding !== undefined) return;
      } catch (error) {
        expect((error as Error).message).toMatch(/第 \d+ 行|不是导出的事件日志/);
        return;
      }
      // Nothing was found: what is sealed is all there, as it was.
      expect(found.slice(0, sealed).map(bare)).toEqual(events.slice(0, sealed).map(bare));
    }),
    { seed, numRuns: 80 },
  );
});

const bare = ({ stream, revision, id, type, data, metadata }: LogEvent) => ({
  stream,
  revision,
  id,
  type,
  data,
  metadata,
});
