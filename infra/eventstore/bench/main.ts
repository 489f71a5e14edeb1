/**
 * Measures the node on this machine: `node bench/main.ts [events]`, each figure from a node in a process of its own.
 * Figures are the median of three runs where a run is short; data goes to the system's temporary folder.
 */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { EventStoreDBClient, jsonEvent, streamNameFilter } from '@eventstore/db-client';
import { folderAccess, localNodeUrl } from '../src/node-access.ts';
import { fillStore } from './fill-store.ts';

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url));
const TOTAL = Number(process.argv[2] ?? 1_000_000);
const STREAMS = 20_000;
const dataDir = fs.mkdtempSync(join(tmpdir(), 'event-node-bench-'));

interface Running {
  client: EventStoreDBClient;
  pid: number;
  startMs: number;
  stop(): Promise<void>;
}

async function start(): Promise<Running> {
  const begin = performance.now();
  const child = spawn(process.execPath, [MAIN, '--port', '0', '--data', dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const port = await new Promise<string>((resolve) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const found = /正在监听 .*:(\d+)/.exec(line)?.[1];
      if (found) resolve(found);
    });
  });
  const startMs = performance.now() - begin;
  const client = EventStoreDBClient.connectionString(localNodeUrl(folderAccess(dataDir), Number(port)));
  const exited = new Promise((resolve) => child.once('exit', resolve));
  return {
    client,
    pid: child.pid!,
    startMs,
    async stop() {
      child.kill('SIGTERM');
      await exited;
      await client.dispose();
    },
  };
}

/** Resident and peak memory of a process in MB (Linux only). */
function memory(pid: number): string {
  const text = fs.readFileSync(`/proc/${pid}/status`, 'utf8');
  const of = (name: string): string =>
    (Number(new RegExp(`${name}:\\s+(\\d+)`).exec(text)?.[1] ?? 0) / 1024).toFixed(0);
  return `resident ${of('VmRSS')} MB, peak ${of('VmHWM')} MB`;
}

/** CPU of a process so far, in milliseconds (Linux only). */
function cpu(pid: number): number {
  const fields = fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

const scoreSaved = (number: number) =>
  jsonEvent({
    id: randomUUID(),
    type: 'ScoreSaved',
    data: {
      studentCode: `2026${number}`,
      items: [
        { name: '平时', score: 880 },
        { name: '期末', score: 915 },
      ],
      remark: '',
    },
    metadata: { by: 'teacher1', commandId: 'c0ffee' },
  });

/** Appends single events for `seconds`, `inFlight` at a time. */
async function appends(
  { client, pid }: Running,
  inFlight: number,
  seconds: number,
  call: 'BatchAppend' | 'Append',
): Promise<string> {
  const options = call === 'Append' ? { credentials: { username: 'unused', password: 'unused' } } : {};
  const times: number[] = [];
  const begin = performance.now();
  const cpuBefore = cpu(pid);
  const worker = async (): Promise<void> => {
    while (performance.now() - begin < seconds * 1000) {
      const at = performance.now();
      await client.appendToStream(`bench-${Math.floor(Math.random() * STREAMS)}`, scoreSaved(times.length), options);
      times.push(performance.now() - at);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, worker));
  const perSecond = times.length / ((performance.now() - begin) / 1000);
  times.sort((a, b) => a - b);
  const quantile = (part: number): string => (times[Math.floor(times.length * part)] ?? 0).toFixed(2);
  const cost = ((cpu(pid) - cpuBefore) * 1000) / times.length;
  return (
    `${perSecond.toFixed(0)}/s, ${cost.toFixed(0)} µs CPU of the node each, p50 ${quantile(0.5)} ms, p99 ` +
    `${quantile(0.99)} ms, max ${times.at(-1)!.toFixed(1)} ms`
  );
}

async function readRate({ client, pid }: Running): Promise<string> {
  let count = 0;
  const begin = performance.now();
  const cpuBefore = cpu(pid);
  for await (const _ of client.readAll({ maxCount: 1_000_000 })) count++;
  const perSecond = count / ((performance.now() - begin) / 1000);
  return (
    `${count} events, ${perSecond.toFixed(0)}/s, ${(((cpu(pid) - cpuBefore) * 1000) / count).toFixed(1)} µs CPU of ` +
    'the node each'
  );
}

async function catchUpRate(client: EventStoreDBClient): Promise<string> {
  const filter = streamNameFilter({ prefixes: ['bench-1'], checkpointInterval: 32 });
  const source = client.subscribeToAll({ fromPosition: 'start', filter });
  let count = 0;
  const begin = performance.now();
  source.on('data', () => count++);
  await new Promise((resolve) => source.on('caughtUp', resolve as () => void));
  const seconds = (performance.now() - begin) / 1000;
  await source.unsubscribe();
  return `${count} delivered, ${(count / seconds).toFixed(0)}/s`;
}

function report(what: string, figure: string): void {
  process.stdout.write(`${what.padEnd(44)} ${figure}\n`);
}

let node = await start();
report('start-up, empty', `${node.startMs.toFixed(0)} ms; ${memory(node.pid)}`);
for (const call of ['BatchAppend', 'Append'] as const) {
  await appends(node, 8, 1, call);
  for (const inFlight of [1, 32]) report(`${call}, ${inFlight} in flight`, await appends(node, inFlight, 3, call));
}
report('memory after these', memory(node.pid));
await node.stop();
await fillStore(
  dataDir,
  TOTAL,
  Math.max(STREAMS, TOTAL / 33),
  TOTAL / 10,
  ({ events, cpuPerEvent, heapMB, residentMB }) => {
    report(
      `stored ${events}`,
      `${cpuPerEvent.toFixed(1)} µs CPU an event; heap ${heapMB.toFixed(0)} MB, resident ${residentMB.toFixed(0)} MB`,
    );
  },
);
node = await start();
report(`start-up with ${TOTAL} more`, `${node.startMs.toFixed(0)} ms, ${cpu(node.pid)} ms CPU; ${memory(node.pid)}`);
report('BatchAppend, 32 in flight, now', await appends(node, 32, 3, 'BatchAppend'));
report('readAll, a million', await readRate(node));
report('readAll again', `${await readRate(node)}; ${memory(node.pid)}`);
report('filtered catch-up', `${await catchUpRate(node.client)}; ${memory(node.pid)}`);
await node.stop();
fs.rmSync(join(dataDir, 'index.sqlite'));
node = await start();
report('start-up, index rebuilt', `${node.startMs.toFixed(0)} ms, ${cpu(node.pid)} ms CPU; ${memory(node.pid)}`);
await node.stop();
const size = (folder: string): number =>
  fs.readdirSync(folder).reduce((sum, name) => sum + fs.statSync(join(folder, name)).size, 0);
report(
  'on disk',
  `log ${(size(join(dataDir, 'log')) / 1e6).toFixed(0)} MB, index ` +
    `${(fs.statSync(join(dataDir, 'index.sqlite')).size / 1e6).toFixed(0)} MB`,
);
fs.rmSync(dataDir, { recursive: true });
