import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { createCommandMetrics } from '@jwxt/commands/kernel/command-metrics.ts';
import { observePolicies } from '@jwxt/commands/kernel/policy-metrics.ts';
import { createGatewayMetrics, observeCertificate, observeConnections } from '@jwxt/gateway/kernel/gateway-metrics.ts';
import { observeLastBackup } from '@jwxt/gateway/system/storage.read.ts';
import { projectRoot } from '@jwxt/infra/runtime/config.ts';
import { countCache, observeCaches } from '@jwxt/infra/runtime/cache-figures.ts';
import { observePools, observeProcess } from '@jwxt/infra/runtime/metrics-process.ts';
import { watchDisks } from '@jwxt/infra/runtime/disk-watch.ts';
import { createHealthRegistry } from '@jwxt/infra/runtime/health.ts';
import { createLogger } from '@jwxt/infra/runtime/logger.ts';
import { createMetrics, type Metrics } from '@jwxt/infra/runtime/metrics.ts';
import { createPool } from '@jwxt/infra/runtime/postgres.ts';
import { noTracing } from '@jwxt/infra/runtime/tracing.ts';
import { createBatchWatch } from '@jwxt/projections/kernel/batch-watch.ts';
import { observeModels } from '@jwxt/projections/kernel/model-metrics.ts';

/** The metrics of each service, as its `main.ts` declares them; nothing is connected. */
async function declared(): Promise<Map<string, { type: string; services: string[] }>> {
  const pool = createPool('postgres://nobody@127.0.0.1:1/none', { name: 'none' });
  const away = { read: () => Promise.reject(new Error('away')) };
  const services: Record<string, (metrics: Metrics) => void> = {
    commands(metrics) {
      createCommandMetrics(metrics);
      observePolicies(metrics, pool, () => ({ leading: false, subscription: undefined }));
    },
    projections(metrics) {
      createBatchWatch(metrics, noTracing);
      observeModels(metrics, away, {
        name: 'none',
        phases: () => new Map(),
        passed: () => new Map(),
        subscription: undefined,
        close: () => Promise.resolve(),
      });
    },
    gateway(metrics) {
      createGatewayMetrics(metrics);
      observeLastBackup(metrics, () => Promise.resolve(null));
      observeCertificate(metrics, () => undefined);
      observeConnections(metrics, { sockets: () => 0, hearsNotices: () => true });
    },
  };
  const found = new Map<string, { type: string; services: string[] }>();
  for (const [service, declare] of Object.entries(services)) {
    const metrics = createMetrics();
    if (service !== 'projections')
      (
        await watchDisks({
          folders: [],
          logger: createLogger('test', { level: 'silent' }),
          health: createHealthRegistry(service),
          metrics,
        })
      ).close();
    observeProcess(metrics, service);
    observePools(metrics, { [service]: pool });
    if (service !== 'projections')
      observeCaches(metrics, { none: { figures: () => countCache().figures(0), clear: () => undefined } });
    declare(metrics);
    for (const { name, type } of await metrics.families())
      found.set(name, { type, services: [...(found.get(name)?.services ?? []), service] });
  }
  await pool.end();
  return found;
}

/** The rows of the table in the operating manual. */
async function documented(): Promise<Map<string, { type: string; services: string }>> {
  const text = await readFile(resolve(projectRoot, 'docs/operating.md'), 'utf8');
  return new Map(
    [...text.matchAll(/^\| `(jwxt_\w+)`[^|]*\| (\w+) \| ([\w, ]+) \|/gm)].map(
      ([, name = '', type = '', services = '']) => [name, { type, services }],
    ),
  );
}

it('the manual lists every metric with its type and its services, and no other', async () => {
  const shown = new Map(
    [...(await declared())].map(([name, { type, services }]) => [
      name,
      { type, services: services.length === 3 ? 'all' : services.join(', ') },
    ]),
  );
  expect(await documented()).toEqual(shown);
});

it('names and labels follow the conventions: base units, totals, few labels that name nobody', async () => {
  for (const [name, { type }] of await declared()) {
    expect(name).toMatch(/^jwxt_[a-z_]+$/);
    expect(name).not.toMatch(/_(ms|milliseconds|minutes|kb|mb|percent)(_|$)/);
    if (type === 'counter') expect(name).toMatch(/_total$/);
    if (type === 'histogram') expect(name).toMatch(/_seconds$/);
  }
});
