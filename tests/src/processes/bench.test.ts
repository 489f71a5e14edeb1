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

/** Each part, and a figure of it. */
const parts = {
  node: 'node.append',
  history: 'history.lifted',
  alone: 'commands.alone.throughput',
  hot: 'commands.hot',
  pages: 'pages.login.fcp',
  replay: 'replay.p50',
  classes: 'class.save',
  peak: 'peak.saves',
  commands: 'gateway.throughput',
  push: 'push.one.p50',
  rebuild: 'rebuild.all',
  import: 'import.rows',
  schemes: 'plan.generate',
  backlog: 'todo.list.',
  volume: 'volume.all.p95',
};

describe('npm run bench', () => {
  it('refuses a part that it does not know', async () => {
    await expect(bench('--only', 'nothing')).rejects.toThrow('not nothing');
  });

  onLinux('没有试跑基准测试', () =>
    // The short form keeps no figure. The built-in node is measured beside a store by its address when it is named.
    it('runs every part of it, on two of each service and a store by its address', { timeout: 600_000 }, async () => {
      const before = keptNow();
      const node = await startTestEventNode();
      try {
        const { stdout } = await bench('--short', '--two', '--engine', node.url, '--only', Object.keys(parts).join());
        for (const id of Object.values(parts)) expect(stdout).toContain(id);
        expect(stdout).toContain('memory.gateway');
        expect(keptNow()).toBe(before);
        const log = connectEventLog(node.url, { name: 'bench-test' });
        const prefixes = new Set<string>();
        for await (const { stream } of log.readAll()) prefixes.add(stream.slice(0, stream.indexOf('-')));
        await log.close();
        // The product's own under one prefix; beside it what is appended without the product.
        const ofProduct = [...prefixes].filter((prefix) => !/^(raw|notify|hot[0-9a-f]+)$/.test(prefix));
        expect(ofProduct).toEqual([expect.stringMatching(/^bench[0-9a-f]{10}$/)]);
      } finally {
        await node.stop();
      }
    }),
  );
});
