import type { z } from 'zod';
import type { CommandDefinition } from '@jwxt/contracts/kernel/command.ts';
import type { SignedInCall } from './handler.ts';

/**
 * Sends a command and waits, for a bounded time, until the named read models show what it did: the list that the page fetches next
 * already has it. When they are late the answer does not wait for them; the push channel tells the page afterwards.
 */
export async function runCommand<D extends CommandDefinition>(
  definition: D, payload: z.input<D['payload']>, call: SignedInCall, { commandId, shownIn }: { commandId: string; shownIn: readonly string[] },
): Promise<z.output<D['result']>> {
  const { commands } = call.services;
  const { result, position } = await commands.send(definition, payload, call, commandId);
  if (position !== null) await shown(shownIn, position, call);
  return result;
}

/** Waits, for a bounded time, until the named read models have reached a position. */
export async function shown(readModels: readonly string[], position: string, { services: { feed, metrics } }: Pick<SignedInCall, 'services'>): Promise<void> {
  const started = performance.now();
  metrics.waited(await feed.reached(readModels, position), (performance.now() - started) / 1000);
}
