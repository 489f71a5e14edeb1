/**
 * Several installations in one event store: with `streamPrefix=<prefix>` in its address each has streams of its own,
 * under their usual names, and with `logFrom=<commit>/<prepare>` a log that begins behind that position, so that it
 * need not read what was there before it.
 */
import type { ReadAllOptions, StreamRead } from './event-log-reading.ts';
import type { RecordedEvent } from './recorded-event.ts';
import type { SubscribeOptions } from './event-log-subscription.ts';
import { comparePositions, formatPosition, parsePosition } from './log-position.ts';
import type { Position } from './log-position.ts';

/** The part of a store that one installation sees. */
export interface LogShare {
  readonly streamPrefix: string;
  /** Events up to here are not its own. */
  readonly from: Position | 'start';
}

/**
 * Prefixes stand in stream names, which are ASCII; `$` begins the store's own. The hyphen stands at the end and nowhere
 * else: so none begins with another.
 */
const goodPrefix = /^[A-Za-z0-9][A-Za-z0-9_.]*-$/;

/**
 * An address of the event store as its client knows it, and the share that was asked for in it. Throws TypeError on a
 * malformed one.
 */
export function shareOf(url: string): { address: string; share: LogShare | undefined } {
  const [host = '', query = ''] = url.split('?', 2);
  const parameters = new URLSearchParams(query);
  const streamPrefix = parameters.get('streamPrefix');
  if (streamPrefix === null) return { address: url, share: undefined };
  const from = parameters.get('logFrom');
  const position = from === null ? 'start' : parsePosition(from);
  if (!goodPrefix.test(streamPrefix))
    throw new TypeError(`streamPrefix of the event store's address must match ${goodPrefix.source}`);
  if (position === undefined)
    throw new TypeError('logFrom of the event store’s address must be a position, commit/prepare');
  parameters.delete('streamPrefix');
  parameters.delete('logFrom');
  return {
    address: parameters.size === 0 ? host : `${host}?${parameters.toString()}`,
    share: { streamPrefix, from: position },
  };
}

/** Whether an address asks for no share, or for one that there can be. */
export function hasGoodShare(url: string): boolean {
  try {
    shareOf(url);
    return true;
  } catch {
    return false;
  }
}

/** The same address for a share of the store. */
export function addressOfShare(url: string, { streamPrefix, from }: LogShare): string {
  const parameters = new URLSearchParams({
    streamPrefix,
    ...(from === 'start' ? {} : { logFrom: formatPosition(from) }),
  });
  return `${url}${url.includes('?') ? '&' : '?'}${parameters.toString()}`;
}

/** A log as the owner of a share sees it: what to ask of the whole log, and what to make of its answers. */
export interface ShareView {
  /** Name of one of its streams in the store. */
  stored(stream: string): string;
  /** A read of one of its streams. */
  stream(read: StreamRead): StreamRead;
  /** A read of its log out of one of the whole log. */
  stretches(
    readWhole: (options: ReadAllOptions) => AsyncIterable<readonly RecordedEvent[]>,
    options?: ReadAllOptions,
  ): AsyncIterable<readonly RecordedEvent[]>;
  /** What to subscribe to in the whole log. */
  subscription(options: SubscribeOptions): SubscribeOptions;
}

/** Creates the view of a share. */
export function viewOf(share: LogShare): ShareView {
  const { streamPrefix, from } = share;
  // A stream's metadata stand under its name in the store, behind `$$`.
  const marksOf = ({ stream }: RecordedEvent): string => (stream.startsWith('$$') ? '$$' : '');
  const isOwn = (event: RecordedEvent): boolean => event.stream.startsWith(marksOf(event) + streamPrefix);
  const known = (event: RecordedEvent): RecordedEvent => {
    const marks = marksOf(event);
    return { ...event, stream: marks + event.stream.slice(marks.length + streamPrefix.length) };
  };
  const isBefore = (event: RecordedEvent): boolean => from !== 'start' && comparePositions(event.position, from) <= 0;
  return {
    stored: (stream) => streamPrefix + stream,
    stream: (read) => ({
      get notFound() {
        return read.notFound;
      },
      async *[Symbol.asyncIterator]() {
        for await (const event of read) yield known(event);
      },
    }),
    async *stretches(readWhole, { maxCount, ...options } = {}) {
      const backwards = options.direction === 'backwards';
      const wanted = options.from ?? (backwards ? 'end' : 'start');
      let left = maxCount ?? Number.MAX_SAFE_INTEGER;
      for await (const stretch of readWhole({ ...options, from: wanted === 'start' ? from : wanted })) {
        const events = stretch
          .filter((event) => isOwn(event) && !isBefore(event))
          .map(known)
          .slice(0, left);
        if (events.length > 0) yield events;
        left -= events.length;
        if (left <= 0 || (backwards && stretch.some(isBefore))) return;
      }
    },
    subscription: (options) => inShare(options, share, known),
  };
}

/**
 * The store filters by streams or by types, not by both: types are looked at here, and what was left out counts as
 * looked at.
 */
function inShare(
  options: SubscribeOptions,
  share: LogShare,
  known: (event: RecordedEvent) => RecordedEvent,
): SubscribeOptions {
  const { filter } = options;
  const types = filter && 'eventTypePrefixes' in filter ? filter.eventTypePrefixes : undefined;
  const streams = filter && 'streamPrefixes' in filter ? filter.streamPrefixes : [''];
  return {
    ...options,
    from: options.from === 'start' ? share.from : options.from,
    filter: { streamPrefixes: streams.map((prefix) => share.streamPrefix + prefix) },
    async onEvents(events) {
      const wanted = events.filter(({ type }) => types?.some((prefix) => type.startsWith(prefix)) ?? true).map(known);
      if (wanted.length > 0) await options.onEvents(wanted);
      const last = events.at(-1)!;
      if (wanted.at(-1)?.position !== last.position) await options.onCheckpoint?.(last.position);
    },
  };
}
