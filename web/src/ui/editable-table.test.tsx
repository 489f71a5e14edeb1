// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { Held, render } from '../testing/render.tsx';
import { addRow, changeCell, deleteRow, missingCells, type EditableRow } from './editable-rows.model.ts';
import { EditableTable, type EditableColumn, type EditableTableProps } from './editable-table.tsx';

const columns: EditableColumn[] = [
  { key: 'item', title: '缴费项目', cell: 'text', required: true },
  { key: 'payAmountFee', title: '金额', cell: 'number', required: true },
  { key: 'way', title: '方式', cell: 'select', options: [{ code: '1', name: '转账' }] },
  { key: 'day', title: '日期', cell: 'date' },
];
const row = (rowId: string, payAmountFee: string): EditableRow => ({ rowId, item: rowId, payAmountFee });
const total = (payAmountFee: string): EditableRow => ({ rowId: 'total', isTotal: true, payAmountFee });
const ids = (rows: readonly EditableRow[]) => rows.map((each) => each.rowId);

const latest = vi.fn<(rows: readonly EditableRow[]) => void>();
function open(start: EditableRow[], props: Partial<EditableTableProps> = {}) {
  return render(
    <Held<readonly EditableRow[]> start={start}>
      {(rows, set) => (
        <EditableTable
          label="费用"
          columns={columns}
          rows={rows}
          onChange={(changed) => {
            latest(changed);
            set(changed);
          }}
          {...props}
        />
      )}
    </Held>,
  );
}
const rows = () => latest.mock.lastCall?.[0] ?? [];

describe('the editable table', () => {
  it('PICKERS-052 adds a row', async () => {
    const { user } = open([row('a', '1')]);
    await user.click(screen.getByRole('button', { name: '新增一行' }));
    expect([rows().length, rows()[0]?.rowId, screen.getAllByRole('row').length]).toEqual([2, 'a', 3]);
  });

  it('PICKERS-053 deletes a row', async () => {
    const { user } = open([row('a', '1'), row('b', '2')]);
    await user.click(screen.getByRole('button', { name: '删除第1行' }));
    expect(ids(rows())).toEqual(['b']);
  });

  it('PICKERS-055 PICKERS-056 shows the serial number and the action column, or not', () => {
    const heads = () => screen.getAllByRole('columnheader').map((head) => head.textContent);
    const { unmount } = open([row('a', '1')]);
    expect([
      heads()[0],
      heads().at(-1),
      within(screen.getAllByRole('row')[1] as HTMLElement).getAllByRole('cell')[0]?.textContent,
    ]).toEqual(['序号', '操作', '1']);
    unmount();
    open([row('a', '1')], { serial: false, actions: false });
    expect(heads()).toEqual(['*缴费项目', '*金额', '方式', '日期']);
    expect(screen.queryByRole('button', { name: '删除第1行' })).toBeNull();
  });

  it('drops the extra last row with a new one when totals are off, else keeps it last', () => {
    const start = [row('a', '1'), total('1.00')];
    expect(ids(addRow(start, row('b', '2'), { total: false }))).toEqual(['a', 'b']);
    expect(addRow(start, row('b', '2'), { total: true })).toEqual([row('a', '1'), row('b', '2'), total('3.00')]);
    expect(ids(addRow([row('a', '1')], row('b', '2'), { total: false }))).toEqual(['a', 'b']);
  });

  it('does so in the table', async () => {
    const { user } = open([row('a', '1'), total('1.00')], { total: false });
    await user.click(screen.getByRole('button', { name: '新增一行' }));
    expect([rows().length, rows().some((each) => each.isTotal)]).toEqual([2, false]);
  });

  it('sums payAmountFee of the last row again when a row is deleted', async () => {
    const { user } = open([row('a', '0.1'), row('b', '0.2'), row('c', '1200.35'), total('1200.65')]);
    await user.click(screen.getByRole('button', { name: '删除第1行' }));
    expect(rows().at(-1)).toEqual(total('1200.55'));
    // Tenths that floating point cannot hold, a cell that is no number, and a change of a cell.
    expect(deleteRow([row('a', '0.1'), row('b', '0.2'), row('x', ''), row('c', '9'), total('')], 'c').at(-1)).toEqual(
      total('0.30'),
    );
    expect(changeCell([row('a', '1'), row('b', '-2.5'), total('')], 'a', 'payAmountFee', 1).at(-1)).toEqual(
      total('-1.50'),
    );
  });

  it('PICKERS-059 shows 请输入{title}! in a required cell that is empty', () => {
    const start = [
      { rowId: 'a', item: ' ', payAmountFee: '0' },
      { rowId: 'b', item: '书', payAmountFee: '' },
      total(''),
    ];
    open(start, { errors: missingCells(start, columns) });
    expect(screen.getAllByRole('alert').map((each) => each.textContent)).toEqual(['请输入缴费项目!', '请输入金额!']);
    expect(missingCells([row('a', '1')], columns)).toEqual({});
  });
});
