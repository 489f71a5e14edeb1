import { Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, type SyntheticEvent } from 'react';
import { toApiError } from '../lib/api-error.ts';
import { forgetSession, resumeSession, signIn, useSession } from '../lib/session.ts';
import { readUserCookie } from '../lib/user-cookie.ts';
import { Captcha, useCaptcha } from '../pickers/captcha.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field } from '../ui/search-form.tsx';

/** Above the pages' own dialogs, which stay open underneath. */
const Z_INDEX = 290;

/** `会话已过期！` (SESSION-21, 22): the same person signs in again in place; the page, what is typed, and the calls that waited go on. */
export function SessionDialog() {
  const { user, expired } = useSession();
  useEffect(() => {
    if (!expired) return undefined;
    const resume = () => { void resumeSession(); };
    window.addEventListener('focus', resume);
    return () => { window.removeEventListener('focus', resume); };
  }, [expired]);
  return (
    <Dialog opened={expired} onClose={() => undefined} width={420} title="提示" zIndex={Z_INDEX} withCloseButton={false} closeOnEscape={false} closeOnClickOutside={false}>
      {user && <SignInAgain userName={user.userName} name={user.name} />}
    </Dialog>
  );
}

function SignInAgain({ userName, name }: { userName: string; name: string }) {
  const queries = useQueryClient();
  const [password, setPassword] = useState('');
  const [failure, setFailure] = useState<string | null>(null);
  const [pending, setPending] = useState(false);
  const captcha = useCaptcha();
  const field = useRef<HTMLInputElement>(null);

  async function submit(event: SyntheticEvent) {
    event.preventDefault();
    if (password === '' || pending) return;
    setPending(true);
    try {
      await signIn({ userName, password, ...captcha.answer() });
      // What failed while the session was gone is asked again.
      void queries.invalidateQueries();
    } catch (error) {
      const { code, message } = toApiError(error, '登录失败');
      const captchaDue = code === 'CAPTCHA_WRONG' && !captcha.visible;
      setFailure(captchaDue ? '请填写验证码后再登录' : message);
      if (!captchaDue) setPassword('');
      captcha.renew();
      field.current?.focus();
    } finally {
      setPending(false);
    }
  }

  /** SESSION-23, SESSION-24. */
  function leave() {
    const returnUrl = `${location.pathname}${location.search}`;
    forgetSession();
    location.assign(`/login?${new URLSearchParams({ returnUrl }).toString()}`);
  }

  // Another window of this browser already signed somebody in: take that session over when it is the same person.
  const other = readUserCookie();
  return (
    <form onSubmit={(event) => { void submit(event); }}>
      <Stack gap={12}>
        <Text fw={600}>会话已过期！</Text>
        <Text size="sm" c="dimmed">请重新登录。当前页面和您填写的内容都已保留，登录后会继续刚才的操作。</Text>
        {other !== null && other.userName !== userName && <Text size="sm" c="red">本浏览器现由“{other.name}”登录，如需以该用户继续，请返回登录页。</Text>}
        <Field label="用户" htmlFor="again-user"><TextInput id="again-user" value={`${name}（${userName}）`} readOnly tabIndex={-1} /></Field>
        <Field label="密码" htmlFor="again-password" required error={failure}>
          <PasswordInput id="again-password" ref={field} data-autofocus autoComplete="current-password" placeholder="请输入密码" value={password} onChange={(event) => { setPassword(event.currentTarget.value); }} visibilityToggleButtonProps={{ 'aria-label': '显示或隐藏密码' }} />
        </Field>
        {captcha.visible && <Field label="验证码" required><Captcha captcha={captcha} /></Field>}
        <div style={{ display: 'flex', justifyContent: 'flex-end', gap: 12 }}>
          <Button variant="default" onClick={leave}>返回登录页</Button>
          <Button type="submit" loading={pending} disabled={password === '' || (captcha.visible && captcha.code.trim() === '')}>重新登录</Button>
        </div>
      </Stack>
    </form>
  );
}
