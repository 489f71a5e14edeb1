import type { z } from 'zod';
import type { CommandDefinition } from '@jwxt/contracts/kernel/command.ts';
import type { SignedInCall } from './handler.ts';
import type { Services } from './services.ts';

/**
 * Where people see what a command does. `shownIn`: the answer waits, for a bounded time, until these read models show
 * it: the list that the page fetches next already has it; when they are late, the push channel tells the page
 * afterwards. `shownLater`: who sent it goes on at once, and waits when looking at something next ({@link
 * import('./own-writes.ts').OwnWrites}).
 */
export type Shown = { readonly shownIn: readonly string[] } | { readonly shownLater: readonly string[] };

/** Sends a command, and sees to it that its sender finds what it did. */
export async function runCommand<D extends CommandDefinition>(
  definition: D,
  payload: z.input<D['payload']>,
  call: SignedInCall,
  { commandId, ...seen }: { commandId: string } & Shown,
): Promise<z.output<D['result']>> {
  const { commands, ownWrites } = call.services;
  const { result, position } = await commands.send(definition, payload, call, commandId);
  if (position !== null) {
    if ('shownIn' in seen) await shown(seen.shownIn, position, call);
    else ownWrites.add(call.user.userName, { readModels: seen.shownLater, position });
  }
  return result;
}

/** Waits, for a bounded time, until the named read models have reached a position. */
export async function shown(
  readModels: readonly string[],
  position: string,
  { services: { feed, metrics } }: { readonly services: Pick<Services, 'feed' | 'metrics'> },
): Promise<void> {
  const started = performance.now();
  metrics.waited(await feed.reached(readModels, position), (performance.now() - started) / 1000);
}
