import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '@jwxt/infra/runtime/config.ts';
import { expect, it } from 'vitest';
import { plantTree } from './planted-tree.ts';
import { checkReleased } from './released-files.ts';

const one = 'create table one (id int);\n';
const line = (name: string, text: string): string => `${createHash('sha256').update(text).digest('hex')}  ${name}\n`;

it.each([
  ['edited', { '001-one.sql': `${one}-- more\n` }, line('001-one.sql', one), ['001-one.sql was edited']],
  [
    'renamed',
    { '002-one.sql': one },
    line('001-one.sql', one),
    ['002-one.sql is not in', '001-one.sql was renamed or taken away'],
  ],
  ['taken away', {}, line('001-one.sql', one), ['001-one.sql was renamed or taken away']],
  [
    'not written down',
    { '001-one.sql': one, '002-two.sql': 'select 2;\n' },
    line('001-one.sql', one),
    ['002-two.sql is not in'],
  ],
  ['as it went out', { '001-one.sql': one.replaceAll('\n', '\r\n') }, line('001-one.sql', one), []],
])('a migration that is %s', async (_, files, released, problems) => {
  const tree = await plantTree(
    Object.fromEntries([
      ...Object.entries(files).map(([name, text]) => [`infra/migrations/${name}`, text]),
      ['infra/migrations/released.txt', released],
    ]),
  );
  try {
    const found = (await checkReleased(tree.root)).map(({ file, detail }) => `${file.split('/').at(-1)} ${detail}`);
    expect(found).toEqual(problems.map((problem) => expect.stringContaining(problem)));
  } finally {
    await tree.remove();
  }
});

it('a golden file that was edited, like a migration', async () => {
  const tree = await plantTree({
    'contracts/golden/BookBought@1.json': '{"version":2}\n',
    'contracts/golden/released.txt': line('BookBought@1.json', '{"version":1}\n'),
  });
  try {
    expect(await checkReleased(tree.root)).toEqual([
      {
        rule: 'released-event',
        file: 'contracts/golden/BookBought@1.json',
        detail: 'was edited after it went out: give the event another version',
      },
    ]);
  } finally {
    await tree.remove();
  }
});

it.each([
  ['infra/migrations', '.sql'],
  ['contracts/golden', '.json'],
])('the list in %s names every file of the product', async (folder, ending) => {
  expect(await checkReleased(projectRoot)).toEqual([]);
  const names = (await readdir(join(projectRoot, folder))).filter((name) => name.endsWith(ending));
  const listed = (await readFile(join(projectRoot, folder, 'released.txt'), 'utf8')).trimEnd().split('\n');
  expect(listed).toHaveLength(names.length);
});
