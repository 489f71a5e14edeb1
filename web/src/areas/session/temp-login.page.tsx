import { Button, Loader } from '@mantine/core';
import { IconLinkOff } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { toApiError } from '../../lib/api-error.ts';
import { forgetSession } from '../../lib/session.ts';
import { signInByLink } from '../../lib/sign-in.ts';
import { firstQueryValue } from './login-rules.ts';
import { LoginFrame } from './login-frame.tsx';
import classes from './login.module.css';

/** Attempts by link that are on their way: React shows a page twice while it is developed, and a link serves once. */
const attempts = new Map<string, Promise<unknown>>();

/** Signs in by the first value of the address (LOGIN-43…45). */
export function TempLoginPage() {
  const navigate = useNavigate();
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    const token = firstQueryValue(location.search);
    const attempt = attempts.get(token) ?? signInByLink(token);
    attempts.set(token, attempt);
    let shown = true;
    attempt.then(
      () => navigate({ href: '/', replace: true }),
      (error: unknown) => {
        forgetSession();
        if (shown)
          setFailure(
            token === '' ? '链接不完整，请从管理员发来的消息中重新打开' : toApiError(error, '临时登录失败').message,
          );
      },
    );
    return () => {
      shown = false;
    };
  }, [navigate]);
  return (
    <LoginFrame subtitle="临时登录">
      {failure === null ? (
        <div className={classes['notice']} role="status">
          <Loader size="md" />
          <p>正在跳转，请稍等</p>
        </div>
      ) : (
        <div className={classes['notice']} role="alert">
          <span className={classes['noticeIcon']}>
            <IconLinkOff size={28} aria-hidden />
          </span>
          <p>{failure}</p>
          <Button component="a" href="/login">
            返回登录页
          </Button>
        </div>
      )}
    </LoginFrame>
  );
}
