import { formatDecimal } from '../kernel/number-text.ts';

/** A module or class with what is asked for there, in tenths of a credit; null: nothing. */
export interface CreditNode {
  readonly nodeId: string;
  readonly parentId: string | null;
  readonly name: string;
  readonly min: number | null;
  readonly max: number | null;
}
/** What is wrong with the credits of a tree: at a node, or with the whole (null). */
export interface CreditProblem {
  readonly nodeId: string | null;
  readonly message: string;
}

/** Tenths of a credit as people write them: 1200 → `120`. */
export const creditText = (tenths: number): string => formatDecimal(tenths, 1, 1).replace(/\.0$/, '');

/** What the nodes directly below ask for together; one that asks for nothing counts as what is below it. */
export function creditBelow(nodes: readonly CreditNode[]): (parentId: string | null) => number {
  const below = Map.groupBy(nodes, ({ parentId }) => parentId);
  const sum = (parentId: string | null, depth = 0): number =>
    depth > nodes.length
      ? 0
      : (below.get(parentId) ?? []).reduce((all, { nodeId, min }) => all + (min ?? sum(nodeId, depth + 1)), 0);
  return sum;
}

/**
 * SCHEME-10: what is below asks for no more than what is above, the modules at the top for no more than the total
 * (tenths; null: not said yet), and no node for more than its own most.
 */
export function creditProblems(nodes: readonly CreditNode[], total: number | null): CreditProblem[] {
  const sum = creditBelow(nodes);
  const arranged = sum(null);
  return [
    ...nodes.flatMap(({ nodeId, name, min, max }): CreditProblem[] => {
      const below = sum(nodeId);
      if (min !== null && below > min)
        return [{ nodeId, message: `“${name}”下级的最低学分之和为 ${creditText(below)}，超过它的 ${creditText(min)}` }];
      return max !== null && (min ?? below) > max ? [{ nodeId, message: `“${name}”的最高学分低于最低学分` }] : [];
    }),
    ...(total !== null && arranged > total
      ? [{ nodeId: null, message: `各模块的最低学分之和为 ${creditText(arranged)}，超过总学分 ${creditText(total)}` }]
      : []),
  ];
}
