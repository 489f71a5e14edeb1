import { createHash, randomBytes, randomInt } from 'node:crypto';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';

/** A session that is valid now. The cookie's value is not kept anywhere: only its hash. */
export interface Session {
  readonly idHash: string;
  readonly userName: string;
  /** Mixed into the csrf value of every request of this session. */
  readonly csrfSecret: string;
}

/** How long sessions live, in minutes. */
export interface SessionLimits {
  /** Without any request. */
  readonly idleMinutes: number;
  /** Altogether, however busy. */
  readonly longestMinutes: number;
}

/** Sessions in `gateway.session`, shared by all gateways. */
export interface SessionStore {
  /** Opens a session and answers the value of its cookie. */
  open(userName: string, from: { clientAddress: string | null; userAgent: string | null }, now: Date): Promise<{ cookie: string; session: Session }>;
  /** The session behind a cookie, moved on by this use; null when unknown, ended or expired. */
  find(cookie: string, now: Date): Promise<Session | null>;
  /** Those of some sessions that are still valid, without moving them on. */
  aliveAmong(idHashes: readonly string[], now: Date): Promise<ReadonlySet<string>>;
  end(idHash: string, now: Date): Promise<void>;
  /** Ends all sessions of a person but one: after a change of password. */
  endOthers(userName: string, keptIdHash: string, now: Date): Promise<void>;
}

/** A session in use is moved on at most this often, so that reading does not write each time. */
const touchEveryMs = 60_000;
/** How long an ended session stays on record. */
const keptAfterEndMs = 30 * 86_400_000;

/** Creates the store over the database. */
export function createSessionStore(db: Queryable, limits: SessionLimits): SessionStore {
  const idleMs = limits.idleMinutes * 60_000;
  const longestMs = limits.longestMinutes * 60_000;
  return {
    async open(userName, from, now) {
      const cookie = randomBytes(32).toString('base64url');
      const session: Session = { idHash: hashOf(cookie), userName, csrfSecret: randomBytes(24).toString('base64url') };
      await db.query(
        `insert into gateway.session (id_hash, user_name, csrf_secret, created_at, last_seen_at, expires_at, client_address, user_agent)
         values ($1, $2, $3, $4, $4, $5, $6, $7)`,
        [session.idHash, userName, session.csrfSecret, now, new Date(now.getTime() + idleMs), from.clientAddress, from.userAgent?.slice(0, 200) ?? null],
      );
      // Sessions that ended long ago matter to nobody; now and then they are swept.
      if (randomInt(200) === 0) await db.query('delete from gateway.session where expires_at < $1', [new Date(now.getTime() - keptAfterEndMs)]);
      return { cookie, session };
    },
    async find(cookie, now) {
      const idHash = hashOf(cookie);
      const { rows } = await db.query<{ user_name: string; csrf_secret: string; created_at: Date; last_seen_at: Date }>(
        'select user_name, csrf_secret, created_at, last_seen_at from gateway.session where id_hash = $1 and revoked_at is null and expires_at > $2',
        [idHash, now],
      );
      const row = rows[0];
      if (!row) return null;
      if (now.getTime() - row.last_seen_at.getTime() > touchEveryMs) {
        const expiresAt = new Date(Math.min(now.getTime() + idleMs, row.created_at.getTime() + longestMs));
        await db.query('update gateway.session set last_seen_at = $2, expires_at = $3 where id_hash = $1', [idHash, now, expiresAt]);
      }
      return { idHash, userName: row.user_name, csrfSecret: row.csrf_secret };
    },
    async aliveAmong(idHashes, now) {
      const { rows } = await db.query<{ id_hash: string }>('select id_hash from gateway.session where id_hash = any($1) and revoked_at is null and expires_at > $2', [idHashes, now]);
      return new Set(rows.map((row) => row.id_hash));
    },
    async end(idHash, now) {
      await db.query('update gateway.session set revoked_at = $2 where id_hash = $1 and revoked_at is null', [idHash, now]);
    },
    async endOthers(userName, keptIdHash, now) {
      await db.query('update gateway.session set revoked_at = $3 where user_name = $1 and id_hash <> $2 and revoked_at is null', [userName, keptIdHash, now]);
    },
  };
}

function hashOf(cookie: string): string {
  return createHash('sha256').update(cookie, 'utf8').digest('hex');
}
