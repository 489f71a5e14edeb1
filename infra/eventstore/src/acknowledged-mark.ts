/**
 * A small file with the log position up to which appends have been acknowledged. It is written before they are
 * answered, but not flushed, so it may lag behind after a power cut and is never ahead: whatever lies before it was
 * promised to a client. Recovery uses it to tell a torn append from a damaged or missing acknowledged one, a hot copy
 * to know what to take.
 */
import fs from 'node:fs';
import { crc32 } from 'node:zlib';

const SIZE = 12;

/** The file, open for writing. */
export class AcknowledgedMark {
  /** The position found when the file was opened; 0 for a new or unreadable file. */
  readonly found: number;
  readonly #fd: number;
  readonly #bytes = Buffer.alloc(SIZE);

  constructor(file: string) {
    this.found = readAcknowledged(file);
    this.#fd = fs.openSync(file, fs.constants.O_RDWR | fs.constants.O_CREAT, 0o600);
  }

  /** Records `position`. At once: twelve bytes into the page cache cost less than handing them to another thread. */
  write(position: number): void {
    encode(this.#bytes, position);
    try {
      fs.writeSync(this.#fd, this.#bytes, 0, SIZE, 0);
    } catch {
      // It only leaves the mark behind; a disk that fails is reported by the log itself.
    }
  }

  close(): void {
    fs.fdatasyncSync(this.#fd);
    fs.closeSync(this.#fd);
  }
}

/** The position that a mark file tells; 0 when there is none or it is damaged. */
export function readAcknowledged(file: string): number {
  const bytes = fs.existsSync(file) ? fs.readFileSync(file) : Buffer.alloc(0);
  const whole = bytes.length === SIZE && bytes.readUInt32LE(8) === crc32(bytes.subarray(0, 8));
  return whole ? bytes.readDoubleLE(0) : 0;
}

/** Writes a mark file, durably. */
export function writeAcknowledged(file: string, position: number): void {
  const bytes = Buffer.alloc(SIZE);
  encode(bytes, position);
  fs.writeFileSync(file, bytes, { flush: true, mode: 0o600 });
}

function encode(bytes: Buffer, position: number): void {
  bytes.writeDoubleLE(position, 0);
  bytes.writeUInt32LE(crc32(bytes.subarray(0, 8)), 8);
}
