import { Pool } from 'undici';
import type { Load } from './load.ts';

/** A request that is sent as it stands. */
export interface PlainRequest {
  readonly method: 'GET' | 'POST';
  /** With the query. */
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
}

/** Sends requests round about; each must be answered with 200. */
export function sendRequests({ url, requests }: { url: string; requests: PlainRequest[] }): Load {
  const pool = new Pool(url, { connections: 64, pipelining: 1 });
  let turn = 0;
  return async () => {
    const { method, path, headers, body: sent } = requests[turn++ % requests.length]!;
    const { body, statusCode } = await pool.request({ method, path, headers, body: sent ?? null });
    const text = await body.text();
    if (statusCode !== 200) throw new Error(`${path}: ${statusCode} ${text.slice(0, 300)}`);
  };
}
