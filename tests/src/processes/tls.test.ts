import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { request as plainRequest } from 'node:http';
import { request, type RequestOptions } from 'node:https';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodePassword } from '@jwxt/contracts/kernel/transport.ts';
import { WEBSOCKET_PATH } from '@jwxt/contracts/kernel/push.ts';
import { login } from '@jwxt/contracts/session/session.operations.ts';
import { findFreePort } from '@jwxt/infra/engines/free-port.ts';
import { projectRoot } from '@jwxt/infra/runtime/config.ts';
import { encodeRequest } from '@jwxt/web/lib/request-encoding.ts';
import { WebSocket } from 'ws';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ready, startLimitMs, startRun, withoutSlider, type Run } from './npm-start.ts';

const cert = join(projectRoot, 'infra/eventstore/src/testing/localhost-cert.pem');
const key = join(projectRoot, 'infra/eventstore/src/testing/localhost-key.pem');
let dataDir: string;
let product: Run | undefined;
let ca: Buffer;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'jwxt-tls-'));
  ca = await readFile(cert);
});
afterEach(async () => {
  product?.process.kill('SIGTERM');
  await product?.exited;
  await product?.gone();
  await rm(dataDir, { recursive: true, force: true });
});

/** One request that believes the certificate of the test alone. */
async function ask(url: string, options: RequestOptions = {}, body?: string): Promise<IncomingMessage> {
  return await new Promise((resolve, reject) => {
    const sent = url.startsWith('https')
      ? request(url, { ca, ...options }, resolve)
      : plainRequest(url, options, resolve);
    sent.once('error', reject);
    sent.end(body);
  });
}

it(
  'two variables bring pages over https: secure cookies, strict transport security, wss, and plain http is sent there',
  { timeout: 3 * startLimitMs },
  async () => {
    const redirectPort = await findFreePort();
    product = startRun(dataDir, {
      NODE_ENV: 'production',
      TLS_CERT_FILE: cert,
      TLS_KEY_FILE: key,
      HTTP_REDIRECT_PORT: String(redirectPort),
      JWXT_ADMIN_PASSWORD: 'First-Admin-1',
    });
    const address = await ready(product);
    expect(address).toMatch(/^https:\/\/localhost:\d+$/);

    await withoutSlider(dataDir);
    const { url, method, headers, body } = encodeRequest(
      login,
      { userName: 'admin', token: encodePassword('First-Admin-1'), pattern: 'manager-login' },
      { origin: address, seconds: Math.floor(Date.now() / 1000), secret: null },
    );
    const answer = await ask(
      url,
      { method, headers: { ...headers, origin: address } },
      typeof body === 'string' ? body : undefined,
    );
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['strict-transport-security']).toMatch(/^max-age=15552000/);
    const cookies = answer.headers['set-cookie'] ?? [];
    expect(cookies).not.toEqual([]);
    for (const cookie of cookies) expect(cookie).toMatch(/; Secure/);

    const cookie = cookies.map((one) => one.split(';')[0]).join('; ');
    const socket = new WebSocket(`${address.replace('https', 'wss')}${WEBSOCKET_PATH}`, {
      ca,
      origin: address,
      headers: { cookie },
    });
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
    socket.close();

    const moved = await ask(`http://127.0.0.1:${redirectPort}/verify?code=x`, { headers: { host: 'localhost' } });
    expect([moved.statusCode, moved.headers.location]).toEqual([308, `${address}/verify?code=x`]);
  },
);

it('files that cannot be used are refused before anything starts', async () => {
  for (const [env, reason] of [
    [{ TLS_CERT_FILE: cert }, 'TLS_CERT_FILE 与 TLS_KEY_FILE 须同时设置，缺少 TLS_KEY_FILE'],
    [{ TLS_CERT_FILE: cert, TLS_KEY_FILE: join(projectRoot, 'infra/src/testing/renewed-key.pem') }, '不是一对'],
  ] as const) {
    product = startRun(dataDir, env);
    expect(await product.exited).toBe(78);
    expect(product.output().trim().split('\n')).toEqual([expect.stringContaining(reason)]);
  }
});
