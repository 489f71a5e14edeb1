import { z } from 'zod';
import { withTab, type Tab } from './tabs.model.ts';

/** Where the open tabs are kept, so that a reload finds them again (SHELL-77). */
export const TABS_KEY = 'jwxt.tabs';

const keptTabs = z.array(
  z.object({
    name: z.string(),
    url: z.string().startsWith('/'),
    title: z.string(),
    search: z.string(),
    closePage: z.boolean(),
  }),
);

export type TabsState = {
  readonly tabs: readonly Tab[];
  /** Counts up with each refresh of a tab, which begins its page anew. */
  readonly rounds: Readonly<Record<string, number>>;
  /** Tabs with work that would be lost. */
  readonly unsaved: ReadonlySet<string>;
};

/** The open tabs of this window. */
export function createTabs(storage: Pick<Storage, 'getItem' | 'setItem'>) {
  let state: TabsState = { tabs: kept(storage), rounds: {}, unsaved: new Set() };
  const listeners = new Set<() => void>();
  const set = (change: Partial<TabsState>) => {
    const before = state;
    state = { ...state, ...change };
    if (state.tabs !== before.tabs) storage.setItem(TABS_KEY, JSON.stringify(state.tabs));
    for (const listener of listeners) listener();
  };
  const withoutUnsaved = (urls: readonly string[]) => new Set([...state.unsaved].filter((url) => !urls.includes(url)));
  return {
    get: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    /** A page came to the front. */
    open(tab: Tab) {
      const tabs = withTab(state.tabs, tab, ({ url }) => !state.unsaved.has(url));
      if (tabs !== state.tabs) set({ tabs });
    },
    /** The page of a tab is called this. */
    rename(url: string, title: string) {
      if (state.tabs.some((tab) => tab.url === url && tab.title !== title))
        set({ tabs: state.tabs.map((tab) => (tab.url === url ? { ...tab, title } : tab)) });
    },
    /** The search part of a tab that is not in front. */
    search(url: string, search: string) {
      set({ tabs: state.tabs.map((tab) => (tab.url === url ? { ...tab, search } : tab)) });
    },
    close(closed: readonly Tab[]) {
      set({
        tabs: state.tabs.filter((tab) => !closed.includes(tab)),
        unsaved: withoutUnsaved(closed.map(({ url }) => url)),
      });
    },
    refresh(url: string) {
      set({ rounds: { ...state.rounds, [url]: (state.rounds[url] ?? 0) + 1 }, unsaved: withoutUnsaved([url]) });
    },
    setUnsaved(url: string, unsaved: boolean) {
      if (state.unsaved.has(url) !== unsaved)
        set({ unsaved: new Set(unsaved ? [...state.unsaved, url] : withoutUnsaved([url])) });
    },
  };
}

/** What an earlier load of the window left; nothing when it cannot be read. */
function kept(storage: Pick<Storage, 'getItem'>): readonly Tab[] {
  try {
    return keptTabs.parse(JSON.parse(storage.getItem(TABS_KEY) ?? '[]'));
  } catch {
    return [];
  }
}
