import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { creditBelow, creditProblems, creditText, type CreditNode } from './scheme-system.rules.ts';

const node = (nodeId: string, parentId: string | null, min: number | null, max: number | null = null): CreditNode => ({
  nodeId,
  parentId,
  name: nodeId,
  min,
  max,
});

describe('credits of a tree of modules (SCHEME-10)', () => {
  it('what is below asks for no more than what is above, and all for no more than the total', () => {
    const nodes = [node('a', null, 400), node('a1', 'a', 250), node('a2', 'a', null), node('x', 'a2', 150)];
    expect(creditProblems(nodes, 400)).toEqual([]);
    expect(creditProblems([...nodes, node('y', 'a2', 5)], 1600)).toEqual([
      { nodeId: 'a', message: '“a”下级的最低学分之和为 40.5，超过它的 40' },
    ]);
    expect(creditProblems(nodes, 399)).toEqual([
      { nodeId: null, message: '各模块的最低学分之和为 40，超过总学分 39.9' },
    ]);
    expect(creditProblems([node('a', null, 40, 30)], null)).toEqual([
      { nodeId: 'a', message: '“a”的最高学分低于最低学分' },
    ]);
  });

  it('sums are those of a recount, whatever the tree', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ parent: fc.nat(), min: fc.option(fc.nat(500)) }), { maxLength: 30 }), (made) => {
        const nodes = made.map(({ parent, min }, at) =>
          node(String(at), at === 0 || parent % 4 === 0 ? null : String(parent % at), min),
        );
        // From the leaves up: a node hands on what it asks for, or else what it was handed.
        const handed = nodes.map(() => 0);
        let top = 0;
        for (const [back, { parentId, min }] of nodes.toReversed().entries()) {
          const own = min ?? handed[nodes.length - 1 - back]!;
          if (parentId === null) top += own;
          else handed[Number(parentId)]! += own;
        }
        expect(creditBelow(nodes)(null)).toBe(top);
        expect(nodes.map(({ nodeId }) => creditBelow(nodes)(nodeId))).toEqual(handed);
      }),
    );
  });

  it('credits are written without decimals that say nothing', () => {
    expect([1200, 405, 0].map(creditText)).toEqual(['120', '40.5', '0']);
  });
});
