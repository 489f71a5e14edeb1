import { useEffect, useEffectEvent, useState } from 'react';

/**
 * True while this window is the one of all windows of this browser that may show something. `prepare` runs before it
 * becomes true, to learn what another window has done. Browsers know locks only on secure pages; elsewhere every window
 * that wants to may.
 */
export function useOnlyWindow(name: string, wanted: boolean, prepare: () => Promise<unknown>): boolean {
  const [held, setHeld] = useState(false);
  const onPrepare = useEffectEvent(prepare);
  useEffect(() => {
    if (!wanted) return undefined;
    const given = new AbortController();
    const hold = async (): Promise<void> => {
      await onPrepare();
      if (given.signal.aborted) return;
      setHeld(true);
      await new Promise((resolve) => {
        given.signal.addEventListener('abort', resolve, { once: true });
      });
    };
    const locks = navigator.locks as LockManager | undefined;
    const holding = locks ? locks.request(name, { signal: given.signal }, hold) : hold();
    // Given back before it was granted.
    holding.catch(() => undefined);
    return () => {
      given.abort();
      setHeld(false);
    };
  }, [name, wanted]);
  return held;
}
