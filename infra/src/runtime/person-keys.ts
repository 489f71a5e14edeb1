import { mapPersonal, personalPlan, studentsNamed, type Owner } from '@jwxt/contracts/kernel/personal.ts';
import type { z } from 'zod';
import type { EventLog } from './event-log.ts';
import type { StreamRead } from './event-log-reading.ts';
import type { Logger } from './logger.ts';
import { createLruCache } from './lru-cache.ts';
import {
  encipher,
  isKeyKnown,
  keysToLookFor,
  learnKey,
  masterKey,
  newPersonKey,
  readPersonal,
  unwrapKey,
  wrapKey,
  type PersonKey,
} from './personal-cipher.ts';
import { inTransaction, listen, type Listener, type Pool, type Queryable } from './postgres.ts';
import type { RecordedEvent } from './recorded-event.ts';

/** An event, or metadata, whose personal values are to be enciphered. */
interface ToEncipher {
  readonly schema: z.ZodType;
  readonly data: object;
  /** The account of whoever does it. */
  readonly userName: string;
}

/** Data as it is stored, and as it reads from then on. */
export interface Sealed {
  readonly stored: object;
  readonly readable: object;
}

/** The keys of personal values, as one service uses them (decision 093). */
export interface PersonKeys {
  /** Loads the keys that what is to be stored needs, and makes those that nobody has made yet. */
  prepare(all: readonly ToEncipher[]): Promise<void>;
  /** What is stored of it; null where some key has to be prepared before. */
  seal(one: ToEncipher): Sealed | null;
  /** Looks for all keys that recorded events need: after that they can be decoded. */
  lookFor(events: readonly RecordedEvent[]): Promise<void>;
  /** Learns which keys were destroyed meanwhile. */
  refresh(): Promise<void>;
  /** Called when keys were destroyed: what was read with them is to be forgotten. */
  onDestroyed(forget: () => void): void;
  close(): Promise<void>;
}

/** Options of {@link openPersonKeys}. */
export interface PersonKeysOptions {
  readonly pool: Pool;
  readonly databaseUrl: string;
  /** Secrets of master keys: the first wraps, all unwrap. */
  readonly secrets: readonly string[];
  readonly logger: Logger;
}

/** A key cannot be unwrapped: the master key is not the one of this database. */
export class WrongMasterKey extends Error {
  constructor() {
    super('个人信息密钥（PERSON_KEY）与数据库不符：请使用原安装的密钥（见 docs/operating.md）');
    this.name = 'WrongMasterKey';
  }
}

/** Whose values stay as they are: programs. */
const programs: ReadonlySet<string> = new Set(['system', 'loader']);
const nameOf = ({ kind, code }: Owner): string => `${kind} ${code}`;

interface KeyRow {
  readonly key_id: string;
  readonly kind: Owner['kind'];
  readonly code: string;
  readonly wrapped: string | null;
  readonly master_id: string | null;
}

const columns = 'key_id, kind, code, wrapped, master_id';

/** Opens the keys of a database; nothing is loaded before it is needed. */
export function openPersonKeys({ pool, databaseUrl, secrets, logger }: PersonKeysOptions): PersonKeys {
  const masters = secrets.map(masterKey);
  const byOwner = createLruCache<PersonKey>(100_000);
  /** Destroyed ones that this service has heard of. */
  let destroyed = 0;
  /** Students by number, as far as somebody asked. */
  const codes = new Map<string, Owner>();
  const forgets = new Set<() => void>();
  const stopping = new AbortController();
  let listener: Listener | undefined;

  const learn = ({ key_id: id, kind, code, wrapped, master_id: masterId }: KeyRow): void => {
    if (wrapped === null) {
      learnKey(id, 'destroyed');
      byOwner.set(nameOf({ kind, code }), { id, bytes: null });
      return;
    }
    const master = masters.find((one) => one.id === masterId);
    const bytes = master ? unwrapKey(id, wrapped, master) : null;
    if (bytes === null) throw new WrongMasterKey();
    learnKey(id, bytes);
    byOwner.set(nameOf({ kind, code }), { id, bytes });
  };

  const refresh = async (): Promise<void> => {
    const { rows } = await pool.query<KeyRow>(`select ${columns} from base.person_key where destroyed_at is not null`);
    for (const row of rows) learn(row);
    if (rows.length !== destroyed) for (const forget of forgets) forget();
    destroyed = rows.length;
  };
  const refreshSoon = (): void =>
    void refresh().catch((error: unknown) => logger.warn({ err: error }, '未能读取已销毁的个人密钥，稍后重试'));
  const listening = listen(
    databaseUrl,
    'person_key',
    { onNotification: refreshSoon, onGap: refreshSoon },
    logger,
    stopping.signal,
  ).then(
    (opened) => {
      listener = opened;
      // What was destroyed before anybody listened.
      refreshSoon();
    },
    (error: unknown) => {
      if (!stopping.signal.aborted) logger.warn({ err: error }, '未能监听个人密钥的变化');
    },
  );

  /** Whose it is for the database: a number stands for its student. */
  const owned = (owner: Owner): Owner => (owner.kind === 'number' ? (codes.get(owner.code) ?? owner) : owner);

  const keyOf = (owner: Owner): PersonKey | undefined => byOwner.get(nameOf(owned(owner)));
  const isUnknown = (owner: Owner): boolean => keyOf(owner) === undefined;

  /** All owners of what is to be stored, each with the one student that it is about, where there is one. */
  const ownersOf = (all: readonly ToEncipher[]): Map<string, { owner: Owner; about: string | null }> => {
    const found = new Map<string, { owner: Owner; about: string | null }>();
    for (const { schema, data, userName } of all) {
      let students: ReadonlySet<string> | undefined;
      const add = (owner: Owner): void => {
        const name = nameOf(owner);
        if (isOfProgram(owner) || found.has(name) || !isUnknown(owner)) return;
        if (owner.kind === 'matter') students ??= studentsNamed(data);
        found.set(name, { owner, about: owner.kind === 'matter' && students?.size === 1 ? [...students][0]! : null });
      };
      mapPersonal(data, personalPlan(schema), { userName }, (text, owner) => {
        add(owner);
        return text;
      });
      for (const owner of asksAbout(data)) add(owner);
    }
    return found;
  };

  const numbersOf = async (owners: Iterable<{ owner: Owner }>): Promise<void> => {
    const numbers = [...owners].flatMap(({ owner: { kind, code } }) =>
      kind === 'number' && !codes.has(code) ? [code] : [],
    );
    if (numbers.length === 0) return;
    const { rows } = await pool.query<{ student_number: string; student_code: string }>(
      'select student_number, student_code from base.student where student_number = any($1)',
      [numbers],
    );
    for (const { student_number: number, student_code: code } of rows) codes.set(number, { kind: 'student', code });
  };

  return {
    async prepare(all) {
      const missing = ownersOf(all);
      if (missing.size === 0) return;
      await numbersOf(missing.values());
      const wanted = new Map(
        [...missing.values()].map(({ owner, about }) => [nameOf(owned(owner)), { owner: owned(owner), about }]),
      );
      const [first] = masters;
      if (!first) throw new WrongMasterKey();
      const made = [...wanted.values()].map(({ owner, about }) => {
        const key = newPersonKey();
        return { ...owner, about, id: key.id, wrapped: wrapKey(key, first) };
      });
      await pool.query(
        `insert into base.person_key (key_id, kind, code, about_student, wrapped, master_id)
         select *, $6 from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[])
         order by 2, 3 on conflict (kind, code) do nothing`,
        [
          made.map(({ id }) => id),
          made.map(({ kind }) => kind),
          made.map(({ code }) => code),
          made.map(({ about }) => about),
          made.map(({ wrapped }) => wrapped),
          first.id,
        ],
      );
      const { rows } = await pool.query<KeyRow>(
        `select ${columns} from base.person_key
         where (kind, code) in (select * from unnest($1::text[], $2::text[]))`,
        [made.map(({ kind }) => kind), made.map(({ code }) => code)],
      );
      for (const row of rows) learn(row);
    },
    seal({ schema, data, userName }) {
      let [missing, erased] = [asksAbout(data).some(isUnknown), false];
      const stored = mapPersonal(data, personalPlan(schema), { userName }, (text, owner, field) => {
        if (missing || isOfProgram(owner)) return text;
        const key = keyOf(owner);
        if (!key) missing = true;
        else if (key.bytes === null) erased = true;
        return key ? encipher(text, key, field) : text;
      });
      if (missing) return null;
      return { stored, readable: erased ? readPersonal(stored) : data };
    },
    async lookFor(events) {
      const ids = new Set<string>();
      for (const { data, metadata } of events) {
        keysToLookFor(data, ids);
        keysToLookFor(metadata, ids);
      }
      if (ids.size === 0) return;
      const { rows } = await pool.query<KeyRow>(`select ${columns} from base.person_key where key_id = any($1)`, [
        [...ids],
      ]);
      for (const row of rows) learn(row);
      for (const id of ids) if (!isKeyKnown(id)) learnKey(id, 'unknown');
    },
    refresh,
    onDestroyed: (forget) => void forgets.add(forget),
    async close() {
      stopping.abort();
      await listening;
      await listener?.close();
    },
  };
}

/** What asks for an application says whom the texts of that will be about, which do not say it themselves. */
function asksAbout(data: object): Owner[] {
  const { applyId, application } = data as { applyId?: unknown; application?: unknown };
  return typeof applyId === 'string' && application !== undefined ? [{ kind: 'matter', code: applyId }] : [];
}

function isOfProgram({ kind, code }: Owner): boolean {
  return kind === 'account' && programs.has(code);
}

/** Whether some key of a database is wrapped by a master key that none of these secrets gives. */
export async function isOfOtherMaster(pool: Queryable, secrets: readonly string[]): Promise<boolean> {
  const { rowCount } = await pool.query(
    'select from base.person_key where wrapped is not null and master_id <> all($1) limit 1',
    [secrets.map((secret) => masterKey(secret).id)],
  );
  return rowCount === 1;
}

/**
 * Wraps all keys anew with the first of some master keys, in one transaction; answers how many had another one. Keys of
 * persons, and so what is stored, stay what they are. Throws {@link WrongMasterKey} and changes nothing when a key is
 * of none of them.
 */
export async function rewrapKeys(pool: Pool, secrets: readonly string[]): Promise<number> {
  const masters = secrets.map(masterKey);
  const [first] = masters;
  if (!first) throw new WrongMasterKey();
  return await inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ key_id: string; wrapped: string; master_id: string }>(
      `select key_id, wrapped, master_id from base.person_key
        where wrapped is not null and master_id <> $1 order by key_id for update`,
      [first.id],
    );
    const anew = rows.map(({ key_id: id, wrapped, master_id: of }) => {
      const master = masters.find((one) => one.id === of);
      const bytes = master ? unwrapKey(id, wrapped, master) : null;
      if (!bytes) throw new WrongMasterKey();
      return { id, wrapped: wrapKey({ id, bytes }, first) };
    });
    await client.query(
      `update base.person_key key set wrapped = given.wrapped, master_id = $3
         from unnest($1::text[], $2::text[]) as given (id, wrapped) where key.key_id = given.id`,
      [anew.map(({ id }) => id), anew.map(({ wrapped }) => wrapped), first.id],
    );
    return anew.length;
  });
}

/** The log, with the keys of what is read looked for before anybody sees it. */
export function withPersonKeys(log: EventLog, keys: Pick<PersonKeys, 'lookFor' | 'refresh'>): EventLog {
  const stretches: EventLog['readAllStretches'] = async function* (options) {
    // Whoever reads the log from somewhere on, as a read model does that is built anew, reads it as it is now.
    await keys.refresh();
    for await (const events of log.readAllStretches(options)) {
      await keys.lookFor(events);
      yield events;
    }
  };
  return {
    ...log,
    readStream(stream, options) {
      const read = log.readStream(stream, options);
      const known: StreamRead = {
        get notFound() {
          return read.notFound;
        },
        async *[Symbol.asyncIterator]() {
          for await (const event of read) {
            await keys.lookFor([event]);
            yield event;
          }
        },
      };
      return known;
    },
    async *readAll(options) {
      for await (const event of log.readAll(options)) {
        await keys.lookFor([event]);
        yield event;
      }
    },
    readAllStretches: stretches,
    subscribeToAll(options) {
      let fresh: Promise<void> | undefined;
      return log.subscribeToAll({
        ...options,
        async onEvents(events) {
          await (fresh ??= keys.refresh().catch((error: unknown) => {
            fresh = undefined;
            throw error;
          }));
          await keys.lookFor(events);
          await options.onEvents(events);
        },
      });
    },
  };
}
