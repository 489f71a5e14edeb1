import { hash, randomBytes, randomInt } from 'node:crypto';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { Refused } from '../kernel/refused.ts';
import { isRealSlide, type SlideTrace } from './slide-trace.ts';

declare module '../kernel/services.ts' {
  interface Services {
    readonly slideChecks: SlideChecks;
  }
}

/** The slider of the login page, judged here and not only drawn there (LOGIN-24…29). All gateways share it. */
export interface SlideChecks {
  /** Somebody who typed this name takes the handle. Answers the challenge, which serves where it was given. */
  begin(userName: string, place: string, now: Date): Promise<string>;
  /** The handle was let go: a proof for one login of that name, or SLIDER_FAILED. A challenge serves once. */
  finish(challenge: string, place: string, trace: Omit<SlideTrace, 'tookMs'>, now: Date): Promise<string>;
  /** Uses a proof up. Throws SLIDER_REQUIRED when it is none, or another name's or place's, or too old. */
  use(proof: string | undefined, userName: string, place: string, now: Date): Promise<void>;
}

/** A drag takes at most this long. */
const longestSlideMs = 120_000;
/** How long a proof waits for its login: a captcha may have to be typed meanwhile. */
export const PROOF_MS = 300_000;

/** Creates the checks over their tables. */
export function createSlideChecks(db: Queryable): SlideChecks {
  return {
    async begin(userName, place, now) {
      const challenge = secret();
      if (randomInt(50) === 0) await sweep(db, now);
      await db.query('insert into gateway.slide_challenge (hash, user_name, begun_at) values ($1, $2, $3)', [
        hashOf(challenge, place),
        userName,
        now,
      ]);
      return challenge;
    },
    async finish(challenge, place, trace, now) {
      const {
        rows: [row],
      } = await db.query<{ user_name: string; begun_at: Date }>(
        'delete from gateway.slide_challenge where hash = $1 returning user_name, begun_at',
        [hashOf(challenge, place)],
      );
      const tookMs = row ? now.getTime() - row.begun_at.getTime() : Infinity;
      if (!row || tookMs > longestSlideMs || !isRealSlide({ ...trace, tookMs })) throw new Refused('SLIDER_FAILED');
      const proof = secret();
      await db.query('insert into gateway.slide_proof (hash, user_name, expires_at) values ($1, $2, $3)', [
        hashOf(proof, place),
        row.user_name,
        new Date(now.getTime() + PROOF_MS),
      ]);
      return proof;
    },
    async use(proof, userName, place, now) {
      if (proof === undefined) throw new Refused('SLIDER_REQUIRED');
      const {
        rows: [row],
      } = await db.query<{ user_name: string; expires_at: Date }>(
        'delete from gateway.slide_proof where hash = $1 returning user_name, expires_at',
        [hashOf(proof, place)],
      );
      if (row?.user_name !== userName || row.expires_at <= now) throw new Refused('SLIDER_REQUIRED');
    },
  };
}

async function sweep(db: Queryable, now: Date): Promise<void> {
  await db.query('delete from gateway.slide_challenge where begun_at < $1', [new Date(now.getTime() - longestSlideMs)]);
  await db.query('delete from gateway.slide_proof where expires_at < $1', [now]);
}

const secret = (): string => randomBytes(24).toString('base64url');
const hashOf = (text: string, place: string): string => hash('sha256', `${place}\n${text}`, 'hex');
