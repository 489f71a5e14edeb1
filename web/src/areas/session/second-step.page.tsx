import { useNavigate } from '@tanstack/react-router';
import { leaveTo } from '../../lib/leave-to.ts';
import { forgetSession, useSession } from '../../lib/session.ts';
import { signOut } from '../../lib/sign-in.ts';
import { SecondStep } from '../../pickers/second-step.tsx';
import { LoginFrame } from './login-frame.tsx';

/** 二次验证: the second step of signing in, where the password alone is not enough. */
export function SecondStepPage() {
  const navigate = useNavigate();
  const { user } = useSession();
  const back = () => {
    void signOut()
      .catch(forgetSession)
      .then(() => {
        leaveTo('/login');
      });
  };
  return (
    <LoginFrame subtitle="二次验证">
      {user && (
        <SecondStep
          onPassed={() => {
            void navigate({ href: '/', replace: true });
          }}
          leave={{ label: '返回登录页', onClick: back }}
        />
      )}
    </LoginFrame>
  );
}
