import { createHash } from 'node:crypto';
import { chmod, unlink } from 'node:fs/promises';
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
 * ends, so a crash leaves nothing to clean up by hand. Throws {@link StartRefused} when another supervisor has the folder.
 */
export async function takeDataFolder(dataDir: string, status: () => SupervisorStatus): Promise<ControlSocket> {
  const path = socketPath(dataDir);
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const server = await tryListen(path, status);
    if (server) {
      if (process.platform !== 'win32') await chmod(path, 0o600);
      // Two starts may clear the socket of a crashed one at the same moment: the one whose socket stays has the folder.
      if (attempt > 0) await pause(200);
      if (attempt === 0 || (await askSupervisor(dataDir))?.pid === process.pid) return { close: () => closeServer(server) };
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

/** Asks the supervisor that runs on a data folder; undefined when there is none. */
export async function askSupervisor(dataDir: string): Promise<SupervisorStatus | undefined> {
  const socket = connect(socketPath(dataDir));
  socket.setTimeout(3_000, () => socket.destroy());
  try {
    let text = '';
    for await (const chunk of socket.setEncoding('utf8')) text += String(chunk);
    return statusSchema.parse(JSON.parse(text));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EACCES') throw new StartRefused(`数据目录 ${dataDir} 正由另一个用户的教务系统使用`, error);
    return undefined;
  } finally {
    socket.destroy();
  }
}

/** Socket paths are limited to about a hundred bytes, so a deep folder gets its socket in the temporary folder. */
function socketPath(dataDir: string): string {
  const key = createHash('sha256').update(dataDir).digest('hex').slice(0, 16);
  if (process.platform === 'win32') return `\\\\.\\pipe\\jwxt-${key}`;
  const inside = join(dataDir, 'control.sock');
  return Buffer.byteLength(inside) <= 100 ? inside : join(tmpdir(), `jwxt-${key}.sock`);
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
    server.listen(path, () => {
      server.unref();
      resolve(server);
    });
  });
}

async function closeServer(server: Server): Promise<void> {
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
}
