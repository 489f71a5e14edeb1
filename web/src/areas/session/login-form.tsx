import { systemSet } from '@jwxt/contracts/session/appearance.operations.ts';
import { Button, PasswordInput, TextInput } from '@mantine/core';
import { IconAlertTriangle, IconEye, IconEyeOff, IconLock, IconUser } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useRef, useState, type SyntheticEvent } from 'react';
import { toApiError } from '../../lib/api-error.ts';
import { notify } from '../../lib/notify.ts';
import { invalidateOperations } from '../../lib/queries.ts';
import { forgetSession } from '../../lib/session.ts';
import { signIn } from '../../lib/sign-in.ts';
import { Captcha, useCaptcha } from '../../pickers/captcha.tsx';
import { SliderCheck } from '../../pickers/slider-check.tsx';
import { confirm } from '../../ui/confirm.ts';
import { afterLogin, loginProblems, type LoginProblems } from './login-rules.ts';
import classes from './login.module.css';

/** Name, password, captcha (only after a failure), slider (only where the parameter asks for it), 登录. */
export function LoginForm({ sliderRequired }: { sliderRequired: boolean }) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { returnUrl } = useSearch({ strict: false }) as { returnUrl?: string };
  const [userName, setUserName] = useState('');
  const [password, setPassword] = useState('');
  const [problems, setProblems] = useState<LoginProblems>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [proof, setProof] = useState<string | null>(null);
  const [pending, setPending] = useState(false);
  const captcha = useCaptcha();
  const passwordField = useRef<HTMLInputElement>(null);

  async function submit(event: SyntheticEvent) {
    event.preventDefault();
    if (pending) return;
    const found = loginProblems({ userName, password, code: captcha.code, captchaVisible: captcha.visible });
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    if (sliderRequired && proof === null) {
      notify.warning('请向右滑动滑块，完成验证！');
      return;
    }
    setPending(true);
    try {
      const user = await signIn({
        userName: userName.trim(),
        password,
        proof: proof ?? undefined,
        ...captcha.answer(),
      });
      await navigate({ href: afterLogin(user.sso, returnUrl), replace: true });
    } catch (error) {
      const { code, message } = toApiError(error, '账号或密码错误！');
      // An earlier failure, perhaps in another window: nothing was wrong, the captcha is only due now.
      if (code === 'CAPTCHA_WRONG' && !captcha.visible) {
        captcha.renew();
        setProblems({ code: '请输入验证码' });
      } else if (code === 'SLIDER_REQUIRED') {
        setProof(null);
        notify.warning(message);
        // Asked for since this page was opened.
        void invalidateOperations(queries, [systemSet.id]);
      } else await failed(message);
    } finally {
      setPending(false);
    }
  }

  /**
   * LOGIN-38…42: the person is forgotten, the reason is told, the captcha appears anew; the name stays, the password
   * goes.
   */
  async function failed(message: string) {
    forgetSession();
    setPending(false);
    setPassword('');
    setProof(null);
    captcha.renew();
    await confirm({ title: '登录失败', message, confirmText: '确定', cancelText: null });
    setFailure(message);
    setProblems({ password: '请重新输入密码' });
    passwordField.current?.focus();
  }

  return (
    <form
      className={classes['form']}
      onSubmit={(event) => {
        void submit(event);
      }}
      noValidate
    >
      {failure !== null && (
        <div className={classes['failure']} role="alert">
          <IconAlertTriangle size={17} aria-hidden />
          <div>
            <strong>{failure}</strong>
            <br />
            请核对后重新输入，并填写验证码。
          </div>
        </div>
      )}
      <TextInput
        size="lg"
        aria-label="用户名"
        name="userName"
        placeholder="请输入用户名"
        autoComplete="username"
        autoFocus
        maxLength={64}
        leftSection={<IconUser size={18} aria-hidden />}
        error={problems.userName}
        value={userName}
        onChange={(event) => {
          setUserName(event.currentTarget.value);
          setProblems({ ...problems, userName: undefined });
          setProof(null);
        }}
      />
      <PasswordInput
        size="lg"
        ref={passwordField}
        aria-label="密码"
        name="password"
        placeholder="请输入密码"
        autoComplete="current-password"
        maxLength={64}
        leftSection={<IconLock size={18} aria-hidden />}
        error={problems.password}
        visibilityToggleIcon={({ reveal }) => (reveal ? <IconEyeOff size={18} /> : <IconEye size={18} />)}
        visibilityToggleButtonProps={{ 'aria-label': '显示或隐藏密码' }}
        value={password}
        onChange={(event) => {
          setPassword(event.currentTarget.value);
          setProblems({ ...problems, password: undefined });
        }}
      />
      {captcha.visible && <Captcha captcha={captcha} size="lg" error={problems.code} />}
      {sliderRequired && (
        <SliderCheck
          userName={userName.trim()}
          ready={userName.trim() !== '' && password !== ''}
          proof={proof}
          onProof={setProof}
        />
      )}
      <Button size="lg" type="submit" fullWidth loading={pending}>
        登 录
      </Button>
      <p className={classes['help']}>
        <span>首次登录请使用初始密码</span>
        <span>忘记密码请联系教务处</span>
      </p>
    </form>
  );
}
