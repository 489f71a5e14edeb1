/**
 * Opening the log: every frame is verified, a torn tail is set aside and cut, any other damage refuses to start.
 *
 * The tail is what no acknowledgement vouches for. Three things can vouch for a damaged place: a later segment (it is only
 * begun when everything before is durable), a later whole frame (it says up to where the log was acknowledged when it was
 * written), and the acknowledged mark. What remains is the last group of appends, torn by a crash and never acknowledged.
 * When acknowledged data is damaged or missing at the very end, only an explicit wish lets the node start without it.
 */
import fs from 'node:fs';
import path from 'node:path';
import { FRAME_PREFIX, frameLength, isFrame, nextFrameCandidate, readFrame } from './frame.ts';
import {
  listSegments,
  openSegment,
  readFully,
  readSegmentHeader,
  type Segment,
  SEGMENT_HEADER,
  type SegmentHeader,
  syncDirectory,
} from './segment.ts';

const SCAN = 4 * 1024 * 1024;

/** The log is damaged where it must not be; the message names file and offset. */
export class LogDamaged extends Error {}

/** What was cut from the end of the log when it was opened. */
export interface CutTail {
  file: string;
  offset: number;
  bytes: number;
  keptAs: string;
}

/** Where the log is and what may be cut. */
export interface RecoveryOptions {
  directory: string;
  /** Where a cut tail is kept. */
  asideDirectory: string;
  /** Position up to which appends are known to be acknowledged. */
  acknowledged: number;
  /** Cut acknowledged data at the end of the log too, when it is damaged or missing. */
  acceptLoss: boolean;
}

/** The log as it may be used. */
export interface Recovered {
  segments: Segment[];
  /** Identity of the log; undefined for an empty directory. */
  logId: string | undefined;
  cut: CutTail | undefined;
}

/** Verifies every frame of the segments. Throws LogDamaged. */
export async function recoverLog(options: RecoveryOptions): Promise<Recovered> {
  const { directory, asideDirectory, acknowledged } = options;
  const recovered: Recovered = { segments: [], logId: undefined, cut: undefined };
  const files = listSegments(directory);
  for (const [index, file] of files.entries()) {
    const isLast = index === files.length - 1;
    const fd = openSegment(file);
    const header = readSegmentHeader(fd);
    if (header === undefined) {
      // The header is on disk before anything is written behind it, so only a file without content was never finished.
      if (!isLast || fs.fstatSync(fd).size > SEGMENT_HEADER) throw new LogDamaged(`${file} 的文件头（偏移 0）已损坏`);
      const headless: Segment = { path: file, fd, base: baseFromName(file), end: baseFromName(file) };
      checkLoss(headless.end, file, options);
      recovered.cut = setAside(headless, 0, asideDirectory);
      fs.closeSync(fd);
      fs.rmSync(file);
      syncDirectory(directory);
      break;
    }
    checkContinues(file, header, recovered);
    recovered.logId = header.logId;
    const segment: Segment = { path: file, fd, base: header.base, end: header.base + SEGMENT_HEADER };
    recovered.segments.push(segment);
    const size = fs.fstatSync(fd).size;
    await scan(segment, size);
    if (segment.end === header.base + size) continue;
    const offset = segment.end - segment.base;
    const witness = isLast ? await findWitness(segment, size, acknowledged) : '后面还有日志文件';
    if (witness !== undefined) throw new LogDamaged(`${file} 偏移 ${offset} 处的数据已损坏（${witness}）`);
    checkLoss(segment.end, file, options);
    recovered.cut = setAside(segment, offset, asideDirectory);
    fs.ftruncateSync(fd, offset);
    fs.fsyncSync(fd);
  }
  checkLoss(recovered.segments.at(-1)?.end ?? 0, directory, options);
  return recovered;
}

/** A missing or foreign segment shows in where the next one says it begins. */
function checkContinues(file: string, header: SegmentHeader, { segments, logId }: Recovered): void {
  const end = segments.at(-1)?.end ?? 0;
  if (header.previousEnd !== end) {
    throw new LogDamaged(`${file} 应接在位置 ${header.previousEnd} 之后，而前面的日志到 ${end} 为止，中间有文件缺失或被截短`);
  }
  if (logId !== undefined && header.logId !== logId) throw new LogDamaged(`${file} 不属于这份日志`);
}

/** Refuses a log that ends before the last acknowledged append. */
function checkLoss(end: number, file: string, { acknowledged, acceptLoss }: RecoveryOptions): void {
  if (acknowledged <= end || acceptLoss) return;
  throw new LogDamaged(`${file} 在位置 ${end} 之后损坏或缺失，而到位置 ${acknowledged} 为止的写入已经确认过`);
}

function baseFromName(file: string): number {
  return Number.parseInt(path.basename(file), 10);
}

/** Moves `segment.end` behind the last frame of the unbroken run of whole frames. */
async function scan(segment: Segment, size: number): Promise<void> {
  let wanted = SCAN;
  for (;;) {
    const offset = segment.end - segment.base;
    const bytes = await readFully(segment.fd, Math.min(wanted, size - offset), offset);
    let at = 0;
    while (isFrame(bytes, at, segment.end)) {
      const length = frameLength(bytes, at);
      at += length;
      segment.end += length;
    }
    if (offset + bytes.length === size) return;
    if (at > 0) {
      wanted = SCAN;
      continue;
    }
    const length = bytes.length < FRAME_PREFIX ? 0 : frameLength(bytes, 0);
    if (length <= bytes.length) return;
    wanted = length;
  }
}

/** Looks behind a damaged place for proof that it had been acknowledged. */
async function findWitness(segment: Segment, size: number, acknowledged: number): Promise<string | undefined> {
  const start = segment.end - segment.base;
  const bytes = await readFully(segment.fd, size - start, start);
  for (let at = nextFrameCandidate(bytes, 1); at >= 0; at = nextFrameCandidate(bytes, at + 1)) {
    if (!isFrame(bytes, at, segment.end + at)) continue;
    const promised = Math.max(acknowledged, readFrame(bytes, at).acknowledged);
    if (promised > segment.end) return `偏移 ${start + at} 处还有更晚的完整写入`;
  }
  return undefined;
}

function setAside(segment: Segment, offset: number, asideDirectory: string): CutTail {
  fs.mkdirSync(asideDirectory, { recursive: true });
  const bytes = fs.readFileSync(segment.path).subarray(offset);
  const name = `${path.basename(segment.path, '.segment')}-${offset}-${Date.now()}.tail`;
  const keptAs = path.join(asideDirectory, name);
  fs.writeFileSync(keptAs, bytes, { flush: true });
  syncDirectory(asideDirectory);
  return {
    file: segment.path,
    offset,
    bytes: bytes.length,
    keptAs,
  };
}
