import { execFile } from 'node:child_process';
import { createPublicKey, randomUUID, type KeyObject } from 'node:crypto';
import { cp, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCheckpointWriter } from '@jwxt/commands/integrity/checkpoint-writer.ts';
import { loadSigningKeys, publicKeyFile } from '@jwxt/commands/integrity/signing-key.ts';
import { encodeEvent } from '@jwxt/commands/kernel/event-codec.ts';
import { writeSeats } from '@jwxt/commands/testing/chained-seats.ts';
import { person } from '@jwxt/commands/testing/person.ts';
import { seatStream } from '@jwxt/commands/testing/seats.ts';
import { checkpointStream } from '@jwxt/contracts/integrity/checkpoint.events.ts';
import { copyDataFolder } from '@jwxt/eventstore/copy-data.ts';
import { startNode } from '@jwxt/eventstore/node.ts';
import { folderAccess, localNodeUrl } from '@jwxt/eventstore/node-access.ts';
import { exportedLog } from '@jwxt/infra/export-log/log-export.ts';
import { projectRoot } from '@jwxt/infra/runtime/config.ts';
import { connectEventLog, type EventLog } from '@jwxt/infra/runtime/event-log.ts';
import { createLogger } from '@jwxt/infra/runtime/logger.ts';
import { eventHash, keyIdOf } from '../../../infra/verify/checkpoints.ts';
import { checkLog, type Outcome } from '../../../infra/verify/log-check.ts';
import { sourceOf, type LogEvent, type LogSource } from '../../../infra/verify/log-sources.ts';

/** A small run, with all that honest logs have, and everything that somebody may do to what it stored. */

const logger = createLogger('test', { level: 'silent' });
let folder: string;
let url: string;
let stop: () => Promise<void>;
let honest: readonly LogEvent[];
let keys: readonly KeyObject[];
/** Ordinals up to here are sealed. */
let sealed: number;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'jwxt-proof-'));
  const dataDir = join(folder, 'data', 'eventstore');
  const access = folderAccess(dataDir);
  const node = await startNode({ port: 0, dataDir, access });
  url = localNodeUrl(access, node.port);
  const log = connectEventLog(url, { name: 'proof' });
  stop = async () => {
    await log.close();
    await node.close();
  };
  await fill(log);
  await writeFile(join(folder, 'log.ndjson'), exportedLog(log));
  await copyDataFolder(dataDir, join(folder, 'backup', 'eventstore'));
  honest = await eventsOf(sourceOf(join(folder, 'log.ndjson')));
  sealed = (await check(honest)).seals.at(-1)!.upTo;
});
afterAll(async () => {
  await stop();
  await rm(folder, { recursive: true });
});

/** Beginnings without links, two keys of which the second is vouched for, restarts, and what is not sealed yet. */
async function fill(log: EventLog): Promise<void> {
  const seal = async (everyEvents: number): Promise<void> => {
    const keys = () => loadSigningKeys(folder);
    await createCheckpointWriter({ log, keys, everyEvents, everyMs: 0, logger }).look();
  };
  await unchained(log, 'before');
  await writeSeats(log, 'before', 5);
  await writeSeats(log, 'one', 9);
  await seal(8);
  await writeSeats(log, 'two', 7);
  await writeSeats(log, 'one', 12);
  await seal(100);
  await rename(join(folder, 'signing-key.pem'), join(folder, 'former-signing-key.pem'));
  await writeSeats(log, 'three', 6);
  await seal(100);
  const { current, former } = await loadSigningKeys(folder);
  keys = [former, current].map((key) => createPublicKey(key!.publicKey));
  await writeSeats(log, 'four', 3);
}

async function unchained(log: EventLog, name: string): Promise<void> {
  const stream = seatStream(name);
  const id = randomUUID();
  const event = { teachingClassId: 'seats', scoreType: '1', reason: '', byName: 'old' };
  const about = {
    commandId: id,
    correlationId: id,
    causationId: null,
    clientAddress: null,
    time: '2026-01-01T00:00:00.000Z',
  };
  const actor = { ...person('teacher1'), permission: null };
  await log.append(
    stream,
    [
      encodeEvent({ type: 'ScoresForceSubmitted', data: event }, { stream, index: 0 }, { ...about, actor }, null)!
        .stored,
    ],
    { expectedRevision: 'no_stream' },
  );
}

async function eventsOf(source: LogSource): Promise<LogEvent[]> {
  const events: LogEvent[] = [];
  for await (const event of source.read()) events.push(event);
  return events;
}
const inMemory = (events: readonly LogEvent[]): LogSource => ({
  async *read(only) {
    await Promise.resolve();
    yield* events.filter(({ stream }) => only === undefined || stream === only);
  },
});
const check = (
  events: readonly LogEvent[],
  given: readonly KeyObject[] = keys.slice(0, 1),
  size = 64,
): Promise<Outcome> =>
  checkLog(inMemory(events), new Map(given.map((key) => [keyIdOf(key), key])), size, () => undefined);
const nameOf = ({ stream, revision }: LogEvent): string => `${stream}@${revision}`;
const isSeal = ({ stream }: LogEvent): boolean => stream === checkpointStream;
const changed = (event: LogEvent, from: string, to: string): LogEvent => ({
  ...event,
  data: Buffer.from(event.data.toString().replace(from, to)),
});

describe('an honest log is never accused', () => {
  test('with the first key alone, in one pass or in several, from wherever it is read', async () => {
    for (const size of [64, 4]) {
      const outcome = await check(honest, undefined, size);
      expect(outcome).toMatchObject({ finding: undefined, doubt: undefined, events: honest.length });
      expect(outcome.chained).toBe(honest.length - 1);
    }
    expect((await check(honest, undefined, 4)).passes).toBeGreaterThan(1);
    for (const other of [url, join(folder, 'backup'), join(folder, 'data')])
      expect(await eventsOf(sourceOf(other))).toEqual(honest);
  });

  test('a key that nobody vouches for is doubted, not accused, until it is given too', async () => {
    expect(await check(honest, keys.slice(1))).toMatchObject({
      finding: undefined,
      doubt: expect.any(String) as string,
    });
    expect(await check(honest, keys)).toMatchObject({ finding: undefined, doubt: undefined });
  });
});

// Issue 20 §1: an auditor's way, on a machine without the product: a copy of the log, a public key and the program.
describe('an auditor', () => {
  test('needs the folder of the program and Node alone, and reads what it says', async () => {
    const own = await mkdtemp(join(tmpdir(), 'auditor-'));
    const [program, key] = [join(own, 'verify'), join(own, 'school.pem')];
    await cp(join(projectRoot, 'infra/verify'), program, { recursive: true });
    await writeFile(key, keys[0]!.export({ type: 'spki', format: 'pem' }));
    const audit = async (...args: string[]) => await runIn(own, join(program, 'main.ts'), args);
    const good = await audit(join(folder, 'log.ndjson'), '--key', key);
    expect(good).toMatchObject({ code: 0, stdout: expect.stringMatching(/^结论：历史没有被改动\n/) as string });
    const at = honest.findIndex((event) => nameOf(event) === `${seatStream('one')}@4`);
    await writeFile(join(own, 'bad.ndjson'), exported(honest.with(at, changed(honest[at]!, 'student4', 'student9'))));
    const bad = await audit(join(own, 'bad.ndjson'), '--key', key);
    expect(bad.code).toBe(1);
    expect(bad.stdout).toMatch(/^结论：历史被改动过\n发现：scoreSheet-one\.1@4（.*被改动/);
    const unknown = await audit(join(folder, 'log.ndjson'));
    expect(unknown.code).toBe(2);
    expect(unknown.stdout).toMatch(/^结论：不能证明\n存疑：.*请向学校核对/);
    // What went wrong is said in words that need no knowledge of Node.
    await writeFile(join(own, 'half.ndjson'), exported(honest).slice(0, -200));
    for (const [args, words] of [
      [['half.ndjson', '--key', key], '不是导出的事件日志，或不完整'],
      [['none.ndjson', '--key', key], '找不到 none.ndjson'],
      [['bad.ndjson', '--key', 'bad.ndjson'], '公钥 bad.ndjson 找不到，或不是一个公钥文件'],
      [['bad.ndjson', '--key', key, '--deposit', key], `存证 ${key} 找不到，或不是一个存证文件`],
      [['verify', '--key', key], '只能校验导出文件'],
      [['bad.ndjson', '--keys', key], '用法：'],
    ] as const)
      expect(await audit(...args)).toMatchObject({ code: 3, stdout: expect.stringContaining(words) as string });
    await rm(own, { recursive: true });
  });
});

describe('attacks', () => {
  const target = (): number => honest.findIndex((event) => nameOf(event) === `${seatStream('one')}@4`);
  const named = async (events: readonly LogEvent[], given?: readonly KeyObject[]): Promise<string> =>
    (await check(events, given)).finding ?? 'nothing';

  test('a value is edited: stream, revision, time and person are named', async () => {
    const edited = honest.with(target(), changed(honest[target()]!, 'student4', 'student9'));
    expect(await named(edited)).toMatch(
      /^scoreSheet-one\.1@4（ScoresForceSubmitted，时间 20\d\d-.*操作人 teacher1.*被改动/,
    );
  });

  test('an event is deleted, from the middle of its stream or its end, or with all of its stream', async () => {
    expect(await named(honest.toSpliced(target(), 1))).toContain('scoreSheet-one.1@4 被删除');
    const last = honest.findLastIndex(({ stream }) => stream === seatStream('three'));
    expect(await named(honest.toSpliced(last, 1))).toContain('scoreSheet-three.1@5 被删除');
    expect(await named(honest.filter(({ stream }) => stream !== seatStream('two')))).toContain(
      'scoreSheet-two.1@0 被删除',
    );
  });

  test('an event is inserted, and two change places', async () => {
    const added = { ...honest[target()]!, stream: 'scoreSheet-new.1', revision: 0, id: randomUUID() };
    expect(await named(honest.toSpliced(target(), 0, added))).toContain('scoreSheet-new.1@0');
    const [one, other] = [honest[target()]!, honest[target() + 1]!];
    expect(await named(honest.with(target(), other).with(target() + 1, one))).toMatch(
      /scoreSheet-one\.1@4.*次序被调换/,
    );
  });

  test('everything after an edit is rewritten with right hashes, but without the key', async () => {
    const rewritten = rechained(honest.with(target(), changed(honest[target()]!, 'student4', 'student9')));
    expect(await named(rewritten)).toContain('scoreSheet-one.1@4');
  });

  test('the checkpoints go too and others come, signed with a key of the attacker', async () => {
    const own = await mkdtemp(join(folder, 'attacker-'));
    const dataDir = join(own, 'eventstore');
    const access = folderAccess(dataDir);
    const node = await startNode({ port: 0, dataDir, access });
    const log = connectEventLog(localNodeUrl(access, node.port), { name: 'attack' });
    await writeSeats(log, 'one', 4);
    await createCheckpointWriter({
      log,
      keys: () => loadSigningKeys(own),
      everyEvents: 100,
      everyMs: 0,
      logger,
    }).look();
    await writeFile(join(own, 'log.ndjson'), exportedLog(log));
    await log.close();
    await node.close();
    const outcome = await check(await eventsOf(sourceOf(join(own, 'log.ndjson'))));
    expect(outcome.doubt).toContain('不在给出的公钥中');
  });

  test('the log is cut: what was deposited is missing; without a deposit nobody can know', async () => {
    const cut = honest.slice(0, honest.findIndex(isSeal) + 2);
    await writeFile(join(folder, 'cut.ndjson'), exported(cut));
    const text = (await check(honest)).seals.at(-1)!.text;
    const { current } = await loadSigningKeys(folder);
    await writeFile(join(folder, 'deposit.json'), JSON.stringify({ text, signature: current.sign(text) }));
    const keyFile = join(folder, publicKeyFile(keyIdOf(keys[0]!)));
    const other = join(folder, publicKeyFile(current.keyId));
    const all = ['--key', keyFile, '--key', other, '--deposit', join(folder, 'deposit.json')];
    expect(await run(join(folder, 'log.ndjson'), ...all)).toMatchObject({ code: 0 });
    expect(await run(url, ...all)).toMatchObject({ code: 0 });
    const found = await run(join(folder, 'cut.ndjson'), ...all);
    expect(found.code).toBe(1);
    expect(found.stdout).toContain('没有这个检查点');
    expect(await run(join(folder, 'cut.ndjson'), '--key', keyFile)).toMatchObject({ code: 0 });
  });

  test('an older checkpoint is put in the place of a newer one, or repeated', async () => {
    const [older, newer] = honest
      .flatMap((event, index) => (event.type === 'LogCheckpointed' ? [index] : []))
      .slice(-2);
    const again = { ...honest[older!]!, revision: honest[newer!]!.revision };
    expect(await named(honest.with(newer!, again))).toContain(nameOf(again));
    expect(await named([...honest, { ...again, revision: again.revision + 1 }])).toContain('integrityCheckpoint-log@');
  });

  // Any single change: a byte, an event, the order. What is sealed is named exactly.
  test('any one change to what is sealed names its event', async () => {
    const sealedAt = fc.integer({ min: 0, max: sealed - 1 });
    const change = fc.oneof(
      fc.record({
        kind: fc.constant('edit' as const),
        at: sealedAt,
        byte: fc.nat(100_000),
        part: fc.constantFrom('data' as const, 'metadata' as const),
      }),
      fc.record({ kind: fc.constant('delete' as const), at: sealedAt }),
      fc.record({ kind: fc.constant('swap' as const), at: fc.integer({ min: 0, max: sealed - 2 }) }),
      fc.record({ kind: fc.constant('double' as const), at: sealedAt }),
      fc.record({ kind: fc.constant('type' as const), at: sealedAt }),
    );
    await fc.assert(
      fc.asyncProperty(change, async (made) => {
        const event = honest[made.at]!;
        const altered = apply(made, event);
        const sentence = await named(altered);
        const expected = made.kind === 'swap' ? [event, honest[made.at + 1]!] : [event];
        // A checkpoint that was touched is known by the next that does not fit it.
        const isFit =
          expected.some((each) => sentence.includes(nameOf(each))) ||
          (expected.some(isSeal) && sentence.includes(checkpointStream));
        expect(isFit, `${JSON.stringify(made)} on ${nameOf(event)}: ${sentence}`).toBe(true);
      }),
      { numRuns: 150 },
    );
  });

  type Change =
    | { kind: 'edit'; at: number; byte: number; part: 'data' | 'metadata' }
    | { kind: 'delete' | 'swap' | 'double' | 'type'; at: number };
  function apply(made: Change, event: LogEvent): LogEvent[] {
    if (made.kind === 'delete') return honest.toSpliced(made.at, 1);
    if (made.kind === 'swap') return honest.with(made.at, honest[made.at + 1]!).with(made.at + 1, event);
    if (made.kind === 'double') return honest.toSpliced(made.at, 0, event);
    if (made.kind !== 'edit') return honest.with(made.at, { ...event, type: `${event.type}x` });
    const bytes = Buffer.from(event[made.part]);
    const place = made.byte % bytes.length;
    bytes[place] = bytes[place]! ^ 1;
    return honest.with(made.at, { ...event, [made.part]: bytes });
  }
});

/** Each event names the one before it again, as it is now; checkpoints stay as they are. */
function rechained(events: readonly LogEvent[]): LogEvent[] {
  const heads = new Map<string, string>();
  return events.map((event) => {
    const metadata = JSON.parse(event.metadata.toString()) as { prev?: string | null };
    if (metadata.prev !== undefined && !isSeal(event)) metadata.prev = heads.get(event.stream) ?? null;
    const rewritten = { ...event, metadata: Buffer.from(JSON.stringify(metadata)) };
    heads.set(event.stream, eventHash(rewritten).toString('base64url'));
    return rewritten;
  });
}

function exported(events: readonly LogEvent[]): string {
  const lines = events.map((event) =>
    JSON.stringify({ ...event, data: event.data.toString(), metadata: event.metadata.toString() }),
  );
  return `${['{"format":"jwxt-log-1"}', ...lines].join('\n')}\n`;
}

async function run(...args: string[]): Promise<{ code: number; stdout: string }> {
  return await runIn(projectRoot, join(projectRoot, 'infra/verify/main.ts'), args);
}

async function runIn(cwd: string, program: string, args: readonly string[]): Promise<{ code: number; stdout: string }> {
  return await new Promise((resolve) => {
    execFile(process.execPath, [program, ...args], { cwd }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), stdout: `${stdout}${stderr}` }),
    );
  });
}
