import { ADMINISTRATOR } from '@jwxt/contracts/access/role.rules.ts';
import { mayDo } from '../kernel/principal.ts';
import type { Session } from '../kernel/session-store.ts';
import type { Principals } from './principals.ts';

declare module '../kernel/services.ts' {
  interface Services {
    readonly viewings: Viewings;
  }
}

/** Looking with somebody else's eyes, in a session of one's own. */
export interface Viewings {
  /**
   * Whether it may go on: the viewer still has the right to, and the other person is neither switched off nor an
   * administrator now.
   */
  mayGoOn(session: Session): Promise<boolean>;
}

/** Creates them over what people may do now. */
export function createViewings(principals: Principals): Viewings {
  return {
    async mayGoOn({ userName, viewing }) {
      const viewer = viewing && (await principals.get(viewing.own.userName));
      if (!viewer || !mayDo(viewer, 'user:viewAs')) return false;
      const viewed = await principals.get(userName);
      return viewed !== null && !viewed.roles.some(({ code }) => code === ADMINISTRATOR);
    },
  };
}
