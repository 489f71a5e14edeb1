// @vitest-environment jsdom
import {
  cancelExportJob,
  downloadExport,
  queryExportJobs,
  type ExportJobView,
} from '@jwxt/contracts/file/export-job.operations.ts';
import { exportPublishedScores } from '@jwxt/contracts/score/published-score.operations.ts';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { OWN_EXPORTS_PATH } from '@jwxt/contracts/file/export-job.vocabulary.ts';
import { ok, stubApi } from '../../testing/api-stub.ts';
import { render } from '../../testing/render.tsx';
import { signedOutAfterwards, signIn } from '../../testing/signed-in-user.ts';
import { ExportButton } from '../../ui/export-button.tsx';
import { ExportJobsPage } from './export-jobs.page.tsx';

signedOutAfterwards();

const job = (more: Partial<ExportJobView>): ExportJobView => ({
  jobId: crypto.randomUUID(),
  title: '已发布成绩',
  status: '2',
  statusName: '已完成',
  total: 88_831,
  done: 88_831,
  createdTime: '2026-11-22 08:00:00',
  endedTime: '2026-11-22 08:00:20',
  failure: null,
  bytes: null,
  expiresTime: null,
  cancellable: '0',
  ...more,
});
const cells = (title: string) =>
  within(screen.getByRole('table'))
    .getAllByRole('row')
    .filter((row) => row.textContent.includes(title))
    .map((row) => row.textContent)[0] ?? '';

/** The page behind a router, beside a list that exports. */
function open(start: string) {
  signIn({ permissions: ['publishedScore:exportExcel'] });
  const root = createRootRoute({ component: Outlet });
  const list = createRoute({
    getParentRoute: () => root,
    path: '/list',
    component: () => <ExportButton operation={exportPublishedScores} input={{}} />,
  });
  const own = createRoute({ getParentRoute: () => root, path: OWN_EXPORTS_PATH, component: ExportJobsPage });
  return render(
    <RouterProvider
      router={createRouter({
        routeTree: root.addChildren([list, own]),
        history: createMemoryHistory({ initialEntries: [start] }),
      })}
    />,
  );
}

describe('我的导出', () => {
  it('tells how far each is, why one failed, and until when a file is there', async () => {
    stubApi([
      [
        queryExportJobs,
        () =>
          ok({
            list: [
              job({ title: '甲', status: '1', statusName: '运行中', done: 41_000, cancellable: '1' }),
              job({ title: '乙', bytes: 5_400_000, expiresTime: '2026-11-29 08:00:20' }),
              job({ title: '丙', status: '4', statusName: '失败', done: 3, failure: '您已没有该项导出的权限' }),
              job({ title: '丁' }),
              job({ title: '戊', status: '5', statusName: '已取消' }),
            ],
          }),
      ],
    ]);
    open(OWN_EXPORTS_PATH);
    expect(
      (await screen.findByRole('progressbar', { name: '甲：已写入 41000 行，共 88831 行' })).getAttribute(
        'aria-valuenow',
      ),
    ).toBe(String((41_000 / 88_831) * 100));
    expect(cells('甲')).toMatch(/运行中.*41000 \/ 88831 行.*取消/);
    expect(cells('乙')).toMatch(/已完成.*5\.1 MB，2026-11-29 08:00:20 前可下载.*下载/);
    expect(cells('丙')).toContain('您已没有该项导出的权限');
    expect(cells('丁')).toContain('文件已过期，请重新导出');
    expect(screen.getAllByRole('button', { name: '下载' })).toHaveLength(1);
    expect(screen.getAllByRole('button', { name: '取消' })).toHaveLength(1);
  });

  it('asks before it cancels, and fetches the file of a finished one', async () => {
    const [running, finished] = [
      job({ title: '甲', status: '1', statusName: '运行中', cancellable: '1' }),
      job({ title: '乙', bytes: 10, expiresTime: '2026-11-29 08:00:20' }),
    ];
    const { to } = stubApi([
      [queryExportJobs, () => ok({ list: [running, finished] })],
      [cancelExportJob, () => ok({ jobId: running.jobId })],
    ]);
    const { user } = open(OWN_EXPORTS_PATH);
    await user.click(await screen.findByRole('button', { name: '取消' }));
    const question = await screen.findByRole('dialog', { name: '提示' });
    expect(to(cancelExportJob)).toHaveLength(0);
    await user.click(within(question).getByRole('button', { name: '取消导出' }));
    await waitFor(() => {
      expect(to(cancelExportJob)).toMatchObject([{ fields: { jobId: running.jobId } }]);
    });
    const path = downloadExport.path.replace('{jobId}', finished.jobId);
    await user.click(screen.getByRole('button', { name: '下载' }));
    await waitFor(() => {
      expect(to({ path })).toHaveLength(1);
    });
  });

  it('is where a long export leads: it says that it goes on by itself, and nothing is lost by working on', async () => {
    stubApi([
      [
        exportPublishedScores,
        () => ({
          status: 202,
          body: {
            code: '200',
            message: '数据较多，共 88831 行，已转为导出任务，生成后会通知您',
            data: { exportJob: { jobId: crypto.randomUUID(), total: 88_831 } },
          },
        }),
      ],
      [
        queryExportJobs,
        () =>
          ok({ list: [job({ title: '已发布成绩', status: '0', statusName: '排队中', done: 0, cancellable: '1' })] }),
      ],
    ]);
    const { user } = open('/list');
    await user.click(await screen.findByRole('button', { name: '导出' }));
    const told = await screen.findByRole('dialog', { name: '提示' });
    expect(told.textContent).toContain('共 88831 行，已转为导出任务');
    await user.click(within(told).getByRole('button', { name: '继续操作' }));
    await user.click(await screen.findByRole('button', { name: '导出' }));
    await user.click(
      within(await screen.findByRole('dialog', { name: '提示' })).getByRole('button', { name: '查看进度' }),
    );
    await screen.findByText('排队中');
  });
});
