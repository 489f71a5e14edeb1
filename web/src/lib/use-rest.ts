import { useEffect, useState } from 'react';

/** At the latest after so many milliseconds; where a browser cannot tell that it rests, after the second. */
const LATEST_MS = 2000;
const UNTOLD_MS = 200;

/** Calls back once the browser has shown what it had to show and rests; the answer calls it off. */
export function atRest(then: () => void): () => void {
  if (typeof window.requestIdleCallback !== 'function') {
    const timer = setTimeout(then, UNTOLD_MS);
    return () => {
      clearTimeout(timer);
    };
  }
  const handle = requestIdleCallback(then, { timeout: LATEST_MS });
  return () => {
    cancelIdleCallback(handle);
  };
}

/**
 * Whether the browser has rested since this was first shown: for what nobody waits for, so that it does not keep back
 * what somebody does.
 */
export function useRested(): boolean {
  const [rested, setRested] = useState(false);
  useEffect(
    () =>
      atRest(() => {
        setRested(true);
      }),
    [],
  );
  return rested;
}
