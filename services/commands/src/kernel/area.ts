import type { Logger } from '@jwxt/infra/runtime/logger.ts';
import type { CommandRoute, CommandServices, FileRule, Policy } from './command-route.ts';
import type { LongJobKind } from './long-job.ts';

/** Work that goes on by itself, in one of all processes at a time. */
export type Chore = (services: CommandServices, logger: Logger) => { close(): Promise<void> };

/** What an area brings to the commands, listed in its `<area>.area.ts`. */
export interface CommandsArea {
  readonly routes: readonly CommandRoute[];
  /** What follows from events by itself. */
  readonly policies?: readonly Policy[];
  readonly jobKinds?: readonly LongJobKind[];
  /** When attachments of its business objects may change. */
  readonly fileRules?: readonly FileRule[];
  /** By the name of each one's lock. */
  readonly chores?: Readonly<Record<string, Chore>>;
}
