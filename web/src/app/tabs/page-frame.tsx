import { CatchBoundary, useNavigate } from '@tanstack/react-router';
import { Suspense, useDeferredValue, useLayoutEffect, useMemo, useRef, useState, type ComponentType } from 'react';
import { retryFailedPages } from '../../lib/lazy-page.tsx';
import { PageAddressContext, type PageAddress } from '../../lib/page-address.ts';
import { stringifySearch } from '../../lib/page-state.ts';
import { useMayCheck } from '../../lib/session.ts';
import { forbiddenPage } from '../menu.ts';
import { PageError, PageForbidden, PagePending } from '../page-faces.tsx';
import classes from './tabs.module.css';
import { openTabs } from './open-tabs.ts';

/** A page as the router found it by the browser's address. */
export type RoutedPage = {
  pathname: string;
  params: Record<string, string>;
  search: Record<string, unknown>;
  component: ComponentType;
  /** Without ground and padding (SHELL-68). */
  bare: boolean;
};

/** How a page fades, in milliseconds (SHELL-03, SHELL-58). */
export const FADE_IN_MS = 500;
export const FADE_OUT_MS = 300;

/**
 * One page with its own address, scroll position and faces. `front`: the browser's address is this page's; otherwise it
 * keeps the address it was left with. `leaving`: it fades out above the next one. What is around it is painted first;
 * the page follows in slices between which the browser answers the person.
 */
export function PageFrame({ page, front, leaving }: { page: RoutedPage; front: boolean; leaving: boolean }) {
  const shown = useRef(page);
  if (front) shown.current = page;
  const { pathname, params, search, component: Component, bare } = shown.current;
  const [times, setTimes] = useState(0);
  const address = useOwnAddress(pathname, params, search, setTimes);
  const forbidden = forbiddenPage(pathname, useMayCheck());
  const scroller = useRef<HTMLDivElement>(null);
  const scrolled = useRef(0);
  // A hidden element forgets how far it was scrolled.
  // A new one stands at its top: to say so would have the browser lay the page out at once.
  useLayoutEffect(() => {
    if (scrolled.current > 0) scroller.current?.scrollTo({ top: scrolled.current });
  }, []);
  const begun = useDeferredValue(true, false);
  // The same element as long as it is the same page: what happens around it does not draw it anew.
  const content = useMemo(() => <Component key={times} />, [Component, times]);
  return (
    <div
      ref={scroller}
      className={classes['frame']}
      data-bare={bare || undefined}
      data-leaving={leaving || undefined}
      inert={leaving}
      style={{ animationDuration: `${String(leaving ? FADE_OUT_MS : FADE_IN_MS)}ms` }}
      onScroll={(event) => {
        if (event.target === event.currentTarget) scrolled.current = event.currentTarget.scrollTop;
      }}
    >
      <PageAddressContext value={address}>
        <CatchBoundary getResetKey={() => pathname} errorComponent={PageError} onCatch={retryFailedPages}>
          <Suspense fallback={<PagePending />}>
            {!begun ? <PagePending /> : forbidden ? <PageForbidden title={forbidden.name} /> : content}
          </Suspense>
        </CatchBoundary>
      </PageAddressContext>
    </div>
  );
}

function useOwnAddress(
  pathname: string,
  params: Record<string, string>,
  search: Record<string, unknown>,
  again: (change: (times: number) => number) => void,
): PageAddress {
  const navigate = useNavigate();
  const actions = useMemo(
    () => ({
      setSearch(change: (old: Record<string, unknown>) => Record<string, unknown>, push: boolean) {
        if (location.pathname === pathname)
          void navigate({ to: pathname, replace: !push, resetScroll: false, search: change });
        else
          openTabs.search(
            pathname,
            stringifySearch(
              change(
                Object.fromEntries(
                  new URLSearchParams(openTabs.get().tabs.find(({ url }) => url === pathname)?.search),
                ),
              ),
            ),
          );
      },
      restart(wanted: Record<string, unknown>) {
        void navigate({ to: pathname, resetScroll: false, search: wanted }).then(() => {
          again((times) => times + 1);
        });
      },
      replaceWith(path: string) {
        void navigate({ to: path, replace: true }).then(() => {
          openTabs.close(openTabs.get().tabs.filter(({ url }) => url === pathname && url !== location.pathname));
        });
      },
      setTitle(title: string) {
        openTabs.rename(pathname, title);
      },
      setUnsaved(unsaved: boolean) {
        openTabs.setUnsaved(pathname, unsaved);
      },
    }),
    [navigate, pathname, again],
  );
  return useMemo(() => ({ pathname, params, search, ...actions }), [pathname, params, search, actions]);
}
