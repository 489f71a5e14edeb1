// @vitest-environment jsdom
import {
  queryIntegrity,
  queryIntegrityRuns,
  startIntegrityCheck,
} from '@jwxt/contracts/integrity/integrity.operations.ts';
import type { OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ok, stubApi } from '../../testing/api-stub.ts';
import { render } from '../../testing/render.tsx';
import { signedOutAfterwards, signIn } from '../../testing/signed-in-user.ts';
import { IntegrityPage } from './integrity.page.tsx';

signedOutAfterwards();

type Run = OutputOf<typeof queryIntegrityRuns>['list'][number];
const finding = '发现：scoreSheet-TC1.1@4（ScoreRowsSaved，操作人 teacher1，涉及 S20260001）被改动';
const done: Run = {
  runId: '11111111-1111-4111-8111-111111111111',
  name: '王审计',
  startedAt: '2026-11-26 09:00:00',
  endedAt: '2026-11-26 09:01:00',
  events: 1_000,
  total: 1_000,
  outcome: 'altered',
  lines: ['结论：历史被改动过', finding],
};
const running: Run = { ...done, runId: '22222222-2222-4222-8222-222222222222', outcome: null, events: 250, lines: [] };
const [first, second] = ['a'.repeat(64), 'b'.repeat(64)];

function open(permissions: string[]) {
  signIn({ permissions });
  const runs = [done];
  const api = stubApi([
    [queryIntegrityRuns, () => ok({ list: runs })],
    [
      startIntegrityCheck,
      () => {
        runs.unshift(running);
        return ok({ jobId: running.runId, total: 1_000 });
      },
    ],
    [
      queryIntegrity,
      () =>
        ok({
          list: [{ number: 3, time: '2026-11-26 08:50:00', from: 901, upTo: 1_000, root: 'root3', keyId: second }],
          total: 1,
          keys: [
            { keyId: second, time: '2026-11-26 08:00:00', vouched: false },
            { keyId: first, time: '2026-11-01 08:00:00', vouched: null },
          ],
        }),
    ],
  ]);
  return { ...render(<IntegrityPage />), api };
}

it('an auditor starts a check, sees how far it is and what the last one found', async () => {
  const { user, api, unmount } = open(['integrity:query', 'integrity:verify']);
  const runs = within(await screen.findByRole('table', { name: '校验记录' }));
  expect(await runs.findByText('被改动过')).toBeDefined();
  expect(runs.getByText(finding)).toBeDefined();
  await user.click(screen.getByRole('button', { name: '校验全部历史' }));
  await user.click(await screen.findByRole('button', { name: '开始校验' }));
  await expect.poll(() => api.to(startIntegrityCheck)[0]?.fields.commandId).toBeDefined();
  expect((await screen.findByLabelText('校验进度')).getAttribute('aria-valuenow')).toBe('25');
  expect(screen.getByText(/已校验 250/)).toBeDefined();
  unmount();
});

it('shows what is sealed, with which key, and what can be taken away; who only looks starts nothing', async () => {
  const { unmount } = open(['integrity:query']);
  const checkpoints = within(await screen.findByRole('table', { name: '检查点' }));
  expect(await checkpoints.findByText('第 901 至 1000 个')).toBeDefined();
  for (const name of ['打印校验证明 3', '下载存证 3']) expect(checkpoints.getByRole('button', { name })).toBeDefined();
  const keys = within(screen.getByRole('table', { name: '签名密钥' }));
  expect(keys.getByText('没有前一密钥的签名')).toBeDefined();
  expect(keys.getByText('第一个密钥')).toBeDefined();
  expect(keys.getByRole('button', { name: `下载公钥 ${first.slice(0, 16)}` })).toBeDefined();
  expect(screen.queryByRole('button', { name: '校验全部历史' })).toBeNull();
  unmount();
});
