// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { keepListSetting } from '../lib/list-settings.ts';
import { pagingFields, sortField, usePageState } from '../lib/page-state.ts';
import { InAddress } from '../testing/in-address.tsx';
import { onPhone } from '../testing/phone.ts';
import { render } from '../testing/render.tsx';
import { compareValues, isFigures, sortValueOf } from './cell-text.ts';
import { DataTable, type Column } from './data-table.tsx';
import { sortingOf } from './list-sorting.ts';
import { Card, Toolbar } from './page.tsx';
import { pagingOf } from './paging.tsx';
import { StatusTag } from './status-tag.tsx';
import { givingWay, widened, reconciled } from './table-view.model.ts';

type Row = { name: string; score: string; state: string };
const rows: Row[] = [
  { name: '赵一', score: '9.5', state: '通过' },
  { name: '安二', score: '—', state: '待审' },
  { name: '李三', score: '85', state: '通过' },
];
const columns: Column<Row>[] = [
  { key: 'name', title: '姓名', render: ({ name }) => name, sort: 'studentName' },
  { key: 'score', title: '成绩', render: ({ score }) => score },
  { key: 'state', title: '状态', render: ({ state }) => <StatusTag tone="green">{state}</StatusTag> },
  { key: 'action', title: '操作', pinRight: true, render: () => <button type="button">查看</button> },
];
const sortHead = (title: string) =>
  within(screen.getByRole('columnheader', { name: title })).getByRole('button', { name: '排序' });
const names = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[0]?.textContent);

beforeEach(() => {
  for (const name of ['/x|成绩', '/y|学生', '/y']) keepListSetting(name, () => ({}));
});
afterEach(() => {
  vi.restoreAllMocks();
});

describe('a list that is there whole', () => {
  const whole = (
    <InAddress pathname="/x">
      <Card flush>
        <DataTable label="成绩" columns={columns} rows={rows} rowKey={({ name }) => name} />
      </Card>
    </InAddress>
  );

  it('is sorted by what its cells say: by pinyin, by number, what is empty last, and at last as it came', async () => {
    const { user } = render(whole);
    const press = (title: string) => user.click(sortHead(title));
    await press('姓名');
    expect(names()).toEqual(['安二', '李三', '赵一']);
    expect(screen.getByRole('columnheader', { name: '姓名' }).ariaSort).toBe('ascending');
    await press('姓名');
    expect(names()).toEqual(['赵一', '李三', '安二']);
    await press('姓名');
    expect(names()).toEqual(['赵一', '安二', '李三']);
    await press('成绩');
    expect(names()).toEqual(['赵一', '李三', '安二']);
    await press('成绩');
    expect(names()).toEqual(['李三', '赵一', '安二']);
    await press('状态');
    expect(names()).toEqual(['安二', '赵一', '李三']);
    expect(screen.getAllByRole('button', { name: '排序' })).toHaveLength(3);
  });

  it('copies the row that has the focus, without its actions, and the cell that its menu is asked of', async () => {
    const written: string[] = [];
    const { user } = render(whole);
    vi.spyOn(navigator.clipboard, 'writeText').mockImplementation((text) => {
      written.push(text);
      return Promise.resolve();
    });
    screen.getAllByRole('button', { name: '查看' })[2]?.focus();
    await user.keyboard('{Control>}c{/Control}');
    fireEvent.contextMenu(screen.getByRole('cell', { name: '安二' }));
    await user.click(await screen.findByRole('menuitem', { name: '复制单元格' }));
    expect(written).toEqual(['李三\t85\t通过', '安二']);
  });

  it('shows figures by their right edge', () => {
    render(whole);
    expect(screen.getByRole('columnheader', { name: '成绩' }).dataset['align']).toBe('right');
    expect(screen.getByRole('columnheader', { name: '姓名' }).dataset['align']).toBe('center');
    expect([isFigures(['2.0', '—']), isFigures(['0012']), isFigures(['—']), isFigures(['20260901123'])]).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });

  it('sorts figures as figures, and them before words', () => {
    const values = ['缺考', '100', '85.25', '85.5', '9', '—'].map(sortValueOf).filter((value) => value !== undefined);
    expect(values.toSorted(compareValues)).toEqual([9, 85.25, 85.5, 100, '缺考']);
  });
});

const schema = z.object({ keyword: z.string().default(''), ...pagingFields(), ...sortField(['studentName']) });

function Paged({ asked }: { asked: (state: z.output<typeof schema>) => void }) {
  const [state, setState] = usePageState(schema);
  asked(state);
  return (
    <Card flush>
      <Toolbar>
        <button
          type="button"
          onClick={() => {
            setState({ keyword: '王', pageNo: 1 });
          }}
        >
          只看王
        </button>
        <button
          type="button"
          onClick={() => {
            setState({ ...schema.parse({}), keyword: '李' });
          }}
        >
          只看李
        </button>
      </Toolbar>
      <DataTable
        label="学生"
        columns={columns}
        rows={rows}
        rowKey={({ name }) => name}
        paging={pagingOf(state, 60, setState)}
        sorting={sortingOf(state, setState)}
      />
    </Card>
  );
}

describe('a list that comes in pages', () => {
  const paged = (asked: (state: z.output<typeof schema>) => void) => (
    <InAddress pathname="/y">
      <Paged asked={asked} />
    </InAddress>
  );

  it('asks the server for another order, from its first page, and stays as it came', async () => {
    const asked = vi.fn<(state: z.output<typeof schema>) => void>();
    const { user } = render(paged(asked));
    await user.click(screen.getByRole('button', { name: '第2页' }));
    await user.click(sortHead('姓名'));
    expect(asked.mock.lastCall?.[0]).toMatchObject({ pageNo: 1, sort: 'studentName' });
    await user.click(sortHead('姓名'));
    expect(asked.mock.lastCall?.[0]).toMatchObject({ sort: 'studentName,desc' });
    expect(names()).toEqual(['赵一', '安二', '李三']);
    expect(screen.getAllByRole('button', { name: '排序' })).toHaveLength(1);
  });

  it('keeps its page size and order through a search whose draft has older ones', async () => {
    const asked = vi.fn<(state: z.output<typeof schema>) => void>();
    const { user } = render(paged(asked));
    await user.click(screen.getByRole('combobox', { name: '每页条数' }));
    await user.click(screen.getByRole('option', { name: '20条/页' }));
    await user.click(sortHead('姓名'));
    await user.click(screen.getByRole('button', { name: '第2页' }));
    await user.click(screen.getByRole('button', { name: '只看李' }));
    expect(asked.mock.lastCall?.[0]).toEqual({ keyword: '李', pageNo: 1, pageSize: 20, sort: 'studentName' });
  });

  it('keeps filter, sort and columns as a view, and shows it again', async () => {
    const asked = vi.fn<(state: z.output<typeof schema>) => void>();
    const { user } = render(paged(asked));
    await user.click(screen.getByRole('button', { name: '只看王' }));
    await user.click(sortHead('姓名'));
    await user.click(screen.getByRole('button', { name: '我的视图' }));
    await user.type(await screen.findByRole('textbox', { name: '视图名称' }, { timeout: 20_000 }), '王姓');
    await user.click(screen.getByRole('button', { name: '保存' }));
    await user.keyboard('{Escape}');
    await user.click(sortHead('姓名'));
    await user.click(sortHead('姓名'));
    expect(asked.mock.lastCall?.[0].sort).toBeUndefined();
    await user.click(screen.getByRole('button', { name: '我的视图' }));
    await user.click(await screen.findByRole('button', { name: '王姓' }));
    expect(asked.mock.lastCall?.[0]).toMatchObject({ keyword: '王', sort: 'studentName', pageNo: 1 });
  });

  it('keeps its page size, and drops a sort that the server does not know', () => {
    expect(schema.parse({ sort: 'password' }).sort).toBeUndefined();
    expect(schema.parse({ sort: 'studentName,desc' }).sort).toBe('studentName,desc');
  });
});

describe('cards, which have no head', () => {
  const inCard = (
    <InAddress pathname="/x">
      <Card flush>
        <Toolbar>成绩</Toolbar>
        <DataTable label="成绩" columns={columns} rows={rows} rowKey={({ name }) => name} />
      </Card>
    </InAddress>
  );
  const sortedBy = () => screen.queryByRole('button', { name: /^排序：/ });

  it('are sorted by what a head would sort by, and say how', async () => {
    onPhone();
    const { user } = render(inCard);
    await user.click(await screen.findByRole('button', { name: '排序和列设置' }));
    const list = within(await screen.findByRole('region', { name: '可排序的列' }));
    const choices = list.getAllByRole('button');
    expect(choices.map(({ textContent }) => textContent)).toEqual(['姓名', '成绩', '状态']);
    expect(sortedBy()).toBeNull();
    await user.click(choices[1]!);
    expect(names()).toEqual(['赵一', '李三', '安二']);
    expect(sortedBy()?.ariaLabel).toBe('排序：成绩升序');
    await user.click(choices[1]!);
    expect(names()).toEqual(['李三', '赵一', '安二']);
    expect(sortedBy()?.ariaLabel).toBe('排序：成绩降序');
    await user.click(sortedBy()!);
    expect(names()).toEqual(['赵一', '安二', '李三']);
    expect(sortedBy()).toBeNull();
  });

  it('a list with a head has its columns alone to set up', async () => {
    const { user } = render(inCard);
    await user.click(await screen.findByRole('button', { name: '列设置' }));
    await screen.findByRole('button', { name: '恢复默认' });
    expect(screen.queryByRole('region', { name: '可排序的列' })).toBeNull();
  });
});

describe('where there is no room', () => {
  const wide: Column<Row>[] = [
    { key: 'course', title: '课程', width: 'auto', render: () => '' },
    { key: 'class', title: '行政班', width: 200, importance: 2, render: () => '' },
    { key: 'source', title: '来源', width: 100, importance: 3, render: () => '' },
    { key: 'state', title: '状态', width: 100, render: () => '' },
    { key: 'action', title: '操作', width: 100, importance: 3, pinRight: true, render: () => '' },
  ];
  const gone = (room: number, columns = reconciled(null, wide)) => [...givingWay(wide, columns, room)];

  it('the least important columns give way, never state and actions, nor what was chosen by hand', () => {
    expect([gone(Infinity), gone(700), gone(600), gone(500), gone(100)]).toEqual([
      [],
      [],
      ['source'],
      ['source', 'class'],
      ['source', 'class'],
    ]);
    const chosen = reconciled(
      { dense: false, columns: [{ key: 'source', shown: true, pin: 'none', chosen: true }] },
      wide,
    );
    expect(gone(600, chosen)).toEqual(['class']);
  });

  it('where there is more than they say, every column gets its part, but at the edge and where dragged', () => {
    const rows: Row[] = [];
    const widths = (room: number, choices = reconciled(null, wide)) =>
      widened(wide, rows, choices, room).map(({ width }) => width);
    expect(widths(600)).toEqual(['auto', 200, 100, 100, 100]);
    expect(widths(1195)).toEqual(['auto', 320, 160, 160, 100]);
    expect(widths(2000)).toEqual(['auto', 320, 160, 160, 100]);
    const dragged = reconciled(
      { dense: false, columns: [{ key: 'class', shown: true, pin: 'none', width: 200 }] },
      wide,
    );
    expect(widths(2000, dragged)[1]).toBe(200);
  });
});
