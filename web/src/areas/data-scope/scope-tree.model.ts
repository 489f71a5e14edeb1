import type { scopesOfGroup } from '@jwxt/contracts/data-scope/data-scope.operations.ts';
import { functionTree, nodesAbove, nodesBelow, type FunctionNode } from '@jwxt/contracts/kernel/function-tree.ts';
import { scopeAt, type DimensionValues, type NodeScopes } from '@jwxt/contracts/kernel/node-scopes.ts';
import type { OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import type { Dimension } from '@jwxt/contracts/kernel/scope.vocabulary.ts';

/** What is saved of a user group. */
export type GroupScopes = OutputOf<typeof scopesOfGroup>;

/** The saved rows by node. */
export function scopesOf({ listDto }: Pick<GroupScopes, 'listDto'>): NodeScopes {
  return new Map(
    [...Map.groupBy(listDto, ({ qxbh }) => qxbh)].map(([node, rows]) => [
      node,
      new Map(rows.map(({ sjqxbh, fwz }) => [sjqxbh as Dimension, fwz])),
    ]),
  );
}

/** What a code of a dimension is called, as far as the server has said. */
export function namesOf({ names }: Pick<GroupScopes, 'names'>): (dimension: Dimension, code: string) => string {
  const known = new Map(names.map(({ sjqxbh, code, name }) => [`${sjqxbh} ${code}`, name]));
  return (dimension, code) => known.get(`${dimension} ${code}`) ?? code;
}

/** Two scopes that restrict alike: what is not named is not restricted. */
export function isSameScope(one: DimensionValues, other: DimensionValues): boolean {
  return [...new Set([...one.keys(), ...other.keys()])].every(
    (dimension) => (one.get(dimension) ?? '*') === (other.get(dimension) ?? '*'),
  );
}

/** A line of the tree as it is shown. */
export interface TreeLine {
  readonly node: FunctionNode;
  readonly depth: number;
  readonly values: DimensionValues;
  /** Node that the scope is from; null: nothing is saved. */
  readonly from: string | null;
  /** Nodes below that have a scope of their own. */
  readonly below: number;
  /** Whether there is something below to be shown. */
  readonly opens: boolean;
}

/** What the tree shows. */
export interface TreeAsked {
  readonly opened: ReadonlySet<string>;
  /** Part of a name or code: lines that have it, with those above them, however far the tree is open. */
  readonly text: string;
  /** Only what differs from this group. */
  readonly differsFrom?: NodeScopes | undefined;
}

/** The lines of the tree for a group. */
export function treeLines(scopes: NodeScopes, { opened, text, differsFrom }: TreeAsked): TreeLine[] {
  const wanted = (node: FunctionNode): boolean =>
    (text === '' || node.qxmc.includes(text) || node.qxbh.toLowerCase().includes(text.toLowerCase())) &&
    (differsFrom === undefined ||
      !isSameScope(scopeAt(scopes, node.qxbh).values, scopeAt(differsFrom, node.qxbh).values));
  const looking = text !== '' || differsFrom !== undefined;
  const found = new Set(looking ? functionTree.filter(wanted).flatMap(({ qxbh }) => nodesAbove(qxbh)) : []);
  return functionTree
    .filter((node) =>
      looking
        ? found.has(node.qxbh)
        : nodesAbove(node.qxbh)
            .slice(1)
            .every((above) => opened.has(above)),
    )
    .map((node) => {
      const { node: from, values } = scopeAt(scopes, node.qxbh);
      const below = nodesBelow(node.qxbh).slice(1);
      return {
        node,
        depth: nodesAbove(node.qxbh).length - 1,
        values,
        from,
        below: below.filter((each) => scopes.has(each)).length,
        opens: below.length > 0,
      };
    });
}
