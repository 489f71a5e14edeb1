import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findFreePort } from '../engines/free-port.ts';
import { ConfigError, parseConfig } from '../runtime/config.ts';
import { collectingLog } from '../testing/collecting-log.ts';
import { prepareDataFolder, whyNotWritable } from '../data-folder/data-folder.ts';
import { servicePorts } from './service-ports.ts';
import { checkStart } from './start-check.ts';
import { supervisorConfig } from './supervisor.config.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'jwxt-check-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true });
});

async function problems(env: Record<string, string>): Promise<readonly string[]> {
  try {
    await checkStart(parseConfig(supervisorConfig, env));
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.lines;
    throw error;
  }
}

describe('a start is refused in one sentence', () => {
  it('for none of these', async () => {
    expect(await problems({ HOST: '0.0.0.0', FILES_ROOT: join(folder, 'new/files') })).toEqual([]);
  });

  it('when the folder of attachments is a file, or lies below one', async () => {
    await writeFile(join(folder, 'file'), '');
    for (const path of [join(folder, 'file'), join(folder, 'file/below/it')]) {
      expect(await problems({ FILES_ROOT: path })).toEqual([
        `配置有误：环境变量 FILES_ROOT 的值“${path}”不能用作附件目录：${join(folder, 'file')} 不是目录`,
      ]);
    }
  });

  it('when the address is of another machine, or of none', async () => {
    expect(await problems({ HOST: '192.0.2.77' })).toEqual([
      expect.stringContaining('环境变量 HOST 的值“192.0.2.77”不是本机的地址'),
    ]);
    expect(await problems({ HOST: 'no-such-host.invalid' })).toEqual([
      expect.stringMatching(/HOST 的值“no-such-host.invalid”(无法解析成地址|不是本机的地址)/),
    ]);
  });

  it('when http is to be sent to https that nobody serves', async () => {
    expect(await problems({ HTTP_REDIRECT_PORT: '8081' })).toEqual([
      '配置有误：HTTP_REDIRECT_PORT 把 http 访问转到 https，须同时设置 TLS_CERT_FILE 与 TLS_KEY_FILE',
    ]);
  });

  it('when traces are to go to something that is no address', async () => {
    expect(await problems({ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector' })).toEqual([
      expect.stringMatching(/OTEL_EXPORTER_OTLP_ENDPOINT 的值“collector”不正确，应为以 http/),
    ]);
    expect(await problems({ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' })).toHaveLength(1);
  });

  it('when nothing can be written where the data folder is to be', async () => {
    const closed = join(folder, 'closed');
    await prepareDataFolder(closed);
    await chmod(closed, 0o500);
    const denied = Object.assign(new Error('ENOENT: no such file or directory, mkdir'), { code: 'ENOENT' });
    // An administrator of the machine may write everywhere but into the kernel's own folders.
    const [where, why] =
      process.getuid?.() === 0
        ? ['/proc/jwxt/data', '不能在 /proc 中写入']
        : [join(closed, 'a/b'), `不能写入 ${closed}`];
    expect(await whyNotWritable(where, denied)).toContain(why);
    await expect(prepareDataFolder(where)).rejects.toThrow(
      /^无法使用数据目录 \/.*，请改用它的主人启动，或用 JWXT_DATA 指定另一个目录$/,
    );
    await chmod(closed, 0o700);
  });
});

describe('the ports of commands and projections', () => {
  it('are the same at the next start, and another one, with a warning, when one is taken', async () => {
    const log = collectingLog();
    const config = parseConfig(supervisorConfig, {});
    const first = await servicePorts(folder, config, log.logger);
    expect(await servicePorts(folder, config, log.logger)).toEqual(first);
    expect(log.lines).toEqual([]);
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(first.commands, '127.0.0.1', resolve));
    const second = await servicePorts(folder, config, log.logger);
    expect(second.projections).toBe(first.projections);
    expect(second.commands).not.toBe(first.commands);
    expect(log.lines.join()).toContain(
      `commands 原来的端口 ${first.commands} 已被占用，改用 ${second.commands}（可用环境变量 COMMANDS_PORT 固定）`,
    );
    await new Promise((resolve) => taken.close(resolve));
    expect(await servicePorts(folder, config, log.logger)).toEqual(second);
  });

  it('make way for the other one where it is named', async () => {
    const { logger } = collectingLog();
    const { commands } = await servicePorts(folder, parseConfig(supervisorConfig, {}), logger);
    const ports = await servicePorts(
      folder,
      parseConfig(supervisorConfig, { PROJECTIONS_PORT: String(commands) }),
      logger,
    );
    expect(ports.projections).toBe(commands);
    expect(ports.commands).not.toBe(commands);
  });

  it('are those of the environment, which are binding', async () => {
    const wanted = { COMMANDS_PORT: String(await findFreePort()), PROJECTIONS_PORT: String(await findFreePort()) };
    const { logger } = collectingLog();
    expect(await servicePorts(folder, parseConfig(supervisorConfig, wanted), logger)).toEqual({
      commands: Number(wanted.COMMANDS_PORT),
      projections: Number(wanted.PROJECTIONS_PORT),
    });
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const { port } = taken.address() as AddressInfo;
    await expect(
      servicePorts(folder, parseConfig(supervisorConfig, { ...wanted, COMMANDS_PORT: String(port) }), logger),
    ).rejects.toThrow(`端口 ${port} 已被占用，请用 COMMANDS_PORT 指定另一个端口`);
    await new Promise((resolve) => taken.close(resolve));
  });

  it.each([
    ['PORT', 'COMMANDS_PORT'],
    ['PORT', 'PROJECTIONS_PORT'],
    ['COMMANDS_PORT', 'PROJECTIONS_PORT'],
  ] as const)('are refused where %s and %s name the same', async (one, other) => {
    await expect(
      servicePorts(folder, parseConfig(supervisorConfig, { [one]: '18081', [other]: '18081' }), collectingLog().logger),
    ).rejects.toThrow(`${one} 与 ${other} 不能相同（18081）`);
  });
});
