import { useSyncExternalStore } from 'react';
import { serverNow } from './server-clock.ts';

/** Now by the server's clock in milliseconds, renewed every `stepMs` (a second by default) and on each full step. */
export function useNow(stepMs = 1000): number {
  return useSyncExternalStore(
    (listener) => {
      const timer = setInterval(listener, Math.min(stepMs, 1000));
      return () => {
        clearInterval(timer);
      };
    },
    () => Math.floor(serverNow() / stepMs) * stepMs,
  );
}
