import fastify from 'fastify';
import { expect, it } from 'vitest';
import { createMetrics, registerMetricsRoute } from './metrics.ts';
import { observeProcess } from './metrics-process.ts';

it('tells who shows a token, as text for Prometheus or as JSON for a service', async () => {
  const metrics = createMetrics();
  metrics.counter('jwxt_things_total', 'Things', ['kind']).labels('small').inc(3);
  metrics.histogram('jwxt_work_seconds', 'Work').observe(0.0003);
  const app = fastify();
  registerMetricsRoute(app, metrics, ['own-token', undefined]);
  const ask = (headers: Record<string, string>) => app.inject({ url: '/metrics', headers });
  for (const authorization of ['', 'Bearer undefined', 'Bearer ', 'own-token'])
    expect((await ask({ authorization })).statusCode, authorization).toBe(401);
  const text = (await ask({ authorization: 'Bearer own-token' })).body;
  expect(text).toContain('# TYPE jwxt_things_total counter\njwxt_things_total{kind="small"} 3\n');
  expect(text).toContain('jwxt_work_seconds_bucket{le="0.00025"} 0\njwxt_work_seconds_bucket{le="0.0005"} 1\n');
  const families = (await ask({ authorization: 'Bearer own-token', accept: 'application/json' })).json<
    { name: string; values: unknown[] }[]
  >();
  expect(families.find(({ name }) => name === 'jwxt_things_total')?.values).toEqual([
    { value: 3, labels: { kind: 'small' } },
  ]);
});

it('a gauge that cannot be read is left out, and the others are told all the same', async () => {
  const metrics = createMetrics();
  let away = false;
  metrics.gauge('jwxt_rows', 'Rows', ['table'], (gauge) => {
    gauge.set({ table: 'a' }, 1);
    if (away) throw new Error('database away');
  });
  metrics.total('jwxt_spent_total', 'Spent', () => 7);
  expect(await metrics.text()).toContain('jwxt_rows{table="a"} 1\n');
  away = true;
  expect(await metrics.text()).not.toContain('jwxt_rows{');
  expect(await metrics.text()).toContain('jwxt_spent_total 7\n');
});

it('a process tells what it is and what it costs', async () => {
  const metrics = createMetrics();
  observeProcess(metrics, 'small');
  const text = await metrics.text();
  expect(text).toMatch(/^jwxt_service_info\{service="small",instance="\S+:\d+",version="[\d.]+",node="[\d.]+"\} 1$/m);
  expect(Number(/^jwxt_process_resident_memory_bytes (\S+)$/m.exec(text)?.[1])).toBeGreaterThan(10_000_000);
  expect(Number(/^jwxt_process_cpu_seconds_total (\S+)$/m.exec(text)?.[1])).toBeGreaterThan(0);
});
