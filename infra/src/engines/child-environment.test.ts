import { expect, it } from 'vitest';
import { bareEnvironment, partEnvironment } from './child-environment.ts';

const own = {
  PATH: '/bin',
  LC_ALL: 'C',
  JWXT_TEST_RUN: 'r',
  RATE_LIMIT: '5',
  JWXT_ADMIN_PASSWORD: 'p',
  JWXT_ADMIN_PASSWORD_FILE: '/p',
  METRICS_TOKEN: 'm',
  INTERNAL_TOKEN_FILE: '/t',
  DATABASE_URL: 'postgres://own',
  PGPASSWORD: 'g',
  SMTP_SECRET: 's',
};

it('an engine gets what any program needs, and nothing that configures another', () => {
  expect(bareEnvironment(own)).toEqual({ PATH: '/bin', LC_ALL: 'C', JWXT_TEST_RUN: 'r' });
});

it('a part of the product gets the secrets it needs, from its starter before the surroundings, and no other', () => {
  const given = { DATABASE_URL: 'postgres://given', INTERNAL_TOKEN: 't', COMMANDS_URL: 'http://c' };
  const rest = { PATH: '/bin', LC_ALL: 'C', JWXT_TEST_RUN: 'r', RATE_LIMIT: '5', COMMANDS_URL: 'http://c' };
  expect(partEnvironment(given, ['DATABASE_URL', 'INTERNAL_TOKEN', 'METRICS_TOKEN'], own)).toEqual({
    ...rest,
    DATABASE_URL: 'postgres://given',
    INTERNAL_TOKEN: 't',
    METRICS_TOKEN: 'm',
  });
  expect(partEnvironment(given, ['INTERNAL_TOKEN', 'JWXT_ADMIN_PASSWORD'], own)).toEqual({
    ...rest,
    INTERNAL_TOKEN: 't',
    JWXT_ADMIN_PASSWORD: 'p',
    JWXT_ADMIN_PASSWORD_FILE: '/p',
  });
  expect(partEnvironment({}, ['INTERNAL_TOKEN'], own)).toEqual({
    PATH: '/bin',
    LC_ALL: 'C',
    JWXT_TEST_RUN: 'r',
    RATE_LIMIT: '5',
    INTERNAL_TOKEN_FILE: '/t',
  });
});
