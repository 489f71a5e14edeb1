import type { Readable } from 'node:stream';

/** Bytes that are written but not yet kept: looked at first, then kept or thrown away. */
export interface IncomingFile {
  readonly bytes: number;
  /** SHA-256 in hexadecimal. */
  readonly digest: string;
  /** Reads a part, for finding out what it is; shorter at the end of the file. */
  read(offset: number, length: number): Promise<Buffer>;
  /** Makes the bytes durable under their digest. Keeping the same bytes again changes nothing. */
  keep(): Promise<void>;
  /** Leaves nothing behind. Does nothing after {@link keep}. */
  discard(): Promise<void>;
}

/** Content in the store. */
export interface StoredFile {
  readonly digest: string;
  readonly bytes: number;
  readonly storedAt: Date;
}

/** Where attachments lie, by what they contain. Several gateways share one store. */
export interface FileStore {
  /** Takes bytes in. Throws {@link FileTooLarge} beyond `maxBytes` and {@link StoreFull}; whatever goes wrong, nothing is left behind. */
  receive(content: Readable, limits: { maxBytes: number }): Promise<IncomingFile>;
  /** The bytes; null when they are not there. The stream fails at its end when they are not what they were. */
  open(digest: string): Promise<{ stream: Readable; bytes: number } | null>;
  has(digest: string): Promise<boolean>;
  /** Everything that is kept. */
  list(): AsyncIterable<StoredFile>;
  /** Puts content aside; {@link open} brings it back when it is asked for after all. */
  recycle(digest: string): Promise<void>;
  /** Removes what was begun and never finished, and what has been aside for long. Answers how many of each. */
  sweep(now: Date): Promise<{ unfinished: number; recycled: number }>;
}

/** More bytes than allowed. */
export class FileTooLarge extends Error {}
/** No room left for it. */
export class StoreFull extends Error {}
