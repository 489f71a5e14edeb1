// @vitest-environment jsdom
import { approve } from '@jwxt/contracts/approval/approval.operations.ts';
import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { render } from '../testing/render.tsx';
import { signedInAlways } from '../testing/signed-in-user.ts';
import { processing, PROCESSING_TEXT } from './processing.ts';
import { useOperationMutation } from './queries.ts';

signedInAlways();

function Sender() {
  const send = useOperationMutation(approve, { callOptions: { timeoutMs: 300 }, showsProcessing: true });
  return (
    <button
      type="button"
      onClick={() => {
        send.mutate({ approvalStatus: '0', keyList: ['A1'], revisions: {} });
      }}
    >
      {send.isSuccess ? '已办' : '办理'}
    </button>
  );
}

it('CLIENT-15: a command that timed out asks whether to send it again, and is the same command then', async () => {
  const sent: string[] = [];
  vi.stubGlobal('fetch', (_address: string, { body, signal }: { body: string; signal: AbortSignal }) => {
    sent.push((JSON.parse(body) as { commandId: string }).commandId);
    if (sent.length > 1) return Promise.resolve(Response.json({ code: '200', message: '', data: { results: {} } }));
    return new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => {
        reject(signal.reason as Error);
      });
    });
  });
  const { user } = render(<Sender />);
  await user.click(screen.getByText('办理'));
  await screen.findByText('请求超时是否重试？');
  await waitFor(() => {
    expect(processing.get()).toBe(1);
  });
  // It would lie over the question.
  expect(screen.queryByText(PROCESSING_TEXT)).toBeNull();
  await user.click(screen.getByRole('button', { name: '重试' }));
  await screen.findByText('已办');
  expect(sent).toEqual([sent[0], sent[0]]);
  expect(sent[0]).toMatch(/./);
});
