// @vitest-environment jsdom
import { act, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { render } from '../testing/render.tsx';
import { useRested } from './use-rest.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function Ball() {
  return useRested() ? <p>球</p> : null;
}

it('what nobody waits for comes when the browser rests, and is called off with what asked for it', () => {
  const waiting = new Map<number, () => void>();
  vi.stubGlobal('requestIdleCallback', (then: () => void) => {
    waiting.set(waiting.size + 1, then);
    return waiting.size;
  });
  vi.stubGlobal('cancelIdleCallback', (handle: number) => {
    waiting.delete(handle);
  });
  render(<Ball />).unmount();
  expect(waiting.size).toBe(0);
  const { unmount } = render(<Ball />);
  expect(screen.queryByText('球')).toBeNull();
  act(() => {
    for (const then of waiting.values()) then();
  });
  expect(screen.getByText('球')).toBeTruthy();
  unmount();
});

it('a browser that cannot tell when it rests shows it all the same', () => {
  vi.useFakeTimers();
  render(<Ball />);
  expect(screen.queryByText('球')).toBeNull();
  act(() => {
    vi.runAllTimers();
  });
  expect(screen.getByText('球')).toBeTruthy();
});
