import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from './fault.ts';
import { withDatabase } from './read-model-audit.ts';

/**
 * Policies find what they need locked by somebody else, and are sent away each time they wait for it: they come again,
 * and nothing is parked.
 */
export const busyPolicies: Fault = {
  name: 'tables of the policies locked',
  how: 'an exclusive lock; each statement that waits for it is cancelled, as by its time limit',
  lastsMs: 6_000,
  // They come again after pauses that have grown, and then have the work of the whole time before them.
  recoveryLimitSeconds: 40,
  provoke({ site }) {
    let sentAway = 0;
    const done = new AbortController();
    const locked = withDatabase(site.env, async (db) => {
      const holder = await db.connect();
      try {
        await holder.query('begin');
        await holder.query('lock table commands.policy_checkpoint, commands.policy_parked in access exclusive mode');
        while (!done.signal.aborted) {
          const { rows } = await db.query(
            `select pg_cancel_backend(pid) from pg_stat_activity
              where wait_event_type = 'Lock' and application_name = 'commands'`,
          );
          sentAway += rows.length;
          await sleep(100);
        }
        await holder.query('rollback');
      } finally {
        holder.release();
      }
    });
    // Told by who heals.
    locked.catch(() => undefined);
    return Promise.resolve({
      async heal() {
        done.abort();
        await locked;
      },
      check: () => Promise.resolve(sentAway > 0 ? [] : ['nothing waited for the locked tables']),
    });
  },
};
