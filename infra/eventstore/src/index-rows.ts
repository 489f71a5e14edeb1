/**
 * Rows of the index as they stand on disk. Each has a checksum, and each stream names the next one: so it shows when a
 * row was changed, and when one that is there is not found.
 */
import type { SQLOutputValue } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import type { FramePlace } from './frame-place.ts';

/** What decisions and reads need to know about a stream. */
export interface StreamState {
  /** Position of the stream's first frame; −1 while it has none. */
  id: number;
  /** Revision of the last event; −1 when there is none. */
  last: number;
  tombstoned: boolean;
  /** Data of the last event of the `$$` stream; null when there is none. */
  metadata: string | null;
}

/** Version of what follows: an index of another one is made anew. */
const VERSION = 2;

export const SCHEMA = `
  create table progress (position integer not null, sum integer not null);
  create table stream (
    name text primary key, next text, id integer, last integer, tombstoned integer, metadata text, sum integer
  ) without rowid;
  create table frame (
    stream integer, revision integer, position integer, length integer, sum integer, primary key (stream, revision)
  ) without rowid;
`;

/** The row of a stream, or the row before the place where it would stand. */
export const SELECT_STREAM = `
  select name, next, id, last, tombstoned, metadata, sum, name = :name or next is null or next > :name as fits
  from stream where name <= :name order by name desc limit 1`;

/** Name of the row that stands before all streams, none of which has an empty name. */
export const FENCE = '';

/** The index does not tell what the log holds. The log does: the index can be made anew from it. */
export class IndexDamaged extends Error {}

/** The index on disk cannot be opened or written now, for want of room perhaps. */
export class IndexUnwritable extends Error {}

/**
 * SQLite's words for a file that is not what it should be: an unknown table or column, a malformed page, no database.
 */
const DAMAGE = [1, 11, 26];

/** Whether an error says that the index is damaged, not only that it cannot be written now. */
export function isIndexDamage(error: unknown): boolean {
  if (error instanceof IndexDamaged) return true;
  const { code, errcode = 0 } = (error ?? {}) as { code?: unknown; errcode?: number };
  return code === 'ERR_SQLITE_ERROR' && DAMAGE.includes(errcode & 0xff);
}

/** A stream, and the name of the next one in order; null for the last. */
export interface StreamRow extends StreamState {
  name: string;
  next: string | null;
}

type Row = Record<string, SQLOutputValue>;

/**
 * What {@link SELECT_STREAM} found for `name`: its row, or the one before it, which proves that it is not there. Throws
 * IndexDamaged.
 */
export function streamIn(row: Row | undefined, name: string): StreamRow {
  if (!row) throw new IndexDamaged('索引缺少流名表的开头');
  const found = {
    name: row['name'],
    next: row['next'],
    id: row['id'],
    last: row['last'],
    tombstoned: row['tombstoned'] === 1,
    metadata: row['metadata'],
  } as StreamRow;
  if (streamSum(found) !== row['sum']) throw new IndexDamaged(`索引中流 ${found.name} 的记录与校验和不符`);
  if (row['fits'] !== 1) throw new IndexDamaged(`索引中查不到流 ${name} 的记录`);
  return found;
}

/** Checksum of a stream's row. */
export function streamSum({ name, next, id, last, tombstoned, metadata }: StreamRow): number {
  return crc32(JSON.stringify([name, next, id, last, tombstoned, metadata]));
}

/** The place of a frame of a stream. Throws IndexDamaged. */
export function frameIn(row: Row, stream: number): FramePlace {
  const place = {
    revision: row['revision'],
    position: row['position'],
    length: row['length'],
  } as unknown as FramePlace;
  if (frameSum(stream, place) !== row['sum']) throw new IndexDamaged(`索引中位置 ${place.position} 的记录与校验和不符`);
  return place;
}

/** Checksum of a frame's row. */
export function frameSum(stream: number, { revision, position, length }: FramePlace): number {
  return crc32(`${stream} ${revision} ${position} ${length}`);
}

/** Checksum of the row that says how far the index of a log goes. */
export function progressSum(log: string, position: number): number {
  return crc32(`${VERSION} ${log} ${position}`);
}
