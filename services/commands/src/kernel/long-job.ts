import type { z } from 'zod';
import type { LongJobItem } from '@jwxt/contracts/system/long-job.command.ts';
import type { CommandContext } from './command-context.ts';
import type { CommandServices } from './command-route.ts';
import type { Refused } from './refusal.ts';

/** What became of one thing: whether anything changed, and the sentence that the person reads in the results. */
export interface ItemDone {
  readonly changed: boolean;
  readonly message: string;
}

/**
 * One kind of long job. `run` does one item and may be asked again for the same one, after a crash: its context carries
 * a command id that is derived from job and item (use {@link CommandContext.commandId}, or ids derived from it), so
 * that nothing happens twice. A refusal is the item's result, with its sentence as the reason; an engine that is away
 * makes the job wait.
 */
export interface LongJobKind<P extends z.ZodType = z.ZodType> {
  readonly kind: string;
  readonly payload: P;
  /** Items at the same time; default 4. */
  readonly sideBySide?: number;
  run(
    item: LongJobItem,
    payload: z.output<P>,
    context: CommandContext,
    services: CommandServices,
  ): Promise<ItemDone | Refused>;
}

/** Declares a kind, keeping the exact type of its payload. */
export function defineLongJob<P extends z.ZodType>(kind: LongJobKind<P>): LongJobKind {
  return kind;
}
