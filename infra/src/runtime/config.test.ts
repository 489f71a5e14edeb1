import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  type ConfigError,
  commonEnv,
  databaseUrl,
  eventStoreUrl,
  envInteger,
  envPort,
  maskUrlPassword,
  parseConfig,
} from './config.ts';
import { configProblems } from '../testing/config-problems.ts';
import { internalToken } from './internal-secrets.ts';

const schema = z.object({
  ...commonEnv,
  GATEWAY_PORT: envPort().default(8080),
  WORKERS: envInteger(1, 8).optional(),
  DATABASE_URL: databaseUrl,
  INTERNAL_TOKEN: internalToken,
});
const good = { DATABASE_URL: 'postgres://u:p@localhost/jwxt', INTERNAL_TOKEN: 'x'.repeat(32) };

const problems = (env: Record<string, string>) => configProblems(schema, env);

describe('configuration from the environment', () => {
  it('reads values, fills defaults, and takes an empty value as not set', () => {
    const config = parseConfig(schema, { ...good, WORKERS: '3', GATEWAY_PORT: '' });
    expect(config).toMatchObject({ GATEWAY_PORT: 8080, WORKERS: 3, LOG_LEVEL: 'info', NODE_ENV: 'development' });
  });

  it('names each bad variable with its value and what is expected, in Chinese', () => {
    expect(problems({ ...good, GATEWAY_PORT: '99999', LOG_LEVEL: 'loud' })).toEqual([
      '配置有误：环境变量 LOG_LEVEL 的值“loud”不正确，应为trace、debug、info、warn、error、fatal、silent 之一',
      '配置有误：环境变量 GATEWAY_PORT 的值“99999”不正确，应为0–65535 之间的整数（0 表示由系统选择）',
    ]);
  });

  it('says that a variable is missing', () => {
    expect(problems({ INTERNAL_TOKEN: good.INTERNAL_TOKEN })).toEqual([
      '配置有误：缺少环境变量 DATABASE_URL，应为postgres:// 开头的数据库地址，例如 postgres://用户:密码@主机:5432/jwxt',
    ]);
  });

  it('takes a value from the file that NAME_FILE names, and says which file cannot be read', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'jwxt-secret-'));
    try {
      await writeFile(join(folder, 'token'), `${'y'.repeat(40)}\n`);
      const { INTERNAL_TOKEN: _inline, ...rest } = good;
      expect(parseConfig(schema, { ...rest, INTERNAL_TOKEN_FILE: join(folder, 'token') }).INTERNAL_TOKEN).toBe(
        'y'.repeat(40),
      );
      expect(problems({ ...rest, INTERNAL_TOKEN_FILE: join(folder, 'gone') })).toEqual([
        expect.stringContaining('INTERNAL_TOKEN_FILE 指定的文件'),
      ]);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('never shows a secret value or the password in an address', () => {
    const shown = problems({ INTERNAL_TOKEN: 'hunter2', DATABASE_URL: 'mysql://root:hunter2@db/x' }).join('\n');
    expect(shown).not.toContain('hunter2');
    expect(shown).toContain('（已隐藏，长度 7）');
    expect(maskUrlPassword('postgres://u:s3cret@h/db')).toBe('postgres://u:***@h/db');
    expect(maskUrlPassword('postgres://u:s3@cr/e@t@h/db')).toBe('postgres://u:***@h/db');
  });

  it('refuses a password that is not encoded, without a part of it', () => {
    const urls = z.object({ DATABASE_URL: databaseUrl, EVENTSTORE_URL: eventStoreUrl });
    const told = (env: Record<string, string>): readonly string[] => {
      try {
        parseConfig(urls, {
          DATABASE_URL: 'postgres://u:p%40ss@h/db',
          EVENTSTORE_URL: 'esdb://u:p%40ss@h:1,h2:2?tls=true',
          ...env,
        });
        return [];
      } catch (error) {
        return (error as ConfigError).lines;
      }
    };
    expect(told({})).toEqual([]);
    for (const [name, value] of [
      ['DATABASE_URL', 'postgres://u:p@hunter2@h/db'],
      ['DATABASE_URL', 'postgres://u:p/hunter2@h/db'],
      ['DATABASE_URL', 'postgres://u:p#hunter2@h/db'],
      ['EVENTSTORE_URL', 'esdb://u:p@hunter2@h:2113'],
    ] as const) {
      expect(told({ [name]: value }), value).toEqual([
        expect.stringMatching(new RegExp(`环境变量 ${name} 的值“\\w+://u:\\*{3}@h.*@ 写作 %40$`)),
      ]);
      expect(told({ [name]: value }).join('')).not.toContain('hunter2');
    }
  });
});
