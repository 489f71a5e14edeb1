import { SSO_DONE_PATH } from '@jwxt/contracts/session/session.vocabulary.ts';
import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { leaveTo } from '../lib/leave-to.ts';
import { forgetSession } from '../lib/session.ts';
import { loginAddress, ssoAddress } from '../lib/sign-in.ts';

/**
 * A single-sign-on user signs in again there (SESSION-25): in a window of its own, so that this page keeps what was
 * typed and goes on when it is looked at again, or in this window, leaving the page.
 */
export function SessionSsoForm() {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    // Asked beforehand: a window may only be opened at once by a click.
    void ssoAddress(SSO_DONE_PATH).then(setAddress);
  }, []);

  /** SESSION-23. */
  async function leave() {
    const returnUrl = `${location.pathname}${location.search}`;
    const sso = await ssoAddress(returnUrl);
    forgetSession();
    leaveTo(sso ?? loginAddress(returnUrl));
  }

  return (
    <div style={{ display: 'flex', justifyContent: 'flex-end', gap: 12 }}>
      <Button
        variant="default"
        onClick={() => {
          void leave();
        }}
      >
        离开本页重新登录
      </Button>
      <Button
        component="a"
        href={address ?? undefined}
        target="_blank"
        rel="opener"
        data-disabled={address === null || undefined}
        aria-disabled={address === null}
        data-autofocus
      >
        重新登录
      </Button>
    </div>
  );
}
