import type { Fault } from './fault.ts';

const hourMs = 3_600_000;

/** The clock of all processes but the database's steps by an hour, and back again. */
export function shiftedClock(way: 'forward' | 'back'): Fault {
  return {
    name: `clock stepped ${way} an hour, and returned`,
    how: 'a preloaded module shifts Date in every Node process',
    lastsMs: 5_000,
    provoke({ site }) {
      site.shiftClock(way === 'forward' ? hourMs : -hourMs);
      return Promise.resolve({
        heal() {
          site.shiftClock(0);
          return Promise.resolve();
        },
      });
    },
  };
}
