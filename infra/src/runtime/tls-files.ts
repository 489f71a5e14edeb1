import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { resolve } from 'node:path';
import { z } from 'zod';
import { described, envPort } from './config.ts';

/** Where the certificate (with its chain, PEM) and its key lie. */
export interface TlsFiles {
  readonly certFile: string;
  readonly keyFile: string;
}

/** What a server shows to its callers, and until when it is believed. */
export interface TlsIdentity {
  readonly cert: Buffer;
  readonly key: Buffer;
  readonly expiresAt: Date;
}

/** The files cannot be used; the message is Chinese and complete. */
export class TlsFilesUnusable extends Error {}

const pemFile = (what: string) =>
  described(
    z
      .string()
      .min(1)
      .transform((path) => resolve(path)),
    { expected: `${what}文件（PEM）的路径` },
  );

/**
 * What makes the pages come over https; one of the files without the other, or a redirection without them, is refused
 * by {@link tlsFilesOf}.
 */
export const tlsEnv = {
  TLS_CERT_FILE: pemFile('TLS 证书（含证书链）').optional(),
  TLS_KEY_FILE: pemFile('TLS 私钥').optional(),
  /** Who comes to this port over plain http is sent to https. Absent: nothing listens for plain http. */
  HTTP_REDIRECT_PORT: envPort().optional(),
};

type TlsEnv = { readonly [name in keyof typeof tlsEnv]?: z.output<(typeof tlsEnv)[name]> };

/**
 * The files that the environment names, null without any. Throws {@link TlsFilesUnusable} when only one is named, or
 * none for a redirection.
 */
export function tlsFilesOf({
  TLS_CERT_FILE: certFile,
  TLS_KEY_FILE: keyFile,
  HTTP_REDIRECT_PORT: redirectPort,
}: TlsEnv): TlsFiles | null {
  if (certFile !== undefined && keyFile !== undefined) return { certFile, keyFile };
  if (certFile === undefined && keyFile === undefined) {
    if (redirectPort !== undefined)
      throw new TlsFilesUnusable(
        '配置有误：HTTP_REDIRECT_PORT 把 http 访问转到 https，须同时设置 TLS_CERT_FILE 与 TLS_KEY_FILE',
      );
    return null;
  }
  throw new TlsFilesUnusable(
    '配置有误：TLS_CERT_FILE 与 TLS_KEY_FILE 须同时设置，缺少 ' +
      `${certFile === undefined ? 'TLS_CERT_FILE' : 'TLS_KEY_FILE'}`,
  );
}

/**
 * Reads certificate and key as they are now. Throws {@link TlsFilesUnusable} when one is missing or unreadable, or they
 * do not belong together.
 */
export function readTlsFiles({ certFile, keyFile }: TlsFiles): TlsIdentity {
  const cert = read('TLS_CERT_FILE', certFile);
  const key = read('TLS_KEY_FILE', keyFile);
  const certificate = understood(`TLS_CERT_FILE 指定的文件“${certFile}”不是 PEM 证书`, () => new X509Certificate(cert));
  const privateKey = understood(`TLS_KEY_FILE 指定的文件“${keyFile}”不是 PEM 私钥（私钥不能有口令）`, () =>
    createPrivateKey(key),
  );
  if (!certificate.checkPrivateKey(privateKey))
    throw new TlsFilesUnusable(`配置有误：证书“${certFile}”与私钥“${keyFile}”不是一对`);
  understood(`证书“${certFile}”无法使用`, () => createSecureContext({ cert, key }));
  return { cert, key, expiresAt: new Date(certificate.validTo) };
}

function read(name: string, path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new TlsFilesUnusable(
      `配置有误：无法读取 ${name} 指定的文件“${path}”：${error instanceof Error ? error.message : ''}`,
      { cause: error },
    );
  }
}

function understood<R>(problem: string, attempt: () => R): R {
  try {
    return attempt();
  } catch (error) {
    throw new TlsFilesUnusable(`配置有误：${problem}`, { cause: error });
  }
}
