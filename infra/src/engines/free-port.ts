import { createServer } from 'node:net';

/** A port on the loopback address that nobody uses at this moment. */
export async function findFreePort(): Promise<number> {
  const port = await tryPort(0);
  if (port === undefined) throw new Error('没有可用的端口');
  return port;
}

/** The first free port from `wanted` upwards, within the next hundred; undefined when all are taken. */
export async function firstFreePort(wanted: number, host?: string): Promise<number | undefined> {
  for (let port = wanted; port < Math.min(wanted + 100, 65_536); port += 1) {
    if ((await tryPort(port, host)) !== undefined) return port;
  }
  return undefined;
}

async function tryPort(port: number, host = '127.0.0.1'): Promise<number | undefined> {
  const server = createServer();
  return await new Promise((resolve) => {
    server.once('error', () => resolve(undefined));
    server.listen({ port, host, exclusive: true }, () => {
      const address = server.address();
      const found = typeof address === 'object' && address ? address.port : undefined;
      server.close(() => resolve(found));
    });
  });
}
