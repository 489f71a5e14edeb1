/**
 * Reads an export: a line `{"format":"jwxt-log-1"}`, then each event as a line of JSON, in the order of the log. `data`
 * and `metadata` are the bytes that the store keeps, as text, or in base64 as `data64` and `metadata64`. Types that
 * begin with `$` are the store's own: they are counted nowhere, but may hide others. A store or a backup is read
 * through the exporter beside this program. It needs no trust: it holds no key, and what it hands over is checked as
 * any file.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, existsSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** An event as it is stored. */
export interface LogEvent extends Readonly<Record<'stream' | 'id' | 'type', string>> {
  readonly revision: number;
  readonly data: Buffer;
  readonly metadata: Buffer;
}

/** A log that can be read several times; `only`: the events of that stream; `aside` is shown the store's own. */
export interface LogSource {
  read(only?: string, aside?: (event: LogEvent) => void): AsyncIterable<LogEvent>;
}

/** Chooses by what is given: `esdb://…` is a store, a folder a backup, a file an export. */
export function sourceOf(given: string): LogSource {
  const isStore = /^(esdb|kurrentdb|kdb)(\+discover)?:/.test(given);
  const found = isStore ? undefined : statSync(given, { throwIfNoEntry: false });
  if (!isStore && found === undefined) throw new Error(`找不到 ${given}`);
  const isFile = found?.isFile() === true;
  return {
    async *read(only, aside) {
      const chunks = isFile ? createReadStream(given, { highWaterMark: 1 << 20 }) : exported(given, isStore, only);
      let number = 1;
      for await (const line of linesOf(chunks)) {
        number += 1;
        if (only !== undefined && !line.includes(only)) continue;
        const event = eventOf(line, number);
        if (event.type.startsWith('$')) aside?.(event);
        else if (only === undefined || event.stream === only) yield event;
      }
    },
  };
}

/** The lines behind the first. */
async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest = Buffer.alloc(0);
  let header: string | undefined;
  for await (const chunk of chunks) {
    rest = Buffer.concat([rest, chunk]);
    for (let end = rest.indexOf('\n'); end >= 0; end = rest.indexOf('\n')) {
      const line = rest.subarray(0, end);
      rest = rest.subarray(end + 1);
      if (header === undefined) header = line.toString();
      else yield line;
    }
  }
  if (header !== '{"format":"jwxt-log-1"}' || rest.length > 0) throw new Error('不是导出的事件日志，或不完整');
}

function eventOf(line: Buffer, number: number): LogEvent {
  const bytesOf = (text: unknown, base64: unknown): Buffer =>
    text === undefined ? Buffer.from(base64 as string, 'base64') : Buffer.from(text as string);
  try {
    const { stream, revision, id, type, ...bytes } = JSON.parse(line.toString()) as Record<string, unknown>;
    const isEvent = [stream, id, type].every((text) => typeof text === 'string') && Number.isInteger(revision);
    if (!isEvent) throw new Error();
    const [data, metadata] = [bytesOf(bytes.data, bytes.data64), bytesOf(bytes.metadata, bytes.metadata64)];
    return { stream, revision, id, type, data, metadata } as LogEvent;
  } catch {
    throw new Error(`导出文件第 ${number} 行不是一个完整的事件`);
  }
}

/** What the exporter says. An address may hold a password, which stands in no argument. */
async function* exported(given: string, isStore: boolean, only = ''): AsyncGenerator<Buffer> {
  const exporter = join(import.meta.dirname, '../src/export-log/main.ts');
  if (!existsSync(exporter)) throw new Error('这里没有产品，只能校验导出文件：请在学校用 npm run export-log 导出');
  const args = [exporter, '-', isStore ? '' : given, only];
  const env = isStore ? { ...process.env, EVENTSTORE_URL: given } : process.env;
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'close');
  try {
    yield* child.stdout as AsyncIterable<Buffer>;
    const [code] = await ended;
    if (code !== 0) throw new Error('没有读出全部事件');
  } finally {
    child.kill();
  }
}
