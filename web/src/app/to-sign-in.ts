import { redirect } from '@tanstack/react-router';
import { loginAddress, ssoAddress } from '../lib/sign-in.ts';

/**
 * Leads a visitor to single sign-on, or else to the login page, to come back to this address (SESSION-08…10). Never
 * returns.
 */
export async function toSignIn(returnUrl: string): Promise<never> {
  const sso = await ssoAddress(returnUrl);
  if (sso === null) return redirect({ href: loginAddress(returnUrl), throw: true }) as never;
  window.location.replace(sso);
  return new Promise<never>(() => undefined);
}
