/** How long tests wait for what jobs and read models do behind a call. */
export const LONG_JOB_TEST_WAIT = { timeout: 60_000, interval: 50 };
