import { useLocalStorage } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { Outlet, useRouterState } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import { startPush, stopPush, usePushMessage } from '../lib/push.ts';
import { useSession } from '../lib/session.ts';
import { ShortcutsContext } from '../lib/shortcuts.ts';
import { Header } from './header.tsx';
import { refreshAfter } from './live-queries.ts';
import { forbiddenPage, openPages } from './menu.ts';
import { PageForbidden } from './page-faces.tsx';
import { MonitorBallEntry } from './monitor-ball-entry.tsx';
import classes from './shell.module.css';
import { Sidebar, useTodoCount } from './sidebar.tsx';

/** Everything around a page: menu, header, and the line to the server. */
export function Shell() {
  const { user, expired } = useSession();
  const queries = useQueryClient();
  const [folded, setFolded] = useLocalStorage({ key: 'jwxt.menuFolded', defaultValue: false });
  const live = user !== null && !expired;
  useEffect(() => {
    if (!live) return undefined;
    startPush();
    return stopPush;
  }, [live]);
  usePushMessage((message) => { refreshAfter(queries, message); });
  const todo = useTodoCount();
  const permissions = user?.permissions;
  const shortcuts = useMemo(() => openPages((code) => permissions?.includes(code) ?? false).map(({ title, path, icon, permission }) => ({ title, path, icon, count: permission === 'systemApprove:query' ? todo : 0 })), [permissions, todo]);
  const forbidden = useRouterState({ select: ({ location }) => forbiddenPage(location.pathname, (code) => permissions?.includes(code) ?? false) });
  // Signed out: the router is already on its way to the login page.
  if (user === null) return null;
  return (
    <div className={classes['shell']} data-folded={folded || undefined}>
      <a className={classes['skip']} href="#main">跳到主要内容</a>
      <Sidebar folded={folded} permissions={user.permissions} />
      <Header user={user} folded={folded} onFold={() => { setFolded(!folded); }} />
      <main id="main" className={classes['main']} tabIndex={-1}><ShortcutsContext value={shortcuts}>{forbidden ? <PageForbidden title={forbidden.name} /> : <Outlet />}</ShortcutsContext></main>
      <MonitorBallEntry />
    </div>
  );
}
