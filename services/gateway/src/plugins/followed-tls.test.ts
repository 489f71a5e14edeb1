import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { parseConfig } from '@jwxt/infra/runtime/config.ts';
import { readTlsFiles, TlsFilesUnusable, tlsFilesOf } from '@jwxt/infra/runtime/tls-files.ts';
import { collectingLog } from '@jwxt/infra/testing/collecting-log.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { gatewayConfig } from '../gateway.config.ts';
import { followTlsFiles, type FollowedTls } from './followed-tls.ts';
import { redirectToHttps } from './https-redirect.ts';

const pem = (path: string): string => fileURLToPath(new URL(`../../../../infra/${path}`, import.meta.url));
const first = {
  cert: pem('eventstore/src/testing/localhost-cert.pem'),
  key: pem('eventstore/src/testing/localhost-key.pem'),
};
const renewed = { cert: pem('src/testing/renewed-cert.pem'), key: pem('src/testing/renewed-key.pem') };

let folder: string;
let files: { certFile: string; keyFile: string };
let followed: FollowedTls | undefined;
let server: Server | undefined;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'jwxt-tls-'));
  files = { certFile: join(folder, 'cert.pem'), keyFile: join(folder, 'key.pem') };
  await copyFile(first.cert, files.certFile);
  await copyFile(first.key, files.keyFile);
});
afterEach(async () => {
  followed?.close();
  server?.close();
  await rm(folder, { recursive: true });
});

/** Fingerprint of the certificate that a new connection is shown. */
async function shown(port: number): Promise<string> {
  return await new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false }, () => {
      resolve(socket.getPeerCertificate().fingerprint256);
      socket.destroy();
    });
    socket.once('error', reject);
  });
}

describe('certificate and key', () => {
  it('that cannot be used are refused with the reason', async () => {
    expect(() => tlsFilesOf({ TLS_CERT_FILE: 'a' })).toThrow(
      'TLS_CERT_FILE 与 TLS_KEY_FILE 须同时设置，缺少 TLS_KEY_FILE',
    );
    expect(() => readTlsFiles({ ...files, keyFile: join(folder, 'none') })).toThrow(
      /无法读取 TLS_KEY_FILE 指定的文件.*none/,
    );
    expect(() => readTlsFiles({ ...files, certFile: files.keyFile })).toThrow('不是 PEM 证书');
    expect(() => readTlsFiles({ ...files, keyFile: files.certFile })).toThrow('不是 PEM 私钥');
    expect(() => readTlsFiles({ ...files, keyFile: renewed.key })).toThrow(TlsFilesUnusable);
    expect(() => readTlsFiles({ ...files, keyFile: renewed.key })).toThrow('不是一对');
  });

  it('make cookies secure unless the environment says otherwise', () => {
    const good = {
      DATABASE_URL: 'postgres://u:p@localhost/jwxt',
      EVENTSTORE_URL: 'esdb://localhost:2113?tls=false',
      COMMANDS_URL: 'http://127.0.0.1:1',
      PROJECTIONS_URL: 'http://127.0.0.1:2',
      INTERNAL_TOKEN: 'x'.repeat(32),
    };
    expect(parseConfig(gatewayConfig, good).SECURE_COOKIES).toBeUndefined();
    expect(parseConfig(gatewayConfig, { ...good, SECURE_COOKIES: '0' }).SECURE_COOKIES).toBe(false);
  });

  it('that are renewed hold for new connections without a restart; half a renewal and nonsense do not', async () => {
    const log = collectingLog();
    followed = followTlsFiles(files, { logger: log.logger, lookMs: 20 });
    const listening = createServer(followed.identity());
    server = listening;
    followed.renew(listening);
    await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
    const { port } = listening.address() as AddressInfo;
    const before = await shown(port);
    await copyFile(renewed.cert, files.certFile);
    await vi.waitFor(() => expect(log.lines.join('\n')).toContain('仍使用原证书'));
    expect(await shown(port)).toBe(before);
    await copyFile(renewed.key, files.keyFile);
    await vi.waitFor(async () => expect(await shown(port)).not.toBe(before));
    const after = await shown(port);
    // A look that met a file while it was being copied has said so already.
    const saidBefore = log.lines.length;
    const saidOfNonsense = (): string[] => log.lines.slice(saidBefore).filter((line) => line.includes('不是 PEM 证书'));
    await writeFile(files.certFile, 'nonsense');
    await vi.waitFor(() => expect(saidOfNonsense()).not.toEqual([]));
    expect(await shown(port)).toBe(after);
    expect(saidOfNonsense()).toHaveLength(1);
  });

  it('that end soon are warned of, once a day', () => {
    const log = collectingLog();
    const { expiresAt } = readTlsFiles(files);
    followed = followTlsFiles(files, { logger: log.logger, now: () => expiresAt.getTime() - 3.5 * 86_400_000 });
    expect(log.lines.join('\n')).toContain('TLS 证书还有 3 天到期');
    expect(log.lines).toHaveLength(1);
  });
});

it('plain http is sent to https, to the same name and path, and never to another site', async () => {
  const redirect = await redirectToHttps({ host: '127.0.0.1', port: 0, httpsPort: 8443, origin: undefined });
  const { port } = redirect.address() as AddressInfo;
  const ask = async (host: string, path = '/a?b=1', method = 'GET') => {
    const { get } = await import('node:http');
    return await new Promise<{ status: number | undefined; to: string | undefined }>((resolve, reject) => {
      const request = get({ port, host: '127.0.0.1', path, method, headers: { host } }, (response) => {
        response.resume();
        resolve({ status: response.statusCode, to: response.headers.location });
      });
      request.once('error', reject);
    });
  };
  try {
    expect(await ask(`jw.example.edu.cn:${port}`)).toEqual({ status: 308, to: 'https://jw.example.edu.cn:8443/a?b=1' });
    expect(await ask('[::1]')).toEqual({ status: 308, to: 'https://[::1]:8443/a?b=1' });
    expect(await ask('jw.example.edu.cn', '//evil.example/x')).toEqual({
      status: 308,
      to: 'https://jw.example.edu.cn:8443//evil.example/x',
    });
    expect(await ask('evil.example/x')).toEqual({ status: 400, to: undefined });
    expect(await ask('jw.example.edu.cn', '/api/login', 'POST')).toEqual({ status: 400, to: undefined });
  } finally {
    redirect.close();
  }
});
