// @vitest-environment jsdom
import { defineOperation } from '@jwxt/contracts/kernel/operation.ts';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { PROCESSING_TEXT } from '../lib/processing.ts';
import { render } from '../testing/render.tsx';
import { useProcess } from './use-process.ts';

const close = defineOperation({
  id: 'x.close',
  method: 'POST',
  path: '/x/close',
  access: { permission: 'noticeInfo:recall' },
  scope: 'notice',
  summary: '关闭',
  encoding: 'form',
  outcome: 'operate',
  input: z.object({ id: z.string() }),
  output: z.object({}),
});
let answerNow: (body: object) => void;
const fetched = vi.fn(
  () =>
    new Promise<Response>((resolve) => {
      answerNow = (body) => {
        resolve(Response.json(body));
      };
    }),
);

function Page() {
  const process = useProcess(close, { success: true, confirm: ({ id }) => ({ message: `确定关闭 ${id}吗？` }) });
  return (
    <>
      <button
        type="button"
        onClick={() => {
          process.start({ id: '甲' });
        }}
      >
        关闭
      </button>
    </>
  );
}

beforeEach(() => {
  document.cookie =
    'user=' +
    `${encodeURIComponent(JSON.stringify({ userName: 'u', name: 'u', roleNames: [], semester: '', sso: '0' }))}; ` +
    'path=/';
  fetched.mockClear();
  vi.stubGlobal('fetch', fetched);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

it('CLIENT-18: a process post is asked first; cancelled, nothing is sent', async () => {
  const { user } = render(<Page />);
  await user.click(screen.getByRole('button', { name: '关闭' }));
  expect(await screen.findByText('确定关闭 甲吗？')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: '取消' }));
  await waitFor(() => {
    expect(screen.queryByText('确定关闭 甲吗？')).toBeNull();
  });
  expect(fetched).not.toHaveBeenCalled();
});

// CLIENT-17, CLIENT-18
it('confirmed, it is sent once, and the modal says that it runs until the answer is there', async () => {
  const { user } = render(<Page />);
  await user.click(screen.getByRole('button', { name: '关闭' }));
  await user.click(await screen.findByRole('button', { name: '确定' }));
  expect(await screen.findByText(PROCESSING_TEXT)).toBeTruthy();
  expect(PROCESSING_TEXT).toBe('处理中，请稍等...(若提示处理失败或等待时间过长，请重试)');
  expect(fetched).toHaveBeenCalledOnce();
  answerNow({ code: '200', message: '已关闭', data: {} });
  expect(await screen.findByText('已关闭')).toBeTruthy();
  await waitFor(() => {
    expect(screen.queryByText(PROCESSING_TEXT)).toBeNull();
  });
});
