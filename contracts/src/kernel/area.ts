import type { CommandDefinition } from './command.ts';
import type { Operation } from './operation.ts';
import type { Resource } from './resource.ts';
import type { StreamSchema } from './stream.ts';

/** What decides who may call an operation, and in which kind of session. */
export type CommandSender = Pick<Operation, 'access' | 'method' | 'outcome' | 'temporary' | 'dangerous'>;

/** A command, and the operations by which people send it. */
type SentCommand = readonly [CommandDefinition, readonly CommandSender[]];

/** What an area brings to the contracts, listed in its `<area>.area.ts`. */
export interface ContractArea {
  /** What can be asked for over HTTP, besides what its resources bring. */
  readonly operations: readonly Operation[];
  /**
   * Rows that people keep. Each is registered here alone: its operations, its commands with who sends them, the
   * handlers of the gateway and the routes of the commands service follow.
   */
  readonly resources?: readonly Resource[];
  /** Kinds of streams that its events are in. */
  readonly streams?: readonly StreamSchema[];
  /**
   * Commands besides those of its resources, each with the operations of this area by which people send it. A command
   * that no area names is not for people: policies, long jobs and the operator's programs send it.
   */
  readonly commands?: readonly SentCommand[];
}

/** Everything of an area that can be asked for over HTTP. */
export function operationsOf({ operations, resources = [] }: ContractArea): readonly Operation[] {
  return [
    ...resources.flatMap((resource) => [
      ...Object.values(resource.operations),
      ...(resource.reveal ? [resource.reveal] : []),
      ...Object.values<Operation>({ ...resource.imports?.operations, ...resource.imports?.bulk }),
    ]),
    ...operations,
  ];
}

/** Everything of an area that people can send. */
export function sentCommandsOf({ commands = [], resources = [] }: ContractArea): readonly SentCommand[] {
  const writes = ['create', 'update', 'delete', 'batchDelete'] as const;
  return [
    ...resources.flatMap((resource) =>
      writes.map((action): SentCommand => [resource.commands[action], [resource.operations[action]]]),
    ),
    ...resources.flatMap(({ imports }): SentCommand[] =>
      imports === null
        ? []
        : [
            [imports.commands.run, [imports.operations.run, imports.bulk.write]],
            [imports.commands.undo, [imports.operations.undo]],
          ],
    ),
    ...commands,
  ];
}
