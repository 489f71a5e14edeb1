import { useNavigate, type AnyRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { modulePath } from '@jwxt/contracts/kernel/module.vocabulary.ts';
import { parseSearch } from '../../lib/page-state.ts';
import { confirm } from '../../ui/confirm.ts';
import { moduleOf, pageOf } from '../menu.ts';
import { afterClosing, closedBy, type CloseScope, type Tab } from './tabs.model.ts';
import { createTabs, type TabsState } from './tabs.store.ts';

/** The tabs of the window that is open. */
export const openTabs = createTabs(sessionStorage);

/** The open tabs, live. */
export function useTabs(): TabsState {
  return useSyncExternalStore(openTabs.subscribe, openTabs.get);
}

/** The tab that shows an address, named after its page of the menu until the page says its title. */
export function tabFor(pathname: string, search: string): Tab {
  const page = pageOf(pathname);
  const name = page?.url === pathname ? page.key : (pathname.split('/').at(-1) ?? '');
  return { name, url: pathname, title: page?.name ?? moduleOf(pathname)?.title ?? '', search, closePage: true };
}

/** Goes to a page as it was left: with the filters its tab still holds. */
export function usePageOpener(): (url: string) => void {
  const navigate = useNavigate();
  return useCallback(
    (url) => {
      void navigate({ to: url, search: searchOf(openTabs.get().tabs, url) });
    },
    [navigate],
  );
}

/** The search values a page's tab was left with; none when it is not open. */
export function searchOf(tabs: readonly Tab[], url: string): Record<string, string> {
  return parseSearch(tabs.find((tab) => tab.url === url)?.search ?? '');
}

/** Asks before work is lost that tabs hold. */
async function mayClose(closed: readonly Tab[]): Promise<boolean> {
  const losing = closed.filter(({ url }) => openTabs.get().unsaved.has(url));
  if (losing.length === 0) return true;
  return await confirm({
    message: `${losing.map(({ title }) => `“${title}”`).join('、')}中有未保存的内容，关闭后将丢失。确定关闭吗？`,
    confirmText: '关闭',
    danger: true,
  });
}

/** Closes tabs as chosen for one of them, and moves on when the page in front is among them. */
export async function closeTabs(router: AnyRouter, url: string, scope: CloseScope): Promise<void> {
  const { tabs } = openTabs.get();
  const closed = closedBy(tabs, url, scope);
  if (closed.length === 0 || !(await mayClose(closed))) return;
  const front = router.state.location.pathname;
  const next = afterClosing(tabs, closed, front);
  const module = moduleOf(front);
  if (next === null) await router.navigate({ to: module === null ? '/' : modulePath(module.route) });
  else if (next !== undefined) await router.navigate({ to: next.url, search: parseSearch(next.search) });
  // The root of the module stays when it is what everything was closed for; it begins anew.
  const stays = router.state.location.pathname;
  openTabs.close(closed.filter((tab) => tab.url !== stays));
  if (closed.some((tab) => tab.url === stays)) openTabs.refresh(stays);
}

/** Begins a tab's page anew, with everything fetched again. */
export async function refreshTab(url: string): Promise<boolean> {
  const tab = openTabs.get().tabs.find((each) => each.url === url);
  const unsaved = tab !== undefined && openTabs.get().unsaved.has(url);
  if (
    unsaved &&
    !(await confirm({
      message: `“${tab.title}”中有未保存的内容，刷新后将丢失。确定刷新吗？`,
      confirmText: '刷新',
      danger: true,
    }))
  )
    return false;
  openTabs.refresh(url);
  return true;
}

/** The browser asks before it closes or reloads a window that holds unsaved work. */
export function useUnsavedGuard(): void {
  // Whether, not which: what is around the page is not drawn anew with each tab.
  const any = useSyncExternalStore(openTabs.subscribe, () => openTabs.get().unsaved.size > 0);
  useEffect(() => {
    if (!any) return undefined;
    const ask = (event: BeforeUnloadEvent) => {
      event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => {
      window.removeEventListener('beforeunload', ask);
    };
  }, [any]);
}
