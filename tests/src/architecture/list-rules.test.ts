import { defineOperation } from '@jwxt/contracts/kernel/operation.ts';
import { pageNum } from '@jwxt/contracts/kernel/fields.ts';
import { sortBy } from '@jwxt/contracts/kernel/list-sort.ts';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { checkActionColumns, checkSortedLists, checkSortedTables } from './list-rules.ts';

const list = (id: string, input: z.ZodObject) =>
  defineOperation({
    id,
    method: 'GET',
    path: `/${id}`,
    access: { signedIn: 'planted' },
    summary: id,
    input,
    output: z.object({}),
  });
const files = (found: readonly { readonly file: string }[]) => found.map(({ file }) => file);

it('a list in pages takes a sort, or an exception says why not; an exception that is none is told', () => {
  const operations = [
    list('sorted', z.object({ pageNum, sort: sortBy(['name']) })),
    list('unsorted', z.object({ pageNo: pageNum })),
    list('picker', z.object({ pageNum })),
    list('whole', z.object({})),
  ];
  expect(files(checkSortedLists(operations, { picker: 'a picker', whole: 'planted' }))).toEqual(['unsorted', 'whole']);
});

it('a table in pages has its sorting, whatever else stands in its tag', () => {
  const sources = new Map([
    [
      'web/src/a.tsx',
      '<DataTable<Row> rowKey={(row) => row.id} paging={pagingOf(state)} sorting={sortingOf(state)} />',
    ],
    ['web/src/b.tsx', '<DataTable rowKey={({ id }) => id} paging={{ total: 1 > 0 }} />'],
    ['web/src/c.tsx', '<DataTable rows={rows} />'],
    ['web/src/d.tsx', '<DataTable<Row> paging={paging} />'],
    ['web/src/e.test.tsx', '<DataTable paging={paging} />'],
  ]);
  expect(files(checkSortedTables(sources, { 'web/src/d.tsx': 'a picker', 'web/src/c.tsx': 'planted' }))).toEqual([
    'web/src/b.tsx',
    'web/src/c.tsx',
  ]);
});

it('a column 操作 is at the right edge, but where it says what was done', () => {
  const column = (more: string) => `{ key: 'action', title: '操作', width: 70,${more} render: (row) => <Button /> }`;
  const sources = new Map([
    ['web/src/a.tsx', column(' pinRight: true,')],
    ['web/src/b.tsx', column(' pinRight: true,') + column('')],
    ['web/src/areas/audit/score-log.page.tsx', column('')],
  ]);
  expect(files(checkActionColumns(sources))).toEqual(['web/src/b.tsx']);
});
