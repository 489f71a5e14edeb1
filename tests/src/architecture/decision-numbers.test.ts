import { projectRoot } from '@jwxt/infra/runtime/config.ts';
import { expect, it } from 'vitest';
import { checkDecisions } from './decision-numbers.ts';
import { plantTree } from './planted-tree.ts';

it.each([
  ['taken twice', ['001-one.md', '002-two.md', '002-other.md'], ['002-two.md']],
  ['left out', ['001-one.md', '003-three.md'], ['003-three.md']],
  ['taken once each', ['001-one.md', '002-two.md', '003-three.md'], []],
])('numbers of decisions that are %s', async (_, names, found) => {
  const tree = await plantTree(Object.fromEntries(names.map((name) => [`docs/decisions/${name}`, '# Decided\n'])));
  try {
    expect((await checkDecisions(tree.root)).map(({ file }) => file.split('/').at(-1))).toEqual(found);
  } finally {
    await tree.remove();
  }
});

it('the decisions of the project are numbered in a row', async () => {
  expect(await checkDecisions(projectRoot)).toEqual([]);
});
