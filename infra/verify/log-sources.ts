/**
 * Where a log is read from: an export, a backup (or the data folder of the built-in store), or a running store. Each
 * gives the events in the order of the log, data and metadata byte by byte as they are stored, and leaves out the
 * store's own events, whose type begins with `$`.
 */
import { createReadStream, existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { connect } from 'node:http2';
import { join } from 'node:path';

/** An event as it is stored. */
export interface LogEvent {
  readonly stream: string;
  readonly revision: number;
  readonly id: string;
  readonly type: string;
  readonly data: Buffer;
  readonly metadata: Buffer;
}

/** A log that can be read several times; `only`: nothing but the events of that stream. */
export interface LogSource {
  read(only?: string): AsyncIterable<readonly LogEvent[]>;
}

/** The log cannot be read. */
export class Unreadable extends Error {}

const nothing: Buffer = Buffer.alloc(0);

/** Chooses by what is given: `esdb…://` is a store, a folder a backup, a file an export. */
export function sourceOf(given: string): LogSource {
  if (/^(esdb|kurrentdb|kdb)(\+discover)?:\/\//.test(given)) return { read: (only) => readStore(given, only) };
  if (!existsSync(given)) throw new Unreadable(`${given} 不存在`);
  if (!statSync(given).isDirectory()) return { read: (only) => readExport(given, only) };
  const folder = [join(given, 'eventstore'), given].find((each) => existsSync(join(each, 'log')));
  if (!folder) throw new Unreadable(`${given} 中没有事件日志（eventstore/log）`);
  return { read: (only) => readSegments(folder, only) };
}

/** A line that names the format, then a line of JSON for each event. Bytes that are no UTF-8 stand in base64. */
async function* readExport(file: string, only?: string): AsyncGenerator<LogEvent[]> {
  let rest = nothing;
  let lines = 0;
  for await (const chunk of createReadStream(file, { highWaterMark: 1 << 20 }) as AsyncIterable<Buffer>) {
    const bytes = Buffer.concat([rest, chunk]);
    const events: LogEvent[] = [];
    let start = 0;
    for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, start)) {
      const line = bytes.subarray(start, end);
      start = end + 1;
      lines += 1;
      if (only !== undefined && lines > 1 && !line.includes(only)) continue;
      const event = fromLine(line.toString(), `${file} 第 ${lines} 行`, lines === 1);
      if (event && (only === undefined || event.stream === only)) events.push(event);
    }
    rest = bytes.subarray(start);
    yield events;
  }
  if (lines === 0 || rest.length > 0) throw new Unreadable(`${file} 不完整：最后一行没有写完`);
}

function fromLine(line: string, place: string, isHeader: boolean): LogEvent | undefined {
  try {
    const { format, data, metadata, data64, metadata64, ...event } = JSON.parse(line) as Record<string, string>;
    if (isHeader && format === 'jwxt-log-1') return undefined;
    const bytes = (text: string | undefined, base64: string | undefined): Buffer =>
      text === undefined ? Buffer.from(base64!, 'base64') : Buffer.from(text);
    if (!isHeader)
      return { ...(event as unknown as LogEvent), data: bytes(data, data64), metadata: bytes(metadata, metadata64) };
  } catch {
    // Said below.
  }
  throw new Unreadable(`${place}不是导出的事件日志：${line.slice(0, 100)}`);
}

/**
 * Segment files, each named by its place in the log: 44 bytes, then frames with the events of one append. At 32 of the
 * next one stands where a segment ends; in `acknowledged`, where the log does.
 */
async function* readSegments(folder: string, only?: string): AsyncGenerator<LogEvent[]> {
  const files = readdirSync(join(folder, 'log')).filter((name) => name.endsWith('.segment'));
  const load = (name: string | undefined): Buffer => (name ? readFileSync(join(folder, 'log', name)) : nothing);
  const whole = readFileSync(join(folder, 'acknowledged')).readDoubleLE(0);
  let next = load(files.sort()[0]);
  for (const [index, name] of files.entries()) {
    const [bytes, base] = [next, Number.parseInt(name, 10)];
    next = load(files[index + 1]);
    const end = Math.min(whole, next.length === 0 ? whole : next.readDoubleLE(32)) - base;
    for (let at = 44; at < end;) {
      const length = bytes.length >= at + 46 && bytes.readUInt32LE(at) === 0x314d5246 ? bytes.readUInt32LE(at + 4) : 0;
      if (length < 46 || at + length > bytes.length) throw new Unreadable(`${name} 在偏移 ${at} 处已损坏`);
      const events: LogEvent[] = [];
      let place = at + 42 + bytes.readUInt16LE(at + 40);
      if (only === undefined || bytes.toString('utf8', at + 42, place) === only)
        for (let left = bytes.readUInt32LE(at + 36); left > 0; left -= 1) {
          const stop = place + 9 + bytes.readUInt32BE(place + 5);
          events.push(...eventsIn(bytes.subarray(place + 9, stop)).map(({ event }) => event));
          place = stop;
        }
      at += length;
      yield events;
    }
  }
}

/** The public protocol's `Streams.Read` of all events, over HTTP/2: what it answers is what is stored. */
async function* readStore(address: string, only?: string): AsyncGenerator<LogEvent[]> {
  const url = new URL(address.replace(/^.*?:/, 'http:').replace(/,[^/?]*/, ''));
  const prefix = url.searchParams.get('streamPrefix') ?? '';
  const [commit, prepare] = url.searchParams.get('logFrom')?.split('/') ?? [];
  const ca = url.searchParams.get('tlsCAFile');
  const scheme = url.searchParams.get('tls') === 'false' ? 'http' : 'https';
  const session = connect(`${scheme}://${url.hostname}:${url.port || 2113}`, ca ? { ca: readFileSync(ca) } : {});
  const account = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  const call = session.request({
    ':method': 'POST',
    ':path': '/event_store.client.streams.Streams/Read',
    'content-type': 'application/grpc',
    te: 'trailers',
    ...(url.username ? { authorization: `Basic ${Buffer.from(account).toString('base64')}` } : {}),
  });
  session.on('error', (error) => call.destroy(error));
  let status = '连接中断';
  for (const said of ['response', 'trailers'] as const)
    call.on(said, (head: Record<string, string | undefined>) => {
      if (head['grpc-status'] !== undefined) status = `${head['grpc-status']} ${head['grpc-message'] ?? ''}`;
    });
  // ReadReq: all, from the start or behind a place; forwards; as many as there are; no filter; ids as text.
  const start = prepare
    ? field(1, Buffer.concat([field(1, BigInt(commit!)), field(2, BigInt(prepare))]))
    : field(2, nothing);
  const asked = [field(2, start), field(3, 0n), field(5, 2n ** 53n), field(8, nothing), field(9, field(2, nothing))];
  const request = field(1, Buffer.concat(asked));
  const length = Buffer.alloc(5);
  length.writeUInt32BE(request.length, 1);
  call.end(Buffer.concat([length, request]));
  try {
    let rest = nothing;
    for await (const chunk of call as AsyncIterable<Buffer>) {
      rest = Buffer.concat([rest, chunk]);
      const events: LogEvent[] = [];
      let at = 0;
      while (rest.length >= at + 5 && rest.length >= at + 5 + rest.readUInt32BE(at + 1)) {
        const stop = at + 5 + rest.readUInt32BE(at + 1);
        for (const one of eventsIn(rest.subarray(at + 5, stop))) {
          const event = { ...one.event, stream: one.event.stream.slice(prefix.length) };
          if (
            one.event.stream.startsWith(prefix) &&
            String(one.commit) !== commit &&
            (only ?? event.stream) === event.stream
          )
            events.push(event);
        }
        at = stop;
      }
      rest = rest.subarray(at);
      yield events;
    }
    if (!status.startsWith('0')) throw new Unreadable(`事件库没有给出完整的日志：${status}`);
  } finally {
    session.destroy();
  }
}

/** A field of Protocol Buffers: a number, or bytes. */
function field(tag: number, content: bigint | Buffer): Buffer {
  const varint = (value: bigint): number[] =>
    value < 128n ? [Number(value)] : [Number(value & 127n) | 128, ...varint(value >> 7n)];
  return typeof content === 'bigint'
    ? Buffer.from([tag << 3, ...varint(content)])
    : Buffer.concat([Buffer.from([(tag << 3) | 2, ...varint(BigInt(content.length))]), content]);
}

/** The fields of a message: of each the number, or the bytes. */
function fields(message: Buffer): { tag: number; value: number; bytes: Buffer }[] {
  const found: { tag: number; value: number; bytes: Buffer }[] = [];
  let at = 0;
  const varint = (): number => {
    for (let value = 0, scale = 1; ; scale *= 128) {
      const byte = message[at++];
      if (byte === undefined) throw new Unreadable('事件的编码已损坏');
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
  };
  while (at < message.length) {
    const [key, value] = [varint(), varint()];
    const size = (key & 7) === 2 ? value : 0;
    found.push({ tag: key >>> 3, value, bytes: message.subarray(at, (at += size)) });
  }
  return found;
}

/** The event in a `ReadResp`, unless it is the store's own; other answers hold none. */
function eventsIn(answer: Buffer): { event: LogEvent; commit: number }[] {
  const inside = (message: Buffer, tag: number): Buffer =>
    fields(message).find((each) => each.tag === tag)?.bytes ?? nothing;
  const recorded = inside(inside(answer, 1), 1);
  if (recorded.length === 0) return [];
  let [type, revision, commit] = ['', 0, 0];
  let [id, stream, data, metadata] = [nothing, nothing, nothing, nothing];
  for (const { tag, value, bytes } of fields(recorded)) {
    if (tag === 1) id = inside(bytes, 2);
    else if (tag === 2) stream = inside(bytes, 3);
    else if (tag === 3) revision = value;
    else if (tag === 5) commit = value;
    else if (tag === 6 && inside(bytes, 1).toString() === 'type') type = inside(bytes, 2).toString();
    else if (tag === 7) metadata = bytes;
    else if (tag === 8) data = bytes;
  }
  if (type.startsWith('$')) return [];
  return [{ event: { stream: stream.toString(), revision, id: id.toString(), type, data, metadata }, commit }];
}
