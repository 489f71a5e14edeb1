/**
 * Where recently appended event ids have gone: the bounded memory behind idempotent appends with expectation "any" or
 * "stream exists". Two generations; when the younger is full the older is forgotten.
 */
const GENERATION = 20_000;

/** Where an event stands. */
export interface AppendedAt {
  revision: number;
  position: number;
}

/** Remembers the last 20,000 to 40,000 events. */
export class RecentIds {
  #young = new Map<string, AppendedAt>();
  #old = new Map<string, AppendedAt>();

  add(stream: string, id: string, at: AppendedAt): void {
    if (this.#young.size >= GENERATION) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(key(stream, id), at);
  }

  find(stream: string, id: string): AppendedAt | undefined {
    return this.#young.get(key(stream, id)) ?? this.#old.get(key(stream, id));
  }

  remove(stream: string, id: string): void {
    this.#young.delete(key(stream, id));
    this.#old.delete(key(stream, id));
  }
}

function key(stream: string, id: string): string {
  return id + stream;
}
