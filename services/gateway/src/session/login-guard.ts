import { randomInt } from 'node:crypto';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { networkName } from '../kernel/caller-address.ts';
import { Refused } from '../kernel/refused.ts';
import type { CaptchaPictures } from './captcha-pictures.ts';
import { shortSessionId } from '../kernel/session-store.ts';

declare module '../kernel/services.ts' {
  interface Services {
    readonly loginGuard: LoginGuard;
  }
}

/** Who tries to sign in, from where, and what was read from which captcha picture. */
export interface LoginAttempt {
  readonly userName: string;
  readonly clientAddress: string | null;
  readonly uuid: string | undefined;
  readonly vrifyCode: string | undefined;
}

/**
 * Slows down whoever guesses passwords. Failures lock an account where they were made; only very many from many places
 * lock it for every place from which the person did not sign in lately. So nobody shuts somebody else out by guessing,
 * and a crowd of addresses does not guess on for ever.
 */
export interface LoginGuard {
  /** Throws LOGIN_LOCKED, or CAPTCHA_WRONG when a picture is due and was not read rightly. */
  admit(attempt: LoginAttempt, now: Date): Promise<void>;
  /** Throws LOGIN_LOCKED; for the second step, which no captcha stands before. */
  admitStep(userName: string, clientAddress: string | null, now: Date): Promise<void>;
  recordFailure(userName: string, clientAddress: string | null, now: Date): Promise<void>;
  /**
   * Forgets the failures of a person who has signed in, where they have. Those from elsewhere were somebody else's,
   * perhaps.
   */
  clear(userName: string, clientAddress: string | null): Promise<void>;
  /**
   * Counts a wrong password that was given within a session. Answers whether it has to end: whoever has it goes on
   * guessing.
   */
  recordInSession(session: GuessingSession, now: Date): Promise<boolean>;
  /** Forgets what was counted within a session: its owner knew the password after all. */
  clearInSession(session: GuessingSession): Promise<void>;
}

type GuessingSession = { readonly userName: string; readonly idHash: string };

/** Failures within this time count. */
const windowMinutes = 15;
/**
 * This many failures lock the account for the address they come from, until the first of them is {@link windowMinutes}
 * old (SYSADMIN-22).
 */
export const LOCK_AFTER = 5;
/**
 * This many failures of one account, whatever the addresses, lock it for all but those from which its owner has signed
 * in.
 */
export const LOCK_EVERYWHERE_AFTER = 50;
/**
 * So many failures of one address, whatever the accounts: somebody tries a password on everybody. A computer room
 * shares an address, so it is asked for captchas and not locked.
 */
export const CAPTCHA_AFTER_FROM_ADDRESS = 20;

/** Creates the guard; its tables are shared by all gateways. */
export function createLoginGuard(db: Queryable, captchas: CaptchaPictures): LoginGuard {
  const insert = (userName: string, place: string, now: Date) =>
    db.query('insert into gateway.login_failure (user_name, at, client_address) values ($1, $2, $3)', [
      userName,
      now,
      place,
    ]);
  const remove = (userName: string, place: string) =>
    db.query('delete from gateway.login_failure where user_name = $1 and client_address = $2', [userName, place]);
  /** What counts against somebody here. Throws LOGIN_LOCKED when it is too much. */
  const failuresOf = async (userName: string, clientAddress: string | null, now: Date): Promise<Failures> => {
    const place = placeOf(clientAddress);
    const since = lockedSince(now);
    const { rows } = await db.query<Failures>(
      `select count(*)::int as everywhere, min(at) as "firstAt",
          count(*) filter (where client_address = $3)::int as here,
          min(at) filter (where client_address = $3) as "firstHereAt",
              (select count(*)::int
                from (select from gateway.login_failure where client_address = $3 and at > $2 limit $4) found) as
                "fromAddress"
         from gateway.login_failure where user_name = $1 and at > $2`,
      [userName, since, place, CAPTCHA_AFTER_FROM_ADDRESS],
    );
    const failures = rows[0]!;
    const { here, firstHereAt, everywhere, firstAt } = failures;
    if (here >= LOCK_AFTER && firstHereAt) throw locked(firstHereAt, since);
    if (everywhere >= LOCK_EVERYWHERE_AFTER && firstAt && !(await isOwnPlace(db, userName, place)))
      throw locked(firstAt, since);
    return failures;
  };
  return {
    async admit({ userName, clientAddress, uuid, vrifyCode }, now) {
      const { everywhere, fromAddress } = await failuresOf(userName, clientAddress, now);
      if (everywhere === 0 && fromAddress < CAPTCHA_AFTER_FROM_ADDRESS) return;
      if (!(await captchas.isRead(uuid, vrifyCode, now))) throw new Refused('CAPTCHA_WRONG');
    },
    async admitStep(userName, clientAddress, now) {
      await failuresOf(userName, clientAddress, now);
    },
    async recordFailure(userName, clientAddress, now) {
      await insert(userName, placeOf(clientAddress), now);
      // Old failures matter to nobody; now and then they are swept.
      if (randomInt(100) === 0)
        await db.query('delete from gateway.login_failure where at < $1', [new Date(now.getTime() - 86_400_000)]);
    },
    async clear(userName, clientAddress) {
      await remove(userName, placeOf(clientAddress));
    },
    async recordInSession({ userName, idHash }, now) {
      const place = withinSession(idHash);
      await insert(userName, place, now);
      const {
        rows: [row],
      } = await db.query<{ here: number }>(
        `select count(*)::int as here from gateway.login_failure
          where user_name = $1 and client_address = $2 and at > $3`,
        [userName, place, lockedSince(now)],
      );
      return (row?.here ?? 0) >= LOCK_AFTER;
    },
    async clearInSession({ userName, idHash }) {
      await remove(userName, withinSession(idHash));
    },
  };
}

interface Failures {
  readonly everywhere: number;
  readonly firstAt: Date | null;
  readonly here: number;
  readonly firstHereAt: Date | null;
  readonly fromAddress: number;
}

/** Failures before this moment are over. */
export const lockedSince = (now: Date): Date => new Date(now.getTime() - windowMinutes * 60_000);

/** Where somebody is, as failures are counted: who has one IPv6 address has its whole network. */
export const placeOf = (clientAddress: string | null): string =>
  clientAddress === null ? '' : networkName(clientAddress);

const withinSession = (idHash: string): string => `session ${shortSessionId(idHash)}`;

function locked(firstAt: Date, since: Date): Refused {
  const seconds = Math.max(1, Math.ceil((firstAt.getTime() - since.getTime()) / 1000));
  return new Refused('LOGIN_LOCKED', { minutes: Math.ceil(seconds / 60) }, { retryAfter: seconds });
}

/** Whether the person has signed in from here, wholly: sessions stay on record for thirty days. */
async function isOwnPlace(db: Queryable, userName: string, place: string): Promise<boolean> {
  const { rows } = await db.query<{ address: string }>(
    `select distinct client_address as address from gateway.session where user_name = $1 and client_address is not null
        and second_step is null
      limit 500`,
    [userName],
  );
  return rows.some(({ address }) => placeOf(address) === place);
}
