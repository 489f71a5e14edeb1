// @vitest-environment jsdom
import { queryTeachers } from '@jwxt/contracts/base-info/teacher.operations.ts';
import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { Held, render } from '../testing/render.tsx';
import { signedInAlways } from '../testing/signed-in-user.ts';
import type { EditableRow } from '../ui/editable-rows.model.ts';
import { EditableTable, type EditableColumn } from '../ui/editable-table.tsx';
import { ok, stubApi } from '../testing/api-stub.ts';
import { expenseCategoryOptions, schoolCells } from './editable-cells.tsx';

const columns: EditableColumn[] = [
  { key: 'item', title: '缴费项目', cell: 'text' },
  { key: 'payAmountFee', title: '金额', cell: 'number' },
  { key: 'way', title: '方式', cell: 'select', options: [{ code: '1', name: '转账' }] },
  { key: 'day', title: '日期', cell: 'date' },
  { key: 'teacher', title: '经办教师', cell: 'teacher' },
  {
    key: 'category',
    title: '费用类别',
    cell: 'expenseCategory',
    options: expenseCategoryOptions([{ expenseCategoryCode: '01', expenseCategoryName: '资料费' }]),
  },
];

signedInAlways();

it('PICKERS-054 a table has cells of text, number, select, date, teacher and expense category', async () => {
  const { to } = stubApi([
    [
      queryTeachers,
      () => ok({ rows: [{ gh: 'T001', ywbm: '20010001', xm: '张明', xb: '男性', dwmc: '计算机学院' }], total: 1 }),
    ],
  ]);
  const latest = vi.fn<(rows: readonly EditableRow[]) => void>();
  const { user } = render(
    <Held<readonly EditableRow[]> start={[{ rowId: 'a' }]}>
      {(rows, set) => (
        <EditableTable
          label="费用"
          columns={columns}
          cells={schoolCells}
          rows={rows}
          onChange={(changed) => {
            latest(changed);
            set(changed);
          }}
        />
      )}
    </Held>,
  );
  await user.type(screen.getByRole('textbox', { name: '第1行缴费项目' }), '学费');
  await user.type(screen.getByRole('textbox', { name: '第1行金额' }), '12.5');
  for (const [name, label] of [
    ['第1行方式', '转账'],
    ['第1行费用类别', '资料费'],
  ] as const) {
    await user.click(screen.getByRole('combobox', { name }));
    await user.click(await screen.findByRole('option', { name: label }));
  }
  await user.click(screen.getByRole('textbox', { name: '第1行经办教师' }));
  await user.click(await screen.findByRole('radio', { name: '选择第1行' }));
  await user.click(screen.getByRole('button', { name: '确定' }));
  await vi.waitFor(() => {
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: '第1行经办教师' }).value).toBe('张明');
  });
  expect(to(queryTeachers).at(-1)?.fields).toMatchObject({ ghList: ['T001'], pageSize: 0 });
  await user.type(await screen.findByRole('textbox', { name: '第1行日期' }), '2026-11-20');
  await user.tab();
  expect(latest.mock.lastCall?.[0]).toEqual([
    { rowId: 'a', item: '学费', payAmountFee: 12.5, way: '1', teacher: 'T001', category: '01', day: '2026-11-20' },
  ]);
});
