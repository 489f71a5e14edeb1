/**
 * A copy of a data folder while a node works on it: the log is only ever appended to, so its bytes up to the
 * acknowledged mark are a consistent prefix, whatever is being written behind it. The index comes along as it stood
 * before, if it can be read; the copy's first start completes it, or makes it anew.
 */
import fs from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { readAcknowledged, writeAcknowledged } from './acknowledged-mark.ts';
import { LogDamaged } from './log-check.ts';
import { recoverLog } from './log-recovery.ts';
import { listSegments, openSegment, readSegmentHeader, SEGMENT_HEADER, syncDirectory } from './segment.ts';
import { copyIndex } from './stream-index.ts';

/** What a copy holds. */
export interface DataCopy {
  /** Log position behind the last copied append: every append acknowledged before the copy began lies before it. */
  position: number;
  /** Bytes of log copied. */
  bytes: number;
}

/**
 * Copies the data folder `from`, of a running or stopped node, to `to`, which must be missing or empty. Every copied
 * frame is verified, and everything is on disk when it resolves. Throws LogDamaged when the original is damaged before
 * its mark.
 */
export async function copyDataFolder(from: string, to: string): Promise<DataCopy> {
  if (fs.existsSync(to) && fs.readdirSync(to).length > 0) throw new Error(`${to} 不是空目录`);
  fs.mkdirSync(to, { recursive: true });
  // The index first: it must not know more than the log. Then the mark: what it vouches for is on disk and stays as it
  // is.
  copyIndex(from, to);
  const position = readMark(from);
  const log = path.join(to, 'log');
  fs.mkdirSync(log);
  const files = listSegments(path.join(from, 'log')).map((file) => ({ file, ...boundsOf(file) }));
  let bytes = 0;
  for (const [index, { file, base }] of files.entries()) {
    if (base > position) break;
    const end = Math.max(base + SEGMENT_HEADER, Math.min(position, files[index + 1]?.previousEnd ?? position));
    const target = path.join(log, path.basename(file));
    await pipeline(
      fs.createReadStream(file, { end: end - base - 1 }),
      fs.createWriteStream(target, { flush: true, mode: 0o600 }),
    );
    bytes += end - base;
  }
  syncDirectory(log);
  writeAcknowledged(path.join(to, 'acknowledged'), position);
  syncDirectory(to);
  const whole = { acknowledged: position, acceptLoss: false, verifyBytes: Infinity };
  const { segments } = await recoverLog({ directory: log, asideDirectory: to, ...whole });
  for (const { fd } of segments) fs.closeSync(fd);
  return { position, bytes };
}

/** The acknowledged position; without it nobody knows how much of the log is whole. */
function readMark(directory: string): number {
  const file = path.join(directory, 'acknowledged');
  // A read that coincides with a write may see half of it.
  for (let attempt = 0; attempt < 10; attempt++) {
    const position = readAcknowledged(file);
    if (position > 0) return position;
  }
  if (listSegments(path.join(directory, 'log')).length > 0)
    throw new LogDamaged(`${file} 缺失或已损坏，请先启动一次节点`);
  return 0;
}

/** Where a segment begins, and where the one before it ended. */
function boundsOf(file: string): { base: number; previousEnd: number } {
  const fd = openSegment(file);
  try {
    const header = readSegmentHeader(fd);
    // A segment that was just created may have no header yet; nothing in it is acknowledged.
    if (header) return header;
    if (fs.fstatSync(fd).size > SEGMENT_HEADER) throw new LogDamaged(`${file} 的文件头（偏移 0）已损坏`);
    return { base: Infinity, previousEnd: Infinity };
  } finally {
    fs.closeSync(fd);
  }
}
