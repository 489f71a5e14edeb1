import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { generateKeyPairSync } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { eventHash } from '@jwxt/infra/runtime/event-hash.ts';
import { derivedId } from '@jwxt/infra/runtime/event-id.ts';
import { projectRoot } from '@jwxt/infra/runtime/config.ts';
import { atLeast, atMost, timeOf, type Figure } from './figure.ts';
import { peakMemoryOf } from './process-cost.ts';
import type { Stage } from './stage.ts';

const events = [1_000_000, 2_000] as const;
const eventsOfAStream = 5;
/** Ten million events in five minutes. */
const wanted = 10_000_000 / 300;

/**
 * How many events of a log the stand-alone verifier checks in a second, and the most memory that it has meanwhile: an
 * export of chained events of usual size. Three times as many events and streams may take no more memory, as streams
 * beyond what `--streams` lets it keep are left to further passes.
 */
export async function measureVerify({ folder, scale }: Stage): Promise<Figure[]> {
  const count = scale.size(...events);
  const { perSecond } = await verified(folder, count, []);
  const streams = String(Math.ceil(count / eventsOfAStream / 3));
  const { peak: small } = await verified(folder, count / 2, ['--streams', streams]);
  const { peak } = await verified(folder, (count / 2) * 3, ['--streams', streams]);
  const aims = [atLeast(perSecond, Math.ceil(wanted), ' a second')];
  return [
    { id: 'verify.events', unit: '1/s', value: perSecond, baseline: wanted, against: '10 million in 5 minutes', aims },
    {
      id: 'verify.memory',
      unit: 'MB',
      value: peak,
      baseline: small,
      against: 'a third of the events and streams',
      aims: [atMost(peak / small, 1.25, ' of it')],
    },
  ];
}

async function verified(folder: string, count: number, more: string[]): Promise<{ perSecond: number; peak: number }> {
  const [file, key] = [join(folder, 'verify.ndjson'), join(folder, 'verify.pem')];
  await pipeline(Readable.from(chainedLog(count)), createWriteStream(file));
  const { publicKey } = generateKeyPairSync('ed25519');
  await writeFile(key, publicKey.export({ type: 'spki', format: 'pem' }));
  const args = [join(projectRoot, 'infra/verify/main.ts'), file, '--key', key, ...more];
  let [said, peak] = ['', 0];
  const ms = await timeOf(async () => {
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    child.stdout.on('data', (bytes: Buffer) => (said += bytes.toString()));
    const look = setInterval(() => {
      void peakMemoryOf({ verify: { pids: [child.pid!] } }).then(({ verify = 0 }) => (peak = Math.max(peak, verify)));
    }, 100);
    await once(child, 'close');
    clearInterval(look);
  });
  await rm(file);
  // Without a checkpoint it ends with 2.
  if (!said.includes(`共 ${String(count)} 个事件，其中 ${String(count)} 个逐一相连`)) throw new Error(said);
  return { perSecond: (count / ms) * 1000, peak };
}

export function* chainedLog(count: number): Generator<string> {
  yield '{"format":"jwxt-log-1"}\n';
  const heads = new Map<number, string>();
  const row = { studentCode: 'S20260001', studentNumber: '20260001', items: { usual: 85, final: 91 }, final: 8_900 };
  for (let number = 0; number < count; number += 1) {
    const at = Math.floor(number / eventsOfAStream);
    const revision = number % eventsOfAStream;
    const stream = `scoreSheet-TC${String(at)}.1`;
    const data = JSON.stringify({ teachingClassId: `TC${String(at)}`, rows: Array.from({ length: 5 }, () => row) });
    const metadata = JSON.stringify({
      actor: { userName: 'teacher1', name: '王老师', roleNames: ['任课教师'], permission: 'scoreEntry:save' },
      commandId: derivedId(String(number)),
      time: '2026-11-27T00:00:00.000Z',
      schemaVersion: 1,
      prev: heads.get(at) ?? null,
    });
    const event = { stream, revision, id: derivedId(`e${String(number)}`), type: 'ScoreRowsSaved', data, metadata };
    const hash = eventHash({ ...event, data: Buffer.from(data), metadata: Buffer.from(metadata) });
    if (revision === eventsOfAStream - 1) heads.delete(at);
    else heads.set(at, hash.toString('base64url'));
    yield `${JSON.stringify(event)}\n`;
  }
}
