import type { ApiSession } from '../testing/api-session.ts';
import type { FaultSite } from './fault-site.ts';
import type { Load } from './load.ts';
import type { SeededRandom } from './seeded-random.ts';

/** Where a fault happens. */
export interface FaultScene {
  readonly site: FaultSite;
  readonly load: Load;
  readonly random: SeededRandom;
  readonly admin: ApiSession;
}

/** A fault that is going on. */
export interface Provoked {
  /** Puts right what the fault broke, if it does not go by itself; resolves when the part is up again. */
  heal(): Promise<void>;
  /**
   * Asked when the load rests, besides the audit that follows every fault: what went wrong that only this fault can
   * show.
   */
  check?(): Promise<string[]>;
}

/** Something that may happen to the product at work. */
export interface Fault {
  /** For the report, as is `how`. */
  readonly name: string;
  /** How it is provoked. */
  readonly how: string;
  /** Milliseconds between provoking and healing. */
  readonly lastsMs: number;
  /** In which subscriptions are to be back by themselves, in seconds. Default 10. */
  readonly recoveryLimitSeconds?: number;
  provoke(scene: FaultScene): Promise<Provoked>;
}
