import { exportOwnData } from '@jwxt/contracts/audit/person-data.operations.ts';
import { OWN_EXPORTS_PATH } from '@jwxt/contracts/file/export-job.vocabulary.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import type { CurrentUserView } from '@jwxt/contracts/session/session.operations.ts';
import { Menu, UnstyledButton } from '@mantine/core';
import {
  IconChevronDown,
  IconDevices,
  IconDownload,
  IconFileExport,
  IconKey,
  IconKeyboard,
  IconLogout,
  IconShieldLock,
} from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { toApiError } from '../lib/api-error.ts';
import { useDownload } from '../lib/download.ts';
import { lazyPart } from '../lib/lazy-part.tsx';
import { leaveTo } from '../lib/leave-to.ts';
import { signOut } from '../lib/sign-in.ts';
import { isSingleKey, useSingleKeys } from '../lib/single-keys.ts';
import { confirm } from '../ui/confirm.ts';
import classes from './shell.module.css';

// Seldom opened: their code comes when they are.
const PasswordDialog = lazyPart(async () => (await import('./password-dialog.tsx')).PasswordDialog);
const SecondFactorDialog = lazyPart(async () => (await import('./second-factor.dialog.tsx')).SecondFactorDialog);
const SessionDevicesDialog = lazyPart(async () => (await import('./session-devices.dialog.tsx')).SessionDevicesDialog);
const KeyboardHelpDialog = lazyPart(async () => (await import('./keyboard-help.dialog.tsx')).KeyboardHelpDialog);

/** The person, with what they can do about their own sign-in, and what the keyboard does; `?` tells it too. */
export function SessionMenu({ user }: { user: CurrentUserView }) {
  const [open, setOpen] = useState<'password' | 'secondFactor' | 'devices' | 'keyboard' | null>(null);
  const close = () => {
    setOpen(null);
  };
  const [single] = useSingleKeys();
  useEffect(() => {
    if (!single) return undefined;
    const press = (event: KeyboardEvent) => {
      if (!isSingleKey(event, ['?', '？'])) return;
      event.preventDefault();
      setOpen((now) => now ?? 'keyboard');
    };
    window.addEventListener('keydown', press);
    return () => {
      window.removeEventListener('keydown', press);
    };
  }, [single]);
  const router = useRouter({ warn: false }) as ReturnType<typeof useRouter> | undefined;
  const ownData = useDownload(exportOwnData);
  const roles = user.roleNames.join('、');
  return (
    <>
      <Menu position="bottom-end" width={180} shadow="md">
        <Menu.Target>
          <UnstyledButton className={classes['person']} aria-label={`${user.name}，${roles}，个人菜单`}>
            <span className={classes['avatar']} aria-hidden>
              {user.name.slice(0, 1)}
            </span>
            <span className={classes['who']}>
              <span className="jw-ellipsis">{user.name}</span>
              <small className="jw-ellipsis" title={roles}>
                {roles}
              </small>
            </span>
            <IconChevronDown size={15} aria-hidden />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          {user.departmentName !== null && <Menu.Label>{user.departmentName}</Menu.Label>}
          {/* SESSION-42: single-sign-on users have their password elsewhere. */}
          {user.sso !== yesNo.yes && (
            <>
              <Menu.Item
                leftSection={<IconKey size={16} />}
                onClick={() => {
                  setOpen('password');
                }}
              >
                修改密码
              </Menu.Item>
              <Menu.Item
                leftSection={<IconShieldLock size={16} />}
                onClick={() => {
                  setOpen('secondFactor');
                }}
              >
                二次验证
              </Menu.Item>
            </>
          )}
          <Menu.Item
            leftSection={<IconDevices size={16} />}
            onClick={() => {
              setOpen('devices');
            }}
          >
            登录设备
          </Menu.Item>
          <Menu.Item
            leftSection={<IconDownload size={16} />}
            onClick={() => {
              void router?.navigate({ to: OWN_EXPORTS_PATH });
            }}
          >
            我的导出
          </Menu.Item>
          {/* The copy is his alone, not of whoever looks with his eyes (decision 093). */}
          {!user.viewAs && user.temporary !== yesNo.yes && (
            <Menu.Item
              leftSection={<IconFileExport size={16} />}
              onClick={() => {
                ownData.start({});
              }}
            >
              导出我的数据
            </Menu.Item>
          )}
          <Menu.Item
            leftSection={<IconKeyboard size={16} />}
            onClick={() => {
              setOpen('keyboard');
            }}
          >
            快捷键
          </Menu.Item>
          <Menu.Item
            leftSection={<IconLogout size={16} />}
            onClick={() => {
              void leave();
            }}
          >
            退出登录
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {open === 'password' && <PasswordDialog opened onClose={close} />}
      {open === 'secondFactor' && <SecondFactorDialog opened onClose={close} />}
      {open === 'devices' && <SessionDevicesDialog opened onClose={close} />}
      {open === 'keyboard' && <KeyboardHelpDialog user={user} onClose={close} />}
    </>
  );
}

/** SESSION-17…20. */
async function leave(): Promise<void> {
  if (!(await confirm({ message: '确定退出登录吗？' }))) return;
  try {
    leaveTo(await signOut());
  } catch (error) {
    const { message } = toApiError(error, '服务器没有应答');
    await confirm({
      title: '退出失败',
      message: `${message}。您仍处于登录状态，请稍后再试。`,
      confirmText: '知道了',
      cancelText: null,
    });
  }
}
