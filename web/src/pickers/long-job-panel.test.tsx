// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import {
  cancelLongJobOperation,
  longJobDetail,
  longJobItems,
  queryLongJobs as queryRows,
} from '@jwxt/contracts/system/long-job.operations.ts';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useOperation } from '../lib/queries.ts';
import { ok, setUserCookie, stubApi } from '../testing/api-stub.ts';
import { render } from '../testing/render.tsx';
import { LongJobPanel } from './long-job-panel.tsx';

const jobId = '0b5a4a3e-8a4b-5d0e-9f6f-2a7a9a1c0d11';
const job = {
  jobId,
  kind: 'initSet',
  kindName: '学期成绩初始化',
  title: '2026-2027学年第一学期成绩初始化',
  status: '1',
  statusName: '运行中',
  total: 10,
  done: 4,
  failed: 1,
  skipped: 1,
  userName: 'office1',
  name: '钱办公',
  createdTime: '2026-11-20 10:00:00',
  startedTime: '2026-11-20 10:00:01',
  endedTime: null,
  secondsLeft: 65,
  cancelledBy: null,
  failure: null,
  cancellable: '1',
};
const item = {
  itemNo: 1,
  itemKey: 'TC1',
  itemName: '程序设计 1班',
  result: '3',
  resultName: '失败',
  message: '教学班没有可用的成绩模板，请先维护成绩模板',
  time: '2026-11-20 10:00:02',
};

beforeEach(() => {
  setUserCookie({ userName: 'office1', name: '钱办公' });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

it('tells what is done and left and what failed why, and follows the job to its end', async () => {
  let now: object = job;
  const api = stubApi([
    [{ path: longJobDetail.path.replace('{jobId}', jobId) }, () => ok(now)],
    [
      { path: longJobItems.path.replace('{jobId}', jobId) },
      ({ result }) => ok({ list: result === '' || result === undefined || result === '3' ? [item] : [], total: 1 }),
    ],
  ]);
  const { user } = render(<LongJobPanel jobId={jobId} invalidates={[]} />);
  expect((await screen.findByRole('progressbar')).getAttribute('aria-label') ?? '').toContain('已处理 4 项，共 10 项');
  expect(screen.getByText('约 1分5秒')).toBeTruthy();
  expect(await screen.findByText('教学班没有可用的成绩模板，请先维护成绩模板')).toBeTruthy();
  await user.click(screen.getByText('失败 1'));
  await waitFor(() => {
    expect(api.calls.some(({ fields }) => fields['result'] === '3')).toBe(true);
  });
  now = {
    ...job,
    status: '3',
    statusName: '部分失败',
    done: 10,
    endedTime: '2026-11-20 10:01:00',
    secondsLeft: null,
    cancellable: '0',
  };
  await screen.findByText('部分失败');
  expect(screen.queryByRole('button', { name: '取消任务' })).toBeNull();
});

it('asks before it stops a job, and says what stays', async () => {
  const api = stubApi([
    [{ path: longJobDetail.path.replace('{jobId}', jobId) }, () => ok(job)],
    [{ path: longJobItems.path.replace('{jobId}', jobId) }, () => ok({ list: [], total: 0 })],
    [cancelLongJobOperation, () => ok({ jobId, status: '1' })],
  ]);
  const { user } = render(<LongJobPanel jobId={jobId} invalidates={[]} />);
  await user.click(await screen.findByRole('button', { name: '取消任务' }));
  expect(await screen.findByText('取消后，已处理的 4 项保留，其余 6 项不再处理。确定取消吗？')).toBeTruthy();
  expect(api.to(cancelLongJobOperation)).toHaveLength(0);
  await user.click(screen.getAllByRole('button', { name: '取消任务' }).at(-1)!);
  await waitFor(() => {
    expect(api.to(cancelLongJobOperation)).toHaveLength(1);
  });
});

describe('what a job has changed is asked for anew when it has ended', () => {
  /** A list, and a dialog that shows the job while it is open. */
  function Page() {
    const [open, setOpen] = useState(true);
    const list = useOperation(queryRows, {}, { staleTime: Infinity });
    return (
      <>
        <output>{list.data?.list[0]?.title}</output>
        <button
          type="button"
          onClick={() => {
            setOpen(false);
          }}
        >
          关闭
        </button>
        {open && <LongJobPanel jobId={jobId} invalidates={['longJob.query']} />}
      </>
    );
  }
  const shown = (now: () => object, rows: () => string) =>
    stubApi([
      [{ path: longJobDetail.path.replace('{jobId}', jobId) }, () => ok(now())],
      [{ path: longJobItems.path.replace('{jobId}', jobId) }, () => ok({ list: [], total: 0 })],
      [queryRows, () => ok({ list: [{ ...job, title: rows() }], total: 1, kinds: [] })],
    ]);
  const done = { ...job, status: '2', statusName: '已完成', done: 10, endedTime: '2026-11-20 10:01:00' };

  it('also where it had ended before it was first looked at', async () => {
    const answers = ['待核准'];
    shown(
      () => done,
      () => answers.pop() ?? '已入账',
    );
    render(<Page />);
    expect(await screen.findByText('已入账')).toBeTruthy();
  });

  it('also where its dialog was closed while it went on', async () => {
    let [now, rows]: [object, string] = [job, '待核准'];
    const api = shown(
      () => now,
      () => rows,
    );
    const { user } = render(<Page />);
    await screen.findByRole('progressbar');
    await user.click(screen.getByRole('button', { name: '关闭' }));
    expect(screen.getByText('待核准')).toBeTruthy();
    [now, rows] = [done, '已入账'];
    expect(await screen.findByText('已入账', {}, { timeout: 10_000 })).toBeTruthy();
    const detail = { path: longJobDetail.path.replace('{jobId}', jobId) };
    const asked = api.to(detail).length;
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(api.to(detail)).toHaveLength(asked);
  });
});
