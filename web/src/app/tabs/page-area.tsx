import { useReducedMotion } from '@mantine/hooks';
import { Activity, useEffect, useRef, useState } from 'react';
import { stringifySearch } from '../../lib/page-state.ts';
import { useUser } from '../../lib/session.ts';
import { moduleOf, pageOf } from '../menu.ts';
import { rememberPage } from '../search/recent-pages.ts';
import { FADE_OUT_MS, PageFrame, type RoutedPage } from './page-frame.tsx';
import { openTabs, tabFor, useTabs } from './open-tabs.ts';

/**
 * The page of the browser's address, and behind it, alive but not shown, the pages of the other tabs that were opened
 * since the window was loaded: what was typed, filtered and scrolled in them is there when they come back (SHELL-60).
 * Hidden pages fetch nothing and hear nothing.
 */
export function PageArea({ page }: { page: RoutedPage }) {
  const { pathname, search } = page;
  const { tabs, rounds } = useTabs();
  const inTab = moduleOf(pathname) !== null;
  const text = stringifySearch(search);
  const listed = tabs.some(({ url }) => url === pathname);
  // After the page is there: the strip of tabs would be drawn in the same breath.
  useEffect(() => {
    if (inTab) openTabs.open(tabFor(pathname, text));
  }, [inTab, pathname, text, listed]);

  const { userName } = useUser();
  const menuPage = pageOf(pathname);
  useEffect(() => {
    if (menuPage !== null && menuPage.hide !== true && menuPage.url === pathname) rememberPage(userName, pathname);
  }, [menuPage, pathname, userName]);

  const leaving = useLeaving(pathname);
  const opened = useRef(new Map<string, RoutedPage>());
  // A page that comes back as it was left stays the same value: nothing of it is drawn anew.
  if (inTab && !isSame(opened.current.get(pathname), page)) opened.current.set(pathname, page);
  for (const url of opened.current.keys())
    if (url !== pathname && !tabs.some((tab) => tab.url === url)) opened.current.delete(url);

  return (
    <>
      {!inTab && <PageFrame key={pathname} page={page} front leaving={false} />}
      {[...opened.current]
        .filter(([url]) => url === pathname || url === leaving || pageOf(url)?.cache !== 'none')
        .map(([url, each]) => (
          <Activity
            key={`${url} ${String(rounds[url] ?? 0)}`}
            mode={url === pathname || url === leaving ? 'visible' : 'hidden'}
          >
            <PageFrame page={each} front={url === pathname} leaving={url === leaving && url !== pathname} />
          </Activity>
        ))}
    </>
  );
}

/** Whether two askings for the page of an address ask for the same. */
function isSame(before: RoutedPage | undefined, now: RoutedPage): boolean {
  return (
    before?.component === now.component &&
    before.bare === now.bare &&
    stringifySearch(before.search) === stringifySearch(now.search)
  );
}

/** The address of the page that is fading out; null once it is gone, and at once for those who want no motion. */
function useLeaving(pathname: string): string | null {
  const still = useReducedMotion();
  const [front, setFront] = useState(pathname);
  const [leaving, setLeaving] = useState<string | null>(null);
  if (front !== pathname) {
    setFront(pathname);
    setLeaving(still ? null : front);
  }
  useEffect(() => {
    if (leaving === null) return undefined;
    const timer = setTimeout(() => {
      setLeaving(null);
    }, FADE_OUT_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [leaving]);
  return leaving;
}
