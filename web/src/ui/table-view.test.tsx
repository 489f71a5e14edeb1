// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { render } from '../testing/render.tsx';
import { keepListSetting } from '../lib/list-settings.ts';
import { DataTable, type Column } from './data-table.tsx';
import { Card, Toolbar } from './page.tsx';
import { defaultChoices, moved, reconciled, withColumn, type TableChoices } from './table-view.model.ts';

type Row = { id: string };
const columns: Column<Row>[] = [
  { key: 'code', title: '编号', width: 100, pinLeft: true, render: ({ id }) => id },
  { key: 'name', title: '名称', render: () => '甲' },
  { key: 'note', title: '说明', width: 'auto', render: () => '乙' },
  { key: 'actions', title: '操作', pinRight: true, render: () => '修改' },
];
const keys = (choices: TableChoices) =>
  choices.columns.map(({ key, shown, pin }) => `${key}${shown ? '' : '-'}${pin === 'none' ? '' : `@${pin}`}`).join(' ');

describe('what a person wants of a table', () => {
  it('starts as the page declared it', () => {
    expect(keys(defaultChoices(columns))).toBe('code@left name note actions@right');
  });

  it('keeps order, pins and what is hidden, and takes new columns in', () => {
    const kept: TableChoices = {
      dense: true,
      columns: [
        { key: 'note', shown: true, pin: 'none' },
        { key: 'gone', shown: true, pin: 'none' },
        { key: 'code', shown: false, pin: 'none' },
      ],
    };
    expect(keys(reconciled(kept, columns))).toBe('note code- name actions@right');
    expect(reconciled(kept, columns).dense).toBe(true);
  });

  it('moves a column within its group only', () => {
    const start = defaultChoices(columns);
    expect([
      keys(moved(start, 'note', 'name')),
      keys(moved(start, 'note', 'code')),
      keys(withColumn(start, 'note', { pin: 'left' })),
    ]).toEqual([
      'code@left note name actions@right',
      'code@left name note actions@right',
      'code@left note@left name actions@right',
    ]);
  });
});

function Sample() {
  return (
    <Card flush grow>
      <Toolbar />
      <DataTable label="表" columns={columns} rows={[{ id: '1' }]} rowKey={({ id }) => id} />
    </Card>
  );
}

const heads = () => screen.getAllByRole('columnheader').map((head) => head.textContent);

describe('the tools of a table', () => {
  beforeEach(() => {
    keepListSetting('|表', () => ({}));
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it('hide a column, keep it hidden, and bring all back', async () => {
    const { user, unmount } = render(<Sample />);
    await user.click(screen.getByRole('button', { name: '列设置' }));
    await user.click(await screen.findByRole('checkbox', { name: '名称' }, { timeout: 20_000 }));
    expect(heads()).toEqual(['编号', '说明', '操作']);
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: '操作' }).disabled).toBe(true);
    unmount();
    const again = render(<Sample />);
    expect(heads()).toEqual(['编号', '说明', '操作']);
    await again.user.click(screen.getByRole('button', { name: '列设置' }));
    await again.user.click(await screen.findByRole('button', { name: '恢复默认' }));
    expect(heads()).toEqual(['编号', '名称', '说明', '操作']);
  });

  it('pin a column and let it go', async () => {
    const { user } = render(<Sample />);
    await user.click(screen.getByRole('button', { name: '列设置' }));
    await user.click(await screen.findByRole('button', { name: '固定说明' }));
    expect(
      within(screen.getByRole('region', { name: '固定在左' })).getByRole('button', { name: '取消固定说明' }),
    ).toBeDefined();
    expect(document.activeElement?.getAttribute('aria-label')).toBe('取消固定说明');
    expect(screen.getByRole('columnheader', { name: '说明' }).style.left).toBe('100px');
    await user.click(screen.getByRole('button', { name: '取消固定编号' }));
    expect(heads()).toEqual(['说明', '编号', '名称', '操作']);
  });

  it('make a column that shares what is left wider from how wide it is', async () => {
    vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(900);
    const { user, container } = render(<Sample />);
    await user.click(screen.getByRole('button', { name: '列设置' }));
    (await screen.findByRole('button', { name: '移动说明' }, { timeout: 20_000 })).focus();
    await user.keyboard('{Alt>}{ArrowRight}{/Alt}');
    expect(container.querySelectorAll('col')[2]?.style.width).toBe('686px');
  });

  it('stand below the list of a page that has nothing else to put them in', () => {
    render(
      <Card flush grow>
        <DataTable label="表" columns={columns} rows={[{ id: '1' }]} rowKey={({ id }) => id} />
      </Card>,
    );
    expect(screen.getByRole('button', { name: '列设置' })).toBeDefined();
  });

  it('make rows low and the card as large as the window, until Escape', async () => {
    const { user, container } = render(<Sample />);
    await user.click(screen.getByRole('button', { name: '紧凑行距' }));
    expect(screen.getAllByRole('row')[1]?.dataset['dense']).toBe('true');
    await user.click(screen.getByRole('button', { name: '全屏' }));
    expect(container.querySelector('section')?.dataset['full']).toBe('true');
    await user.keyboard('{Escape}');
    expect(container.querySelector('section')?.dataset['full']).toBeUndefined();
  });
});
