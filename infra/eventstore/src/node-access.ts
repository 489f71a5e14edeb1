/**
 * What callers of a node on this machine must show, kept beside its data: a password, and the certificate by which they
 * know that it is the node. Made at the first start, so that a folder from before there was one gets it too.
 */
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type { Passwords } from './authentication.ts';
import type { TlsFiles } from './grpc-server.ts';
import { selfSigned } from './self-signed.ts';

/** How a node knows its callers: over TLS, by their password. */
export type NodeAccess = TlsFiles & { passwords: Passwords };

/** The access of a data folder, and the certificate's file, which callers name. */
export interface FolderAccess extends NodeAccess {
  certFile: string;
}

/** Only the folder's owner reads it. */
const ownerOnly = { folder: 0o700, file: 0o600 };

/** The access files cannot be read; the message says what to do. */
export class AccessDamaged extends Error {}

/**
 * Reads the access of a data folder, or makes it; closes the folder to other accounts. Throws {@link AccessDamaged}.
 */
export function folderAccess(dataDir: string): FolderAccess {
  fs.mkdirSync(dataDir, { recursive: true, mode: ownerOnly.folder });
  fs.chmodSync(dataDir, ownerOnly.folder);
  const folder = path.join(dataDir, 'access');
  if (!fs.existsSync(folder)) make(folder);
  const certFile = path.join(folder, 'certificate.pem');
  try {
    const { key, password } = JSON.parse(fs.readFileSync(path.join(folder, 'secret.json'), 'utf8')) as Record<
      string,
      unknown
    >;
    if (typeof key !== 'string' || typeof password !== 'string' || password === '')
      throw new Error('secret.json 不完整');
    return { cert: fs.readFileSync(certFile, 'utf8'), key, passwords: { admin: password }, certFile };
  } catch (error) {
    const reason = error instanceof Error ? error.message : '';
    throw new AccessDamaged(
      `事件库的密钥 ${folder} 无法读取（${reason}）：请停止系统，删除这个目录后重新启动，密钥会重新生成`,
      { cause: error },
    );
  }
}

/** Appears whole or not at all; of two that make it at once, the first one's stays. */
function make(folder: string): void {
  const making = `${folder}.${process.pid}`;
  fs.rmSync(making, { recursive: true, force: true });
  fs.mkdirSync(making, { mode: ownerOnly.folder });
  const { cert, key } = selfSigned('jwxt event store');
  const write = (name: string, content: string): void =>
    fs.writeFileSync(path.join(making, name), content, { mode: ownerOnly.file });
  write('certificate.pem', cert);
  write('secret.json', `${JSON.stringify({ password: randomBytes(24).toString('hex'), key }, null, 2)}\n`);
  try {
    fs.renameSync(making, folder);
  } catch (error) {
    fs.rmSync(making, { recursive: true, force: true });
    if (!fs.existsSync(folder)) throw error;
  }
}

/**
 * Connection string of a node on this machine for those who may read its access files. By name: TLS has no names that
 * are numbers.
 */
export function localNodeUrl({ passwords, certFile }: FolderAccess, port: number): string {
  return `esdb://admin:${passwords.admin}@localhost:${port}?tls=true&tlsCAFile=${encodeURIComponent(certFile)}`;
}
