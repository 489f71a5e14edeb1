const LIMIT = 5;
const keyOf = (userName: string) => `jwxt.recent.${userName}`;

/** Addresses of the menu pages that this person opened last in this browser, the newest first. */
export function recentPages(userName: string, storage: Pick<Storage, 'getItem'> = localStorage): readonly string[] {
  try {
    const kept: unknown = JSON.parse(storage.getItem(keyOf(userName)) ?? '[]');
    return Array.isArray(kept) ? kept.filter((url) => typeof url === 'string') : [];
  } catch {
    return [];
  }
}

/** Puts a page on top of the list. */
export function rememberPage(
  userName: string,
  url: string,
  storage: Pick<Storage, 'getItem' | 'setItem'> = localStorage,
): void {
  storage.setItem(
    keyOf(userName),
    JSON.stringify([url, ...recentPages(userName, storage).filter((other) => other !== url)].slice(0, LIMIT)),
  );
}
