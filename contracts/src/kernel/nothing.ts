/** What stands where there is nothing to say; where a score would stand it is `NO_SCORE`. */
export const NOTHING = '—';
