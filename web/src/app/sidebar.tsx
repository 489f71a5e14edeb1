import { approvalCounts } from '@jwxt/contracts/approval/approval.operations.ts';
import { Tooltip } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { IconChevronDown } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useOperation } from '../lib/queries.ts';
import { useMay } from '../lib/session.ts';
import { Logo } from '../ui/logo.tsx';
import { home, visibleMenu, type MenuItem } from './menu.ts';
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
  return (
    <aside className={classes['sidebar']}>
      <Link to="/" className={classes['brand']} aria-label="教务系统 首页"><Logo size={26} />{!folded && '教务系统'}</Link>
      <nav className={classes['nav']} aria-label="主菜单">
        <Item item={home} folded={folded} top />
        {visibleMenu(permissions).map((group) => {
          const open = folded || !closed.includes(group.title);
          return (
            <div key={group.title} className={classes['group']}>
              {!folded && (
                <button type="button" className={classes['groupHead']} aria-expanded={open} onClick={() => { setClosed(open ? [...closed, group.title] : closed.filter((title) => title !== group.title)); }}>
                  <group.icon size={18} stroke={1.75} aria-hidden />{group.title}<IconChevronDown size={15} aria-hidden />
                </button>
              )}
              {open && group.items.map((item) => <Item key={item.path} item={item} folded={folded} count={item.permission === 'systemApprove:query' ? todo : 0} />)}
            </div>
          );
        })}
      </nav>
    </aside>
  );
}

function Item({ item, folded, top, count = 0 }: { item: MenuItem; folded: boolean; top?: boolean; count?: number }) {
  return (
    <Tooltip label={item.title} position="right" disabled={!folded}>
      <Link to={item.path} className={classes['item']} activeOptions={{ exact: item.path === '/', includeSearch: false }} data-top={top || undefined} aria-label={count > 0 ? `${item.title}，${String(count)} 件待办` : item.title}>
        {(folded || top) && <item.icon size={18} stroke={1.75} aria-hidden />}
        {!folded && item.title}
        {count > 0 && <span className={classes['count']}>{count > 99 ? '99+' : count}</span>}
      </Link>
    </Tooltip>
  );
}
