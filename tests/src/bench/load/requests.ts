import type { Method } from '@jwxt/contracts/kernel/operation.ts';
import type { Load } from './load.ts';
import { poolsOf } from './pools.ts';

/** A request that is sent as it stands. */
export interface PlainRequest {
  readonly method: Method;
  /** With the query. */
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
}

/** Sends requests round about, each worker to one of the addresses; each must be answered with 200. */
export function sendRequests({ urls, requests }: { urls: readonly string[]; requests: PlainRequest[] }): Load {
  const poolOf = poolsOf(urls, 64);
  let turn = 0;
  return async (worker) => {
    const { method, path, headers, body: sent } = requests[turn++ % requests.length]!;
    const { body, statusCode } = await poolOf(worker).request({ method, path, headers, body: sent ?? null });
    const text = await body.text();
    if (statusCode !== 200) throw new Error(`${path}: ${statusCode} ${text.slice(0, 300)}`);
  };
}
