import { pause } from '@jwxt/infra/runtime/backoff.ts';
import type { Generation } from './generation.ts';
import type { FeedMember } from './live-feed.ts';
import type { ModelLead } from './model-lead.ts';
import { createModelWriter, type ModelWriter, type Passed } from './model-writer.ts';

/** Keeps the serving generation of a read model at the end of the log. */
export interface ServingFollower {
  readonly phase: 'idle' | 'catching-up' | 'live' | 'retrying';
  /** What it passed while it follows the log, beyond its stored checkpoint. */
  readonly passed: Passed | undefined;
  /** Follows until the generation is another one, something is wrong, or the lead is given up. */
  turn(): Promise<void>;
  /** The last turn failed, and another one comes. */
  retrying(): void;
}

/** Creates what follows the log for a read model that is led here. */
export function createServingFollower(lead: ModelLead): ServingFollower {
  const { projection, around, stopping, serving } = lead;
  const { look, feed } = around;
  let phase: ServingFollower['phase'] = 'idle';
  let following: ModelWriter | undefined;

  async function follow(generation: Generation): Promise<void> {
    phase = 'catching-up';
    if (await lead.stopBeyondEnd(generation)) return;
    const writer = createModelWriter(lead.targetOf(generation));
    const first = await lead.catchUp(writer, generation.checkpoint);
    if (stopping.aborted) return;
    if (first.kind !== 'applied') return lead.tell(first);
    const left = new AbortController();
    const member: FeedMember = {
      writer,
      left(reason) {
        lead.tell(reason);
        left.abort();
      },
    };
    const joined = await feed.exclusive(async () => {
      const rest = await lead.catchUp(writer, first.checkpoint);
      return rest.kind === 'applied' && !stopping.aborted && feed.join(member, rest.checkpoint);
    });
    if (!joined) return;
    phase = 'live';
    following = writer;
    await aborted(AbortSignal.any([left.signal, serving.signal, stopping]));
    feed.leave(member);
    following = undefined;
    phase = 'catching-up';
  }

  return {
    get phase() {
      return phase;
    },
    get passed() {
      return following?.passed;
    },
    async turn() {
      serving.renew();
      const { current } = await look(projection.name);
      if (current?.status === 'serving' && current.version === projection.version) return await follow(current);
      phase = 'idle';
      await pause(around.pollMs, AbortSignal.any([serving.signal, stopping]));
    },
    retrying() {
      phase = 'retrying';
    },
  };
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
