import { Menu } from '@mantine/core';
import {
  IconArrowBarLeft,
  IconArrowBarRight,
  IconChevronDown,
  IconChevronLeft,
  IconChevronRight,
  IconRefresh,
  IconSquareX,
  IconX,
  type Icon,
} from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import { memo, useEffect, useRef, useState, type ComponentProps, type KeyboardEvent } from 'react';
import { parseSearch } from '../../lib/page-state.ts';
import { closeTabs, refreshTab, usePageOpener, useTabs } from './open-tabs.ts';
import { closedBy, type CloseScope, type Tab } from './tabs.model.ts';
import classes from './tabs.module.css';

const SCROLL_STEP_PX = 240;

const scopes: readonly { scope: CloseScope; label: string; icon: Icon }[] = [
  { scope: 'current', label: '关闭当前', icon: IconX },
  { scope: 'others', label: '关闭其他', icon: IconSquareX },
  { scope: 'left', label: '关闭左侧', icon: IconArrowBarLeft },
  { scope: 'right', label: '关闭右侧', icon: IconArrowBarRight },
  { scope: 'all', label: '关闭全部', icon: IconSquareX },
];

/**
 * The open pages (SHELL-57): click shows, middle click and ✕ close, right click has a menu, the arrows scroll, the list
 * at the end shows all.
 */
export function TabStrip({ activeUrl }: { activeUrl: string }) {
  const { tabs, unsaved } = useTabs();
  const strip = useRef<HTMLDivElement>(null);
  const [menuOf, setMenuOf] = useState<string | null>(null);
  // By their addresses: a tab that took the oldest one's place leaves their number as it was.
  const urls = tabs.map(({ url }) => url).join(' ');
  // Once it is painted: asked before, the browser would lay the whole page out for it alone.
  useEffect(() => {
    const timer = setTimeout(() => {
      strip.current?.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    });
    return () => {
      clearTimeout(timer);
    };
  }, [activeUrl, urls]);
  const scroll = (by: number) => {
    strip.current?.scrollBy({ left: by, behavior: 'smooth' });
  };
  return (
    <nav className={classes['strip']} aria-label="打开的页面">
      <button
        type="button"
        className={classes['tool']}
        aria-label="向左滚动"
        onClick={() => {
          scroll(-SCROLL_STEP_PX);
        }}
      >
        <IconChevronLeft size={16} />
      </button>
      <Link to="/" className={classes['home']}>
        首页
      </Link>
      <div ref={strip} className={classes['tabs']}>
        {tabs.map((tab) => (
          <TabItem
            key={tab.url}
            tab={tab}
            active={tab.url === activeUrl}
            unsaved={unsaved.has(tab.url)}
            tabs={tabs}
            menu={menuOf === tab.url}
            onMenu={setMenuOf}
          />
        ))}
      </div>
      <div className={classes['tools']}>
        <button
          type="button"
          className={classes['tool']}
          aria-label="向右滚动"
          onClick={() => {
            scroll(SCROLL_STEP_PX);
          }}
        >
          <IconChevronRight size={16} />
        </button>
        <TabList tabs={tabs} activeUrl={activeUrl} />
      </div>
    </nav>
  );
}

/** Arrow keys walk along the strip, as along any row of tabs. */
function walk({ currentTarget, key }: KeyboardEvent<HTMLAnchorElement>): void {
  const links = [...(currentTarget.closest('nav')?.querySelectorAll<HTMLAnchorElement>('a') ?? [])];
  links[links.indexOf(currentTarget) + (key === 'ArrowLeft' ? -1 : 1)]?.focus();
}

type TabItemProps = {
  tab: Tab;
  active: boolean;
  unsaved: boolean;
  tabs: readonly Tab[];
  menu: boolean;
  /** Which tab has its menu open now. */
  onMenu: (url: string | null) => void;
};

const TabItem = memo(function TabItem({ tab, active, unsaved, tabs, menu, onMenu }: TabItemProps) {
  const router = useRouter();
  const refresh = useRefresh();
  // The library opens a menu by a click on its target; this one opens by a right click and by its keys alone.
  const close = (scope: CloseScope) => {
    void closeTabs(router, tab.url, scope);
  };
  return (
    <Menu
      opened={menu}
      onChange={(opened) => {
        if (!opened) onMenu(null);
      }}
      position="bottom-start"
      width={168}
      shadow="md"
      withinPortal={false}
      returnFocus
    >
      <Menu.Target>
        <TabBox
          className={classes['tab']}
          data-active={active || undefined}
          onContextMenu={(event) => {
            event.preventDefault();
            onMenu(tab.url);
          }}
          onClickCapture={() => {
            if (menu) onMenu(null);
          }}
          onAuxClick={(event) => {
            if (event.button === 1) {
              event.preventDefault();
              close('current');
            }
          }}
          onMouseDown={(event) => {
            if (event.button === 1) event.preventDefault();
          }}
        >
          <Link
            to={tab.url}
            search={parseSearch(tab.search)}
            className={classes['link']}
            title={tab.title}
            aria-current={active ? 'page' : undefined}
            onKeyDown={(event) => {
              if (event.key === 'Delete') close('current');
              else if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') walk(event);
              else if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) {
                event.preventDefault();
                onMenu(tab.url);
              }
            }}
          >
            {tab.title}
            {unsaved && <span className={classes['unsaved']} role="img" aria-label="有未保存的内容" />}
          </Link>
          {tab.closePage && (
            <button
              type="button"
              className={classes['close']}
              aria-label={`关闭 ${tab.title}`}
              onClick={() => {
                close('current');
              }}
            >
              <IconX size={14} />
            </button>
          )}
        </TabBox>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconRefresh size={16} />}
          onClick={() => {
            void refresh(tab.url);
          }}
        >
          刷新
        </Menu.Item>
        <Menu.Divider />
        {scopes.map(({ scope, label, icon: Glyph }) => (
          <Menu.Item
            key={scope}
            leftSection={<Glyph size={16} />}
            disabled={closedBy(tabs, tab.url, scope).length === 0}
            onClick={() => {
              close(scope);
            }}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
});

/**
 * The box around a tab's link and ✕. It is no control, so it has no state to tell: the menu belongs to the link in it.
 */
function TabBox({ 'aria-expanded': _expanded, 'aria-haspopup': _popup, ...box }: ComponentProps<'div'>) {
  return <div role="presentation" {...box} />;
}

/** Every tab below each other, each with its ✕, and the two ways to close many (SHELL-72…74). */
function TabList({ tabs, activeUrl }: { tabs: readonly Tab[]; activeUrl: string }) {
  const router = useRouter();
  const open = usePageOpener();
  const front = tabs.find(({ url }) => url === activeUrl);
  return (
    <Menu position="bottom-end" width={240} shadow="md" closeOnItemClick={false}>
      <Menu.Target>
        <button type="button" className={classes['tool']} aria-label={`全部标签，共 ${String(tabs.length)} 个`}>
          <IconChevronDown size={16} />
        </button>
      </Menu.Target>
      <Menu.Dropdown mah="calc(100vh - 104px)" style={{ overflow: 'auto' }}>
        {tabs.map((tab) => (
          <div key={tab.url} className={classes['row']}>
            <Menu.Item
              fw={tab === front ? 600 : 400}
              closeMenuOnClick
              onClick={() => {
                open(tab.url);
              }}
            >
              <div className="jw-ellipsis">{tab.title}</div>
            </Menu.Item>
            {tab.closePage && (
              <button
                type="button"
                className={classes['close']}
                aria-label={`关闭 ${tab.title}`}
                onClick={() => {
                  void closeTabs(router, tab.url, 'current');
                }}
              >
                <IconX size={14} />
              </button>
            )}
          </div>
        ))}
        <Menu.Divider />
        <Menu.Item
          closeMenuOnClick
          disabled={front === undefined || closedBy(tabs, activeUrl, 'others').length === 0}
          onClick={() => {
            void closeTabs(router, activeUrl, 'others');
          }}
        >
          关闭其他
        </Menu.Item>
        <Menu.Item
          closeMenuOnClick
          disabled={tabs.length === 0}
          onClick={() => {
            void closeTabs(router, activeUrl, 'all');
          }}
        >
          关闭全部
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Begins a tab's page anew with what the server says now. */
function useRefresh(): (url: string) => Promise<void> {
  const queries = useQueryClient();
  return async (url) => {
    await queries.invalidateQueries({ refetchType: 'none' });
    await refreshTab(url);
  };
}
