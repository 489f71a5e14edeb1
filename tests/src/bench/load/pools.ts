import { Pool } from 'undici';

/**
 * Connections to each of some servers; a worker stays with one of them, as a browser's connections do behind a
 * balancer.
 */
export function poolsOf(urls: readonly string[], connections: number): (worker: number) => Pool {
  const pools = urls.map((url) => new Pool(url, { connections, pipelining: 1 }));
  return (worker) => pools[worker % pools.length]!;
}
