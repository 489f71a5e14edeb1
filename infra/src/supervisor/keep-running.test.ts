import { describe, expect, it, vi } from 'vitest';
import { collectingLog } from '../testing/collecting-log.ts';
import { HopelessStart, keepRunning } from './keep-running.ts';
import type { Part, RunningPart } from './keep-running.ts';

const times = { firstPauseMs: 1, longestPauseMs: 5, soundAfterMs: 10_000, healthEveryMs: 2 };

/** A part under the test's control: `starts` are its runs so far. */
function fakePart(behaviour: { fail?: (attempt: number) => Error | undefined; healthy?: () => boolean } = {}) {
  const starts: { end(reason: string): void; stopped: boolean }[] = [];
  let attempts = 0;
  const part: Part = {
    name: '试验',
    start() {
      attempts += 1;
      const error = behaviour.fail?.(attempts);
      if (error) return Promise.reject(error);
      const { promise, resolve } = Promise.withResolvers<string>();
      const run = { end: resolve, stopped: false };
      starts.push(run);
      const running: RunningPart = {
        exited: promise,
        ...(behaviour.healthy ? { healthy: () => Promise.resolve(behaviour.healthy?.() ?? true) } : {}),
        stop() {
          run.stopped = true;
          return Promise.resolve();
        },
      };
      return Promise.resolve(running);
    },
  };
  return { part, starts, attempts: () => attempts };
}

describe('a part that is kept running', () => {
  it('is started again each time it ends, and stopped for good when asked', async () => {
    const { part, starts } = fakePart();
    const kept = keepRunning(part, collectingLog().logger, times);
    await kept.ready;
    starts[0]?.end('退出码 1');
    await vi.waitFor(() => expect(starts).toHaveLength(2));
    starts[1]?.end('收到信号 SIGKILL');
    await vi.waitFor(() => expect(starts).toHaveLength(3));
    await kept.stop();
    expect(starts.map((run) => run.stopped)).toEqual([false, false, true]);
  });

  it('comes back after the first pause, however often it ended, when it ran well in between', async () => {
    const { part, starts } = fakePart();
    const kept = keepRunning(part, collectingLog().logger, {
      ...times,
      longestPauseMs: 1_000_000_000,
      soundAfterMs: -1,
    });
    await kept.ready;
    // With growing pauses the thirtieth start would be weeks away.
    for (let ended = 1; ended <= 30; ended += 1) {
      starts.at(-1)?.end('收到信号 SIGKILL');
      await vi.waitFor(() => expect(starts).toHaveLength(ended + 1), { interval: 1 });
    }
    await kept.stop();
  });

  it('is stopped and started again when it no longer answers', async () => {
    let healthy = false;
    const { part, starts } = fakePart({ healthy: () => healthy });
    const kept = keepRunning(part, collectingLog().logger, times);
    await vi.waitFor(() => expect(starts.length).toBeGreaterThanOrEqual(2));
    healthy = true;
    expect(starts[0]?.stopped).toBe(true);
    await kept.stop();
  });

  it('gives up the first start after four failures, and tells the last reason', async () => {
    const { part, attempts } = fakePart({ fail: (attempt) => new Error(`第 ${attempt} 次`) });
    const kept = keepRunning(part, collectingLog().logger, times);
    await expect(kept.ready).rejects.toThrow('第 4 次');
    expect(attempts()).toBe(4);
    await kept.stop();
  });

  it('gives up at once when starting again would not help', async () => {
    const { part, attempts } = fakePart({ fail: () => new HopelessStart('配置有误') });
    await expect(keepRunning(part, collectingLog().logger, times).ready).rejects.toThrow('配置有误');
    expect(attempts()).toBe(1);
  });

  it('is tried again for ever once it has been ready', async () => {
    const { part, starts } = fakePart({
      fail: (attempt) => (attempt > 1 && attempt < 12 ? new Error('还没好') : undefined),
    });
    const kept = keepRunning(part, collectingLog().logger, times);
    await kept.ready;
    starts[0]?.end('退出码 1');
    await vi.waitFor(() => expect(starts).toHaveLength(2));
    await kept.stop();
  });
});
