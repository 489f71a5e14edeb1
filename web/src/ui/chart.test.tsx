// @vitest-environment jsdom
import { act } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { render } from '../testing/render.tsx';
import { Chart } from './chart.tsx';

const init = vi.hoisted(() =>
  vi.fn(() => ({ setOption: () => undefined, on: () => undefined, resize: () => undefined, dispose: () => undefined })),
);
vi.mock('./echarts-setup.ts', () => ({ init }));
afterEach(() => {
  vi.unstubAllGlobals();
});

it('charts are drawn one by one, each when it has come into view and the browser rests', async () => {
  const waiting: (() => void)[] = [];
  const seen: (() => void)[] = [];
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(told: (entries: { isIntersecting: boolean }[]) => void) {
        seen.push(() => {
          told([{ isIntersecting: true }]);
        });
      }
      observe(): void {}
      disconnect(): void {}
    },
  );
  vi.stubGlobal('requestIdleCallback', (then: () => void) => waiting.push(then));
  vi.stubGlobal('cancelIdleCallback', () => undefined);
  const rest = () =>
    act(async () => {
      waiting.shift()?.();
      // The library comes.
      await vi.dynamicImportSettled();
    });
  const { unmount } = render(
    <>
      <Chart option={() => ({})} height={100} label="甲" />
      <Chart option={() => ({})} height={100} label="乙" />
    </>,
  );
  expect(waiting).toEqual([]);
  for (const see of seen) see();
  await rest();
  await rest();
  expect(init).not.toHaveBeenCalled();
  await rest();
  expect(init).toHaveBeenCalledTimes(1);
  await rest();
  expect(init).toHaveBeenCalledTimes(2);
  unmount();
});
