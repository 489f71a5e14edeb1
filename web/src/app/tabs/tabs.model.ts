/** One open page in the tab strip (SHELL-79). */
export type Tab = {
  /** Key of its menu page; the last segment of the address for pages below one. */
  name: string;
  /** Its address without the search part; no two tabs have the same. */
  url: string;
  title: string;
  /** The search part as it was left, `?tab=1`, or empty. */
  search: string;
  /** Whether it can be closed. */
  closePage: boolean;
};

/** At most so many tabs are open (SHELL-70). */
export const TAB_LIMIT = 15;

/**
 * Opens a tab at the end, or brings the one of that address up to date. Over the limit the oldest goes that `mayDrop`
 * allows (SHELL-71).
 */
export function withTab(tabs: readonly Tab[], tab: Tab, mayDrop: (tab: Tab) => boolean = () => true): readonly Tab[] {
  const known = tabs.find(({ url }) => url === tab.url);
  if (known)
    return known.search === tab.search
      ? tabs
      : tabs.map((each) => (each === known ? { ...each, search: tab.search } : each));
  const dropped = tabs.length < TAB_LIMIT ? undefined : (tabs.find(mayDrop) ?? tabs[0]);
  return [...tabs.filter((each) => each !== dropped), tab];
}

/** What the menu of a tab can close. */
export type CloseScope = 'current' | 'others' | 'left' | 'right' | 'all';

/** The tabs that go when this is chosen for the tab of an address. */
export function closedBy(tabs: readonly Tab[], url: string, scope: CloseScope): readonly Tab[] {
  const at = tabs.findIndex((tab) => tab.url === url);
  return tabs.filter(
    ({ closePage }, index) =>
      closePage &&
      (scope === 'all' ||
        (scope === 'current' && index === at) ||
        (scope === 'others' && index !== at) ||
        (scope === 'left' && index < at) ||
        (scope === 'right' && index > at)),
  );
}

/**
 * Where to go when tabs are closed: nowhere (undefined) while the active one stays; else its neighbour, the next that
 * stays to the right or, at the end, to the left (SHELL-75); null when none is left, then to the root of the module
 * (SHELL-76).
 */
export function afterClosing(tabs: readonly Tab[], closed: readonly Tab[], activeUrl: string): Tab | null | undefined {
  const at = tabs.findIndex(({ url }) => url === activeUrl);
  const active = tabs[at];
  if (active === undefined || !closed.includes(active)) return undefined;
  const stays = (tab: Tab) => !closed.includes(tab);
  return tabs.slice(at + 1).find(stays) ?? tabs.slice(0, at).findLast(stays) ?? null;
}
