import { createHmac, timingSafeEqual } from 'node:crypto';
import { PREVIEW_SECONDS } from '@jwxt/contracts/file/file.vocabulary.ts';
import type { Session } from '../kernel/session-store.ts';

/**
 * An id under which this session, and no other, can open a file for a while: file, end and a seal by the session's
 * secret. Nothing is stored.
 */
export function previewId(relationalId: string, session: Session, now: Date): string {
  const until = Math.floor(now.getTime() / 1000) + PREVIEW_SECONDS;
  return `${relationalId}.${until}.${sealOf(relationalId, until, session)}`;
}

/** The file that an id stands for; null when it is another session's, has ended, or was changed. */
export function fileOfPreview(id: string, session: Session, now: Date): string | null {
  const [, relationalId, until, seal] = /^([\da-f-]{36})\.(\d{1,11})\.([\w-]{43})$/.exec(id) ?? [];
  if (relationalId === undefined || until === undefined || seal === undefined) return null;
  const valid = timingSafeEqual(Buffer.from(seal), Buffer.from(sealOf(relationalId, Number(until), session)));
  return valid && now.getTime() / 1000 <= Number(until) ? relationalId : null;
}

function sealOf(relationalId: string, until: number, { csrfSecret }: Session): string {
  return createHmac('sha256', csrfSecret).update(`preview:${relationalId}:${until}`).digest('base64url');
}
