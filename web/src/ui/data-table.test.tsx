// @vitest-environment jsdom
import { Checkbox } from '@mantine/core';
import { screen } from '@testing-library/react';
import { Activity, useContext, useLayoutEffect } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { render } from '../testing/render.tsx';
import { CardSlotContext } from './card-slot.ts';
import { DataTable, type Column } from './data-table.tsx';
import { Card, Toolbar } from './page.tsx';

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

// What a page costs before it answers (pages.approval.blocked, pages.tab).
describe('the cells of a row', () => {
  const name = '程序设计基础与数据结构综合实践';

  it('a text that is cut after two lines is whole in a tooltip, a short one has none', () => {
    const cut: Column<Row>[] = [{ key: 'name', title: '课程', ellipsis: true, render: (row) => row.name }];
    const courses = [{ id: 'a', name }, ...rows.slice(1)];
    render(<DataTable label="课程" columns={cut} rows={courses} rowKey={(row) => row.id} />);
    expect(screen.getAllByRole('cell').map((cell) => cell.firstElementChild?.getAttribute('title'))).toEqual([
      name,
      null,
    ]);
  });

  it('the box that chooses it looks as the library’s does, of few elements', () => {
    const choice = { keys: new Set(['b']), onChange: () => undefined, disabled: (key: string) => key === 'a' };
    render(
      <>
        <DataTable label="教学班" columns={columns} rows={rows} rowKey={(row) => row.id} selection={choice} />
        <Checkbox aria-label="一个" checked readOnly />
      </>,
    );
    const box = (label: string) => screen.getByRole<HTMLInputElement>('checkbox', { name: label });
    expect(['选择第1行', '选择第2行'].map((label) => [box(label).disabled, box(label).checked])).toEqual([
      [true, false],
      [false, true],
    ]);
    const own = box('选择第2行').parentElement;
    const other = box('一个').closest('.mantine-Checkbox-root');
    for (const part of [Checkbox.classes.input, Checkbox.classes.icon])
      for (const where of [own, other]) expect(where?.querySelectorAll(`.${String(part)}`)).toHaveLength(1);
    expect(own?.querySelectorAll('*')).toHaveLength(3);
  });
});

describe('the table draws no more than it must', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  const drawn = vi.fn<(id: string) => void>();
  function Counted({ id }: { id: string }) {
    drawn(id);
    return id;
  }
  const counted: Column<Row>[] = [
    ...columns,
    { key: 'counted', title: '编号', sortValue: false, render: ({ id }) => <Counted id={id} /> },
  ];
  const list = (
    <Card flush grow>
      <Toolbar />
      <DataTable label="教学班" columns={counted} rows={rows} rowKey={(row) => row.id} />
    </Card>
  );

  it('each row once, though it learns its room and the place of its tools only when it is there', () => {
    vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(900);
    // To ask for it would lay out the page at once.
    const asked = vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get');
    drawn.mockClear();
    render(list);
    expect(drawn.mock.calls.flat()).toEqual(['a', 'b']);
    expect(asked).not.toHaveBeenCalled();
    expect(screen.getByRole('button', { name: '列设置' })).toBeDefined();
  });

  it('one that comes back in its tab is the same, neither measured nor drawn, nor given its tools anew', () => {
    vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(900);
    const width = vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get');
    const page = (mode: 'visible' | 'hidden') => <Activity mode={mode}>{list}</Activity>;
    const { rerender } = render(page('visible'));
    const before = [screen.getByRole('table'), screen.getByRole('button', { name: '列设置' })];
    rerender(page('hidden'));
    for (const seen of [drawn, width]) seen.mockClear();
    rerender(page('visible'));
    expect(screen.getByRole('table')).toBe(before[0]);
    expect(screen.getByRole('button', { name: '列设置' })).toBe(before[1]);
    expect([drawn.mock.calls, width.mock.calls]).toEqual([[], []]);
  });

  it('the first rows come after what is around them, and the tools after both', () => {
    const seen: (readonly [rows: number, tools: number])[] = [];
    const shown = () => screen.queryAllByRole('cell', { name: /^(a|b)$/ }).length;
    function Beside() {
      useContext(CardSlotContext);
      useLayoutEffect(() => {
        seen.push([shown(), screen.queryAllByRole('button').length]);
      });
      return null;
    }
    const page = (answered: boolean) => (
      <Card flush grow>
        <Toolbar />
        <DataTable label="教学班" columns={counted} rows={answered ? rows : undefined} rowKey={({ id }) => id} />
        <Beside />
      </Card>
    );
    const { rerender } = render(page(false));
    const tools = screen.getAllByRole('button').length;
    rerender(page(true));
    expect(tools).toBeGreaterThan(0);
    expect(seen).toEqual([
      [0, 0],
      [0, 0],
      [0, tools],
    ]);
    expect(shown()).toBe(4);
  });

  it('tools go where there is room when their place goes', async () => {
    const page = (toolbar: boolean) => (
      <Card flush grow>
        {toolbar && <Toolbar />}
        <DataTable label="教学班" columns={counted} rows={rows} rowKey={({ id }) => id} footer="合计" />
      </Card>
    );
    const { rerender } = render(page(true));
    expect(screen.getByRole('button', { name: '列设置' })).toBeDefined();
    rerender(page(false));
    expect(await screen.findByRole('button', { name: '列设置' })).toBeDefined();
  });
});
