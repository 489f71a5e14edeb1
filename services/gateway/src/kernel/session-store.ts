import { hash, randomBytes } from 'node:crypto';
import {
  SESSION_ENDED_CHANNEL,
  VIEW_CHANGED,
  type LoginWay,
  loginWay,
} from '@jwxt/contracts/session/session.vocabulary.ts';
import type { SecondStep } from '@jwxt/contracts/session/second-factor.vocabulary.ts';
import type { Cache } from '@jwxt/infra/runtime/cache-figures.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import type { DatabaseNews } from './database-news.ts';
import { createKeptValues } from './expiring-values.ts';
import { prepared } from './prepared-query.ts';

/** A session that is valid now. The cookie's value is not kept anywhere: only its hash. */
export interface Session {
  readonly idHash: string;
  readonly userName: string;
  /** Mixed into the csrf value of every request of this session. */
  readonly csrfSecret: string;
  readonly loginWay: LoginWay;
  /** Who issued the temporary link that opened it, or looks with this person's eyes; null otherwise. */
  readonly issuedBy: string | null;
  /** What is still to be done before it is worth anything; nothing when absent. */
  readonly secondStep?: SecondStep | undefined;
  /** Only while an administrator looks with somebody else's eyes: `userName` is then this other person's. */
  readonly viewing?: Viewing | undefined;
}

/** Looking with somebody else's eyes, in a session of one's own. */
export interface Viewing {
  readonly viewId: string;
  /** The session as it is, and is again afterwards. */
  readonly own: Session;
  readonly until: Date;
}

/** Where a session comes from: the browser, and how the person proved to be who they are. */
export interface SessionOrigin {
  readonly clientAddress: string | null;
  readonly userAgent: string | null;
  /** Default: by password. */
  readonly loginWay?: LoginWay;
  readonly issuedBy?: string;
  /** Ticket of the single-sign-on server; only its hash is kept. */
  readonly ticket?: string;
  readonly secondStep?: SecondStep | null;
}

/** How long sessions live, in minutes. */
export interface SessionLimits {
  /** Without any request. */
  readonly idleMinutes: number;
  /** Altogether, however busy. */
  readonly longestMinutes: number;
}

/**
 * Sessions in `gateway.session`, shared by all gateways. A session that ends is refused by this gateway at once and by
 * the others as soon as they hear of it; one that did not hear goes on with it for {@link keptMs} at most.
 */
export interface SessionStore {
  /** Opens a session and answers the value of its cookie. Throws {@link TicketUsed}. */
  open(userName: string, from: SessionOrigin, now: Date): Promise<{ cookie: string; session: Session }>;
  /** The session behind a cookie, moved on by this use; null when unknown, ended or expired. */
  find(cookie: string, now: Date): Promise<Session | null>;
  /** Those of some sessions and viewings, by their ids, that are still valid, without moving them on. */
  aliveAmong(ids: readonly string[], now: Date): Promise<ReadonlySet<string>>;
  /** Reads a session again at its next use: whose eyes it looks with has just changed. */
  forget(idHash: string): void;
  end(idHash: string, now: Date): Promise<void>;
  /** Ends one session of a person, by its short id. Answers how many there were. */
  endOwn(userName: string, shortId: string, now: Date): Promise<number>;
  /** Ends all sessions of a person but one. Answers how many there were. */
  endOthers(userName: string, keptIdHash: string, now: Date): Promise<number>;
  /** Ends all sessions of a person: after a change of password. */
  endAll(userName: string, now: Date): Promise<void>;
  /** Ends the session that came from a ticket: the single-sign-on server says so. */
  endByTicket(ticket: string, now: Date): Promise<void>;
  readonly cache: Cache;
}

/** A session came from this ticket before. */
export class TicketUsed extends Error {
  constructor() {
    super('a session came from this ticket before');
    this.name = 'TicketUsed';
  }
}

/** Names a session in lists and commands: half of its hash, which opens nothing. */
export function shortSessionId(idHash: string): string {
  return idHash.slice(0, 32);
}

/** A session in use is moved on at most this often, so that reading does not write each time. */
const touchEveryMs = 60_000;
/** A session that was found valid is believed for this long, while the gateways hear each other. */
const keptMs = 5_000;
/** A session from a temporary link lives at most this long, however busy. */
const temporaryLongestMs = 60 * 60_000;
/** A session that waits for its second step lives at most this long. */
const secondStepLongestMs = 15 * 60_000;

interface Found {
  readonly session: Session;
  /** The session as it looks with somebody else's eyes. */
  readonly viewing: Session | undefined;
  readonly createdAt: number;
  lastSeenAt: number;
  expiresAt: number;
}

/** Creates the store over the database and what the gateways tell each other. */
export function createSessionStore(db: Queryable, limits: SessionLimits, notices: DatabaseNews): SessionStore {
  const idleMs = limits.idleMinutes * 60_000;
  const longestMs = ({ loginWay: way, secondStep }: Pick<Session, 'loginWay' | 'secondStep'>): number =>
    Math.min(
      limits.longestMinutes * 60_000,
      way === loginWay.temporary ? temporaryLongestMs : Infinity,
      secondStep === undefined ? Infinity : secondStepLongestMs,
    );
  const kept = createKeptValues<Found>(keptMs);
  /** Counts what ended: what the database was asked before an end is not kept after it. */
  let ends = 0;
  const forget = (idHash: string): void => {
    ends += 1;
    kept.delete(idHash);
  };
  const forgetAll = (): void => {
    ends += 1;
    kept.clear();
  };
  notices.subscribe({ onNews: (news) => forget(news.replace(VIEW_CHANGED, '')), onGap: forgetAll });

  const read = async (idHash: string, now: Date): Promise<Found | undefined> => {
    const endsBefore = ends;
    const {
      rows: [row],
    } = await db.query<{
      user_name: string;
      csrf_secret: string;
      login_way: LoginWay;
      issued_by: string | null;
      second_step: SecondStep | null;
      created_at: Date;
      last_seen_at: Date;
      expires_at: Date;
      view_id: string | null;
      viewed: string;
      view_until: Date;
    }>(
      prepared(
        `select session.user_name, csrf_secret, login_way, issued_by, second_step, created_at, last_seen_at,
                session.expires_at, view_id, viewing.user_name as viewed, viewing.expires_at as view_until
           from gateway.session
           left join gateway.viewing on viewing.id_hash = session.id_hash and viewing.expires_at > $2
          where session.id_hash = $1 and revoked_at is null and session.expires_at > $2`,
        [idHash, now],
      ),
    );
    if (!row) return undefined;
    const session: Session = {
      idHash,
      userName: row.user_name,
      csrfSecret: row.csrf_secret,
      loginWay: row.login_way,
      issuedBy: row.issued_by,
      secondStep: row.second_step ?? undefined,
    };
    const found: Found = {
      session,
      viewing:
        row.view_id === null
          ? undefined
          : {
              idHash,
              userName: row.viewed,
              // Pages from before and after it are refused, and find out who they are.
              csrfSecret: hashOf(`${row.csrf_secret} ${row.view_id}`),
              loginWay: loginWay.viewAs,
              issuedBy: row.user_name,
              viewing: { viewId: row.view_id, own: session, until: row.view_until },
            },
      createdAt: row.created_at.getTime(),
      lastSeenAt: row.last_seen_at.getTime(),
      expiresAt: row.expires_at.getTime(),
    };
    if (ends === endsBefore) kept.set(idHash, found, now);
    return found;
  };

  /** Moves a session on by a use, never beyond its longest time. False when it has ended meanwhile. */
  const touch = async (found: Found, now: Date): Promise<boolean> => {
    const { idHash } = found.session;
    const expiresAt = Math.min(now.getTime() + idleMs, found.createdAt + longestMs(found.session));
    // Requests that come while this one writes need not write too.
    found.lastSeenAt = now.getTime();
    const { rowCount } = await db.query(
      `update gateway.session set last_seen_at = $2, expires_at = $3
        where id_hash = $1 and revoked_at is null and expires_at > $2`,
      [idHash, now, new Date(expiresAt)],
    );
    if (rowCount === 0) {
      forget(idHash);
      return false;
    }
    found.expiresAt = expiresAt;
    return true;
  };

  /** Ends the sessions that a condition names (`$1` is now), and tells it everywhere with the same commit. */
  const endWhere = async (condition: string, now: Date, values: readonly string[]): Promise<number> => {
    const { rows } = await db.query<{ id_hash: string }>(
      `with ended as (update gateway.session set revoked_at = $1 where revoked_at is null and ${condition}
          returning id_hash)
       select id_hash, pg_notify('${SESSION_ENDED_CHANNEL}', id_hash) from ended`,
      [now, ...values],
    );
    for (const { id_hash: idHash } of rows) forget(idHash);
    return rows.length;
  };

  return {
    async open(userName, from, now) {
      const cookie = randomBytes(32).toString('base64url');
      const { loginWay: way = loginWay.password, issuedBy = null, ticket, secondStep } = from;
      const session: Session = {
        idHash: hashOf(cookie),
        userName,
        csrfSecret: randomBytes(24).toString('base64url'),
        loginWay: way,
        issuedBy,
        secondStep: secondStep ?? undefined,
      };
      const { rowCount } = await db.query(
        `insert into gateway.session (id_hash, user_name, csrf_secret, created_at, last_seen_at, expires_at,
            client_address, user_agent, login_way, ticket_hash, issued_by, second_step)
         values ($1, $2, $3, $4, $4, $5, $6, $7, $8, $9, $10, $11)
         on conflict (ticket_hash) where ticket_hash is not null do nothing`,
        [
          session.idHash,
          userName,
          session.csrfSecret,
          now,
          new Date(now.getTime() + Math.min(idleMs, longestMs(session))),
          from.clientAddress,
          from.userAgent?.slice(0, 200) ?? null,
          way,
          ticket === undefined ? null : hashOf(ticket),
          issuedBy,
          secondStep ?? null,
        ],
      );
      if (rowCount === 0) throw new TicketUsed();
      return { cookie, session };
    },
    async find(cookie, now) {
      const idHash = hashOf(cookie);
      const known = notices.connected ? kept.get(idHash, now) : undefined;
      const found = known && known.expiresAt > now.getTime() ? known : await read(idHash, now);
      if (!found) return null;
      const isDue = now.getTime() - found.lastSeenAt > touchEveryMs;
      if (isDue && !(await touch(found, now))) return null;
      const { session, viewing } = found;
      return viewing?.viewing && viewing.viewing.until > now ? viewing : session;
    },
    async aliveAmong(ids, now) {
      const { rows } = await db.query<{ id: string }>(
        `select id_hash as id from gateway.session where id_hash = any($1) and revoked_at is null and expires_at > $2
         union all
         select view_id from gateway.viewing join gateway.session using (id_hash)
          where view_id = any($1) and viewing.expires_at > $2 and revoked_at is null and session.expires_at > $2`,
        [ids, now],
      );
      return new Set(rows.map(({ id }) => id));
    },
    forget,
    cache: { figures: () => kept.figures(), clear: forgetAll },
    async end(idHash, now) {
      await endWhere('id_hash = $2', now, [idHash]);
    },
    endOwn: (userName, shortId, now) => endWhere('user_name = $2 and left(id_hash, 32) = $3', now, [userName, shortId]),
    endOthers: (userName, keptIdHash, now) => endWhere('user_name = $2 and id_hash <> $3', now, [userName, keptIdHash]),
    async endAll(userName, now) {
      await endWhere('user_name = $2', now, [userName]);
    },
    async endByTicket(ticket, now) {
      await endWhere('ticket_hash = $2', now, [hashOf(ticket)]);
    },
  };
}

function hashOf(cookie: string): string {
  return hash('sha256', cookie, 'hex');
}
