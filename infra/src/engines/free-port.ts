import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Ports below those that systems give to connections and to servers that do not mind which: nobody takes one by chance
 * before its server listens.
 */
const range = { first: 20_000, parts: 120, each: 100 };
/** Begins anywhere: two whose numbers give them the same part would else choose the same port before either listens. */
let given = randomInt(range.each);

/**
 * A port on the loopback address that nobody uses at this moment. Each process has a part of the range to itself and
 * goes round in it from somewhere, so that two that start at once do not meet.
 */
export async function findFreePort(): Promise<number> {
  const first = range.first + (process.pid % range.parts) * range.each;
  for (let tried = 0; tried < range.each; tried += 1) {
    const port = first + (given % range.each);
    given += 1;
    if ((await tryPort(port)) !== undefined) return port;
  }
  const port = await tryPort(0);
  if (port === undefined) throw new Error('没有可用的端口');
  return port;
}

/** The first free port from `wanted` upwards, within the next hundred or `among`; undefined when all are taken. */
export async function firstFreePort(wanted: number, host?: string, among = 100): Promise<number | undefined> {
  for (let port = wanted; port < Math.min(wanted + among, 65_536); port += 1) {
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
