import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import type { CommandContext } from './command-context.ts';
import type { CommandServices } from './command-route.ts';
import type { Refused } from './refusal.ts';

/** What a file is attached to, and the transaction in which that changes. */
export interface FileChange {
  readonly businessId: string;
  readonly client: PoolClient;
  readonly context: CommandContext;
  readonly services: CommandServices;
}

/**
 * When the attachments of one kind of business object may change, judged by the object itself; null when they may. Who
 * may at all, by permission and scope, the gateway has checked.
 */
export interface FileRule {
  readonly businessTable: string;
  refuses(change: FileChange): Promise<Refused | null>;
}
