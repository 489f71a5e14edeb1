/** Verifying the frames of segments: at start-up, and of older segments in the background while the node runs. */
import { setTimeout as pause } from 'node:timers/promises';
import { FRAME_PREFIX, frameLength, isFrame } from './frame.ts';
import { fillFrom, type Segment, SEGMENT_HEADER } from './segment.ts';

const CHUNK = 4 * 1024 * 1024;
/** Smaller in the background: checking it delays no append noticeably. */
const BACKGROUND_CHUNK = 256 * 1024;

/** The log is damaged where it must not be; the message names file and offset. */
export class LogDamaged extends Error {
  /** Log position of the damaged frame, where it is known. */
  readonly position: number | undefined;

  constructor(message: string, position?: number) {
    super(message);
    this.position = position;
  }
}

/** Log position behind the unbroken run of whole frames with which a segment file of `size` bytes begins. */
export function findUnbrokenEnd(segment: Segment, size: number): Promise<number> {
  return walk(segment, size, CHUNK, () => Promise.resolve());
}

/**
 * Verifies every frame of the segments with at most half of one processor. Throws LogDamaged; ends early when stopped.
 */
export async function checkSegments(segments: readonly Segment[], stop: AbortSignal): Promise<void> {
  let since = performance.now();
  const rest = async (): Promise<void> => {
    await pause(performance.now() - since, undefined, { signal: stop });
    since = performance.now();
  };
  for (const segment of segments) {
    const end = await walk(segment, segment.end - segment.base, BACKGROUND_CHUNK, rest);
    if (end < segment.end) throw new LogDamaged(`${segment.path} 偏移 ${end - segment.base} 处的数据已损坏`, end);
  }
}

async function walk(segment: Segment, size: number, chunk: number, rest: () => Promise<void>): Promise<number> {
  let end = segment.base + SEGMENT_HEADER;
  // One buffer for all: it makes no garbage, of which gigabytes of log would make as much.
  let buffer = Buffer.allocUnsafeSlow(Math.min(chunk, size));
  for (let wanted = chunk; ;) {
    const offset = end - segment.base;
    if (wanted > buffer.length) buffer = Buffer.allocUnsafeSlow(Math.min(wanted, size));
    const bytes = buffer.subarray(0, Math.min(wanted, size - offset));
    await fillFrom(segment.fd, bytes, offset);
    let at = 0;
    while (isFrame(bytes, at, end)) {
      const length = frameLength(bytes, at);
      at += length;
      end += length;
    }
    if (offset + bytes.length === size) return end;
    await rest();
    if (at > 0) {
      wanted = chunk;
      continue;
    }
    const length = bytes.length < FRAME_PREFIX ? 0 : frameLength(bytes, 0);
    if (length <= bytes.length) return end;
    wanted = length;
  }
}
