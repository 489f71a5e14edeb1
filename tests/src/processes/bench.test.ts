import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '@jwxt/infra/runtime/config.ts';
import { connectEventLog } from '@jwxt/infra/runtime/event-log.ts';
import { startTestEventNode } from '@jwxt/infra/testing/engines.ts';
import { onLinux } from '@jwxt/infra/testing/programs.ts';
import { describe, expect, it } from 'vitest';

const kept = join(projectRoot, 'bench-results.json');
const keptNow = () => (existsSync(kept) ? readFileSync(kept, 'utf8') : null);
const bench = (...args: string[]) =>
  promisify(execFile)(process.execPath, ['infra/launch.mjs', 'tests/src/bench/main.ts', ...args], {
    cwd: projectRoot,
    env: { ...process.env, NODE_ENV: 'development' },
  });

describe('npm run bench', () => {
  it('refuses a part that it does not know', async () => {
    await expect(bench('--only', 'nothing')).rejects.toThrow('not nothing');
  });

  onLinux('没有在已有的事件库上试跑基准测试', () =>
    it('measures any event store by its address', { timeout: 300_000 }, async () => {
      const node = await startTestEventNode();
      try {
        const { stdout } = await bench('--short', '--only', 'history,alone', '--engine', node.url);
        for (const id of ['history.lifted', 'commands.alone.throughput']) expect(stdout).toContain(id);
        const log = connectEventLog(node.url, { name: 'bench-test' });
        const prefixes = new Set<string>();
        for await (const { stream } of log.readAll()) prefixes.add(stream.slice(0, stream.indexOf('-')));
        await log.close();
        // The product's own under one prefix, beside them the raw appends.
        expect([...prefixes].filter((prefix) => prefix !== 'raw')).toEqual([
          expect.stringMatching(/^bench[0-9a-f]{10}$/),
        ]);
      } finally {
        await node.stop();
      }
    }),
  );

  onLinux('没有试跑基准测试', () =>
    it(
      'runs every part of it: in the short form, which keeps no figure, on two of each service',
      { timeout: 600_000 },
      async () => {
        const before = keptNow();
        const { stdout } = await bench('--short', '--two');
        for (const id of [
          'node.append',
          'history.lifted',
          'commands.alone.throughput',
          'commands.hot',
          'pages.login.fcp',
          'replay.p50',
          'class.save',
          'peak.saves',
          'gateway.throughput',
          'push.one.p50',
          'rebuild.all',
          'todo.list.',
          'volume.all.p95',
          'memory.gateway',
        ])
          expect(stdout).toContain(id);
        expect(keptNow()).toBe(before);
      },
    ),
  );
});
