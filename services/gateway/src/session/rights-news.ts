import type { Logger } from '@jwxt/infra/runtime/logger.ts';
import { openDatabaseNews } from '../kernel/database-news.ts';

/** Tells when something may have changed what people may do and see. */
export interface RightsNews {
  /** Called after each such change, and when one may have been missed. */
  subscribe(onChanged: () => void): void;
  /** False while nothing can be heard. */
  readonly connected: boolean;
  close(): Promise<void>;
}

/** Channel on which the database names changed tables of the reference data (migrations 005, 006). */
const CHANNEL = 'reference_changed';
/** Tables that rights and scopes are read from. */
const rightsTables: ReadonlySet<string> = new Set([
  'user_account',
  'role_assignment',
  'role',
  'role_permission',
  'role_scope',
  'api_token',
  'teacher',
  'student',
  'department',
  'class_info',
]);

/** Starts listening. Rejects when the database is away at the start; later breaks heal by themselves. */
export async function openRightsNews(databaseUrl: string, logger: Logger): Promise<RightsNews> {
  const news = await openDatabaseNews(databaseUrl, CHANNEL, logger);
  return {
    subscribe: (onChanged) =>
      news.subscribe({ onNews: (table) => void (rightsTables.has(table) && onChanged()), onGap: onChanged }),
    get connected() {
      return news.connected;
    },
    close: () => news.close(),
  };
}
