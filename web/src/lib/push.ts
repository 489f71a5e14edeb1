import { BROADCAST_TOPIC, messageTopic, WEBSOCKET_PATH, type ServerMessage } from '@jwxt/contracts/kernel/push.ts';
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { createPush, type PushState, type Socket } from './push-machine.ts';
import { sessionStore } from './session-store.ts';

let state: PushState = { status: 'idle' };
const stateListeners = new Set<() => void>();
const messageListeners = new Set<(message: ServerMessage | 'gap') => void>();

const push = createPush({
  open: () =>
    new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${WEBSOCKET_PATH}`) as Socket,
  topics() {
    const userName = sessionStore.get().user?.userName ?? '';
    return [userName, messageTopic(userName), BROADCAST_TOPIC];
  },
  onState(next) {
    state = next;
    for (const listener of stateListeners) listener();
    // The server ended the session: sign in again in place, then go on.
    if (next.status === 'ended') void sessionStore.expire();
  },
  onMessage(message) {
    for (const listener of messageListeners) listener(message);
  },
  onGap() {
    for (const listener of messageListeners) listener('gap');
  },
});

export const startPush = (): void => {
  push.start();
};
export const stopPush = (): void => {
  push.stop();
};

/** How live the page is. */
export function usePushState(): PushState {
  return useSyncExternalStore(
    (listener) => {
      stateListeners.add(listener);
      return () => stateListeners.delete(listener);
    },
    () => state,
  );
}

/**
 * Hears the server's messages: `'gap'` means the line was down for a while, so anything may have changed. A message
 * only tells what to fetch again. The queries of approvals, sheets and read models are already refetched by the app;
 * use this for more, like telling the user.
 */
export function usePushMessage(handler: (message: ServerMessage | 'gap') => void): void {
  const onMessage = useEffectEvent(handler);
  useEffect(() => {
    const listener = (message: ServerMessage | 'gap') => {
      onMessage(message);
    };
    messageListeners.add(listener);
    return () => {
      messageListeners.delete(listener);
    };
  }, []);
}
