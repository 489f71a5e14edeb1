import { useDocumentTitle, useLocalStorage, useMediaQuery } from '@mantine/hooks';
import { moduleKey } from '@jwxt/contracts/kernel/module.vocabulary.ts';
import { useQueryClient } from '@tanstack/react-query';
import { memo, useEffect, useMemo, useState } from 'react';
import { ApprovalContentsContext, BusinessLinksContext } from '../lib/business-links.ts';
import { StaleAfterApprovalsContext } from '../lib/stale-after-approvals.ts';
import { lazyPart } from '../lib/lazy-part.tsx';
import { loadModuleCodes, ownModules } from '../lib/permission-list.ts';
import { nextTask } from '../lib/next-task.ts';
import { startPush, stopPush, usePushMessage } from '../lib/push.ts';
import { useMay, useMayCheck, useSession } from '../lib/session.ts';
import { ShortcutsContext } from '../lib/shortcuts.ts';
import { useRested } from '../lib/use-rest.ts';
import { usePhone } from '../ui/phone.ts';
import { approvalContents, businessLinks, staleAfter } from './all-areas.ts';
import { Header } from './header.tsx';
import { refreshAfter } from './live-queries.ts';
import { moduleOf, openPages, pageOf } from './menu.ts';
import { MonitorBallEntry } from './monitor-ball-entry.tsx';
import { useRoutedPage } from './routed-page.ts';
import classes from './shell.module.css';
import { Sidebar, useTodoCount } from './sidebar.tsx';
import { useTabs, useUnsavedGuard } from './tabs/open-tabs.ts';
import { PageArea } from './tabs/page-area.tsx';
import { TabStrip } from './tabs/tab-strip.tsx';
import { SecondPersonDialog } from './second-person.dialog.tsx';
import { ViewAsBar } from './view-as-bar.tsx';

/** Comes after the page: nothing is told before there is one. */
const SystemPrompt = memo(
  lazyPart(async () => (await import('../pickers/system-prompt.tsx')).SystemPrompt, { optional: true }),
);

/** Only a phone needs it: elsewhere the menu stands beside the page. */
const PhoneMenu = lazyPart(async () => (await import('./phone-menu.tsx')).PhoneMenu);

// Another page in front changes nothing of them.
const ViewAs = memo(ViewAsBar);
const SecondPerson = memo(SecondPersonDialog);
const MonitorBall = memo(MonitorBallEntry);

/** What every window's title begins with (SHELL-48). */
const SITE_TITLE = '教务系统';
/** Below this width the side menu folds by itself: the `xl` step of the specification's grid (SHELL-56). */
const NARROW = '(max-width: 1199.98px)';

/**
 * Everything around a page: side menu and tabs in a module, header, and the line to the server. Outside the modules
 * there is only the header.
 */
export function Shell() {
  const { user, expired } = useSession();
  const page = useRoutedPage();
  const pathname = page?.pathname ?? '';
  const module = moduleOf(pathname);
  const phone = usePhone();
  const [folded, setFolded] = useFolded(phone, pathname);
  useLine(user !== null && !expired);
  useUnsavedGuard();
  const rested = useRested();
  const types = useMay('scoreEntry:save');
  // When a session ends, or something is to be told, the server may have no code to give.
  useEffect(() => {
    if (!rested) return;
    import('./session-dialog.tsx').catch(() => undefined);
    import('../ui/feedback.tsx').catch(() => undefined);
    // Asked for when there may be no network to bring it.
    if (types) import('../areas/score/sheet-save/kept-input.tsx').catch(() => undefined);
    import('../lib/offline-shell.ts').then(({ keepShell }) => keepShell()).catch(() => undefined);
  }, [rested, types]);
  useTitle(pathname);
  const todo = useTodoCount();
  const may = useMayCheck();
  const shortcuts = useMemo(
    () =>
      openPages(may, ownModules()).map(({ title, path, icon, permission, modules }) => ({
        title,
        path,
        icon,
        modules,
        count: permission === 'systemApprove:query' ? todo : 0,
      })),
    [may, todo],
  );
  const route = module?.route;
  // Codes of the module, once; a page that needs them before that asks by itself.
  useEffect(() => {
    if (route === undefined) return;
    void nextTask()
      .then(() => loadModuleCodes(moduleKey(route)))
      .catch(() => undefined);
  }, [route]);
  // Signed out: the router is already on its way to the login page.
  if (user === null || page === null) return null;
  return (
    <ShortcutsContext value={shortcuts}>
      <div className={classes['window']}>
        <ViewAs user={user} />
        <SecondPerson />
        <div className={classes['shell']} data-folded={folded || undefined} data-home={module === null || undefined}>
          <a className={classes['skip']} href="#main">
            跳到主要内容
          </a>
          {module &&
            (phone ? (
              <PhoneMenu
                module={module}
                pathname={pathname}
                opened={!folded}
                onClose={() => {
                  setFolded(true);
                }}
              />
            ) : (
              <Sidebar module={module} pathname={pathname} folded={folded} />
            ))}
          <Header
            user={user}
            module={module}
            pathname={pathname}
            folded={folded}
            onFold={() => {
              setFolded(!folded);
            }}
          />
          {module && !phone && <TabStrip activeUrl={pathname} />}
          <div className={classes['below']}>
            <main id="main" className={classes['main']} tabIndex={-1}>
              <BusinessLinksContext value={businessLinks}>
                <ApprovalContentsContext value={approvalContents}>
                  <StaleAfterApprovalsContext value={staleAfter.approvals}>
                    <PageArea page={page} />
                  </StaleAfterApprovalsContext>
                </ApprovalContentsContext>
              </BusinessLinksContext>
            </main>
            {!expired && rested && <SystemPrompt />}
          </div>
          <MonitorBall />
        </div>
      </div>
    </ShortcutsContext>
  );
}

/** Folded as the person left it; on a narrow window folded at first, on a phone with each page. */
function useFolded(phone: boolean, pathname: string): [boolean, (folded: boolean) => void] {
  const [wide, setWide] = useLocalStorage({ key: 'jwxt.menuFolded', defaultValue: false });
  const [narrow, setNarrow] = useState(true);
  const [unfoldedOn, setUnfoldedOn] = useState<string | null>(null);
  const isNarrow = useMediaQuery(NARROW) === true;
  if (phone)
    return [
      unfoldedOn !== pathname,
      (folded) => {
        setUnfoldedOn(folded ? null : pathname);
      },
    ];
  return isNarrow ? [narrow, setNarrow] : [wide, setWide];
}

/** Hears the server while somebody is signed in, and refetches what it says has changed. */
function useLine(live: boolean): void {
  const queries = useQueryClient();
  useEffect(() => {
    if (!live) return undefined;
    let wanted = true;
    void nextTask().then(() => {
      if (wanted) startPush();
    });
    return () => {
      wanted = false;
      stopPush();
    };
  }, [live]);
  usePushMessage((message) => {
    refreshAfter(queries, message);
  });
}

/** Site title and name of the page in front (SHELL-48). */
function useTitle(pathname: string): void {
  const { tabs } = useTabs();
  const name = tabs.find(({ url }) => url === pathname)?.title ?? pageOf(pathname)?.name ?? '';
  useDocumentTitle(name === '' ? SITE_TITLE : `${SITE_TITLE} - ${name}`);
}
