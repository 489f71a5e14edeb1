import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import { qrCheck } from '@jwxt/contracts/session/appearance.operations.ts';
import { ssoCheck } from '@jwxt/contracts/session/session.operations.ts';
import { Button } from '@mantine/core';
import { IconId, IconQrcode } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import { useAppearance } from '../../lib/appearance.ts';
import { useOperation } from '../../lib/queries.ts';
import { LoginForm } from './login-form.tsx';
import { LoginFrame } from './login-frame.tsx';
import classes from './login.module.css';

/** The login page: the form, and the other ways in that the school has. */
export function LoginPage() {
  const { LOGIN_VRIFY: slider } = useAppearance();
  return (
    <LoginFrame subtitle="使用工号或学号登录">
      <LoginForm sliderRequired={slider === yesNo.yes} />
      <OtherWays />
    </LoginFrame>
  );
}

/** Single sign-on (SESSION-09) and scanning a code (LOGIN-21), where they are switched on. */
function OtherWays() {
  const { returnUrl = '/' } = useSearch({ strict: false }) as { returnUrl?: string };
  const sso = useOperation(ssoCheck, {}, { staleTime: 600_000 }).data;
  const qr = useOperation(qrCheck, {}, { staleTime: 600_000 }).data;
  if (sso?.enabled !== yesNo.yes && qr?.enabled !== yesNo.yes) return null;
  return (
    <div className={classes['other']}>
      {sso?.enabled === yesNo.yes && (
        <Button
          component="a"
          href={`${sso.url}?${new URLSearchParams({ returnUrl }).toString()}`}
          variant="default"
          size="lg"
          leftSection={<IconId size={18} aria-hidden />}
        >
          统一身份认证登录
        </Button>
      )}
      {qr?.enabled === yesNo.yes && (
        <Button
          component="a"
          href={qr.url}
          variant="default"
          size="lg"
          leftSection={<IconQrcode size={18} aria-hidden />}
        >
          扫码登录
        </Button>
      )}
    </div>
  );
}
