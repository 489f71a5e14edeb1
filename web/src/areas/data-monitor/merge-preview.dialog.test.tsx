// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import { mergeOperations } from '@jwxt/contracts/data-monitor/merge.operations.ts';
import { longJobDetail } from '@jwxt/contracts/system/long-job.operations.ts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ok, setUserCookie, stubApi } from '../../testing/api-stub.ts';
import { render } from '../../testing/render.tsx';
import { MergePreviewDialog } from './merge-preview.dialog.tsx';

beforeEach(() => {
  setUserCookie({ userName: 'office1', name: '钱办公' });
});
afterEach(() => {
  setUserCookie(null);
  vi.unstubAllGlobals();
});

const { preview, clean } = mergeOperations.course;
const choice = { stayKey: 'K1', goneKeys: ['K2'] };
const row = (key: string, credit: string) => ({ key, name: '高等数学', values: [{ label: '学分', text: credit }] });
const found = (refusal: string | null) => ({
  rows: [row('K1', '4'), row('K2', '3')],
  uses: [{ what: '教学班（课程）', moved: 3, conflicts: 1, where: '2026SE', kept: 2 }],
  refusal,
});
const show = () => {
  const closed = { cancelled: vi.fn(), merged: vi.fn() };
  const page = render(
    <MergePreviewDialog handler="course" choice={choice} onClose={closed.cancelled} onMerged={closed.merged} />,
  );
  return { ...page, closed };
};

// MONITOR-25
it('shows the rows side by side and what hangs on them, then merges on request', async () => {
  const api = stubApi([
    [preview, () => ok(found(null))],
    [clean, () => ok({ taskId: crypto.randomUUID(), jobId: crypto.randomUUID() })],
  ]);
  const { user } = show();
  const uses = await screen.findByRole('table', { name: '受影响的数据' });
  expect(within(uses).getByText('教学班（课程）').closest('tr')?.textContent).toBe('教学班（课程）31（2026SE）2');
  const rows = screen.getByRole('table', { name: '要合并的数据' });
  expect(within(rows).getByText('3').dataset['differs']).toBe('true');
  await user.click(screen.getByRole('button', { name: '开始合并' }));
  await vi.waitFor(() => {
    expect(
      api.to(longJobDetail).length + api.calls.filter(({ path }) => path.includes('longJob')).length,
    ).toBeGreaterThan(0);
  });
  expect(api.to(clean)[0]?.fields).toMatchObject(choice);
});

it('says why rows cannot be merged, and does not offer it', async () => {
  stubApi([[preview, () => ok(found('“高等数学”已停用，不能作为保留的数据'))]]);
  show();
  expect((await screen.findByRole('alert')).textContent).toBe('“高等数学”已停用，不能作为保留的数据');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: '开始合并' }).disabled).toBe(true);
});
