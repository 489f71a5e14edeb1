// @vitest-environment jsdom
import { importRows, importRunDetail } from '@jwxt/contracts/base-info/import-record.operations.ts';
import { campus } from '@jwxt/contracts/base-info/place.resource.ts';
import { longJobStatus } from '@jwxt/contracts/system/long-job.vocabulary.ts';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ok, stubApi } from '../testing/api-stub.ts';
import { render } from '../testing/render.tsx';
import { signedOutAfterwards, signIn } from '../testing/signed-in-user.ts';
import { ImportDialog } from './import.dialog.tsx';

signedOutAfterwards();

const runId = '11111111-1111-4111-8111-111111111111';
const counts = { total: 2, added: 1, changed: 0, unchanged: 0, wrong: 1 };
const { operations } = campus.imports!;

// BASE-DATA-25
it('a file is looked at first; then its right rows are stored and may be taken back', async () => {
  signIn({ permissions: ['campus:import', 'baseImport:query'] });
  const job = { jobId: runId, status: longJobStatus.done, statusName: '已完成', total: 1, done: 1, failure: null };
  stubApi([
    [
      operations.preview,
      () =>
        ok({
          runId,
          fileName: '校区.csv',
          sheet: '数据',
          sheets: ['数据'],
          columns: [{ letter: 'A', header: '校区号', field: 'xqdm' }],
          fields: [{ field: 'xqdm', label: '校区号', needed: true }],
          missing: [],
          counts,
          notes: ['没有用到的列：备注'],
        }),
    ],
    [
      { ...importRows, path: importRows.path.replace('{runId}', runId) },
      () =>
        ok({
          list: [
            {
              rowNo: 3,
              state: '4',
              called: 'E',
              errors: [{ letter: 'B', header: '邮编', value: '12', message: '邮编应为6位数字' }],
              changes: [],
              message: '',
            },
          ],
          total: 1,
        }),
    ],
    [operations.run, () => ok({ jobId: runId })],
    [
      { ...importRunDetail, path: importRunDetail.path.replace('{runId}', runId) },
      () =>
        ok({
          runId,
          resource: 'campus',
          service: 'baseInfo',
          resourceName: '校区',
          fileName: '校区.csv',
          digest: 'd',
          userName: 'office1',
          name: '钱办公',
          createdTime: '2026-11-24 08:00:00',
          counts,
          stored: 1,
          refused: 0,
          undone: 0,
          kept: 0,
          run: job,
          undo: null,
        }),
    ],
  ]);
  const { user } = render(<ImportDialog resource={campus} operations={operations} onClose={() => undefined} />);
  const input = document.querySelector<HTMLInputElement>('input[type=file]')!;
  await user.upload(input, new File(['校区号\n1\n'], '校区.csv', { type: 'text/csv' }));
  expect(await screen.findByText(/B 列 邮编“12”：邮编应为6位数字/)).toBeDefined();
  expect(screen.getByText('没有用到的列：备注')).toBeDefined();
  await user.click(screen.getByRole('checkbox', { name: '有一行错误就全部不导入' }));
  expect(screen.getByRole('button', { name: '确定导入 1 行' })).toHaveProperty('disabled', true);
  await user.click(screen.getByRole('checkbox', { name: '有一行错误就全部不导入' }));
  await user.click(screen.getByRole('button', { name: '确定导入 1 行' }));
  expect(await screen.findByText(/导入已完成：已写入 1 行/)).toBeDefined();
  expect(screen.getByRole('button', { name: '撤销这次导入' })).toBeDefined();
});
