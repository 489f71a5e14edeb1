import { createHash } from 'node:crypto';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { drawCaptcha } from './captcha-drawing.ts';

declare module '../kernel/services.ts' {
  interface Services {
    readonly captchas: CaptchaPictures;
  }
}

/** The captcha pictures that wait to be read; all gateways share them. */
export interface CaptchaPictures {
  /** Draws a picture for this id, instead of an earlier one, and answers it as PNG (LOGIN-13). */
  draw(uuid: string, now: Date): Promise<Buffer>;
  /** Whether these are the picture's letters, in whatever case. A picture serves once. */
  isRead(uuid: string | undefined, letters: string | undefined, now: Date): Promise<boolean>;
}

const goodForMs = 5 * 60_000;

/** Creates them over their table; `draw` is the drawing, for tests that know what was drawn. */
export function createCaptchaPictures(db: Queryable, draw = drawCaptcha): CaptchaPictures {
  return {
    async draw(uuid, now) {
      const { letters, png } = draw();
      await db.query('delete from gateway.captcha where expires_at < $1', [now]);
      await db.query(
        `insert into gateway.captcha (uuid, answer_hash, expires_at) values ($1, $2, $3)
         on conflict (uuid) do update set answer_hash = excluded.answer_hash, expires_at = excluded.expires_at`,
        [uuid, answerHash(uuid, letters), new Date(now.getTime() + goodForMs)],
      );
      return png;
    },
    async isRead(uuid, letters, now) {
      if (!uuid || !letters) return false;
      const { rows } = await db.query<{ answer_hash: string }>(
        'delete from gateway.captcha where uuid = $1 and expires_at > $2 returning answer_hash',
        [uuid, now],
      );
      return rows[0]?.answer_hash === answerHash(uuid, letters);
    },
  };
}

function answerHash(uuid: string, letters: string): string {
  return createHash('sha256').update(`${uuid}:${letters.trim().toLowerCase()}`, 'utf8').digest('hex');
}
