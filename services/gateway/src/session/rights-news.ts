import type { DatabaseNews } from '../kernel/database-news.ts';

/** Tells when something may have changed what people may do and see. */
export interface RightsNews {
  /** Called after each such change, and when one may have been missed. */
  subscribe(onChanged: () => void): void;
  /** False while nothing can be heard. */
  readonly connected: boolean;
}

/** Tables that rights and scopes are read from. */
const rightsTables: ReadonlySet<string> = new Set([
  'user_account',
  'role_assignment',
  'permission_transfer',
  'role',
  'role_permission',
  'role_scope',
  'api_token',
  'teacher',
  'student',
  'department',
  'class_info',
]);

/** What concerns rights of the names of changed tables that `news` tells. */
export function createRightsNews(news: DatabaseNews): RightsNews {
  return {
    subscribe: (onChanged) =>
      news.subscribe({ onNews: (table) => void (rightsTables.has(table) && onChanged()), onGap: onChanged }),
    get connected() {
      return news.connected;
    },
  };
}
