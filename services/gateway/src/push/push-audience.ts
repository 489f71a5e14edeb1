import type { Principal } from '../kernel/principal.ts';
import type { PushConnection } from './push-connection.ts';
import type { PushCause } from './push-watch.ts';

/** One connected window, with whom it belongs to and what they hear of. */
export interface Listener {
  readonly connection: PushConnection;
  /** Of its session. */
  readonly idHash: string;
  /** Looks with the person's eyes until this is over; null: the person. */
  readonly viewId: string | null;
  user: Principal;
  /** To-do queues that the person decides on. */
  queueKeys: readonly string[];
  /** Granted topics; nothing is said outside of them. */
  topics: ReadonlySet<string>;
  /** The oldest change of approvals that the person waits to be told of. */
  cause: PushCause | null;
}

/**
 * Who is connected, found by what changed: a notice costs what its receivers cost, however many others are connected.
 */
export interface Audience {
  add(listener: Listener): void;
  remove(listener: Listener): void;
  /** Takes over what was read anew about a person. Nothing happens when the listener has left meanwhile. */
  update(listener: Listener, user: Principal, queueKeys: readonly string[]): void;
  /** Everybody, the one looked at longest ago first. */
  readonly all: ReadonlySet<Listener>;
  ofUser(userName: string): ReadonlySet<Listener>;
  ofQueue(queueKey: string): ReadonlySet<Listener>;
  /** By the number of the teacher. */
  ofTeacher(gh: string): ReadonlySet<Listener>;
  readonly hasTeachers: boolean;
  /** The next ones to look at again; they go to the end of the line. */
  next(count: number): Listener[];
}

/** Creates an empty audience. */
export function createAudience(): Audience {
  const all = new Set<Listener>();
  const byUser = createIndex();
  const byQueue = createIndex();
  const byTeacher = createIndex();

  const file = (listener: Listener): void => {
    byUser.add(listener.user.userName, listener);
    if (listener.user.gh !== null) byTeacher.add(listener.user.gh, listener);
    for (const key of listener.queueKeys) byQueue.add(key, listener);
  };
  const unfile = (listener: Listener): void => {
    byUser.remove(listener.user.userName, listener);
    if (listener.user.gh !== null) byTeacher.remove(listener.user.gh, listener);
    for (const key of listener.queueKeys) byQueue.remove(key, listener);
  };

  return {
    all,
    add(listener) {
      all.add(listener);
      file(listener);
    },
    remove(listener) {
      if (all.delete(listener)) unfile(listener);
    },
    update(listener, user, queueKeys) {
      if (!all.has(listener)) return;
      unfile(listener);
      Object.assign(listener, { user, queueKeys });
      file(listener);
    },
    ofUser: byUser.of,
    ofQueue: byQueue.of,
    ofTeacher: byTeacher.of,
    get hasTeachers() {
      return byTeacher.size > 0;
    },
    next(count) {
      const taken: Listener[] = [];
      for (const listener of all) {
        if (taken.length >= count) break;
        taken.push(listener);
      }
      for (const listener of taken) {
        all.delete(listener);
        all.add(listener);
      }
      return taken;
    },
  };
}

const nobody: ReadonlySet<Listener> = new Set();

function createIndex() {
  const entries = new Map<string, Set<Listener>>();
  return {
    add(key: string, listener: Listener): void {
      const entry = entries.get(key);
      if (entry) entry.add(listener);
      else entries.set(key, new Set([listener]));
    },
    remove(key: string, listener: Listener): void {
      const entry = entries.get(key);
      entry?.delete(listener);
      if (entry?.size === 0) entries.delete(key);
    },
    of: (key: string): ReadonlySet<Listener> => entries.get(key) ?? nobody,
    get size() {
      return entries.size;
    },
  };
}
