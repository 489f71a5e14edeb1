import { createHash } from 'node:crypto';
import { lstatSync, realpathSync } from 'node:fs';
import { unlink } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import type { Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { pause } from '../runtime/backoff.ts';
import { StartRefused } from './data-folder.ts';

const statusSchema = z.object({
  pid: z.number(),
  /** Where the page is; absent while starting. */
  address: z.string().optional(),
  /** Environment for programs that want to talk to the running services. */
  env: z.record(z.string(), z.string()),
  /** The event store is the local node, on the data folder. */
  hasLocalEvents: z.boolean(),
});

/** What a running supervisor tells about itself. */
export type SupervisorStatus = z.output<typeof statusSchema>;

/** The one supervisor's hold on a data folder. */
export interface ControlSocket {
  close(): Promise<void>;
}

/**
 * Takes the data folder for this process. The hold is a listening socket, which vanishes with the process however it
 * ends, so a crash leaves nothing to clean up by hand. Throws {@link StartRefused} when another supervisor has the
 * folder.
 */
export async function takeDataFolder(dataDir: string, status: () => SupervisorStatus): Promise<ControlSocket> {
  const path = socketPath(dataDir);
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const server = await tryListen(path, status);
    if (server) {
      // Two starts may clear the socket of a crashed one at the same moment: the one whose socket stays has the folder.
      if (attempt > 0) await pause(200);
      if (attempt === 0 || (await askSupervisor(dataDir))?.pid === process.pid)
        return { close: () => closeServer(server) };
      await closeServer(server);
      continue;
    }
    const other = await askSupervisor(dataDir);
    if (other) {
      const where = other.address ? `，页面地址 ${other.address}` : '';
      throw new StartRefused(`教务系统已在运行（进程 ${other.pid}${where}），数据目录 ${dataDir} 不能同时启动两次`);
    }
    await unlink(path).catch(() => undefined);
  }
  throw new StartRefused(`无法占用数据目录 ${dataDir}，请稍后再试`);
}

/** What a connection says when nobody listens on the socket, or it is no socket. */
const nobodyThere = new Set(['ENOENT', 'ECONNREFUSED', 'ENOTSOCK', 'EPROTOTYPE']);

/**
 * Asks the supervisor that runs on a data folder; undefined when there is none. Throws {@link StartRefused} when one is
 * there that does not answer, or in words of another version: it has the folder all the same.
 */
export async function askSupervisor(dataDir: string): Promise<SupervisorStatus | undefined> {
  const path = socketPath(dataDir);
  if (belongsToAnother(path, dataDir)) throw new StartRefused(`数据目录 ${dataDir} 正由另一个用户的教务系统使用`);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return statusSchema.parse(JSON.parse(await said(path)));
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException;
      if (nobodyThere.has(code)) return undefined;
      if (code === 'EACCES') throw new StartRefused(`数据目录 ${dataDir} 正由另一个用户的教务系统使用`, error);
      // One that ended while it answered is gone when it is asked again.
      if (attempt > 1)
        throw new StartRefused(
          `数据目录 ${dataDir} 正由另一个版本的教务系统使用，或它没有应答：请先停止它，再启动本程序`,
          error,
        );
      await pause(200);
    }
  }
}

async function said(path: string): Promise<string> {
  const socket = connect(path);
  socket.setTimeout(3_000, () => socket.destroy(new Error('no answer')));
  try {
    let text = '';
    for await (const chunk of socket.setEncoding('utf8')) text += String(chunk);
    return text;
  } finally {
    socket.destroy();
  }
}

/**
 * For programs of the operator: {@link askSupervisor}, ending the program with a sentence when one is there that cannot
 * be asked.
 */
export async function askSupervisorOrEnd(dataDir: string): Promise<SupervisorStatus | undefined> {
  try {
    return await askSupervisor(dataDir);
  } catch (error) {
    if (!(error instanceof StartRefused)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

function belongsToAnother(path: string, dataDir: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  return (
    process.getuid !== undefined &&
    found !== undefined &&
    !mayOwnSocket(found.uid, { me: process.getuid(), folder: lstatSync(dataDir, { throwIfNoEntry: false })?.uid })
  );
}

/**
 * Whether a socket of this account may be the supervisor's. One in the folder for everybody's temporary files could be
 * somebody else's, who would tell us addresses of his own: it has to be our own account's, or, when root asks, that of
 * the folder's owner.
 */
export function mayOwnSocket(account: number, { me, folder }: { me: number; folder: number | undefined }): boolean {
  return account === me || (me === 0 && account === folder);
}

/**
 * Socket paths are limited to about a hundred bytes, so a deep folder gets its socket in the temporary folder, by its
 * one real path.
 */
function socketPath(dataDir: string): string {
  const real = realPath(dataDir);
  const key = createHash('sha256').update(real).digest('hex').slice(0, 16);
  if (process.platform === 'win32') return `\\\\.\\pipe\\jwxt-${key}`;
  const inside = join(real, 'control.sock');
  return Buffer.byteLength(inside) <= 100 ? inside : join(tmpdir(), `jwxt-${key}.sock`);
}

function realPath(dataDir: string): string {
  try {
    return realpathSync(dataDir);
  } catch {
    return dataDir;
  }
}

async function tryListen(path: string, status: () => SupervisorStatus): Promise<Server | undefined> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.end(JSON.stringify(status()));
  });
  return await new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(undefined);
      else reject(error);
    });
    // Nobody else may connect, from the first moment: the socket is made within the call.
    const before = process.umask(0o177);
    try {
      server.listen(path, () => {
        server.unref();
        resolve(server);
      });
    } finally {
      process.umask(before);
    }
  });
}

async function closeServer(server: Server): Promise<void> {
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
}
