import { readFile, readdir, readlink } from 'node:fs/promises';

/** TCP ports on which these processes listen, in order. Linux only: reads /proc. */
export async function listeningPorts(pids: readonly number[]): Promise<number[]> {
  const sockets = new Set((await Promise.all(pids.map(socketsOf))).flat());
  const tables = await Promise.all(
    ['tcp', 'tcp6'].map((name) => readFile(`/proc/net/${name}`, 'utf8').catch(() => '')),
  );
  const ports = tables
    .flatMap((table) => table.split('\n').slice(1))
    .flatMap((line) => {
      const [, local = '', , state, , , , , , inode = ''] = line.trim().split(/\s+/);
      return state === LISTENING && sockets.has(inode) ? [Number.parseInt(local.split(':')[1] ?? '', 16)] : [];
    });
  return [...new Set(ports)].toSorted((one, other) => one - other);
}

const LISTENING = '0A';

/** Inodes of the sockets that a process holds; none when it has ended. */
async function socketsOf(pid: number): Promise<string[]> {
  const files = await readdir(`/proc/${pid}/fd`).catch(() => []);
  const links = await Promise.all(files.map((file) => readlink(`/proc/${pid}/fd/${file}`).catch(() => '')));
  return links.flatMap((link) => /^socket:\[(\d+)\]$/.exec(link)?.[1] ?? []);
}
