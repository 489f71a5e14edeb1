/** Opening the store of a node: the log, then the index brought up to its end, then what is kept in memory. */
import { DurableStreams, IndexRefill, type IndexWatch } from './durable-streams.ts';
import { EventLog } from './event-log.ts';
import { EventStore } from './event-store.ts';
import { eventsOf, type Frame, recordedIn } from './frame.ts';
import { IndexUnwritable, isIndexDamage } from './index-rows.ts';
import { clearDamageNote, DamageWatch, hasDamageNote, withStream } from './log-damage.ts';
import { recordedId } from './recorded-event.ts';
import { RecentIds } from './recent-ids.ts';
import { removeIndex, StreamIndex } from './stream-index.ts';

const MEGABYTE = 1024 * 1024;
const RECENT_BYTES = 8 * MEGABYTE;

/** Where the store is and whom it tells about failures. */
export interface StoreOptions {
  directory: string;
  segmentSize?: number;
  acceptLoss?: boolean;
  /** Bytes at the end of the log to verify before it is served; the rest is verified meanwhile. Default 256 MiB. */
  verifyBytes?: number;
  /** There is no room for appends; called once until there is again. */
  onFull: (error: Error) => void;
  /** The index cannot be written: tried again, or, when the store is opened, kept in memory. */
  onIndexFailure: (error: Error) => void;
  /** The index is damaged and is being made anew from the log. */
  onIndexDamage?: (error: Error) => void;
  /** While the index is being filled: the part of the log that is done, from 0 to 1; undefined when it is complete. */
  onRefill?: (part: number | undefined) => void;
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
  const { directory, segmentSize = 256 * MEGABYTE, acceptLoss = false, onFull, onFatal } = options;
  const verifyBytes = hasDamageNote(directory) ? Infinity : (options.verifyBytes ?? 256 * MEGABYTE);
  const log = await EventLog.open({ directory, segmentSize, acceptLoss, verifyBytes, onFull, onBroken: onFatal });
  if (hasDamageNote(directory)) removeIndex(directory);
  clearDamageNote(directory);
  const index = await openIndex(log, options);
  const recent = new RecentIds();
  await eachFrame(log, await lastFrames(log, RECENT_BYTES), (frame) => {
    for (const event of eventsOf(frame)) recent.add(frame.stream, recordedId(recordedIn(frame, event)), event);
    return undefined;
  });
  const damage = new DamageWatch(directory, log.unverified, onFatal);
  const watch: IndexWatch = { onFailure: options.onIndexFailure, onDamage: (error) => void store.indexDamaged(error) };
  const store = new EventStore(log, new DurableStreams(index, watch), recent, damage, async (error) => {
    options.onIndexDamage?.(error);
    removeIndex(directory);
    return new DurableStreams(await openIndex(log, options), watch);
  });
  return store;
}

/** The index, complete. One that is damaged is made anew, one that the disk has no room for is held in memory. */
async function openIndex(log: EventLog, options: StoreOptions): Promise<StreamIndex> {
  const { directory, onIndexDamage, onIndexFailure } = options;
  const open = (): Promise<StreamIndex> =>
    StreamIndex.open(directory, log.id, (position) => log.reader.isFrameEnd(position));
  try {
    try {
      return await filled(log, await open(), options);
    } catch (error) {
      if (!isIndexDamage(error)) throw error;
      onIndexDamage?.(error as Error);
      removeIndex(directory);
      return await filled(log, await open(), options);
    }
  } catch (error) {
    if (!(error instanceof IndexUnwritable)) throw error;
    onIndexFailure(error);
    return await filled(log, StreamIndex.inMemory(log.id), options);
  }
}

async function filled(log: EventLog, index: StreamIndex, { onRefill }: StoreOptions): Promise<StreamIndex> {
  const refill = new IndexRefill(index);
  try {
    await eachFrame(
      log,
      index.position,
      (frame) => refill.add(frame),
      (position) => onRefill?.(position / log.end),
    );
    await refill.finish();
  } catch (error) {
    await index.endThread();
    index.close();
    throw error;
  } finally {
    onRefill?.(undefined);
  }
  return index;
}

type Visit = (frame: Frame) => Promise<void> | undefined;

async function eachFrame(
  log: EventLog,
  from: number,
  visit: Visit,
  reached?: (position: number) => void,
): Promise<void> {
  for (let position = from; ;) {
    const frames = await log.reader.readFrom(position);
    if (frames.length === 0) return;
    for (const frame of frames) {
      const done = visit(frame);
      if (done) await done;
    }
    position = frames.at(-1)!.position + frames.at(-1)!.length;
    reached?.(position);
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
