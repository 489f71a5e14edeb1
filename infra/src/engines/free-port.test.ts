import { createServer, type Server } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { findFreePort, firstFreePort } from './free-port.ts';

const servers: Server[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => new Promise((resolve) => server.close(resolve))));
});

async function listenOn(port: number): Promise<void> {
  const server = createServer();
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
}

it('ports found before their servers listen differ, and are none that a connection may get by chance', async () => {
  const ports = await Promise.all(Array.from({ length: 20 }, () => findFreePort()));
  expect(new Set(ports).size).toBe(20);
  for (const port of ports) expect(port).toBeLessThan(32_768);
  for (const port of ports) await listenOn(port);
  expect(ports).not.toContain(await findFreePort());
});

it('the first free port passes over those that are taken', async () => {
  const taken = await findFreePort();
  await listenOn(taken);
  expect(await firstFreePort(taken, '127.0.0.1')).toBeGreaterThan(taken);
});
