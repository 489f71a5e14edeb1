import { mkdir, mkdtemp, readFile, readdir, realpath, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { scriptPath, startChild } from '../engines/child.ts';
import { collectingLog } from '../testing/collecting-log.ts';
import { askSupervisor, mayOwnSocket, takeDataFolder } from './control-socket.ts';
import { StartRefused, loadSecrets, prepareDataFolder } from './data-folder.ts';
import { endLeftovers, openChildRegister } from '../supervisor/leftovers.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'jwxt-data-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true });
});

/** What other accounts can read, write or connect to, below folders that they may pass through. */
async function openToOthers(path: string): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(path, { withFileTypes: true })) {
    const below = join(path, entry.name);
    const mode = (await stat(below)).mode & 0o077;
    if (entry.isDirectory() ? mode & 0o066 : mode) found.push(below);
    if (entry.isDirectory() && mode & 0o011) found.push(...(await openToOthers(below)));
  }
  return found;
}

describe('the data folder', () => {
  it('keeps its secrets between starts, readable by their owner alone', async () => {
    const secrets = await loadSecrets(folder);
    expect(await loadSecrets(folder)).toEqual(secrets);
    expect(secrets.internalToken.length).toBeGreaterThanOrEqual(32);
    expect((await stat(join(folder, 'secrets.json'))).mode & 0o777).toBe(0o600);
  });

  it('with a damaged secrets file is refused', async () => {
    await writeFile(join(folder, 'secrets.json'), '{"postgresPassword":');
    await expect(loadSecrets(folder)).rejects.toThrow(/密钥文件 .* 已损坏/);
  });

  it('that cannot be made is refused with the reason', async () => {
    await writeFile(join(folder, 'file'), '');
    await expect(prepareDataFolder(join(folder, 'file', 'data'))).rejects.toThrow(/无法使用数据目录/);
  });

  it('is held by one supervisor, which tells of itself; a second is refused and says where the first is', async () => {
    const status = {
      pid: process.pid,
      address: 'http://127.0.0.1:8080',
      env: { COMMANDS_URL: 'http://127.0.0.1:1' },
      hasLocalEvents: true,
    };
    const hold = await takeDataFolder(folder, () => status);
    expect(await askSupervisor(folder)).toEqual(status);
    const second = takeDataFolder(folder, () => status);
    await expect(second).rejects.toBeInstanceOf(StartRefused);
    await expect(second).rejects.toThrow(`已在运行（进程 ${process.pid}，页面地址 http://127.0.0.1:8080）`);
    await hold.close();
    expect(await askSupervisor(folder)).toBeUndefined();
    await (await takeDataFolder(folder, () => status)).close();
  });

  it('is found by every way that leads to it, also where its own path is too long for a socket', async () => {
    const [deep, link] = [join(folder, 'x'.repeat(120)), join(folder, 'link')];
    await mkdir(deep);
    await symlink(deep, link);
    const status = { pid: process.pid, env: {}, hasLocalEvents: true };
    const hold = await takeDataFolder(await realpath(deep), () => status);
    expect(await askSupervisor(link)).toEqual(status);
    await hold.close();
  });

  it('has a socket of the account that asks; of the folder’s owner, when root asks; of nobody else', () => {
    expect([
      mayOwnSocket(1000, { me: 1000, folder: 1000 }),
      mayOwnSocket(1001, { me: 1000, folder: 1001 }),
      mayOwnSocket(0, { me: 1000, folder: 1000 }),
    ]).toEqual([true, false, false]);
    expect([
      mayOwnSocket(0, { me: 0, folder: 1000 }),
      mayOwnSocket(1000, { me: 0, folder: 1000 }),
      mayOwnSocket(1001, { me: 0, folder: 1000 }),
      mayOwnSocket(1001, { me: 0, folder: undefined }),
    ]).toEqual([true, true, false, false]);
  });

  it.each(['demo', 'migrations'])(
    'that somebody holds who cannot be asked ends the program %s with one sentence',
    async (program) => {
      const other = createServer((socket) => socket.end('?'));
      await new Promise<void>((resolve) => other.listen(join(folder, 'control.sock'), resolve));
      const lines: string[] = [];
      try {
        const child = await startChild({
          script: scriptPath(`../${program}/main.ts`, import.meta.url),
          env: { PATH: process.env.PATH, JWXT_DATA: folder },
          onLine: (line) => void lines.push(line),
        });
        expect((await child.exited).code).toBe(1);
        expect(lines).toEqual([expect.stringMatching(/^数据目录 .* 正由另一个版本的教务系统使用，或它没有应答/)]);
      } finally {
        await new Promise((resolve) => other.close(resolve));
      }
    },
  );

  it.each([
    ['in words of another version', (socket: Socket) => socket.end(JSON.stringify({ process: 1, parts: [] }))],
    ['with nothing', (socket: Socket) => socket.end()],
    ['never, because it hangs', () => undefined],
  ])('is not taken from somebody who answers %s', async (_, answer) => {
    const sockets = new Set<Socket>();
    const other = createServer((socket) => {
      sockets.add(socket.on('error', () => undefined));
      answer(socket);
    });
    await new Promise<void>((resolve) => other.listen(join(folder, 'control.sock'), resolve));
    try {
      const status = { pid: process.pid, env: {}, hasLocalEvents: true };
      await expect(takeDataFolder(folder, () => status)).rejects.toThrow(
        /正由另一个版本的教务系统使用，或它没有应答：请先停止它/,
      );
      expect((await stat(join(folder, 'control.sock'))).isSocket()).toBe(true);
    } finally {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => other.close(resolve));
    }
  });

  it('is closed to other accounts in all that is below it, also where an earlier version left it open', async () => {
    for (const below of ['logs', 'eventstore', 'files']) {
      await mkdir(join(folder, below), { mode: 0o755 });
      await writeFile(join(folder, below, 'index.sqlite'), '', { mode: 0o644 });
    }
    await writeFile(join(folder, 'children.json'), '[]', { mode: 0o644 });
    await prepareDataFolder(folder);
    await loadSecrets(folder);
    openChildRegister(folder).add(process.pid, 'x');
    const hold = await takeDataFolder(folder, () => ({ pid: process.pid, env: {}, hasLocalEvents: true }));
    expect(await openToOthers(folder)).toEqual([]);
    await hold.close();
  });

  it('is taken over from a supervisor that was killed, whose socket file is still there', async () => {
    await writeFile(join(folder, 'control.sock'), '');
    const hold = await takeDataFolder(folder, () => ({ pid: process.pid, env: {}, hasLocalEvents: true }));
    expect((await askSupervisor(folder))?.pid).toBe(process.pid);
    await hold.close();
  });
});

describe('processes that outlived their supervisor', () => {
  it('are ended at the next start', async () => {
    const script = scriptPath('../testing/small-service.ts', import.meta.url);
    const child = await startChild({ script, env: { ...process.env, PORT: '0' } });
    openChildRegister(folder).add(child.pid, script);
    await endLeftovers(folder, collectingLog().logger);
    await child.exited;
    expect(child.running).toBe(false);
    await expect(readFile(join(folder, 'children.json'))).rejects.toThrow('ENOENT');
  });

  it('are left alone when their number belongs to another program by now', async () => {
    openChildRegister(folder).add(process.pid, '/somewhere/else/main.ts');
    const log = collectingLog();
    await endLeftovers(folder, log.logger);
    expect(log.lines).toEqual([]);
  });
});
