import { currentUser } from '@jwxt/contracts/session/session.operations.ts';
import { createApiClient, type ApiClient } from './api-client.ts';
import { askRetry, notify } from './notify.ts';
import { reloadPage } from './reload-page.ts';
import { learnServerTime, serverNow } from './server-clock.ts';
import { sessionStore } from './session-store.ts';
import { readUserCookie } from './user-cookie.ts';
import { backToOwnPlace } from './view-as.ts';

/**
 * The page's own client. Pages use `useOperation` and `useOperationMutation`; `call` is for what is no query, like
 * autosave.
 */
const client: ApiClient = createApiClient({
  origin: '',
  fetch: (...args) => fetch(...args),
  now: serverNow,
  learnTime: (header) => {
    learnServerTime(header);
  },
  secret: () => sessionStore.get().user?.csrfSecret ?? null,
  hasUser: () => readUserCookie() !== null,
  signInAgain: () => sessionStore.expire(),
  async refreshSecret() {
    const before = sessionStore.get().user?.userName;
    const user = await client.call(currentUser, {}, { onExpired: 'throw' }).catch(() => null);
    if (user === null) return false;
    // Somebody else signed in from another window, or looks with other eyes: this page shows the wrong person's data.
    if (before !== undefined && before !== user.userName) {
      if (sessionStore.get().user?.viewAs) backToOwnPlace();
      else reloadPage();
      return false;
    }
    sessionStore.signedIn(user);
    return !user.secondStep;
  },
  warn: (message) => {
    notify.warning(message);
  },
  askRetry,
});

export const { call, answer, file } = client;
