import type { SignedInCall } from '../../kernel/handler.ts';
import type { Principal } from '../../kernel/principal.ts';
import type { Representation } from './queue-keys.ts';

/** Who looks, with the queues they decide on. */
export interface Viewer {
  readonly user: Principal;
  readonly queueKeys: readonly string[];
  /** Those of them that are somebody else's, for whom the person stands in. */
  readonly represented: ReadonlyMap<string, Representation>;
}

/** The caller, with the queues that are decided on in the own right and for others. */
export async function viewerOf({ user, services }: Pick<SignedInCall, 'user' | 'services'>): Promise<Viewer> {
  const [queueKeys, represented] = await Promise.all([
    services.queueKeys.of(user),
    services.queueKeys.represented(user),
  ]);
  return { user, queueKeys, represented };
}
