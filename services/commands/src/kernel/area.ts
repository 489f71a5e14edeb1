import type { Logger } from '@jwxt/infra/runtime/logger.ts';
import type { CommandRoute, CommandServices, FileRule, PassRule, Policy } from './command-route.ts';
import type { LongJobKind } from './long-job.ts';
import type { RulesOfResources } from './resource-routes.ts';

/** Work that goes on by itself, in one of all processes at a time. */
export type Chore = (services: CommandServices, logger: Logger) => { close(): Promise<void> };

/** What an area brings to the commands, listed in its `<area>.area.ts`. */
export interface CommandsArea {
  /** How its commands are carried out, those of its resources aside. */
  readonly routes: readonly CommandRoute[];
  /** What the rows of its resources obey besides their declarations, by name; most obey nothing else. */
  readonly resourceRules?: RulesOfResources;
  /** What follows from events by itself. */
  readonly policies?: readonly Policy[];
  readonly jobKinds?: readonly LongJobKind[];
  /** When attachments of its business objects may change. */
  readonly fileRules?: readonly FileRule[];
  /** Why applications about its things may not be passed now. */
  readonly passRules?: readonly PassRule[];
  /** By the name of each one's lock. */
  readonly chores?: Readonly<Record<string, Chore>>;
}
