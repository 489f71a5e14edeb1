// @vitest-environment jsdom
import {
  ballPercentage,
  countCleanable,
  queryMonitorData,
  quickClean,
} from '@jwxt/contracts/data-monitor/monitor-ball.operations.ts';
import type { Operation } from '@jwxt/contracts/kernel/operation.ts';
import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { render } from '../../testing/render.tsx';
import { MonitorBall } from './monitor-ball.tsx';

const asked = vi.hoisted(() => ({
  calls: [] as string[],
  count: 3,
  quickClean: null as null | (() => Promise<unknown>),
}));
vi.mock('../../lib/api.ts', () => {
  const data = (operation: Operation): unknown => {
    asked.calls.push(operation.id);
    switch (operation.id) {
      case ballPercentage.id:
        return { percentage: 87, problemNum: 5, lastRunTime: '2026-11-22 03:00:00' };
      case countCleanable.id:
        return { count: asked.count };
      case queryMonitorData.id:
        return [
          { monitorGroup: '2', monitorGroupName: '成绩', pointNum: 7, problemNum: 2, cleanableNum: 0 },
          { monitorGroup: '7', monitorGroupName: '数据', pointNum: 8, problemNum: 0, cleanableNum: 0 },
        ];
      case quickClean.id:
        return asked.quickClean?.() ?? { taskId: 'x', points: 2, cleaned: 9, left: 1 };
      default:
        throw new Error(operation.id);
    }
  };
  return {
    call: async (operation: Operation) => data(operation),
    answer: async (operation: Operation) => ({ data: await data(operation), message: '操作成功' }),
  };
});

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const ball = () => screen.getByTestId('monitor-ball');
const panel = () => screen.queryByRole('dialog', { name: '数据监控' });
const hover = () => {
  fireEvent.pointerEnter(ball().parentElement!);
};
const leave = () => {
  fireEvent.pointerLeave(ball().parentElement!);
};
const pointer = (type: 'pointerDown' | 'pointerMove' | 'pointerUp', x: number, y: number) => {
  fireEvent[type](ball(), { pointerId: 1, button: 0, clientX: x, clientY: y });
};
const opened = vi.fn();

beforeEach(async () => {
  vi.useFakeTimers();
  Element.prototype.setPointerCapture = () => undefined;
  vi.stubGlobal('open', opened.mockReset());
  localStorage.clear();
  asked.calls.length = 0;
  asked.count = 3;
  asked.quickClean = null;
  render(<MonitorBall />);
  await pass(0);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('MONITOR-05, MONITOR-06: the panel opens after 0.8 s under the pointer and closes 3 s after it left', async () => {
  hover();
  await pass(790);
  expect(panel()).toBeNull();
  await pass(10);
  expect(panel()).not.toBeNull();
  leave();
  await pass(2990);
  expect(panel()).not.toBeNull();
  await pass(10);
  expect(panel()).toBeNull();
});

test('a pointer that only passes by opens nothing; one that comes back in time keeps it open', async () => {
  hover();
  await pass(500);
  leave();
  await pass(5000);
  expect(panel()).toBeNull();
  hover();
  await pass(800);
  leave();
  await pass(2000);
  hover();
  await pass(5000);
  expect(panel()).not.toBeNull();
});

// MONITOR-09, MONITOR-10, MONITOR-11
test('the panel shows the gauge, how many points can be cleaned, and the button', async () => {
  hover();
  await pass(800);
  // The gauge is code of its own, which comes when it comes.
  await vi.waitFor(() => {
    expect(panel()?.querySelector('[role="img"]')?.getAttribute('aria-label')).toBe('数据健康度 87%');
  });
  // The level of the fill: 13 of 100 from the top.
  expect(panel()?.querySelector('[role="img"] path')?.getAttribute('d')).toMatch(/^M0 13 /);
  expect(panel()?.textContent).toContain('可清洗监测点 3 个');
  expect(screen.getByRole('button', { name: '一键清洗' })).toBeTruthy();
  expect(panel()?.textContent).toContain('成绩2 个问题');
  expect(panel()?.textContent).toContain('数据无问题');
});

// MONITOR-12
test('quick clean shows a spinner for a second, then a check mark and what it came to; it is sent once', async () => {
  hover();
  await pass(800);
  await pass(0);
  const button = screen.getByRole('button', { name: '一键清洗' });
  fireEvent.click(button);
  fireEvent.click(button);
  await pass(990);
  expect(screen.getByTestId('clean-spinner')).toBeTruthy();
  expect(screen.queryByTestId('clean-check')).toBeNull();
  await pass(10);
  expect(screen.queryByTestId('clean-spinner')).toBeNull();
  expect(screen.getByTestId('clean-check')).toBeTruthy();
  expect(panel()?.textContent).toContain('已清洗 2 个监测点的 9 条数据，余 1 条未能清洗');
  expect(asked.calls.filter((id) => id === quickClean.id)).toHaveLength(1);
});

test('the panel stays while it cleans, however long, and a failure is told in it', async () => {
  let fail: (error: Error) => void = () => undefined;
  asked.quickClean = () =>
    new Promise((_, reject) => {
      fail = reject;
    });
  hover();
  await pass(800);
  await pass(0);
  fireEvent.click(screen.getByRole('button', { name: '一键清洗' }));
  leave();
  await pass(10_000);
  expect(screen.getByTestId('clean-spinner')).toBeTruthy();
  fail(new Error('no line'));
  await pass(0);
  expect(panel()?.textContent).toContain('清洗失败，数据未改动');
  await pass(3000);
  expect(panel()).toBeNull();
});

test('MONITOR-07: a click opens the screen in a new tab; a press that moved 3 px does not', () => {
  pointer('pointerDown', 1300, 430);
  pointer('pointerMove', 1301, 431);
  pointer('pointerUp', 1301, 431);
  expect(opened).toHaveBeenCalledExactlyOnceWith('/jwxt/gly/dataMonitor/monitorscreen', '_blank', 'noopener');
  pointer('pointerDown', 1300, 430);
  pointer('pointerMove', 1303, 430);
  pointer('pointerUp', 1303, 430);
  expect(opened).toHaveBeenCalledOnce();
});

test('MONITOR-02: it follows the pointer, snaps when let go, and is found again where it was left', async () => {
  pointer('pointerDown', 0, 0);
  pointer('pointerMove', 200, 300);
  expect(ball().style).toMatchObject({ left: '200px', top: '300px' });
  pointer('pointerUp', 200, 300);
  expect(ball().dataset['side']).toBe('left');
  expect(ball().style).toMatchObject({ left: '', top: '300px' });
  expect(JSON.parse(localStorage.getItem('jwxt.monitorBall') ?? '')).toEqual({ side: 'left', top: 300 });
});

test('with the keyboard: Enter opens and Escape closes the panel, arrows move the ball', async () => {
  ball().focus();
  fireEvent.keyDown(ball(), { key: 'ArrowLeft' });
  expect(ball().dataset['side']).toBe('left');
  fireEvent.keyDown(ball(), { key: 'Enter' });
  await pass(50);
  expect(panel()?.contains(document.activeElement)).toBe(true);
  fireEvent.keyDown(document.activeElement!, { key: 'Escape' });
  expect(panel()).toBeNull();
  expect(document.activeElement).toBe(ball());
});
