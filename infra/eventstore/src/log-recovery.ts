/**
 * Opening the log: its newest part is verified frame by frame, a torn tail is set aside and cut, any other damage
 * refuses to start. Older segments must be there in their full length; their frames are verified while the node runs
 * (log-check.ts).
 *
 * The tail is what no acknowledgement vouches for. Three things can vouch for a damaged place: a later segment (it is
 * only begun when everything before is durable), a later whole frame (it says up to where the log was acknowledged when
 * it was written), and the acknowledged mark. What remains is the last group of appends, torn by a crash and never
 * acknowledged. When acknowledged data is damaged or missing at the very end, only an explicit wish lets the node start
 * without it.
 */
import fs from 'node:fs';
import path from 'node:path';
import { isFrame, nextFrameCandidate, readFrame } from './frame.ts';
import { findUnbrokenEnd, LogDamaged } from './log-check.ts';
import {
  listSegments,
  openSegment,
  readFully,
  readSegmentHeader,
  type Segment,
  SEGMENT_HEADER,
  type SegmentHeader,
  syncDirectory,
  writeDurably,
} from './segment.ts';

const REWRITE = 4 * 1024 * 1024;

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
  /** Bytes at the end of the log that are verified now, rounded up to whole segments. */
  verifyBytes: number;
}

/** The log as it may be used. */
export interface Recovered {
  segments: Segment[];
  /** The segments whose frames have not been verified yet. */
  unverified: Segment[];
  /** Identity of the log; undefined for an empty directory. */
  logId: string | undefined;
  cut: CutTail | undefined;
}

interface OpenFile {
  file: string;
  fd: number;
  size: number;
  header: SegmentHeader | undefined;
}

/** Opens the segments. Throws LogDamaged. */
export async function recoverLog(options: RecoveryOptions): Promise<Recovered> {
  const files = listSegments(options.directory).map((file): OpenFile => {
    const fd = openSegment(file);
    return { file, fd, size: fs.fstatSync(fd).size, header: readSegmentHeader(fd) };
  });
  try {
    return await recoverFiles(files, options);
  } catch (error) {
    for (const { fd } of files) fs.closeSync(fd);
    throw error;
  }
}

async function recoverFiles(files: OpenFile[], options: RecoveryOptions): Promise<Recovered> {
  const { directory, asideDirectory, acknowledged } = options;
  const recovered: Recovered = { segments: [], unverified: [], logId: undefined, cut: undefined };
  const whole = (files.at(-1)?.header?.base ?? 0) + (files.at(-1)?.size ?? 0);
  while (files.length > recovered.segments.length) {
    const { file, fd, size, header } = files[recovered.segments.length]!;
    const next = files[recovered.segments.length + 1];
    if (header === undefined) {
      // The header is on disk before anything is written behind it, so only a file without content was never finished.
      if (next || size > SEGMENT_HEADER) throw new LogDamaged(`${file} 的文件头（偏移 0）已损坏`);
      const headless: Segment = { path: file, fd, base: baseFromName(file), end: baseFromName(file) };
      checkLoss(headless.end, file, options);
      recovered.cut = setAside(headless, 0, asideDirectory);
      fs.closeSync(fd);
      files.pop();
      fs.rmSync(file);
      syncDirectory(directory);
      break;
    }
    checkContinues(file, header, recovered);
    recovered.logId = header.logId;
    const segment: Segment = { path: file, fd, base: header.base, end: header.base + size };
    recovered.segments.push(segment);
    if (next?.header?.previousEnd === segment.end && segment.end <= whole - options.verifyBytes) {
      recovered.unverified.push(segment);
      continue;
    }
    segment.end = await findUnbrokenEnd(segment, size);
    if (segment.end === header.base + size) continue;
    const offset = segment.end - segment.base;
    const witness = next ? '后面还有日志文件' : await findWitness(segment, size, acknowledged);
    if (witness !== undefined) throw new LogDamaged(`${file} 偏移 ${offset} 处的数据已损坏（${witness}）`, segment.end);
    checkLoss(segment.end, file, options);
    recovered.cut = setAside(segment, offset, asideDirectory);
    fs.ftruncateSync(fd, offset);
    fs.fsyncSync(fd);
  }
  const last = recovered.segments.at(-1);
  checkLoss(last?.end ?? 0, directory, options);
  if (last) await confirmTail(last, acknowledged);
  return recovered;
}

/**
 * Writes again what nobody vouches for, before anybody reads it: after a crash it may lie in memory only, and after a
 * failed flush the system may think it written though it is not.
 */
async function confirmTail(segment: Segment, acknowledged: number): Promise<void> {
  for (let from = Math.max(acknowledged, segment.base + SEGMENT_HEADER); from < segment.end; from += REWRITE) {
    const offset = from - segment.base;
    await writeDurably(segment.fd, await readFully(segment.fd, Math.min(REWRITE, segment.end - from), offset), offset);
  }
}

/** A missing or foreign segment shows in where the next one says it begins. */
function checkContinues(file: string, header: SegmentHeader, { segments, logId }: Recovered): void {
  const end = segments.at(-1)?.end ?? 0;
  if (header.previousEnd !== end) {
    throw new LogDamaged(
      `${file} 应接在位置 ${header.previousEnd} 之后，而前面的日志到 ${end} 为止，中间有文件缺失或被截短`,
    );
  }
  if (logId !== undefined && header.logId !== logId) throw new LogDamaged(`${file} 不属于这份日志`);
}

/** Refuses a log that ends before the last acknowledged append. */
function checkLoss(end: number, file: string, { acknowledged, acceptLoss }: RecoveryOptions): void {
  if (acknowledged <= end || acceptLoss) return;
  throw new LogDamaged(`${file} 在位置 ${end} 之后损坏或缺失，而到位置 ${acknowledged} 为止的写入已经确认过`, end);
}

function baseFromName(file: string): number {
  return Number.parseInt(path.basename(file), 10);
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
