import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import type { CurrentUserView } from '@jwxt/contracts/session/session.operations.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { ActionIcon, Button, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import {
  IconEye,
  IconHomeStar,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconMoon,
  IconRefresh,
  IconSun,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import { personalHome } from '../areas/home/home-path.ts';
import { useAppearance } from '../lib/appearance.ts';
import { startPush, usePushState } from '../lib/push.ts';
import { useNow } from '../lib/use-now.ts';
import { Logo } from '../ui/logo.tsx';
import { Bell } from './bell.tsx';
import { MenuSearch } from './search/menu-search.tsx';
import { pageOf, type ModuleMenu } from './menu.ts';
import { SessionMenu } from './session-menu.tsx';
import classes from './shell.module.css';

// What another page in front does not change is not drawn with it.
const Search = memo(MenuSearch);
const Waiting = memo(Bell);
const Person = memo(SessionMenu);

type HeaderProps = {
  user: CurrentUserView;
  module: ModuleMenu | null;
  pathname: string;
  folded: boolean;
  onFold: () => void;
};

/**
 * Where am I, when is it, what waits, who am I. On the home pages, which have no side menu, the product's name takes
 * its place.
 */
export function Header({ user, module, pathname, folded, onFold }: HeaderProps) {
  const student = user.kind === 'student';
  return (
    <header className={classes['header']}>
      {module === null ? (
        <Brand />
      ) : (
        <ActionIcon
          variant="subtle"
          color="gray"
          onClick={onFold}
          aria-label={folded ? '展开菜单' : '收起菜单'}
          aria-expanded={!folded}
        >
          {folded ? (
            <IconLayoutSidebarLeftExpand size={19} stroke={1.5} />
          ) : (
            <IconLayoutSidebarLeftCollapse size={19} stroke={1.5} />
          )}
        </ActionIcon>
      )}
      <Breadcrumb module={module} pathname={pathname} />
      {user.temporary === yesNo.yes && (
        <span className={classes['temporary']} role="status">
          <IconEye size={15} stroke={1.6} aria-hidden />
          临时登录，只能查看
        </span>
      )}
      <Live />
      {!student && <Search userName={user.userName} />}
      <span className={classes['meta']} title={user.semesterName}>
        {user.semester}
        {user.week !== null && user.week > 0 && ` · 第${String(user.week)}周`}
      </span>
      <Clock />
      {!student && <PersonalHome user={user} />}
      <Waiting student={student} />
      <ColourMode />
      <Person user={user} />
    </header>
  );
}

function Brand() {
  const { schoolName } = useAppearance();
  return (
    <Link to="/" className={classes['homeBrand']} aria-label={`${schoolName} 首页`}>
      <Logo size={26} />
      {schoolName}
    </Link>
  );
}

/** Module, group and page that the address belongs to (SHELL-47). */
function Breadcrumb({ module, pathname }: { module: ModuleMenu | null; pathname: string }) {
  const page = pageOf(pathname);
  const names = [module?.title, page?.group?.name, page?.hide === true ? undefined : page?.name].filter(
    (name) => name !== undefined,
  );
  return (
    <nav aria-label="当前位置" className={classes['place']}>
      <ol className={classes['crumbs']}>
        {names.map((name, index) => (
          // A module and its page may have the same name.
          <li key={index} aria-current={index === names.length - 1 ? 'page' : undefined}>
            {name}
          </li>
        ))}
      </ol>
    </nav>
  );
}

/**
 * The way to the own timetable, classes and windows (SHELL-83): the address that the school set, or the own home page.
 */
const PersonalHome = memo(function PersonalHome({ user }: { user: CurrentUserView }) {
  const { XSFWDZ } = useAppearance();
  const content = (
    <>
      <IconHomeStar size={16} stroke={1.6} aria-hidden />
      个人主页
    </>
  );
  if (/^https?:\/\//.test(XSFWDZ))
    return (
      <a href={XSFWDZ} className={classes['link']} target="_blank" rel="noreferrer">
        {content}
      </a>
    );
  const own = personalHome(user);
  return own === null ? null : (
    <Link to={own} className={`${classes['link'] ?? ''} ${classes['personal'] ?? ''}`}>
      {content}
    </Link>
  );
});

const weekdays = ['日', '一', '二', '三', '四', '五', '六'];

function Clock() {
  const now = useNow();
  const text = toDateTimeText(now);
  const weekday = weekdays[new Date(`${text.slice(0, 10)}T00:00:00Z`).getUTCDay()] ?? '';
  return (
    <time className={classes['meta']} style={{ minWidth: 132 }}>
      {text.slice(5, 10)} 周{weekday} {text.slice(11)}
    </time>
  );
}

/** Whether changes arrive by themselves; after three failed reconnects a button tries again. */
function Live() {
  const state = usePushState();
  if (state.status === 'idle' || state.status === 'ended') return null;
  return (
    <span className={classes['live']} data-status={state.status} role="status">
      <span className={classes['dot']} aria-hidden />
      <span className={classes['liveText']}>
        {state.status === 'live' ? '实时' : state.status === 'lost' ? '实时连接已断开' : '正在连接…'}
      </span>
      {state.status === 'lost' && (
        <Button size="xs" variant="default" leftSection={<IconRefresh size={14} />} onClick={startPush}>
          重新连接
        </Button>
      )}
    </span>
  );
}

const ColourMode = memo(function ColourMode() {
  const { setColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme('light');
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-label={scheme === 'light' ? '切换到深色' : '切换到浅色'}
      onClick={() => {
        setColorScheme(scheme === 'light' ? 'dark' : 'light');
      }}
    >
      {scheme === 'light' ? <IconMoon size={19} stroke={1.5} /> : <IconSun size={19} stroke={1.5} />}
    </ActionIcon>
  );
});
