import type { SignedInCall } from '../../kernel/handler.ts';
import type { Principal } from '../../kernel/principal.ts';
import type { Representation } from './queue-keys.ts';

/** Who looks, with the queues they decide on. */
export interface Viewer {
  readonly user: Principal;
  readonly queueKeys: readonly string[];
  /** Those of them that are somebody else's, for whom the person stands in. */
  readonly represented: ReadonlyMap<string, Representation>;
  /** Nodes that are copied to the person, by unit. */
  readonly copiedKeys: readonly string[];
}

/** The caller, with the queues that are decided on in the own right and for others. */
export async function viewerOf({ user, services }: Pick<SignedInCall, 'user' | 'services'>): Promise<Viewer> {
  const [queueKeys, represented, copiedKeys] = await Promise.all([
    services.queueKeys.of(user),
    services.queueKeys.represented(user),
    services.queueKeys.copied(user),
  ]);
  return { user, queueKeys, represented, copiedKeys };
}
