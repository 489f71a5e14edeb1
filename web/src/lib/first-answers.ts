import { useQueryClient } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useState } from 'react';

/** At the latest after so many milliseconds what is there is shown. */
const PATIENCE_MS = 1500;
/** Who asks after another's answer does so within a moment. */
const MOMENT_MS = 40;

/**
 * Whether what a page asked when it was opened has been answered: for pages of many parts of which each is as high as
 * its answer makes it, so that none moves the others under one's eyes. A page that nothing is asked for is there at
 * once, and no answer is waited for too long.
 */
export function useFirstAnswers(): boolean {
  const client = useQueryClient();
  const [all, setAll] = useState(false);
  useEffect(() => {
    if (all) return undefined;
    const waits = () =>
      client.isFetching({ predicate: ({ state }) => state.data === undefined && state.error === null }) > 0;
    let quiet: ReturnType<typeof setTimeout> | undefined;
    const done = () => {
      setAll(true);
    };
    const look = () => {
      clearTimeout(quiet);
      if (!waits()) quiet = setTimeout(done, MOMENT_MS);
    };
    const stop = client.getQueryCache().subscribe(look);
    const patience = setTimeout(done, PATIENCE_MS);
    look();
    return () => {
      stop();
      clearTimeout(quiet);
      clearTimeout(patience);
    };
  }, [client, all]);
  // Not before the first rows of its lists, which are drawn in slices.
  return useDeferredValue(all);
}
