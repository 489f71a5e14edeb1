import type { z } from 'zod';
import type { readModelNotice } from '@jwxt/contracts/kernel/push.ts';
import type { NoticeCause } from './batch-watch.ts';

/** What a batch touched, for the notice after its commit. */
export interface Notice {
  queue(queueKey: string): void;
  user(userName: string): void;
  sheet(sheetId: string): void;
  /** The payload of `NOTIFY`, with what set it off; lists that do not fit are left out, and then everybody refreshes. */
  payload(model: string, position: string, cause?: NoticeCause): string;
}

/** PostgreSQL takes payloads below 8000 bytes. */
export const NOTICE_LIMIT = 7_900;

export function createNotice(): Notice {
  const parts = { queues: new Set<string>(), users: new Set<string>(), sheets: new Set<string>() };
  return {
    queue: (key) => void parts.queues.add(key),
    user: (userName) => void parts.users.add(userName),
    sheet: (sheetId) => void parts.sheets.add(sheetId),
    payload(model, position, { storedAt, traces } = {}) {
      const full: z.output<typeof readModelNotice> = { model, position, storedAt, traces: traces && [...traces], queues: [...parts.queues], users: [...parts.users], sheets: [...parts.sheets] };
      const text = JSON.stringify(full);
      return Buffer.byteLength(text) <= NOTICE_LIMIT ? text : JSON.stringify({ model, position, storedAt });
    },
  };
}
