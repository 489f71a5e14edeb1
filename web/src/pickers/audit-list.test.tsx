// @vitest-environment jsdom
import { approve } from '@jwxt/contracts/approval/approval.operations.ts';
import { screen, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { render } from '../testing/render.tsx';
import { AuditList, auditViews, type AuditListProps } from './audit-list.tsx';

const go = vi.hoisted(() => vi.fn<(to: { to: string }) => void>());
vi.mock('@tanstack/react-router', () => ({
  Link: ({ to, children }: { to: string; children: string }) => <a href={to}>{children}</a>,
  useNavigate: () => go,
}));

type Row = { id: string; title: string; mine: boolean };
type Props = AuditListProps<Row, 'todo' | 'passed' | 'all'>;

/**
 * Names that pages break on: markup, formulas, characters beyond the basic plane, a separator inside, and very long
 * ones.
 */
const strange = [
  '<img src=x onerror="alert(1)">',
  '=1+1',
  '𠮷㛃',
  '阿卜杜热合曼·阿卜杜如苏力·买买提艾力江',
  '程'.repeat(120),
];
const rowsOf = (count: number): Row[] =>
  Array.from({ length: count }, (_, at) => ({ id: `A${String(at + 1)}`, title: strange[at] ?? '', mine: at < 2 }));

function Page({ rows, ...props }: Partial<Props> & { rows: readonly Row[] | undefined }) {
  const [view, setView] = useState<'todo' | 'passed' | 'all'>('all');
  return (
    <AuditList<Row, 'todo' | 'passed' | 'all'>
      label="申请"
      what="申请"
      views={auditViews}
      view={view}
      onView={setView}
      filter={{ view }}
      page={{ pageNo: 1, pageSize: 20 }}
      onPage={() => {}}
      columns={[{ key: 'title', title: '名称', render: (row) => row.title }]}
      query={{
        data: rows && { rows, total: rows.length, todo: 2 },
        error: null,
        isFetching: false,
        refetch: () => undefined,
      }}
      decide={approve}
      mayDecide
      minWidth={600}
      auditedOf={({ id, mine }) => ({
        applyId: id,
        path: `/application/${id}`,
        awaitsMe: mine,
        status: '1',
        statusName: '待审核',
        nodeName: '院系审核',
      })}
      {...props}
    />
  );
}

it('says how many wait, leads to details, and lets only what waits for the person be decided or chosen', async () => {
  const { user } = render(<Page rows={rowsOf(3)} />);
  expect(screen.getAllByRole('radio').map((radio) => (radio as HTMLInputElement).value)).toEqual([
    'todo',
    'passed',
    'all',
  ]);
  expect(screen.getByText('待审核 2')).toBeTruthy();
  const lines = screen.getAllByRole('row').slice(1);
  expect(lines.map((line) => within(line).queryByRole('button', { name: '审批' }) !== null)).toEqual([
    true,
    true,
    false,
  ]);
  expect(lines.map((line) => within(line).getByRole<HTMLInputElement>('checkbox').disabled)).toEqual([
    false,
    false,
    true,
  ]);
  expect(within(lines[2]!).getByRole('link', { name: '详情' }).getAttribute('href')).toBe('/application/A3');
  await user.click(lines[2]!);
  expect(go).toHaveBeenLastCalledWith({ to: '/application/A3' });
});

it('counts what is chosen, gives it up on a word, forgets it with another view or once it waits no more', async () => {
  const rows = rowsOf(3);
  const { user, rerender } = render(<Page rows={rows} />);
  await user.click(screen.getByRole('checkbox', { name: '选择本页全部' }));
  expect(screen.getByRole<HTMLButtonElement>('button', { name: '批量审批（2）' }).disabled).toBe(false);
  rerender(<Page rows={rows.map((row) => (row.id === 'A1' ? { ...row, mine: false } : row))} />);
  expect(screen.getByText('已选择 1 项')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: '取消选择' }));
  expect(screen.getByRole<HTMLButtonElement>('button', { name: '批量审批' }).disabled).toBe(true);
  await user.click(screen.getByRole('checkbox', { name: '选择第2行' }));
  await user.click(screen.getByRole('radio', { name: '已通过' }));
  expect(screen.getByText('已选择 0 项')).toBeTruthy();
});

it('offers nothing to decide to those who only look, and no details to those who may not read them', () => {
  render(
    <Page
      rows={rowsOf(2)}
      mayDecide={false}
      auditedOf={({ id }) => ({
        applyId: id,
        path: null,
        awaitsMe: true,
        status: '9',
        statusName: '通过',
        nodeName: null,
      })}
    />,
  );
  for (const name of ['审批', '批量审批']) expect(screen.queryByRole('button', { name })).toBeNull();
  expect(screen.queryByRole('checkbox')).toBeNull();
  expect(screen.queryByRole('link')).toBeNull();
});

it('has a face for loading and for each view that is empty', async () => {
  const { user, rerender } = render(<Page rows={undefined} />);
  expect(screen.getByText('正在查询…')).toBeTruthy();
  rerender(<Page rows={[]} />);
  expect(screen.getByText('还没有申请')).toBeTruthy();
  rerender(<Page rows={[]} filter={{ view: 'all', keyword: '操作系统' }} />);
  expect(screen.getByText('没有符合条件的申请，可以换一个条件')).toBeTruthy();
  rerender(<Page rows={[]} />);
  await user.click(screen.getByRole('radio', { name: '待审核 2' }));
  expect(screen.getByText('没有等待您审批的申请，新的申请会自动出现在这里')).toBeTruthy();
});

it('shows whatever a name holds as text', () => {
  const { container } = render(<Page rows={rowsOf(strange.length)} />);
  for (const name of strange) expect(screen.getByText(name)).toBeTruthy();
  expect(container.querySelector('img')).toBeNull();
});
