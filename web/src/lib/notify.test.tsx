// @vitest-environment jsdom
import { notifications } from '@mantine/notifications';
import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { render } from '../testing/render.tsx';
import { NOTIFICATION_MS, notify } from './notify.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  act(() => {
    notifications.clean();
  });
  vi.useRealTimers();
});

it('LIMITS-07: a message goes by itself after 1.5 s', async () => {
  render(<div />);
  act(() => {
    notify.success('修改成功');
  });
  expect(NOTIFICATION_MS).toBe(1500);
  await act(() => vi.advanceTimersByTimeAsync(1400));
  expect(screen.getByText('修改成功')).toBeTruthy();
  await act(() => vi.advanceTimersByTimeAsync(200));
  // It fades out.
  await act(() => vi.advanceTimersByTimeAsync(1000));
  expect(screen.queryByText('修改成功')).toBeNull();
});

it('LIMITS-08: three messages at most show at once; the next waits for its turn', () => {
  render(<div />);
  act(() => {
    for (const text of ['一', '二', '三', '四']) notify.info(text);
  });
  expect(screen.getAllByRole('alert')).toHaveLength(3);
  expect(screen.queryByText('四')).toBeNull();
});

it('a message is closed by a button that says so', () => {
  render(<div />);
  act(() => {
    notify.error('保存失败');
  });
  expect(screen.getByRole('button', { name: '关闭' })).toBeTruthy();
});

it('ERRORS-21: a failure that nobody can explain is told as 请求失败, never in an exception’s own words', () => {
  render(<div />);
  act(() => {
    notify.failure(new TypeError('Cannot read properties of undefined'));
  });
  expect(screen.getByText('请求失败')).toBeTruthy();
  expect(screen.queryByText(/Cannot read/)).toBeNull();
});
