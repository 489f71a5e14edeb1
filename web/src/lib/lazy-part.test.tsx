// @vitest-environment jsdom
import { act, screen } from '@testing-library/react';
import { CatchBoundary } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { render } from '../testing/render.tsx';
import { lazyPart, PART_RETRY_MS } from './lazy-part.tsx';

const answers = vi.hoisted(() => vi.fn<() => Promise<boolean>>());
vi.mock('./server-answers.ts', () => ({ serverAnswers: answers }));

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const Came = ({ name }: { name: string }) => <p>{name}到了</p>;
const missing = () => Promise.reject<ComponentType<{ name: string }>>(new TypeError('Failed to fetch'));

async function show(Part: ComponentType<{ name: string }>) {
  await act(async () => {
    render(
      <CatchBoundary getResetKey={() => 'x'} errorComponent={() => <p>出错了</p>}>
        <p>这一页</p>
        <Part name="日历" />
      </CatchBoundary>,
    );
    await vi.advanceTimersByTimeAsync(0);
  });
}

it('is asked for when shown, with something in its place meanwhile, and once', async () => {
  let come: ((part: typeof Came) => void) | undefined;
  const load = vi.fn(() => new Promise<typeof Came>((resolve) => (come = resolve)));
  const Part = lazyPart(load, { waiting: <p>稍候</p> });
  expect(load).not.toHaveBeenCalled();
  await show(Part);
  expect(screen.getByText('稍候')).toBeTruthy();
  await act(async () => {
    come?.(Came);
    await vi.advanceTimersByTimeAsync(0);
  });
  expect(screen.getByText('日历到了')).toBeTruthy();
  await show(Part);
  expect(screen.getAllByText('日历到了')).toHaveLength(2);
  expect(load).toHaveBeenCalledOnce();
});

it('while the line is down the page around it stays, and the part comes when it is back', async () => {
  answers.mockResolvedValue(false);
  const load = vi.fn(missing);
  await show(lazyPart(load));
  await act(() => vi.advanceTimersByTimeAsync(10 * PART_RETRY_MS));
  expect(screen.getByText('这一页')).toBeTruthy();
  load.mockResolvedValue(Came);
  await act(() => vi.advanceTimersByTimeAsync(PART_RETRY_MS));
  expect(screen.getByText('日历到了')).toBeTruthy();
});

it('code that is gone is told by the face of the page, unless the page can do without', async () => {
  answers.mockResolvedValue(true);
  await show(lazyPart(missing, { optional: true }));
  expect(screen.getByText('这一页')).toBeTruthy();
  await show(lazyPart(missing));
  expect(screen.getByText('出错了')).toBeTruthy();
});
