import { expect, it } from 'vitest';
import { createMetrics } from '@jwxt/infra/runtime/metrics.ts';
import { labelValues, perMinute, quantile, readingOf, valueOf } from './metric-reading.ts';

async function readings(instances = ['a:1', 'a:1']) {
  const metrics = createMetrics();
  let instance = instances[0]!;
  metrics.gauge('jwxt_service_info', 'x', ['instance'], (gauge) => gauge.set({ instance }, 1));
  const counter = metrics.counter('jwxt_commands_total', 'x', ['command', 'outcome']);
  const durations = metrics.histogram('jwxt_append_duration_seconds', 'x');
  counter.labels('a', 'accepted').inc(10);
  durations.observe(5);
  const before = readingOf(JSON.parse(JSON.stringify(await metrics.families())), 60_000);
  counter.labels('a', 'accepted').inc(5);
  counter.labels('b', 'refused').inc();
  for (let n = 0; n < 99; n += 1) durations.observe(0.0009);
  durations.observe(0.2);
  instance = instances[1]!;
  return { before, now: readingOf(JSON.parse(JSON.stringify(await metrics.families())), 90_000) };
}

it('rates and quantiles are of what happened between two readings, as they travel', async () => {
  const { before, now } = await readings();
  expect(valueOf(now, 'jwxt_commands_total')).toBe(16);
  expect(valueOf(now, 'jwxt_commands_total', { outcome: 'refused' })).toBe(1);
  expect(valueOf(now, 'nothing')).toBeNull();
  expect(labelValues(now, 'jwxt_commands_total', 'command')).toEqual(['a', 'b']);
  expect(perMinute(before, now, 'jwxt_commands_total', { outcome: 'accepted' })).toBe(10);
  expect(perMinute(before, now, 'jwxt_commands_total', { outcome: 'refused' })).toBe(2);
  expect(quantile(before, now, 'jwxt_append_duration_seconds', 0.5)).toBeCloseTo(0.00075, 4);
  expect(quantile(before, now, 'jwxt_append_duration_seconds', 0.999)).toBeGreaterThan(0.1);
  expect(quantile(now, { ...now, at: 95_000 }, 'jwxt_append_duration_seconds', 0.5)).toBeNull();
});

it('figures of two processes are never compared', async () => {
  const { before, now } = await readings(['a:1', 'a:2']);
  expect(perMinute(before, now, 'jwxt_commands_total')).toBeNull();
  expect(quantile(before, now, 'jwxt_append_duration_seconds', 0.5)).toBeNull();
});
