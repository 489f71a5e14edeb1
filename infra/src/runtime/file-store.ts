import type { Readable } from 'node:stream';

/** Bytes that are written but not yet kept: looked at first, then kept or thrown away. */
export interface IncomingFile {
  readonly bytes: number;
  /** SHA-256 in hexadecimal. */
  readonly digest: string;
  /** Reads a part, for finding out what it is; shorter at the end of the file. */
  read(offset: number, length: number): Promise<Buffer>;
  /** Makes the bytes durable under their digest. Keeping them again puts them back where they have gone meanwhile. */
  keep(): Promise<void>;
  /**
   * Takes back what {@link keep} did, unless the store had these bytes before. `named` tells whether somebody else's
   * attachment has them by now: then they stay, however it falls together with this, as long as that one keeps his own
   * again when he has named them.
   */
  withdraw(named: () => Promise<boolean>): Promise<void>;
  /** Ends the upload: nothing but what was kept is left. To be called always. */
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
  /**
   * Takes bytes in. Throws {@link FileTooLarge} beyond `maxBytes`, and {@link StoreFull} where the store's reserve
   * would not be left; whatever goes wrong, nothing is left behind.
   */
  receive(content: Readable, limits: { maxBytes: number }): Promise<IncomingFile>;
  /** The bytes; null when they are not there. The stream fails at its end when they are not what they were. */
  open(digest: string): Promise<{ stream: Readable; bytes: number } | null>;
  has(digest: string): Promise<boolean>;
  /** Everything that is kept. */
  list(): AsyncIterable<StoredFile>;
  /** Puts content aside; {@link open} brings it back when it is asked for after all. */
  recycle(digest: string): Promise<void>;
  /**
   * Removes what was begun and never finished, and what has been aside for long; what `named` finds among the latter is
   * brought back. Answers how many of each.
   */
  sweep(now: Date, named: NamedAmong): Promise<{ unfinished: number; recycled: number; broughtBack: number }>;
}

/** Those of some digests that attachments have. */
export type NamedAmong = (digests: readonly string[]) => Promise<ReadonlySet<string>>;

/** More bytes than allowed. */
export class FileTooLarge extends Error {}
/** No room left for it. */
export class StoreFull extends Error {}
