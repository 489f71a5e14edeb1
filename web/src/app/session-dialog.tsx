import { Text } from '@mantine/core';
import { useEffect } from 'react';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import { resumeSession, useSession } from '../lib/session.ts';
import { readUserCookie } from '../lib/user-cookie.ts';
import { Dialog } from '../ui/dialog.tsx';
import { SessionPasswordForm } from './session-password-form.tsx';
import { SessionSsoForm } from './session-sso-form.tsx';

/** Above the pages' own dialogs, which stay open underneath. */
const Z_INDEX = 290;

/**
 * `会话已过期！` (SESSION-21, 22): the same person signs in again in place; the page, what is typed, and the calls that
 * waited go on.
 */
export function SessionDialog() {
  const { user, expired } = useSession();
  useEffect(() => {
    if (!expired) return undefined;
    const resume = () => {
      void resumeSession();
    };
    window.addEventListener('focus', resume);
    return () => {
      window.removeEventListener('focus', resume);
    };
  }, [expired]);
  // Another window of this browser already signed somebody in: that session is taken over when it is the same person.
  const other = readUserCookie();
  return (
    <Dialog
      opened={expired}
      onClose={() => undefined}
      width={420}
      title="提示"
      zIndex={Z_INDEX}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
    >
      {user && (
        <>
          <Text fw={600}>会话已过期！</Text>
          <Text size="sm" c="dimmed" my={12}>
            请重新登录。当前页面和您填写的内容都已保留，登录后会继续刚才的操作。
          </Text>
          {other !== null && other.userName !== user.userName && (
            <Text size="sm" c="red" mb={12}>
              本浏览器现由“{other.name}”登录，如需以该用户继续，请返回登录页。
            </Text>
          )}
          {user.sso === yesNo.yes ? (
            <SessionSsoForm />
          ) : (
            <SessionPasswordForm userName={user.userName} name={user.name} />
          )}
        </>
      )}
    </Dialog>
  );
}
