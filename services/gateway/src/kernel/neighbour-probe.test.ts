import { expect, it } from 'vitest';
import { neighbourProbe } from './neighbour-probe.ts';

it('an absent neighbour degrades; a needed one that stays away takes the service out, until it is back', async () => {
  let [now, status] = [0, 200];
  const probes = [true, false].map((needed) =>
    neighbourProbe(() => (status === 0 ? Promise.reject(new Error('refused')) : Promise.resolve({ status })), {
      needed,
      now: () => now,
    }),
  );
  const states = async () =>
    (await Promise.all(probes.map(async (probe) => await probe()))).map((state) => state.status);
  expect(await states()).toEqual(['up', 'up']);
  status = 0;
  expect(await states()).toEqual(['degraded', 'degraded']);
  now = 10_000;
  expect(await states()).toEqual(['down', 'degraded']);
  expect(await probes[0]!()).toEqual({ status: 'down', detail: 'refused' });
  status = 200;
  expect(await states()).toEqual(['up', 'up']);
  status = 503;
  expect(await states()).toEqual(['degraded', 'degraded']);
});
