import { passSecondStep } from '@jwxt/contracts/session/second-factor.operations.ts';
import { codeKindOf, plainCode, secondStep } from '@jwxt/contracts/session/second-factor.vocabulary.ts';
import { Button, Stack, Text } from '@mantine/core';
import { useState, type SyntheticEvent } from 'react';
import { useOperationMutation } from '../lib/queries.ts';
import { useUser } from '../lib/session.ts';
import { sessionStore } from '../lib/session-store.ts';
import { BindSecondFactor } from './bind-second-factor.tsx';
import { afterFailure, CodeField, noCode } from './code-field.tsx';

type Props = {
  /** The session is whole. */
  onPassed: () => void;
  /** Another way out than the second step. */
  leave: { label: string; onClick: () => void };
};

/** What is still to be done after the password: a code of the second factor, or binding one that a role asks for. */
export function SecondStep({ onPassed, leave }: Props) {
  const user = useUser();
  if (user.secondStep !== secondStep.bind) return <CodeStep onPassed={onPassed} leave={leave} />;
  return (
    <BindSecondFactor
      lead={`${user.name}，您的角色要求二次验证：登录时除密码外，还需手机上的验证码。请先绑定。`}
      foot={<Leave {...leave} />}
      finish="进入系统"
      onBound={(bound) => {
        if (bound) sessionStore.signedIn(bound);
        onPassed();
      }}
      onGone={sessionStore.secondStepGone}
    />
  );
}

function CodeStep({ onPassed, leave }: Props) {
  const [typed, setTyped] = useState(noCode);
  const pass = useOperationMutation(passSecondStep, {
    callOptions: { onExpired: 'throw' },
    onSuccess(user) {
      sessionStore.signedIn(user);
      onPassed();
    },
    onError(error) {
      setTyped(afterFailure(typed, error));
      if (error.status === 401) sessionStore.secondStepGone();
    },
  });
  function submit(event: SyntheticEvent) {
    event.preventDefault();
    if (pass.isPending) return;
    if (codeKindOf(plainCode(typed.code)) === null)
      setTyped({ ...typed, problem: '请输入6位数字验证码，或一个恢复码' });
    else pass.mutate({ code: typed.code });
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap={12}>
        <Text size="sm">请打开手机上的验证器，输入本系统的 6 位验证码。手机不在身边时，可输入一个恢复码。</Text>
        <CodeField id="second-code" placeholder="6 位数字或恢复码" typed={typed} onChange={setTyped} />
        <Button type="submit" fullWidth loading={pass.isPending}>
          验 证
        </Button>
        <Leave {...leave} />
      </Stack>
    </form>
  );
}

function Leave({ label, onClick }: Props['leave']) {
  return (
    <Button variant="subtle" size="compact-sm" onClick={onClick} style={{ alignSelf: 'center' }}>
      {label}
    </Button>
  );
}
