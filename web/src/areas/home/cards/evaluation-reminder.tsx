import { pendingEvaluations } from '@jwxt/contracts/home/home.operations.ts';
import { useEffect } from 'react';
import { call } from '../../../lib/api.ts';
import { useUser } from '../../../lib/session.ts';
import { confirm } from '../../../ui/confirm.ts';

const KEY = 'jwxt.evaluationsAsked';

/**
 * Asks once a sign-in whether evaluations are owed, and says how many (HOME-51, HOME-52). Session storage goes with the
 * session.
 */
export function useEvaluationReminder(): void {
  const { csrfSecret } = useUser();
  useEffect(() => {
    // The secret is new with each sign-in, also when the same person signs in again in place.
    const signIn = csrfSecret.slice(0, 8);
    if (sessionStorage.getItem(KEY) === signIn) return;
    sessionStorage.setItem(KEY, signIn);
    call(pendingEvaluations, {}).then(
      ({ count }) => {
        if (count > 0)
          void confirm({
            message: `您有${String(count)}条未完成的评教任务，请尽快完成！`,
            confirmText: '知道了',
            cancelText: null,
          });
      },
      // Not known now: the next page that is entered asks again.
      () => {
        sessionStorage.removeItem(KEY);
      },
    );
  }, [csrfSecret]);
}
