// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { render } from '../testing/render.tsx';
import { DataTable } from './data-table.tsx';
import { Dialog } from './dialog.tsx';
import { stopAt } from './table-row-keys.tsx';

type Row = { id: string };
const all: Row[] = ['甲', '乙', '丙'].map((id) => ({ id }));

function List() {
  const [rows, setRows] = useState(all);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [open, setOpen] = useState<string | null>(null);
  const close = () => {
    setOpen(null);
  };
  return (
    <>
      <input aria-label="关键字" />
      <DataTable<Row>
        label="申请"
        columns={[{ key: 'id', title: '申请', render: ({ id }) => <button type="button">{id}</button> }]}
        rows={rows}
        rowKey={({ id }) => id}
        selection={{ keys: chosen, onChange: setChosen, disabled: (key) => key === '丙' }}
        onRow={({ id }) => {
          setOpen(id);
        }}
      />
      <p>已选择 {[...chosen].join()}</p>
      <Dialog opened={open !== null} onClose={close} width={400} title={`申请${open ?? ''}`}>
        <button
          type="button"
          onClick={() => {
            setRows(rows.filter(({ id }) => id !== open));
            close();
          }}
        >
          通过
        </button>
      </Dialog>
    </>
  );
}

const row = (id: string) => document.querySelector<HTMLElement>(`tr[data-key="${id}"]`);
const at = () => (document.activeElement as HTMLElement).dataset['key'];
const stops = () =>
  [...document.querySelectorAll<HTMLElement>('tr[tabindex="0"]')].map(({ dataset }) => dataset['key']);

it('rows that open are one stop of Tab, and walked by arrows, j and k, Home and End', async () => {
  const { user } = render(<List />);
  expect(stops()).toEqual(['甲']);
  await user.click(screen.getByLabelText('关键字'));
  await user.keyboard('j');
  expect(screen.getByLabelText('关键字')).toHaveProperty('value', 'j');
  screen.getByLabelText('关键字').blur();
  const walked = [];
  for (const key of ['j', '{ArrowDown}', 'j', 'j', 'k', '{Home}', '{ArrowUp}', '{End}']) {
    await user.keyboard(key);
    walked.push(at());
  }
  expect(walked).toEqual(['甲', '乙', '丙', '丙', '乙', '甲', '甲', '丙']);
  expect(stops()).toEqual(['丙']);
});

it('Space chooses the rows that can be chosen', async () => {
  const { user } = render(<List />);
  await user.keyboard('j ');
  await user.keyboard('j j ');
  expect(screen.getByText('已选择 甲,乙')).toBeTruthy();
  await user.keyboard('k ');
  expect(screen.getByText('已选择 甲')).toBeTruthy();
});

it('Enter opens one, and the focus comes back to it, or to the next when it is gone', async () => {
  const { user } = render(<List />);
  await user.keyboard('jj{Enter}');
  await screen.findByRole('dialog', { name: '申请乙' });
  await user.keyboard('j');
  await user.keyboard('{Escape}');
  await waitFor(() => {
    expect(at()).toBe('乙');
  });
  await user.keyboard('{Enter}');
  await user.click(await screen.findByRole('button', { name: '通过' }));
  await waitFor(() => {
    expect(at()).toBe('丙');
  });
  expect(row('乙')).toBeNull();
  for (const id of ['丙', '甲']) {
    expect(at()).toBe(id);
    await user.keyboard('{Enter}');
    await user.click(await screen.findByRole('button', { name: '通过' }));
    await waitFor(() => {
      expect(document.activeElement?.closest('table')).toBeTruthy();
    });
  }
  expect(document.activeElement).toBe(screen.getByRole('table', { name: '申请' }));
});

it('a dialog that opens and closes draws no list anew', async () => {
  const asked = vi.fn<(row: Row) => string>(({ id }) => id);
  const columns = [{ key: 'id', title: '申请', render: ({ id }: Row) => id }];
  const list = <DataTable<Row> label="申请" columns={columns} rows={all} rowKey={asked} onRow={() => undefined} />;
  const page = (opened: boolean) => (
    <>
      {list}
      <Dialog opened={opened} onClose={() => undefined} width={400} title="其他">
        内容
      </Dialog>
    </>
  );
  const { rerender } = render(page(false));
  asked.mockClear();
  rerender(page(true));
  await screen.findByRole('dialog', { name: '其他' });
  rerender(page(false));
  await waitFor(() => {
    expect(screen.queryByRole('dialog')).toBeNull();
  });
  expect(asked).not.toHaveBeenCalled();
});

it('the next is the one below, else the one above, else the first of others', () => {
  const place = { key: '乙', order: ['甲', '乙', '丙'] };
  expect([stopAt(place, ['甲', '丙']), stopAt(place, ['丁', '甲']), stopAt(place, ['丁']), stopAt(null, [])]).toEqual([
    '丙',
    '甲',
    '丁',
    null,
  ]);
});
