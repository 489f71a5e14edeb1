import { publicParameters } from '@jwxt/contracts/system-setting/public-parameter.vocabulary.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import { Button, Stack, TextInput } from '@mantine/core';
import type { Appearance } from '@jwxt/contracts/session/appearance.operations.ts';
import { LoginFace } from '../../ui/login-face.tsx';
import { Logo } from '../../ui/logo.tsx';
import classes from './system-parameters.module.css';

/** The appearance that these values come to: what is empty is as the system draws it. */
export function appearanceOf(valueOf: (code: string) => string | undefined): Appearance {
  return Object.fromEntries(
    Object.entries(publicParameters).map(([code, { initial }]) => [code, valueOf(code) || initial]),
  ) as Appearance;
}

/** How the login page, the head of the menu and the home page look with what is typed, before it is saved. */
export function AppearancePreview({ settings }: { settings: Appearance }) {
  return (
    <div className={classes['previews']} aria-label="外观预览" role="img">
      <div className={classes['login']} inert aria-hidden>
        <div className={classes['screen']}>
          <LoginFace settings={settings} subtitle="使用工号或学号登录">
            <Stack gap={16}>
              <TextInput size="lg" placeholder="工号 / 学号" readOnly />
              <TextInput size="lg" placeholder="密码" readOnly />
              {settings.LOGIN_VRIFY === yesNo.yes && <div className={classes['slider']}>拖动滑块完成验证</div>}
              <Button size="lg">登录</Button>
            </Stack>
          </LoginFace>
        </div>
      </div>
      <div className={classes['menu']} inert aria-hidden>
        {settings.cdlogo === '' ? (
          <Logo size={26} />
        ) : (
          <img src={settings.cdlogo} alt="" height={26} data-testid="preview-cdlogo" />
        )}
        教务系统
      </div>
      <div
        className={classes['banner']}
        inert
        aria-hidden
        style={
          settings.sybj === ''
            ? undefined
            : { backgroundImage: `linear-gradient(rgb(14 26 45 / 45%), rgb(14 26 45 / 45%)), url("${settings.sybj}")` }
        }
      >
        <span>{settings.zxx}</span>
        <span>首页</span>
        <span>{settings.yxx}</span>
      </div>
    </div>
  );
}
