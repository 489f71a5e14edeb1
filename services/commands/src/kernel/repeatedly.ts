/**
 * Work that a leading process does by itself, at once and then at an interval; one run ends before the next begins.
 * `work` tells its own failures.
 */
export function repeatedly(everyMs: number, work: () => Promise<void>): { close(): Promise<void> } {
  let working: Promise<void> = Promise.resolve();
  const next = (): void => void (working = working.then(work));
  next();
  const timer = setInterval(next, everyMs);
  return {
    async close() {
      clearInterval(timer);
      await working;
    },
  };
}
