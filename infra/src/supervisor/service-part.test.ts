import { describe, expect, it, vi } from 'vitest';
import { scriptPath } from '../engines/child.ts';
import { findFreePort } from '../engines/free-port.ts';
import { collectingLog } from '../testing/collecting-log.ts';
import { isAlive } from '../testing/is-alive.ts';
import { HopelessStart, keepRunning } from './keep-running.ts';
import { localAddress, servicePart } from './service-part.ts';

const script = scriptPath('../testing/small-service.ts', import.meta.url);
const times = { firstPauseMs: 1, longestPauseMs: 5, soundAfterMs: 10_000, healthEveryMs: 60_000 };

async function smallService(env: Record<string, string> = {}) {
  const running = new Set<number>();
  const log = collectingLog();
  const plan = { name: '小服务', script, host: '127.0.0.1', port: await findFreePort(), env, secrets: [] };
  const register = { add: (pid: number) => void running.add(pid), remove: (pid: number) => void running.delete(pid) };
  const pid = async (): Promise<number> => {
    const response = await fetch(new URL('/env', localAddress(plan)));
    return ((await response.json()) as { pid: number }).pid;
  };
  return { part: servicePart(plan, { log, register }), running, log, pid, address: localAddress(plan) };
}

describe('the process of a service', () => {
  it('is ready when it says so, starts again on its port after kill -9, and leaves nothing when stopped', async () => {
    const service = await smallService();
    const kept = keepRunning(service.part, service.log.logger, times);
    await kept.ready;
    const first = await service.pid();
    expect([...service.running]).toEqual([first]);
    process.kill(first, 'SIGKILL');
    const second = await vi.waitFor(
      async () => {
        const pid = await service.pid();
        expect(pid).not.toBe(first);
        return pid;
      },
      { timeout: 50_000, interval: 50 },
    );
    await kept.stop();
    expect([isAlive(first), isAlive(second), service.running.size]).toEqual([false, false, 0]);
    expect(service.log.lines.join('\n')).toContain('收到信号 SIGKILL');
  });

  it('that refuses its configuration is not tried again, and its own words are told', async () => {
    const service = await smallService({ SMALL_SERVICE_FAILS: 'config' });
    const failure: unknown = await service.part.start(new AbortController().signal).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(HopelessStart);
    expect(String(failure)).toContain('环境变量 X 的值“y”不正确');
    expect(service.running.size).toBe(0);
  });

  it('that cannot start tells why', async () => {
    const service = await smallService({ SMALL_SERVICE_FAILS: 'start' });
    await expect(service.part.start(new AbortController().signal)).rejects.toThrow(/启动失败：磁盘已满/);
  });

  it.each([
    ['0.0.0.0', 'http://127.0.0.1:8080'],
    ['::', 'http://[::1]:8080'],
    ['example.edu.cn', 'http://example.edu.cn:8080'],
  ])('listening on %s is reached at %s', (host, address) => {
    expect(localAddress({ host, port: 8080 })).toBe(address);
  });
});
