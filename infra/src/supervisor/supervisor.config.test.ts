import { describe, expect, it } from 'vitest';
import { parseConfig } from '../runtime/config.ts';
import type { ConfigError } from '../runtime/config.ts';
import { supervisorConfig } from './supervisor.config.ts';
import { welcomeLine } from './welcome.ts';

describe('the environment of npm start', () => {
  it('needs nothing', () => {
    expect(parseConfig(supervisorConfig, {})).toMatchObject({
      PORT: 8080,
      HOST: '127.0.0.1',
      JWXT_DEMO: true,
      JWXT_WEB_BUILD: true,
      NODE_ENV: 'development',
    });
  });

  it('is refused with one clear Chinese sentence for each bad value', () => {
    const bad = {
      PORT: 'http',
      HOST: 'a b',
      DATABASE_URL: 'mysql://x',
      EVENTSTORE_URL: 'http://x',
      INTERNAL_TOKEN: 'short',
      JWXT_DEMO: 'yes',
      JWXT_ADMIN_PASSWORD: 'short1234',
      NODE_ENV: 'prod',
    };
    try {
      parseConfig(supervisorConfig, bad);
      expect.unreachable();
    } catch (error) {
      const { lines } = error as ConfigError;
      expect(lines).toHaveLength(Object.keys(bad).length);
      for (const name of Object.keys(bad))
        expect(lines.find((line) => line.includes(` ${name} `))).toMatch(/^配置有误：环境变量 .*不正确，应为./);
      expect(lines.join('')).not.toContain('short');
    }
  });
});

describe('the last line of a start', () => {
  it('says where to open the page and who can sign in', () => {
    expect(welcomeLine({ HOST: '0.0.0.0' }, { port: 8081, demo: true, administrated: true })).toMatch(
      /http:\/\/localhost:8081　演示账号，密码均为 Jwxt@2026：admin（.*teacher1（.*clerk1（/,
    );
    expect(welcomeLine({ HOST: 'jw.example.edu.cn' }, { port: 80, demo: false, administrated: true })).toBe(
      '教务系统已启动，请用浏览器打开 http://jw.example.edu.cn:80',
    );
    expect(welcomeLine({ HOST: '::1' }, { port: 80, demo: false, administrated: false })).toMatch(
      /还没有能登录的系统管理员：.*npm run admin-password/,
    );
  });
});
