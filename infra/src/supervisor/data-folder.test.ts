import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { scriptPath, startChild } from '../engines/child.ts';
import { collectingLog } from '../testing/collecting-log.ts';
import { askSupervisor, takeDataFolder } from './control-socket.ts';
import { StartRefused, loadSecrets, prepareDataFolder } from './data-folder.ts';
import { endLeftovers, openChildRegister } from './leftovers.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'jwxt-data-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true });
});

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

  it('is held by one supervisor, which tells about itself; a second start is refused and says where the first one is', async () => {
    const status = { pid: process.pid, address: 'http://127.0.0.1:8080', env: { COMMANDS_URL: 'http://127.0.0.1:1' }, hasLocalEvents: true };
    const hold = await takeDataFolder(folder, () => status);
    expect(await askSupervisor(folder)).toEqual(status);
    const second = takeDataFolder(folder, () => status);
    await expect(second).rejects.toBeInstanceOf(StartRefused);
    await expect(second).rejects.toThrow(`已在运行（进程 ${process.pid}，页面地址 http://127.0.0.1:8080）`);
    await hold.close();
    expect(await askSupervisor(folder)).toBeUndefined();
    await (await takeDataFolder(folder, () => status)).close();
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
