import { describe, expect, it } from 'vitest';
import { ConfigError, parseConfig } from '@jwxt/infra/runtime/config.ts';
import { gatewayConfig } from './gateway.config.ts';

const good = {
  DATABASE_URL: 'postgres://u:p@localhost/jwxt',
  EVENTSTORE_URL: 'esdb://localhost:2113?tls=false',
  COMMANDS_URL: 'http://127.0.0.1:8081',
  PROJECTIONS_URL: 'http://127.0.0.1:8082',
  INTERNAL_TOKEN: 'x'.repeat(32),
};

describe("the gateway's environment", () => {
  it('has defaults for what need not be said', () => {
    expect(parseConfig(gatewayConfig, good)).toMatchObject({
      PORT: 8080,
      HOST: '127.0.0.1',
      PUBLIC_ORIGIN: [],
      TRUST_PROXY: 0,
      SESSION_IDLE_MINUTES: 120,
    });
    expect(
      parseConfig(gatewayConfig, {
        ...good,
        PUBLIC_ORIGIN: 'https://a.cn, http://b.cn:81',
        SECURE_COOKIES: '1',
        TRUST_PROXY: '2',
      }),
    ).toMatchObject({
      PUBLIC_ORIGIN: ['https://a.cn', 'http://b.cn:81'],
      SECURE_COOKIES: true,
      TRUST_PROXY: 2,
    });
  });

  it('single sign-on: an address of a CAS server, and the own origin that it knows', () => {
    const own = { ...good, PUBLIC_ORIGIN: 'https://jw.example' };
    expect(parseConfig(gatewayConfig, { ...own, CAS_URL: 'https://sso.example/cas/' })).toMatchObject({
      CAS_URL: 'https://sso.example/cas',
    });
    for (const bad of [
      { ...good, CAS_URL: 'https://sso.example/cas' },
      { ...own, CAS_URL: 'ftp://sso.example' },
      { ...own, CAS_URL: 'https://sso.example/cas?x=1' },
    ]) {
      expect(() => parseConfig(gatewayConfig, bad)).toThrow('环境变量 CAS_URL ');
    }
  });

  it('says in Chinese what is wrong with each bad value, and never a secret', () => {
    let lines: readonly string[] = [];
    try {
      parseConfig(gatewayConfig, {
        ...good,
        PUBLIC_ORIGIN: 'https://a.cn/path',
        SECURE_COOKIES: 'yes',
        TRUST_PROXY: 'all',
        COMMANDS_URL: 'x',
        INTERNAL_TOKEN: 'short',
      });
    } catch (error) {
      if (error instanceof ConfigError) ({ lines } = error);
    }
    expect(lines).toHaveLength(5);
    for (const name of ['PUBLIC_ORIGIN', 'SECURE_COOKIES', 'TRUST_PROXY', 'COMMANDS_URL', 'INTERNAL_TOKEN'])
      expect(lines.join('\n')).toContain(`环境变量 ${name} `);
    expect(lines.join('\n')).not.toContain('short');
  });
});
