import type { Stoppable } from './faults/given-engine.ts';

/** What was said on the command line about engines that may be stopped. */
export interface StopOptions {
  readonly cluster: boolean;
  readonly stopNode: readonly string[];
  readonly startNode: readonly string[];
  readonly stopDatabase: string | undefined;
  readonly startDatabase: string | undefined;
}

/**
 * What may be stopped; undefined for nothing, `unclear` when commands are missing, or there are more to stop than to
 * start.
 */
export function stoppableOf({
  cluster,
  stopNode,
  startNode,
  stopDatabase,
  startDatabase,
}: StopOptions): Stoppable | undefined | 'unclear' {
  if (
    stopNode.length !== startNode.length ||
    cluster !== stopNode.length > 0 ||
    (stopDatabase === undefined) !== (startDatabase === undefined)
  )
    return 'unclear';
  const database =
    stopDatabase === undefined || startDatabase === undefined ? null : { stop: stopDatabase, start: startDatabase };
  if (stopNode.length === 0 && database === null) return undefined;
  return { nodes: stopNode.map((stop, index) => ({ stop, start: startNode[index]! })), database };
}
