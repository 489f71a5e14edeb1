import { approvalCounts } from '@jwxt/contracts/approval/approval.operations.ts';
import { Menu, Tooltip } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { memo, useState } from 'react';
import { Launcher } from '../areas/home/launcher.tsx';
import { useMenuLogo } from '../lib/appearance.ts';
import { countMenuVisit } from '../lib/menu-visit.ts';
import { useOperation } from '../lib/queries.ts';
import { ownModules } from '../lib/permission-list.ts';
import { useMay, useMayCheck } from '../lib/session.ts';
import { Logo } from '../ui/logo.tsx';
import { menuOf, pageOf, type ModuleMenu } from './menu.ts';
import type { MenuEntry } from './menus/menu-entry.ts';
import classes from './shell.module.css';
import { searchOf, useTabs } from './tabs/open-tabs.ts';

/** Live number of to-dos; 0 for those who have no approvals. */
export function useTodoCount(): number {
  const may = useMay('systemApprove:query');
  return useOperation(approvalCounts, {}, { enabled: may }).data?.todo ?? 0;
}

/** The menu of the module, by permission; it folds to icons (SHELL-54, 55). */
export function Sidebar({ module, pathname, folded }: { module: ModuleMenu; pathname: string; folded: boolean }) {
  const may = useMayCheck();
  const todo = useTodoCount();
  const current = pageOf(pathname);
  const home = module.entries[0];
  const entries = menuOf(module, may, ownModules());
  const groups =
    current?.key === home?.key
      ? entries.filter(({ children }) => children !== undefined)
      : current?.group
        ? [current.group]
        : [];
  const [open, toggle] = useOpenGroups(
    pathname,
    groups.map(({ key }) => key),
    folded,
  );
  const countOf = (entry: MenuEntry) => (entry.permission === 'systemApprove:query' ? todo : 0);
  return (
    <aside className={classes['sidebar']}>
      <Link to="/" className={classes['brand']} aria-label="教务系统 首页">
        <MenuLogo />
        {!folded && '教务系统'}
      </Link>
      <nav className={classes['nav']} aria-label="主菜单">
        {home?.url !== undefined &&
          (folded ? (
            <Item
              entry={{ ...home, name: `${module.title}首页` }}
              folded
              current={current?.key === home.key}
              count={0}
            />
          ) : (
            <Link to={home.url} className={classes['module']}>
              {module.title}
            </Link>
          ))}
        {entries.map((entry) => {
          if (entry.children === undefined)
            return (
              <Item
                key={entry.key}
                entry={entry}
                folded={folded}
                current={current?.key === entry.key}
                count={countOf(entry)}
                top
              />
            );
          if (folded) return <FoldedGroup key={entry.key} group={entry} current={current?.group?.key === entry.key} />;
          return (
            <div key={entry.key} className={classes['group']}>
              <button
                type="button"
                className={classes['groupHead']}
                aria-expanded={open.includes(entry.key)}
                onClick={() => {
                  toggle(entry.key);
                }}
              >
                <entry.icon size={18} stroke={1.75} aria-hidden />
                {entry.name}
                <IconChevronDown size={15} aria-hidden />
              </button>
              {open.includes(entry.key) &&
                entry.children.map((child) => (
                  <Item
                    key={child.key}
                    entry={child}
                    folded={false}
                    current={current?.key === child.key}
                    count={countOf(child)}
                  />
                ))}
            </div>
          );
        })}
      </nav>
      <Launcher folded={folded} />
    </aside>
  );
}

/** The school's mark of the menu (`cdlogo`), or the product's. */
function MenuLogo() {
  const picture = useMenuLogo();
  return picture === '' ? (
    <Logo size={26} />
  ) : (
    <img src={picture} alt="" height={26} style={{ maxWidth: 140, objectFit: 'contain' }} data-testid="cdlogo" />
  );
}

/**
 * Groups that are open: those of the current page (SHELL-66; all on the module's home) and what the person opened; none
 * once the menu is folded (SHELL-67).
 */
function useOpenGroups(
  pathname: string,
  groups: readonly string[],
  folded: boolean,
): [readonly string[], (key: string) => void] {
  const [open, setOpen] = useState<readonly string[]>([]);
  const [seen, setSeen] = useState<string | null>(null);
  const now = `${pathname} ${String(folded)}`;
  if (seen !== now) {
    setSeen(now);
    if (folded) setOpen([]);
    else setOpen([...new Set([...open, ...groups])]);
  }
  return [
    open,
    (key) => {
      setOpen(open.includes(key) ? open.filter((other) => other !== key) : [...open, key]);
    },
  ];
}

const Item = memo(function Item({
  entry,
  folded,
  top,
  current,
  count,
}: {
  entry: MenuEntry;
  folded: boolean;
  top?: boolean;
  current: boolean;
  count: number;
}) {
  const { tabs } = useTabs();
  const url = entry.url ?? '/';
  const link = (
    <Link
      to={url}
      search={searchOf(tabs, url)}
      className={classes['item']}
      data-current={current || undefined}
      data-top={top || undefined}
      onClick={() => {
        countMenuVisit({ key: entry.key, name: entry.name, url });
      }}
      aria-current={current ? 'page' : undefined}
      aria-label={count > 0 ? `${entry.name}，${String(count)} 件待办` : entry.name}
    >
      {(folded || top) && <entry.icon size={18} stroke={1.75} aria-hidden />}
      {!folded && entry.name}
      {count > 0 && <span className={classes['count']}>{count > 99 ? '99+' : count}</span>}
    </Link>
  );
  // Beside its name a tooltip would be told nothing, and each costs as much as the line.
  return folded ? (
    <Tooltip label={entry.name} position="right">
      {link}
    </Tooltip>
  ) : (
    link
  );
});

/** A group of the folded menu: its pages come out beside it. */
function FoldedGroup({ group, current }: { group: MenuEntry; current: boolean }) {
  const { tabs } = useTabs();
  return (
    <Menu trigger="click-hover" position="right-start" shadow="md" width={160}>
      <Menu.Target>
        <button type="button" className={classes['item']} data-current={current || undefined} aria-label={group.name}>
          <group.icon size={18} stroke={1.75} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{group.name}</Menu.Label>
        {group.children?.map((child) => (
          <Menu.Item
            key={child.key}
            component={Link}
            to={child.url}
            search={searchOf(tabs, child.url ?? '') as never}
            onClick={() => {
              countMenuVisit({ key: child.key, name: child.name, url: child.url ?? '' });
            }}
          >
            {child.name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
