import type { Position } from '@jwxt/infra/runtime/log-position.ts';
import { reaches, type Place } from './log-batch.ts';

/**
 * For how long read models have been behind, judged by where the log ended at earlier looks: one that keeps up with a
 * busy log is not behind.
 */
export interface LagClock {
  /** The log ends here now. */
  look(end: Position, at: number): void;
  /** Milliseconds since the log was first seen to reach beyond a place; 0 when the place is its end. */
  behindFor(place: Place, at: number): number;
  /** Forgets what all of these places have reached. */
  passed(places: readonly Place[]): void;
}

/** A log that moves on while a read model stands still leaves this many looks at most. */
const looksKept = 1_000;

/** Creates a clock that has seen nothing yet. */
export function createLagClock(): LagClock {
  let looks: { end: Position; at: number }[] = [];
  return {
    look(end, at) {
      const last = looks.at(-1);
      if (last && reaches(last.end, end)) return;
      // The oldest one tells how long; of those between, half are enough.
      if (looks.length >= looksKept) looks = looks.filter((_, index) => index % 2 === 0);
      looks.push({ end, at });
    },
    behindFor(place, at) {
      const missed = looks.find(({ end }) => !reaches(place, end));
      return missed ? at - missed.at : 0;
    },
    passed(places) {
      while (looks[0] && places.every((place) => reaches(place, looks[0]!.end))) looks.shift();
    },
  };
}
