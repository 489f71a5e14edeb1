const LIMIT = 200;
const keyOf = (userName: string) => `jwxt.promptLater.${userName}`;

/**
 * Messages whose prompt this person closed in this browser: they wait in the list of messages and do not come back by
 * themselves.
 */
export function putOffMessages(userName: string): ReadonlySet<string> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(userName)) ?? '[]');
    return new Set(Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : []);
  } catch {
    return new Set();
  }
}

/** Keeps that a message was put off, with those before it. */
export function putOff(userName: string, audienceId: string): ReadonlySet<string> {
  const all = [...putOffMessages(userName), audienceId].slice(-LIMIT);
  try {
    localStorage.setItem(keyOf(userName), JSON.stringify(all));
  } catch {
    // The browser keeps nothing: it is put off for this page.
  }
  return new Set(all);
}
