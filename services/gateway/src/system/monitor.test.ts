import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { monitorQuery } from '@jwxt/contracts/system/monitor.operations.ts';
import type { Browser } from '../testing/browser.ts';
import { submitSheet } from '../testing/score-steps.ts';
import { startSchool, type School } from '../testing/school.ts';

describe('how everything runs', () => {
  let school: School;
  let admin: Browser;
  beforeAll(async () => {
    school = await startSchool({ services: 'processes' });
    admin = await school.browser('admin');
  });
  afterAll(() => school.stop());

  it('shows services, commands by outcome, appends, read models and subscriptions, counted between looks', async () => {
    await school.watch.look();
    school.advanceClock(30_000);
    await submitSheet(await school.browser('teacher1'), 'TC1', {
      S2026001: { ps: '80', qm: '80' },
      S2026002: { ps: '70', qm: '70' },
    });
    await school.watch.look();
    const view = await admin.get(monitorQuery, {});
    expect(view.services.map(({ name, state }) => [name, state])).toEqual([
      ['gateway', 'up'],
      ['commands', 'up'],
      ['projections', 'up'],
      ['postgres', 'up'],
      ['eventStore', 'up'],
    ]);
    const commands = view.services.find(({ name }) => name === 'commands')!;
    expect(commands).toMatchObject({
      title: '命令服务',
      version: '0.1.0',
      reasons: [],
      pools: [{ name: 'commands', limit: 4, waiting: 0 }],
    });
    expect(commands.memoryBytes).toBeGreaterThan(10_000_000);
    expect(view.commands.acceptedPerMinute).toBeGreaterThan(0);
    expect(view.commands).toMatchObject({ refusedPerMinute: 0, failedPerMinute: 0, conflictsPerMinute: 0 });
    expect(view.commands.appendP99Ms).toBeGreaterThan(0);
    expect(view.commands.byType.map(({ name }) => name)).toContain('scoreSheet.submit');
    expect(view.readModels.map(({ name }) => name)).toContain('todo-queue');
    for (const model of view.readModels)
      expect(model).toMatchObject({ state: 'serving', subscription: '实时', parked: 0 });
    expect(view.subscriptions).toMatchObject([
      { name: 'projections', stateName: '实时', healthy: true, failures: 0 },
      { name: 'policies', stateName: '实时', healthy: true, failures: 0 },
    ]);
    expect(view.parked).toEqual({ readModels: 0, policies: 0 });
    expect(view.history.at).toHaveLength(2);
    expect(view.history.accepted).toEqual([null, expect.any(Number)]);
  });

  it('is for administrators only', async () => {
    expect(await (await school.browser('registrar1')).call(monitorQuery, {})).toMatchObject({ code: 'FORBIDDEN' });
  });

  it('GET /metrics is for who shows a token, in the format of Prometheus', async () => {
    const ask = (headers: Record<string, string>) => school.app.inject({ url: '/metrics', headers });
    for (const authorization of [{}, { authorization: 'Bearer wrong' }, { cookie: 'jwxt_session=1' }])
      expect((await ask(authorization as Record<string, string>)).statusCode).toBe(401);
    const told = await ask({ authorization: `Bearer ${school.metricsToken}` });
    expect(told.headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/);
    expect(told.body).toMatch(/^jwxt_http_requests_total\{operation="systemMonitor\.query",status="200"\} 1$/m);
    expect(told.body).toMatch(/^jwxt_http_requests_total\{operation="systemMonitor\.query",status="403"\} 1$/m);
    expect(told.body).toMatch(/^jwxt_read_model_waits_total\{outcome="reached"\} \d+$/m);
    expect(told.body).not.toMatch(/admin|teacher1|TC1/);
  });

  it('a service that is away is told as such, and what only it knew is unknown', async () => {
    await school.stopService('commands');
    await school.watch.look();
    const view = await admin.get(monitorQuery, {});
    const state = (name: string) => view.services.find((service) => service.name === name);
    expect(state('commands')).toMatchObject({
      state: 'away',
      stateName: '无响应',
      reasons: [expect.stringContaining('没有应答')],
      instance: null,
      cpuPercent: null,
    });
    expect(state('gateway')).toMatchObject({
      state: 'degraded',
      stateName: '部分受限',
      reasons: ['连不上命令服务，暂时不能提交'],
    });
    expect(state('eventStore')).toMatchObject({ state: 'unknown', stateName: '未知' });
    expect(state('projections')).toMatchObject({ state: 'up' });
    expect(view.commands.acceptedPerMinute).toBeNull();
    expect(view.history.accepted.at(-1)).toBeNull();
    expect(view.subscriptions.map(({ name }) => name)).toEqual(['projections']);
  });
});
