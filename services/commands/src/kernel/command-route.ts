import type { z } from 'zod';
import type { AnyEvent } from '@jwxt/contracts/all-events.ts';
import type { CommandDefinition } from '@jwxt/contracts/kernel/command.ts';
import type { ErasureBasis, PersonKey } from '@jwxt/contracts/system/person-erasure.vocabulary.ts';
import type { PersonKeys } from '@jwxt/infra/runtime/person-keys.ts';
import type { Pool, PoolClient } from 'pg';
import type { Position } from '@jwxt/infra/runtime/log-position.ts';
import type { CommandContext } from './command-context.ts';
import type { CommandHandler } from './command-handler.ts';
import type { StoredEvent } from './event-codec.ts';
import type { ReferenceMemory } from './reference-memory.ts';
import type { Refused } from './refusal.ts';

/** Whether base data names a user an approver of a node now: he holds its role, and the role reaches its unit. */
export type AskCandidate = (
  userName: string,
  node: { readonly roleCode: string; readonly scopeUnit: string },
) => Promise<boolean>;

/** What a route and a policy work with. */
export interface CommandServices {
  readonly handler: CommandHandler;
  /** Reference data: facts are read from it, never read models. */
  readonly pool: Pool;
  /** Reference data kept in memory, for the facts of decisions that come often. */
  readonly reference: ReferenceMemory;
  readonly isCandidate: AskCandidate;
  /** By business table. */
  readonly fileRules: ReadonlyMap<string, FileRule>;
  /** By process. */
  readonly passRules: ReadonlyMap<string, PassRule>;
  /** Where the log and the keys that sign it are, for the check of the whole history; some tests have none. */
  readonly integrity?: { readonly eventStoreUrl: string; readonly keyFolder: string };
  /** Keys of personal values in events. */
  readonly personKeys: PersonKeys;
  /** Who was erased, beside the backups. */
  readonly erasures: ErasureList;
}

/** One who was erased, as the list beside the backups names him. */
export interface ListedErasure extends PersonKey {
  readonly erasureId: string;
  readonly basis: ErasureBasis;
  readonly reason: string;
  readonly at: string;
}

/**
 * The list of persons who were erased, in the data folder and in no backup: whoever restores an older backup, which has
 * their keys and rows, erases them again by it.
 */
export interface ErasureList {
  read(): Promise<readonly ListedErasure[]>;
  add(erasure: ListedErasure): Promise<void>;
}

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

/**
 * Why applications of one process cannot be passed as things stand, told when a node is to pass; null when they can.
 * Sending them back is left.
 */
export interface PassRule {
  readonly processNo: string;
  refuses(applyId: string, services: CommandServices): Promise<Refused | null>;
}

/** The answer of a command, and the place of the last event that it and its policies wrote (null: none). */
export interface CommandDone<R> {
  readonly result: R;
  readonly position: Position | null;
}

/** One command type and how it is carried out. `run` gets a payload that the definition's schema has accepted. */
export interface CommandRoute<D extends CommandDefinition = CommandDefinition> {
  readonly definition: D;
  /** Written into the log when it was carried out, for what an operator must be able to find there. */
  readonly told?: string;
  run(
    payload: z.output<D['payload']>,
    context: CommandContext,
    services: CommandServices,
  ): Promise<CommandDone<z.output<D['result']>> | Refused>;
}

/** Declares how a command is carried out, keeping the exact types of its schemas. */
export function defineRoute<D extends CommandDefinition>(
  definition: D,
  run: CommandRoute<D>['run'],
  more: Pick<CommandRoute<D>, 'told'> = {},
): CommandRoute<D> {
  return { definition, run, ...more };
}

/**
 * Turns events into commands of the system (architecture §3). `react` is idempotent: its commands have ids derived from
 * the event's id (`policyContext`). It answers the place of the last event written, and throws when the event could not
 * be carried out.
 */
export interface Policy {
  readonly name: string;
  /** Names that it had before: what stands under them goes on under this one. */
  readonly formerly?: readonly string[];
  /** Event types it reacts to. */
  readonly types: readonly AnyEvent['type'][];
  /** Where it starts where it is new: at the beginning of the log, or with what is written from now on. */
  readonly start: 'beginning' | 'now';
  react(event: StoredEvent, services: CommandServices): Promise<Position | null>;
}
