/**
 * The most recently written bytes of the log, kept in memory: live subscriptions and fresh streams are served from it.
 */
const CAPACITY = 8 * 1024 * 1024;
const FORGOTTEN = { start: -1, bytes: Buffer.alloc(0) };

/** Whole groups, as they were written, up to a fixed number of bytes. */
export class LogTail {
  readonly #groups: { start: number; bytes: Buffer }[] = [];
  #first = 0;
  #size = 0;

  /** Adds a written group, which begins at log position `start`. Copies it. */
  push(start: number, bytes: Buffer): void {
    const copy = Buffer.allocUnsafeSlow(bytes.length);
    bytes.copy(copy);
    this.#groups.push({ start, bytes: copy });
    this.#size += bytes.length;
    while (this.#size > CAPACITY && this.#first < this.#groups.length - 1) {
      this.#size -= this.#groups[this.#first]!.bytes.length;
      this.#groups[this.#first++] = FORGOTTEN;
    }
    if (this.#first > 1024 && this.#first * 2 > this.#groups.length) {
      this.#groups.splice(0, this.#first);
      this.#first = 0;
    }
  }

  /** Bytes from `position` to the end of its group, or undefined when they are no longer held. */
  from(position: number): Buffer | undefined {
    let low = this.#first;
    let high = this.#groups.length - 1;
    if (high < low || position < this.#groups[low]!.start) return undefined;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if (this.#groups[middle]!.start <= position) low = middle;
      else high = middle - 1;
    }
    const group = this.#groups[low]!;
    return position < group.start + group.bytes.length ? group.bytes.subarray(position - group.start) : undefined;
  }
}
