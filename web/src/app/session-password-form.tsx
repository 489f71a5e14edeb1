import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import { systemSet } from '@jwxt/contracts/session/appearance.operations.ts';
import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type SyntheticEvent } from 'react';
import { toApiError } from '../lib/api-error.ts';
import { useAppearance } from '../lib/appearance.ts';
import { leaveTo } from '../lib/leave-to.ts';
import { invalidateOperations } from '../lib/queries.ts';
import { forgetSession, useSession } from '../lib/session.ts';
import { loginAddress, signIn } from '../lib/sign-in.ts';
import { Captcha, useCaptcha } from '../pickers/captcha.tsx';
import { SecondStep } from '../pickers/second-step.tsx';
import { SliderCheck } from '../pickers/slider-check.tsx';
import { Field } from '../ui/search-form.tsx';

/** Signs the same person in again by password, with captcha, slider and second step where they are due. */
export function SessionPasswordForm({ userName, name }: { userName: string; name: string }) {
  const queries = useQueryClient();
  const secondStep = useSession().user?.secondStep;
  const { LOGIN_VRIFY: slider } = useAppearance();
  const [password, setPassword] = useState('');
  const [proof, setProof] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [pending, setPending] = useState(false);
  const captcha = useCaptcha();
  const field = useRef<HTMLInputElement>(null);
  const ready =
    password !== '' && !(captcha.visible && captcha.code.trim() === '') && !(slider === yesNo.yes && proof === null);

  async function submit(event: SyntheticEvent) {
    event.preventDefault();
    if (!ready || pending) return;
    setPending(true);
    try {
      const user = await signIn({ userName, password, proof: proof ?? undefined, ...captcha.answer() });
      if (user.secondStep) return;
      // What failed while the session was gone is asked again.
      void queries.invalidateQueries();
    } catch (error) {
      const { code, message } = toApiError(error, '登录失败');
      const captchaDue = code === 'CAPTCHA_WRONG' && !captcha.visible;
      setFailure(captchaDue ? '请填写验证码后再登录' : message);
      if (code === 'SLIDER_REQUIRED') {
        // Used up, or asked for since this page was opened.
        setProof(null);
        void invalidateOperations(queries, [systemSet.id]);
        return;
      }
      if (!captchaDue) {
        setPassword('');
        setProof(null);
      }
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
    leaveTo(loginAddress(returnUrl));
  }

  if (secondStep)
    return (
      <SecondStep
        onPassed={() => {
          void queries.invalidateQueries();
        }}
        leave={{ label: '返回登录页', onClick: leave }}
      />
    );
  return (
    <form
      onSubmit={(event) => {
        void submit(event);
      }}
    >
      <Stack gap={12}>
        <Field label="用户" htmlFor="again-user">
          <TextInput id="again-user" value={`${name}（${userName}）`} readOnly tabIndex={-1} />
        </Field>
        <Field label="密码" htmlFor="again-password" required error={failure}>
          <PasswordInput
            id="again-password"
            ref={field}
            data-autofocus
            autoComplete="current-password"
            placeholder="请输入密码"
            value={password}
            onChange={(event) => {
              setPassword(event.currentTarget.value);
            }}
            visibilityToggleButtonProps={{ 'aria-label': '显示或隐藏密码' }}
          />
        </Field>
        {captcha.visible && (
          <Field label="验证码" required>
            <Captcha captcha={captcha} />
          </Field>
        )}
        {slider === yesNo.yes && (
          <SliderCheck userName={userName} ready={password !== ''} proof={proof} onProof={setProof} />
        )}
        <div style={{ display: 'flex', justifyContent: 'flex-end', gap: 12 }}>
          <Button variant="default" onClick={leave}>
            返回登录页
          </Button>
          <Button type="submit" loading={pending} disabled={!ready}>
            重新登录
          </Button>
        </div>
      </Stack>
    </form>
  );
}
