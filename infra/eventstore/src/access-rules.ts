/**
 * Who may do what with a stream: `$acl` in its metadata, else the defaults of the `$settings` stream, else everybody
 * for user streams and administrators for system streams (`$…`, `$all` among them). Administrators may do everything.
 */
import { accessDenied } from './authentication.ts';
import { isMetastream } from './durable-streams.ts';
import type { EventStore } from './event-store.ts';
import { eventsOf, recordedIn } from './frame.ts';
import { decodeRecorded } from './recorded-event.ts';
import { ADMINS, type User } from './user.ts';

/** What a call wants to do with a stream; `$all` is a stream too. */
export type Wish = 'read' | 'write' | 'delete';

/** Keys of an access list: read, write, delete, read and write metadata. */
type Right = '$r' | '$w' | '$d' | '$mr' | '$mw';
type AccessList = Partial<Record<Right, unknown>>;

const EVERYBODY = '$all';
const RIGHTS: Record<Wish, { own: Right; meta: Right }> = {
  read: { own: '$r', meta: '$mr' },
  write: { own: '$w', meta: '$mw' },
  delete: { own: '$d', meta: '$mw' },
};

/** The rules of one store. */
export class AccessRules {
  readonly #store: EventStore;
  #settings: { revision: number; user: AccessList; system: AccessList } = { revision: -1, user: {}, system: {} };

  constructor(store: EventStore) {
    this.#store = store;
  }

  /** Throws access-denied when the user may not do this, and what the store throws while it has no index. */
  check(user: User, stream: string, wish: Wish): void {
    if (user.groups.includes(ADMINS)) return;
    const described = isMetastream(stream) ? stream.slice(2) : stream;
    const right = described === stream ? RIGHTS[wish].own : RIGHTS[wish].meta;
    const own = accessListIn(this.#store.readable(described).metadata, '$acl');
    const wanted = own[right] ?? this.#defaults(described)[right] ?? (described.startsWith('$') ? ADMINS : EVERYBODY);
    const allowed = Array.isArray(wanted) ? wanted : [wanted];
    if (![EVERYBODY, user.name, ...user.groups].some((name) => allowed.includes(name))) throw accessDenied();
  }

  #defaults(stream: string): AccessList {
    const { last } = this.#store.readable('$settings');
    if (last !== this.#settings.revision) {
      const text = this.#lastData('$settings', last);
      const [user, system] = [accessListIn(text, '$userStreamAcl'), accessListIn(text, '$systemStreamAcl')];
      this.#settings = { revision: last, user, system };
    }
    return stream.startsWith('$') ? this.#settings.system : this.#settings.user;
  }

  #lastData(stream: string, revision: number): string | null {
    if (revision < 0) return null;
    const frame = this.#store.framesNow(stream, revision, 1)[0]!;
    return decodeRecorded(recordedIn(frame, eventsOf(frame).at(-1)!)).data.toString('utf8');
  }
}

/** The access list under `key` of a JSON object; empty when there is none, or the text is malformed. */
function accessListIn(text: string | null, key: string): AccessList {
  if (text === null || !text.includes(`"${key}"`)) return {};
  try {
    const list: unknown = (JSON.parse(text) as Record<string, unknown> | null)?.[key];
    return typeof list === 'object' && list !== null ? list : {};
  } catch {
    return {};
  }
}
