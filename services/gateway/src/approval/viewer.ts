import type { SignedInCall } from '../kernel/handler.ts';
import type { Viewer } from './approval-filter.ts';

/** The caller, with the queues that are decided on in the own right and for others. */
export async function viewerOf({ user, services }: Pick<SignedInCall, 'user' | 'services'>): Promise<Viewer> {
  const [queueKeys, represented] = await Promise.all([services.queueKeys.of(user), services.queueKeys.represented(user)]);
  return { user, queueKeys, represented };
}
