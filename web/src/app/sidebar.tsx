import { approvalCounts } from '@jwxt/contracts/approval/approval.operations.ts';
import { Tooltip } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { IconChevronDown, IconHome } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useOperation } from '../lib/queries.ts';
import { useMay } from '../lib/session.ts';
import { Logo } from '../ui/logo.tsx';
import { moduleMenus, visibleEntries } from './menu.ts';
import type { MenuEntry } from './menus/menu-entry.ts';
import classes from './shell.module.css';

/** Live number of to-dos; 0 for those who have no approvals. */
export function useTodoCount(): number {
  const may = useMay('systemApprove:query');
  return useOperation(approvalCounts, {}, { enabled: may }).data?.todo ?? 0;
}

/** The menu by permission; groups fold, the whole menu folds to icons. */
export function Sidebar({ folded, permissions }: { folded: boolean; permissions: readonly string[] }) {
  const [closed, setClosed] = useLocalStorage<string[]>({ key: 'jwxt.menuClosed', defaultValue: [] });
  const todo = useTodoCount();
  const may = (code: string) => permissions.includes(code);
  return (
    <aside className={classes['sidebar']}>
      <Link to="/" className={classes['brand']} aria-label="教务系统 首页"><Logo size={26} />{!folded && '教务系统'}</Link>
      <nav className={classes['nav']} aria-label="主菜单">
        <Item item={{ key: 'home', name: '首页', url: '/', icon: IconHome }} folded={folded} top />
        {moduleMenus.map((module) => ({ ...module, entries: visibleEntries(module.entries, may).flatMap((entry) => entry.children ?? [entry]) })).filter(({ entries }) => entries.length > 0).map(({ route, title, entries }) => {
          const open = folded || !closed.includes(route);
          return (
            <div key={route} className={classes['group']}>
              {!folded && (
                <button type="button" className={classes['groupHead']} aria-expanded={open} onClick={() => { setClosed(open ? [...closed, route] : closed.filter((other) => other !== route)); }}>
                  {title}<IconChevronDown size={15} aria-hidden />
                </button>
              )}
              {open && entries.map((item) => <Item key={item.key} item={item} folded={folded} count={item.permission === 'systemApprove:query' ? todo : 0} />)}
            </div>
          );
        })}
      </nav>
    </aside>
  );
}

function Item({ item, folded, top, count = 0 }: { item: MenuEntry; folded: boolean; top?: boolean; count?: number }) {
  return (
    <Tooltip label={item.name} position="right" disabled={!folded}>
      <Link to={item.url ?? '/'} className={classes['item']} activeOptions={{ exact: item.url === '/', includeSearch: false }} data-top={top || undefined} aria-label={count > 0 ? `${item.name}，${String(count)} 件待办` : item.name}>
        {(folded || top) && <item.icon size={18} stroke={1.75} aria-hidden />}
        {!folded && item.name}
        {count > 0 && <span className={classes['count']}>{count > 99 ? '99+' : count}</span>}
      </Link>
    </Tooltip>
  );
}
