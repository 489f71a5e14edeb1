// @vitest-environment jsdom
import { act, screen } from '@testing-library/react';
import { Suspense, type ComponentType } from 'react';
import { CatchBoundary } from '@tanstack/react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../lib/api-error.ts';
import { lazyPage, PAGE_TIMEOUT, PAGE_TIMEOUT_MS, PAGE_TIMEOUT_TEXT, retryFailedPages } from '../lib/lazy-page.tsx';
import { render } from '../testing/render.tsx';
import { PageError, PagePending } from './page-faces.tsx';

const outdated = new TypeError('Failed to fetch dynamically imported module: /assets/x.js');
const reload = vi.hoisted(() => vi.fn());
vi.mock('../lib/reload-page.ts', () => ({ reloadPage: reload }));
const answers = vi.hoisted(() => vi.fn<() => Promise<boolean>>());
vi.mock('../lib/server-answers.ts', () => ({ serverAnswers: answers }));
const failing = () => render(<PageError error={outdated} reset={vi.fn()} />);

beforeEach(() => {
  vi.useFakeTimers();
  sessionStorage.clear();
  reload.mockClear();
  answers.mockResolvedValue(true);
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('a page whose code does not come', () => {
  // SHELL-49, SHELL-50
  it('a chunk that is gone shows Error! and the text, and reloads after 2 s, but not in a circle', async () => {
    const first = failing();
    expect(screen.getByText('Error!')).toBeTruthy();
    expect(screen.getByText('系统已更新，正在重新加载...')).toBeTruthy();
    await act(() => vi.advanceTimersByTimeAsync(1999));
    expect(reload).not.toHaveBeenCalled();
    await act(() => vi.advanceTimersByTimeAsync(1));
    expect(reload).toHaveBeenCalledOnce();
    first.unmount();
    failing();
    await act(() => vi.advanceTimersByTimeAsync(10_000));
    expect(reload).toHaveBeenCalledOnce();
    expect(screen.getByRole('button', { name: '重试' })).toBeTruthy();
  });

  it('while the server does not answer nothing is reloaded, and the page opens when it does', async () => {
    answers.mockResolvedValue(false);
    const reset = vi.fn();
    render(<PageError error={outdated} reset={reset} />);
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    expect(screen.getByText('网络已断开')).toBeTruthy();
    expect(reset).not.toHaveBeenCalled();
    answers.mockResolvedValue(true);
    await act(() => vi.advanceTimersByTimeAsync(2000));
    expect(reset).toHaveBeenCalledOnce();
    expect(reload).not.toHaveBeenCalled();
  });

  it('SHELL-51: after 10 s it is given up, and can be asked for again', async () => {
    const answers: ((module: { Page: ComponentType }) => void)[] = [];
    const Lazy = lazyPage(
      () =>
        new Promise<{ Page: ComponentType }>((resolve) => {
          answers.push(resolve);
        }),
      'Page',
    );
    render(
      <CatchBoundary getResetKey={() => 'x'} errorComponent={PageError} onCatch={retryFailedPages}>
        <Suspense fallback={<PagePending />}>
          <Lazy />
        </Suspense>
      </CatchBoundary>,
    );
    expect(screen.getByRole('status', { name: '正在打开页面…' })).toBeTruthy();
    expect(PAGE_TIMEOUT_MS).toBe(10_000);
    await act(() => vi.advanceTimersByTimeAsync(10_000));
    expect(screen.getByText('页面打开超时')).toBeTruthy();
    await act(async () => {
      screen.getByRole('button', { name: '重试' }).click();
      await vi.advanceTimersByTimeAsync(0);
      answers[1]?.({ Page: () => <p>到了</p> });
      await vi.advanceTimersByTimeAsync(0);
    });
    expect(screen.getByText('到了')).toBeTruthy();
  });

  it('what is around all pages is told in the same words when it does not come in time, and begins anew', () => {
    render(<PageError error={new ApiError(PAGE_TIMEOUT, PAGE_TIMEOUT_TEXT)} reset={vi.fn()} />);
    expect(screen.getByText('页面打开超时')).toBeTruthy();
    screen.getByRole('button', { name: '重试' }).click();
    expect(reload).toHaveBeenCalledOnce();
  });
});
