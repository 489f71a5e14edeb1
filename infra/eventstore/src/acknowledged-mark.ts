/**
 * A small file with the log position up to which appends have been acknowledged. It is written soon after each group became
 * durable and not flushed itself, so it may lag behind after a crash but is never ahead: whatever lies before it was
 * promised to a client. Recovery uses it to tell a torn append from a damaged or missing acknowledged one.
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
  #wanted = 0;
  #writing: Promise<void> | undefined;

  constructor(file: string) {
    this.#fd = fs.openSync(file, fs.constants.O_RDWR | fs.constants.O_CREAT, 0o600);
    const read = fs.readSync(this.#fd, this.#bytes, 0, SIZE, 0);
    const whole = read === SIZE && this.#bytes.readUInt32LE(8) === crc32(this.#bytes.subarray(0, 8));
    this.found = whole ? this.#bytes.readDoubleLE(0) : 0;
  }

  /** Records `position`, off the event loop; of several in a row the last one counts. */
  write(position: number): void {
    this.#wanted = position;
    this.#writing ??= this.#writeWanted();
  }

  async #writeWanted(): Promise<void> {
    let written: number;
    do {
      written = this.#wanted;
      this.#bytes.writeDoubleLE(written, 0);
      this.#bytes.writeUInt32LE(crc32(this.#bytes.subarray(0, 8)), 8);
      await new Promise((resolve) => {
        // A failure only leaves the mark behind; a full disk is reported by the log itself.
        fs.write(this.#fd, this.#bytes, 0, SIZE, 0, resolve);
      });
    } while (written !== this.#wanted);
    this.#writing = undefined;
  }

  /** Waits until the last position is written, and closes the file. */
  async close(): Promise<void> {
    await this.#writing;
    fs.fdatasyncSync(this.#fd);
    fs.closeSync(this.#fd);
  }
}
