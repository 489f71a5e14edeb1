// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { render } from '../testing/render.tsx';
import { DataTable, type Column } from './data-table.tsx';

type Row = { id: string; name: string };
const rows: Row[] = [
  { id: 'a', name: '甲' },
  { id: 'b', name: '乙' },
];
const columns: Column<Row>[] = [
  { key: 'name', title: '教学班名称', render: (row) => row.name },
  { key: 'wide', title: '说明', width: 'auto', align: 'left', render: (row) => row.id },
  { key: 'fixed', title: '学分', width: 80, align: 'right', render: () => '2.0' },
];

describe('the table', () => {
  it('PICKERS-155 makes a column without a width 25 px wide for each character of its title', () => {
    const { container } = render(<DataTable label="教学班" columns={columns} rows={rows} rowKey={(row) => row.id} />);
    expect([...container.querySelectorAll<HTMLElement>('col')].map((column) => column.style.width)).toEqual([
      '125px',
      'auto',
      '80px',
    ]);
  });

  it('PICKERS-156 centres a column that says nothing else', () => {
    render(<DataTable label="教学班" columns={columns} rows={rows} rowKey={(row) => row.id} />);
    expect(screen.getAllByRole('columnheader').map((head) => head.dataset['align'])).toEqual([
      'center',
      'left',
      'right',
    ]);
    expect(
      screen
        .getAllByRole('cell')
        .slice(0, 3)
        .map((cell) => cell.dataset['align']),
    ).toEqual(['center', 'left', 'right']);
  });

  it('LIMITS-06 numbers the rows on from the pages before: (pageNo-1)*pageSize+index+1', () => {
    const [pageNo, pageSize] = [3, 20];
    render(
      <DataTable
        label="教学班"
        columns={columns}
        rows={rows}
        rowKey={(row) => row.id}
        numberFrom={(pageNo - 1) * pageSize + 1}
      />,
    );
    expect(screen.getAllByRole('columnheader')[0]?.textContent).toBe('序号');
    expect(
      screen
        .getAllByRole('row')
        .slice(1)
        .map((row) => row.firstElementChild?.textContent),
    ).toEqual(['41', '42']);
  });
});
