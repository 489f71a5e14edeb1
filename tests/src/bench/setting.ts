import { randomBytes } from 'node:crypto';
import { connectEventLog } from '@jwxt/infra/runtime/event-log.ts';
import { addressOfShare } from '@jwxt/infra/runtime/shared-log.ts';
import type { Scale } from './scale.ts';

/** On what is measured. */
export interface Setting {
  readonly dataDir: string;
  readonly scale: Scale;
  /** A share of an event store that runs already; absent: the built-in node. */
  readonly eventStoreUrl?: string | undefined;
  /**
   * Processes of each service. Of two, each gateway has a commands service of its own, and workers stay with one
   * gateway, as browsers do behind a balancer.
   */
  readonly instances: number;
}

/**
 * A share of a store for one run: streams with a prefix of its own, behind everything that is there. Throws when the
 * store cannot be reached.
 */
export async function shareForRun(engine: string): Promise<string> {
  const log = connectEventLog(engine, { name: 'bench' });
  try {
    return addressOfShare(engine, {
      streamPrefix: `bench${randomBytes(5).toString('hex')}-`,
      from: (await log.lastPosition()) ?? 'start',
    });
  } finally {
    await log.close();
  }
}
