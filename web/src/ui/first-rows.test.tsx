// @vitest-environment jsdom
import { useQuery } from '@tanstack/react-query';
import { act, screen } from '@testing-library/react';
import { useLayoutEffect } from 'react';
import { expect, it, vi } from 'vitest';
import { render } from '../testing/render.tsx';
import { DataTable } from './data-table.tsx';
import { useFirstAnswers } from '../lib/first-answers.ts';

type Row = { readonly name: string };
const rows: Row[] = [{ name: '甲' }, { name: '乙' }];
const columns = [{ key: 'name', title: '名称', render: ({ name }: Row) => name }];

// What is shown before them moves when they come (pages.steady.student).
it('a page waits for the first rows of its lists, which are drawn after their answer', async () => {
  const seen: (readonly [answered: boolean, rows: number])[] = [];
  const answer = Promise.withResolvers<Row[]>();
  function List() {
    const { data } = useQuery({ queryKey: ['rows'], queryFn: () => answer.promise });
    return <DataTable label="列表" columns={columns} rows={data} rowKey={({ name }) => name} />;
  }
  function Own() {
    const answered = useFirstAnswers();
    useLayoutEffect(() => {
      seen.push([answered, screen.queryAllByRole('cell', { name: /[甲乙]/ }).length]);
    });
    return <List />;
  }
  render(<Own />);
  // A slow machine draws what came while the page has seen that nothing more is asked for: both at once.
  vi.useFakeTimers();
  try {
    await act(async () => {
      answer.resolve(rows);
      await vi.advanceTimersByTimeAsync(1000);
    });
  } finally {
    vi.useRealTimers();
  }
  expect(seen.find(([answered]) => answered)).toEqual([true, rows.length]);
});
