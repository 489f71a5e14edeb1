import { createHash, randomInt } from 'node:crypto';
import { create as createCaptcha } from 'svg-captcha';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { Refused } from '../kernel/refused.ts';

/** Who tries to sign in, from where, and what was read from which captcha picture. */
export interface LoginAttempt {
  readonly userName: string;
  readonly clientAddress: string | null;
  readonly uuid: string | undefined;
  readonly vrifyCode: string | undefined;
}

/** Slows down whoever guesses passwords: a captcha after the first failure of an account or many of an address, a lock after several of an account. */
export interface LoginGuard {
  /** Draws a picture for this id, instead of an earlier one, and answers it as SVG (LOGIN-13). */
  drawCaptcha(uuid: string, now: Date): Promise<string>;
  /** Throws LOGIN_LOCKED, or CAPTCHA_WRONG when a picture is due and was not read rightly. A picture serves once. */
  admit(attempt: LoginAttempt, now: Date): Promise<void>;
  recordFailure(userName: string, clientAddress: string | null, now: Date): Promise<void>;
  /** Forgets the failures of a person who has signed in. */
  clear(userName: string): Promise<void>;
}

/** Failures within this time count. */
const windowMinutes = 15;
/** This many failures lock the account until the first of them is {@link windowMinutes} old (SYSADMIN-22). */
export const LOCK_AFTER = 5;
/** So many failures of one address, whatever the accounts: somebody tries a password on everybody. A computer room shares an address, so it is asked for captchas and not locked. */
export const CAPTCHA_AFTER_FROM_ADDRESS = 20;
const captchaMinutes = 5;

/** Creates the guard; its tables are shared by all gateways. */
export function createLoginGuard(db: Queryable): LoginGuard {
  return {
    async drawCaptcha(uuid, now) {
      const { text, data } = createCaptcha({ size: 4, noise: 2, color: true, background: '#f7f9fb', ignoreChars: '0oO1iIlLzZ2', width: 120, height: 44 });
      await db.query('delete from gateway.captcha where expires_at < $1', [now]);
      await db.query(
        `insert into gateway.captcha (uuid, answer_hash, expires_at) values ($1, $2, $3)
         on conflict (uuid) do update set answer_hash = excluded.answer_hash, expires_at = excluded.expires_at`,
        [uuid, answerHash(uuid, text), new Date(now.getTime() + captchaMinutes * 60_000)],
      );
      return data;
    },
    async admit({ userName, clientAddress, uuid, vrifyCode }, now) {
      const since = new Date(now.getTime() - windowMinutes * 60_000);
      const { rows } = await db.query<{ failures: number; first_at: Date | null; from_address: number }>(
        `select count(*)::int as failures, min(at) as first_at,
                (select count(*)::int from (select from gateway.login_failure where client_address = $3 and at > $2 limit $4) f) as from_address
           from gateway.login_failure where user_name = $1 and at > $2`,
        [userName, since, clientAddress, CAPTCHA_AFTER_FROM_ADDRESS],
      );
      const { failures = 0, first_at: firstAt = null, from_address: fromAddress = 0 } = rows[0] ?? {};
      if (failures >= LOCK_AFTER && firstAt) {
        throw new Refused('LOGIN_LOCKED', { minutes: Math.max(1, Math.ceil((firstAt.getTime() - since.getTime()) / 60_000)) });
      }
      if ((failures > 0 || fromAddress >= CAPTCHA_AFTER_FROM_ADDRESS) && !(await readRightly(db, uuid, vrifyCode, now))) throw new Refused('CAPTCHA_WRONG');
    },
    async recordFailure(userName, clientAddress, now) {
      await db.query('insert into gateway.login_failure (user_name, at, client_address) values ($1, $2, $3)', [userName, now, clientAddress]);
      // Old failures matter to nobody; now and then they are swept.
      if (randomInt(100) === 0) await db.query('delete from gateway.login_failure where at < $1', [new Date(now.getTime() - 86_400_000)]);
    },
    async clear(userName) {
      await db.query('delete from gateway.login_failure where user_name = $1', [userName]);
    },
  };
}

async function readRightly(db: Queryable, uuid: string | undefined, answer: string | undefined, now: Date): Promise<boolean> {
  if (!uuid || !answer) return false;
  const { rows } = await db.query<{ answer_hash: string }>('delete from gateway.captcha where uuid = $1 and expires_at > $2 returning answer_hash', [uuid, now]);
  return rows[0]?.answer_hash === answerHash(uuid, answer);
}

/** Letters are read without regard to case. */
function answerHash(uuid: string, answer: string): string {
  return createHash('sha256').update(`${uuid}:${answer.trim().toLowerCase()}`, 'utf8').digest('hex');
}
