import type { Server } from 'node:http';
import { Server as SecureServer } from 'node:https';
import type { Logger } from '@jwxt/infra/runtime/logger.ts';
import { readTlsFiles, type TlsFiles } from '@jwxt/infra/runtime/tls-files.ts';

/**
 * How often the files are looked at: a renewed certificate holds within this time, for new connections, without a
 * restart.
 */
const LOOK_MS = 5_000;
const DAY_MS = 86_400_000;
/** Renewals happen a month before the end: what is nearer than this has been forgotten. */
const WARN_DAYS = 14;

/** A certificate that follows its files. */
export interface FollowedTls {
  /** What a server begins with. */
  identity(): { cert: Buffer; key: Buffer };
  /** Gives a server each renewed certificate, for new connections. */
  renew(server: Server): void;
  /** Until when the certificate in use is believed. */
  expiresAt(): Date;
  close(): void;
}

/**
 * Reads the files, throwing when they cannot be used, and follows them; a renewed pair that cannot be used is told and
 * the one in use stays.
 */
export function followTlsFiles(
  files: TlsFiles,
  { logger, lookMs = LOOK_MS, now = Date.now }: { logger: Logger; lookMs?: number; now?: () => number },
): FollowedTls {
  let identity = readTlsFiles(files);
  let refused = '';
  const servers: SecureServer[] = [];
  let warnedAt = -Infinity;

  const warnOfEnd = (): void => {
    const days = Math.floor((identity.expiresAt.getTime() - now()) / DAY_MS);
    if (days >= WARN_DAYS || now() - warnedAt < DAY_MS) return;
    warnedAt = now();
    logger.warn(
      { expiresAt: identity.expiresAt.toISOString() },
      days < 0 ? 'TLS 证书已过期，浏览器会拒绝访问，请尽快更换' : `TLS 证书还有 ${days} 天到期，请尽快更换`,
    );
  };

  const look = (): void => {
    try {
      const found = readTlsFiles(files);
      if (!found.cert.equals(identity.cert) || !found.key.equals(identity.key)) {
        for (const server of servers) server.setSecureContext({ cert: found.cert, key: found.key });
        identity = found;
        warnedAt = -Infinity;
        logger.info({ expiresAt: found.expiresAt.toISOString() }, 'TLS 证书已更新，新的连接使用新证书');
      }
      refused = '';
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      // Between the renewal of one file and of the other they do not belong together: told once, and tried again.
      if (reason !== refused) logger.error({ reason }, '新的 TLS 证书不能使用，仍使用原证书');
      refused = reason;
    }
    warnOfEnd();
  };

  warnOfEnd();
  const timer = setInterval(look, lookMs);
  timer.unref();
  return {
    identity: () => ({ cert: identity.cert, key: identity.key }),
    renew(server) {
      if (server instanceof SecureServer) servers.push(server);
    },
    expiresAt: () => identity.expiresAt,
    close: () => clearInterval(timer),
  };
}
