/** Opening the store of a node: the log, then the index brought up to its end, then what is kept in memory. */
import { DurableStreams, IndexRefill } from './durable-streams.ts';
import { EventLog } from './event-log.ts';
import { EventStore } from './event-store.ts';
import { eventsOf, type Frame, recordedIn } from './frame.ts';
import { clearDamageNote, DamageWatch, hasDamageNote, withStream } from './log-damage.ts';
import { recordedId } from './recorded-event.ts';
import { RecentIds } from './recent-ids.ts';
import { StreamIndex } from './stream-index.ts';

const MEGABYTE = 1024 * 1024;
const RECENT_BYTES = 8 * MEGABYTE;
/** Milliseconds between two words about a long start. */
const TELL_EVERY = 5000;

/** Where the store is and whom it tells about failures. */
export interface StoreOptions {
  directory: string;
  segmentSize?: number;
  acceptLoss?: boolean;
  /** Bytes at the end of the log to verify before it is served; the rest is verified meanwhile. Default 256 MiB. */
  verifyBytes?: number;
  /** There is no room for appends; called once until there is again. */
  onFull: (error: Error) => void;
  onIndexFailure: (error: Error) => void;
  /** While the index is being refilled, every few seconds: the part of the log that is done, from 0 to 1. */
  onRefill?: (part: number) => void;
  /** The disk failed, or stored data is damaged: the process must end. */
  onFatal: (error: Error) => void;
}

/** Opens the store of a data folder. Throws LogDamaged. */
export async function openEventStore(options: StoreOptions): Promise<EventStore> {
  try {
    return await open(options);
  } catch (error) {
    throw withStream(options.directory, error);
  }
}

async function open(options: StoreOptions): Promise<EventStore> {
  const { directory, segmentSize = 256 * MEGABYTE, acceptLoss = false, onFull, onFatal, onIndexFailure } = options;
  const verifyBytes = hasDamageNote(directory) ? Infinity : (options.verifyBytes ?? 256 * MEGABYTE);
  const log = await EventLog.open({ directory, segmentSize, acceptLoss, verifyBytes, onFull, onBroken: onFatal });
  clearDamageNote(directory);
  const index = await StreamIndex.open(directory, log.id, (position) => log.reader.isFrameEnd(position));
  await refillIndex(log, index, options);
  const recent = new RecentIds();
  await eachFrame(log, await lastFrames(log, RECENT_BYTES), (frame) => {
    for (const event of eventsOf(frame)) recent.add(frame.stream, recordedId(recordedIn(frame, event)), event);
  });
  const damage = new DamageWatch(directory, log.unverified, onFatal);
  const streams = new DurableStreams(index, onIndexFailure);
  log.pace = () => streams.backlog();
  return new EventStore(log, streams, recent, damage);
}

async function refillIndex(log: EventLog, index: StreamIndex, { onRefill }: StoreOptions): Promise<void> {
  const refill = new IndexRefill(index);
  let told = performance.now();
  await eachFrame(log, index.position, (frame) => {
    refill.add(frame);
    if (performance.now() - told < TELL_EVERY) return;
    told = performance.now();
    onRefill?.(frame.position / log.end);
  });
  refill.finish();
}

async function eachFrame(log: EventLog, from: number, visit: (frame: Frame) => void): Promise<void> {
  for (let position = from; ;) {
    const frames = await log.reader.readFrom(position);
    if (frames.length === 0) return;
    for (const frame of frames) visit(frame);
    position = frames.at(-1)!.position + frames.at(-1)!.length;
  }
}

/** Position of the frame with which the last `bytes` of the log begin, or somewhat before it. */
async function lastFrames(log: EventLog, bytes: number): Promise<number> {
  let position = log.end;
  while (log.end - position < bytes) {
    const first = (await log.reader.readBefore(position)).at(-1);
    if (!first) break;
    position = first.position;
  }
  return position;
}
