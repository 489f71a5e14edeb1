/** HTTP/1.1 on the node's port, for operators and load balancers: health, gossip, ping and info. */
import type http from 'node:http';
import { type Member, SERVER_VERSION } from './about-service.ts';
import type { Authenticate } from './authentication.ts';

/**
 * Answers `/health/live` and `/ping` to anybody, `/gossip` and `/info` to those who are known (`authenticate` throws
 * for others); without a member, which there is when the node has opened its data, 503. While the index is being filled
 * `/health/live` says how much of the log is done.
 */
export function httpProbes(
  member: () => Member | undefined,
  refilled: () => number | undefined,
  authenticate: Authenticate,
): http.RequestListener {
  return (request, response) => {
    const url = new URL(request.url ?? '/', 'http://node');
    if (request.method !== 'GET' && request.method !== 'HEAD') return reply(response, 405);
    const part = refilled();
    if (part !== undefined && url.pathname === '/health/live')
      return reply(response, 503, { state: 'filling-index', done: part });
    const ready = member();
    if (!ready) return reply(response, 503);
    if (url.pathname === '/health/live') return reply(response, liveCode(url.searchParams.get('liveCode')));
    if ((url.pathname === '/gossip' || url.pathname === '/info') && !isKnown(authenticate, request))
      return reply(response, 401);
    if (url.pathname === '/gossip') return reply(response, 200, gossip(ready));
    if (url.pathname === '/ping')
      return reply(response, 200, { text: 'Ping request successfully handled', msgTypeId: 123, label: 'Http' });
    if (url.pathname === '/info')
      return reply(response, 200, { esVersion: SERVER_VERSION, state: 'leader', features: {} });
    return reply(response, 404);
  };
}

function isKnown(authenticate: Authenticate, request: http.IncomingMessage): boolean {
  try {
    authenticate(request.headers.authorization);
    return true;
  } catch {
    return false;
  }
}

function liveCode(wanted: string | null): number {
  return wanted !== null && /^[2-5]\d\d$/.test(wanted) ? Number(wanted) : 204;
}

function gossip({ instanceId, host, port }: Member): object {
  const member = {
    instanceId,
    timeStamp: new Date().toISOString(),
    state: 'Leader',
    isAlive: true,
    httpEndPointIp: host,
    httpEndPointPort: port,
  };
  return { members: [member], serverIp: host, serverPort: port };
}

function reply(response: http.ServerResponse, code: number, body?: object): void {
  if (body) response.writeHead(code, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  else response.writeHead(code).end();
}
