import type { z } from 'zod';
import type { ReadModelName } from '@jwxt/contracts/kernel/read-model.vocabulary.ts';
import type { CommandDefinition } from '@jwxt/contracts/kernel/command.ts';
import type { SignedInCall } from './handler.ts';
import { requireScope } from './scope-watch.ts';
import type { Services } from './services.ts';

/**
 * When a command's sender finds what it did, in the read models that it declares (`shownIn`). `now`: the answer waits,
 * for a bounded time, until they show it: the list that the page fetches next already has it; when they are late, the
 * push channel tells the page afterwards. `later`: who sent it goes on at once, and waits when looking at something
 * next ({@link import('./own-writes.ts').OwnWrites}).
 */
type Shown = 'now' | 'later';

/** Sends a command, and sees to it that its sender finds what it did: `now`, unless said otherwise. */
export async function runCommand<D extends CommandDefinition>(
  definition: D,
  payload: z.input<D['payload']>,
  call: SignedInCall,
  { commandId, shown: when = 'now' }: { commandId: string; shown?: Shown },
): Promise<z.output<D['result']>> {
  requireScope(call.user);
  const { commands, ownWrites } = call.services;
  const { result, position } = await commands.send(definition, payload, call, commandId);
  if (position !== null) {
    if (when === 'now') await shown(definition.shownIn, position, call);
    else ownWrites.add(call.user.userName, { readModels: definition.shownIn, position });
  }
  return result;
}

/** Waits, for a bounded time, until the named read models have reached a position. */
export async function shown(
  readModels: readonly ReadModelName[],
  position: string,
  { services: { feed, metrics } }: { readonly services: Pick<Services, 'feed' | 'metrics'> },
): Promise<void> {
  const started = performance.now();
  metrics.waited(await feed.reached(readModels, position), (performance.now() - started) / 1000);
}
