import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import { ssoCheck } from '@jwxt/contracts/session/session.operations.ts';
import { ssoFailures, type SsoFailure } from '@jwxt/contracts/session/session.vocabulary.ts';
import { Button } from '@mantine/core';
import { IconUserX } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import { useOperation } from '../../lib/queries.ts';
import { LoginFrame } from './login-frame.tsx';
import classes from './login.module.css';

/** Why single sign-on failed, and the two ways on. */
export function SsoFailedPage() {
  const { reason } = useSearch({ strict: false }) as { reason?: SsoFailure };
  const sso = useOperation(ssoCheck, {}, { staleTime: 600_000 }).data;
  return (
    <LoginFrame subtitle="统一身份认证登录未成功">
      <div className={classes['notice']} role="alert">
        <span className={classes['noticeIcon']}>
          <IconUserX size={28} aria-hidden />
        </span>
        <p>{ssoFailures[reason ?? 'ticket']}</p>
        {sso?.enabled === yesNo.yes && (
          <Button component="a" href={sso.url} fullWidth size="lg">
            重新登录
          </Button>
        )}
        <Button component="a" href="/login" variant="default" fullWidth size="lg">
          使用教务系统账号登录
        </Button>
      </div>
    </LoginFrame>
  );
}
