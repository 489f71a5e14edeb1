import { captcha as captchaOperation } from '@jwxt/contracts/session/session.operations.ts';
import { TextInput, UnstyledButton } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { newCommandId } from '../lib/command-id.ts';
import { useOperation } from '../lib/queries.ts';

export type CaptchaState = {
  /** Hidden until a sign-in has failed (LOGIN-23). */
  visible: boolean;
  uuid: string;
  code: string;
  setCode: (code: string) => void;
  /** Shows the box, or a new picture in it (LOGIN-41, LOGIN-42). */
  renew: () => void;
  /** Fields of the login call; empty while the box is hidden. */
  answer: () => { vrifyCode?: string; uuid?: string };
};

/** State of the captcha of one sign-in form. */
export function useCaptcha(): CaptchaState {
  const [uuid, setUuid] = useState('');
  const [code, setCode] = useState('');
  return {
    visible: uuid !== '',
    uuid,
    code,
    setCode,
    renew() {
      setUuid(newCommandId());
      setCode('');
    },
    answer: () => (uuid === '' ? {} : { vrifyCode: code.trim(), uuid }),
  };
}

/** The field and the picture; a click on the picture fetches another (LOGIN-13). */
export function Captcha({ captcha, size, error }: { captcha: CaptchaState; size?: 'lg'; error?: string | undefined }) {
  const picture = useOperation(
    captchaOperation,
    { uuid: captcha.uuid, pattern: 'manager-login' },
    { enabled: captcha.visible, keepPrevious: false, staleTime: Number.POSITIVE_INFINITY },
  );
  const height = size === 'lg' ? 44 : 32;
  return (
    <div style={{ display: 'flex', gap: 10 }}>
      <TextInput
        style={{ flex: 1 }}
        {...(size ? { size } : {})}
        leftSection={<IconShieldCheck size={18} aria-hidden />}
        aria-label="验证码"
        placeholder="请输入验证码"
        maxLength={10}
        autoComplete="off"
        error={error}
        value={captcha.code}
        onChange={(event) => {
          captcha.setCode(event.currentTarget.value);
        }}
      />
      <UnstyledButton
        onClick={captcha.renew}
        title="看不清？换一张"
        aria-label="看不清，换一张验证码"
        style={{
          width: 118,
          height,
          borderRadius: 4,
          border: '1px solid var(--jw-line-strong)',
          background: '#F3F5F8',
          overflow: 'hidden',
          textAlign: 'center',
          color: '#55606E',
          fontSize: 12,
        }}
      >
        {picture.data ? (
          <img src={picture.data.image} alt="验证码" style={{ width: '100%', height: '100%', objectFit: 'contain' }} />
        ) : picture.isError ? (
          '获取失败，点击重试'
        ) : (
          '…'
        )}
      </UnstyledButton>
    </div>
  );
}
