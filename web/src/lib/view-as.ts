import { leaveTo } from './leave-to.ts';

const KEY = 'jwxt.ownPlace';

/** The page is being left: what still comes in changes nothing more. */
let leaves = false;

/** From now on, until the browser's way back shows the page again. */
function leave(): void {
  leaves = true;
  window.addEventListener('pageshow', () => (leaves = false), { once: true });
}

/** Where the administrator was, with what this window remembered of him. */
type OwnPlace = { address: string; kept: Record<string, string> };

/** Shows the home page with somebody else's eyes; what this window remembers of the viewer waits meanwhile. */
export function lookAsOther(): void {
  leave();
  const own: OwnPlace = {
    address: location.pathname + location.search,
    kept: Object.fromEntries(Object.entries(sessionStorage)),
  };
  sessionStorage.clear();
  sessionStorage.setItem(KEY, JSON.stringify(own));
  leaveTo('/');
}

/** The viewer is himself again, where he was. */
export function backToOwnPlace(): void {
  if (leaves) return;
  leave();
  const stored = sessionStorage.getItem(KEY);
  sessionStorage.clear();
  const own = stored === null ? null : (JSON.parse(stored) as OwnPlace);
  for (const [key, value] of Object.entries(own?.kept ?? {})) sessionStorage.setItem(key, value);
  leaveTo(own?.address ?? '/');
}
