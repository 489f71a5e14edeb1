import type { ReadModelName } from '@jwxt/contracts/kernel/read-model.vocabulary.ts';
import { createLruCache } from '@jwxt/infra/runtime/lru-cache.ts';
import { laterText } from '@jwxt/infra/runtime/log-position.ts';

/** What one person wrote, and where it will be seen. */
export interface OwnWrite {
  readonly readModels: readonly ReadModelName[];
  /** Log position of the last of it. */
  readonly position: string;
}

/**
 * What people wrote without waiting until it can be read: whoever looks at something next waits for it, whoever types
 * on does not. Each gateway knows its own; windows at another one are told by the push channel.
 */
export interface OwnWrites {
  add(userName: string, write: OwnWrite): void;
  /** Waits until the person would find all that was added, as long as an answer waits for read models. */
  shown(userName: string): Promise<void>;
}

/** So many people may have saved and looked at nothing since. */
const maxPeople = 20_000;

/** Creates an empty one; `wait` ends when the read models have what was written, or are late. */
export function createOwnWrites(wait: (write: OwnWrite) => Promise<void>): OwnWrites {
  const writes = createLruCache<OwnWrite>(maxPeople);
  return {
    add(userName, write) {
      const known = writes.get(userName);
      writes.set(userName, known ? both(known, write) : write);
    },
    async shown(userName) {
      const write = writes.get(userName);
      if (!write) return;
      await wait(write);
      if (writes.get(userName) === write) writes.delete(userName);
    },
  };
}

function both(a: OwnWrite, b: OwnWrite): OwnWrite {
  return { readModels: [...new Set([...a.readModels, ...b.readModels])], position: laterText(a.position, b.position) };
}
