import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onLinux } from '@jwxt/infra/testing/programs.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { findProcesses } from '../leftover-processes.ts';
import { environmentOf } from '../testing/product.ts';
import { startProduct } from '../testing/start-product.ts';
import { listeningPorts } from './listening-ports.ts';
import { strangersAt } from './strangers.ts';

const stops: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

async function listening(answer: Server): Promise<number> {
  await new Promise<void>((resolve) => answer.listen(0, '127.0.0.1', resolve));
  stops.push(() => new Promise((resolve) => answer.close(resolve)));
  return (answer.address() as AddressInfo).port;
}

describe('no local port of the running product', () => {
  onLinux('没有查找系统监听的全部端口', () =>
    it(
      'but the page itself answers without a secret: another account of the machine can neither read nor append',
      { timeout: 180_000 },
      async () => {
        const run = randomUUID();
        const { product, stop } = await startProduct(600, { JWXT_DEMO: '0', JWXT_WEB_BUILD: '0', JWXT_TEST_RUN: run });
        stops.push(stop);
        const env = await environmentOf(product);
        const known = ['DATABASE_URL', 'EVENTSTORE_URL', 'COMMANDS_URL', 'PROJECTIONS_URL'].map((name) =>
          Number(new URL(env[name]!).port),
        );
        const ports = await listeningPorts((await findProcesses(run)).map(({ pid }) => pid));
        const page = Number(new URL(product.url).port);
        expect(ports).toEqual(expect.arrayContaining([...known, page]));
        const told = await Promise.all(
          ports.filter((port) => port !== page).map(async (port) => ({ port, told: await strangersAt(port) })),
        );
        expect(told.filter((each) => each.told.length > 0)).toEqual([]);
      },
    ),
  );

  it('would go unnoticed that answered: one that tells anything is found', async () => {
    const open = await listening(createServer((_, answer) => answer.end('{"rows":[1]}')));
    expect((await strangersAt(open)).map(({ by }) => by)).toContain('GET /status');
    const shut = await listening(createServer((_, answer) => answer.writeHead(401).end('{"code":"401"}')));
    expect(await strangersAt(shut)).toEqual([]);
  });

  onLinux('没有查找系统监听的全部端口', () =>
    it('is left out: those of a process are found', async () => {
      const ports = [await listening(createServer()), await listening(createServer())];
      expect(await listeningPorts([process.pid])).toEqual(expect.arrayContaining(ports));
    }),
  );
});
