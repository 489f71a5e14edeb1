import { beginSecondFactor, confirmSecondFactor } from '@jwxt/contracts/session/second-factor.operations.ts';
import { codeKindOf, plainCode } from '@jwxt/contracts/session/second-factor.vocabulary.ts';
import type { OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import type { CurrentUserView } from '@jwxt/contracts/session/session.operations.ts';
import { Button, Loader, Stack, Text } from '@mantine/core';
import { useEffect, useState, type ReactNode, type SyntheticEvent } from 'react';
import { toApiError } from '../lib/api-error.ts';
import { call } from '../lib/api.ts';
import { useOperationMutation } from '../lib/queries.ts';
import { afterFailure, CodeField, noCode } from './code-field.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import classes from './second-factor.module.css';

type Begun = OutputOf<typeof beginSecondFactor> & { readonly picture: string };

/** A new secret, and a picture of it for the camera; what draws it comes with it, because few need it. */
async function begin(): Promise<Begun> {
  const [begun, { renderSVG }] = await Promise.all([
    call(beginSecondFactor, {}, { onExpired: 'throw' }),
    import('uqr'),
  ]);
  const svg = renderSVG(begun.address, { border: 2 });
  return { ...begun, picture: `data:image/svg+xml,${encodeURIComponent(svg)}` };
}

type Props = {
  /** What stands above and below while it is not bound yet. */
  lead?: string;
  foot?: ReactNode;
  /** Bound, and the recovery codes were shown. `user`: it was the second step of signing in. */
  onBound: (user: CurrentUserView | null) => void;
  /** What the button says that leads on from the recovery codes. */
  finish: string;
  /** The session is over. */
  onGone?: (() => void) | undefined;
};

/** Binds an authenticator: its picture, its first code, and the recovery codes, once. */
export function BindSecondFactor({ lead, foot, onBound, finish, onGone }: Props) {
  const [begun, setBegun] = useState<Begun | null>(null);
  const [turn, setTurn] = useState(0);
  const [typed, setTyped] = useState(noCode);
  useEffect(() => {
    let shown = true;
    void begin()
      .then((made) => {
        if (shown) setBegun(made);
      })
      .catch((error: unknown) => {
        const { status, message } = toApiError(error, '暂时无法绑定，请稍后再试');
        if (!shown) return;
        setTyped({ code: '', problem: message });
        if (status === 401) onGone?.();
      });
    return () => {
      shown = false;
    };
  }, [turn, onGone]);
  const confirm = useOperationMutation(confirmSecondFactor, {
    invalidates: ['secondFactor.'],
    callOptions: { onExpired: 'throw' },
    onError(error) {
      setTyped(afterFailure(typed, error));
      // Too long ago: there is a new picture.
      if (error.code === 'SECOND_FACTOR_LATE') setTurn(turn + 1);
      if (error.status === 401) onGone?.();
    },
  });
  function submit(event: SyntheticEvent) {
    event.preventDefault();
    if (begun === null || confirm.isPending) return;
    if (codeKindOf(plainCode(typed.code)) !== 'code') setTyped({ ...typed, problem: '请输入6位数字验证码' });
    else confirm.mutate({ sealed: begun.sealed, code: typed.code });
  }
  if (confirm.data) {
    const { recoveryCodes, user } = confirm.data;
    return (
      <RecoveryCodes
        codes={recoveryCodes}
        finish={finish}
        onFinish={() => {
          onBound(user);
        }}
      />
    );
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap={12}>
        {lead !== undefined && <Text size="sm">{lead}</Text>}
        <ol className={classes['steps']}>
          <li>在手机上安装任意一种验证器（如 Microsoft Authenticator、FreeOTP、微信小程序“腾讯身份验证器”）。</li>
          <li>用它扫描下面的二维码，或手工输入密钥。</li>
          <li>输入它显示的 6 位验证码。</li>
        </ol>
        <div className={classes['picture']}>
          {begun === null ? (
            typed.problem === null ? (
              <Loader size="md" />
            ) : (
              <Button
                variant="default"
                onClick={() => {
                  setTyped(noCode);
                  setTurn(turn + 1);
                }}
              >
                重试
              </Button>
            )
          ) : (
            <>
              <img src={begun.picture} alt="二维码：用验证器扫描" width={180} height={180} />
              <Text size="xs" c="dimmed">
                密钥 <code className={classes['secret']}>{begun.secret.match(/.{4}/g)?.join(' ')}</code>
              </Text>
            </>
          )}
        </div>
        <CodeField id="bind-code" placeholder="6 位数字" typed={typed} onChange={setTyped} />
        <Button type="submit" fullWidth loading={confirm.isPending} disabled={begun === null}>
          绑 定
        </Button>
        {foot}
      </Stack>
    </form>
  );
}
