import type { CommandDefinition } from './command.ts';
import type { Operation } from './operation.ts';
import type { StreamSchema } from './stream.ts';

/** What decides who may call an operation, and in which kind of session. */
export type CommandSender = Pick<Operation, 'access' | 'method' | 'outcome' | 'temporary'>;

/** What an area brings to the contracts, listed in its `<area>.area.ts`. */
export interface ContractArea {
  /** What can be asked for over HTTP. */
  readonly operations: readonly Operation[];
  /** Kinds of streams that its events are in. */
  readonly streams?: readonly StreamSchema[];
  /**
   * Commands, each with the operations of this area by which people send it. A command that no area names is not for
   * people: policies, long jobs and the operator's programs send it.
   */
  readonly commands?: readonly (readonly [CommandDefinition, readonly CommandSender[]])[];
}
