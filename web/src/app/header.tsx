import type { CurrentUserView } from '@jwxt/contracts/session/session.operations.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { ActionIcon, Button, Menu, UnstyledButton, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { IconBell, IconChevronDown, IconKey, IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand, IconLogout, IconMoon, IconRefresh, IconSun } from '@tabler/icons-react';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useState } from 'react';
import { startPush, usePushState } from '../lib/push.ts';
import { signOut, useMay } from '../lib/session.ts';
import { useNow } from '../lib/use-now.ts';
import { confirm } from '../ui/confirm.tsx';
import { pageOf } from './menu.ts';
import { PasswordDialog } from './password-dialog.tsx';
import classes from './shell.module.css';
import { useTodoCount } from './sidebar.tsx';

type HeaderProps = { user: CurrentUserView; folded: boolean; onFold: () => void };

/** Where am I, when is it, what waits, who am I. */
export function Header({ user, folded, onFold }: HeaderProps) {
  return (
    <header className={classes['header']}>
      <ActionIcon variant="subtle" color="gray" onClick={onFold} aria-label={folded ? '展开菜单' : '收起菜单'} aria-expanded={!folded}>
        {folded ? <IconLayoutSidebarLeftExpand size={19} stroke={1.5} /> : <IconLayoutSidebarLeftCollapse size={19} stroke={1.5} />}
      </ActionIcon>
      <Breadcrumb />
      <Live />
      <span className={classes['meta']}>{user.semester}{user.week !== null && user.week > 0 && ` · 第${String(user.week)}周`}</span>
      <Clock />
      <Bell />
      <ColourMode />
      <Person user={user} />
    </header>
  );
}

function Breadcrumb() {
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  const found = pageOf(pathname);
  return (
    <nav aria-label="当前位置" style={{ marginRight: 'auto' }}>
      <ol className={classes['crumbs']}>
        {found && <li>{found.module.title}</li>}
        {found?.group && <li>{found.group.name}</li>}
        {found && <li aria-current="page">{found.name}</li>}
      </ol>
    </nav>
  );
}

const weekdays = ['日', '一', '二', '三', '四', '五', '六'];

function Clock() {
  const now = useNow();
  const text = toDateTimeText(now);
  const weekday = weekdays[new Date(`${text.slice(0, 10)}T00:00:00Z`).getUTCDay()] ?? '';
  return <time className={classes['meta']} style={{ minWidth: 132 }}>{text.slice(5, 10)} 周{weekday} {text.slice(11)}</time>;
}

/** Whether changes arrive by themselves; after three failed reconnects a button tries again. */
function Live() {
  const state = usePushState();
  if (state.status === 'idle' || state.status === 'ended') return null;
  return (
    <span className={classes['live']} data-status={state.status} role="status">
      <span className={classes['dot']} aria-hidden />
      {state.status === 'live' ? '实时' : state.status === 'lost' ? '实时连接已断开' : '正在连接…'}
      {state.status === 'lost' && <Button size="xs" variant="default" leftSection={<IconRefresh size={14} />} onClick={startPush}>重新连接</Button>}
    </span>
  );
}

function Bell() {
  const navigate = useNavigate();
  const may = useMay('systemApprove:query');
  const todo = useTodoCount();
  if (!may) return null;
  return (
    <span className={classes['bell']}>
      <ActionIcon variant="subtle" color="gray" aria-label={todo > 0 ? `${String(todo)} 件待办，打开审批中心` : '没有待办，打开审批中心'} title="待办" onClick={() => { void navigate({ to: '/jwxt/gly/messageSystem/approval', search: { tab: '1' } }); }}>
        <IconBell size={19} stroke={1.5} />
      </ActionIcon>
      {todo > 0 && <span className={classes['badge']} data-testid="todo-count" aria-hidden>{todo > 99 ? '99+' : todo}</span>}
      <span className="jw-visually-hidden" role="status">{todo > 0 ? `${String(todo)} 件待办` : ''}</span>
    </span>
  );
}

function ColourMode() {
  const { setColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme('light');
  return (
    <ActionIcon variant="subtle" color="gray" aria-label={scheme === 'light' ? '切换到深色' : '切换到浅色'} onClick={() => { setColorScheme(scheme === 'light' ? 'dark' : 'light'); }}>
      {scheme === 'light' ? <IconMoon size={19} stroke={1.5} /> : <IconSun size={19} stroke={1.5} />}
    </ActionIcon>
  );
}

function Person({ user }: { user: CurrentUserView }) {
  const [password, setPassword] = useState(false);
  const roles = user.roleNames.join('、');
  return (
    <>
      <Menu position="bottom-end" width={180} shadow="md">
        <Menu.Target>
          <UnstyledButton className={classes['person']} aria-label={`${user.name}，${roles}，个人菜单`}>
            <span className={classes['avatar']} aria-hidden>{user.name.slice(0, 1)}</span>
            <span className={classes['who']}><span className="jw-ellipsis">{user.name}</span><small className="jw-ellipsis" title={roles}>{roles}</small></span>
            <IconChevronDown size={15} aria-hidden />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          {user.departmentName !== null && <Menu.Label>{user.departmentName}</Menu.Label>}
          {/* SESSION-42: single-sign-on users have their password elsewhere. */}
          {user.sso !== '1' && <Menu.Item leftSection={<IconKey size={16} />} onClick={() => { setPassword(true); }}>修改密码</Menu.Item>}
          <Menu.Item leftSection={<IconLogout size={16} />} onClick={() => { void leave(); }}>退出登录</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <PasswordDialog opened={password} onClose={() => { setPassword(false); }} />
    </>
  );
}

/** SESSION-17, SESSION-19, SESSION-20. */
async function leave(): Promise<void> {
  if (!(await confirm({ message: '确定退出登录？' }))) return;
  try {
    await signOut();
    location.assign('/login');
  } catch {
    await confirm({ title: '退出失败', message: '服务器没有应答，您仍处于登录状态。请稍后再试。', cancelText: null });
  }
}
