import { describe, expect, it } from 'vitest';
import { asRefused, failureOf } from './error-answer.ts';
import { Refused } from './refused.ts';

const withCode = (message: string, more: object) => Object.assign(new Error(message), more);

describe('any error as an answer', () => {
  it.each([
    ['a refused connection', withCode('connect ECONNREFUSED', { code: 'ECONNREFUSED' }), 503, 'SERVICE_UNAVAILABLE'],
    ['a database that shuts down', withCode('terminating connection', { code: '57P01' }), 503, 'SERVICE_UNAVAILABLE'],
    ['a lost connection', new Error('Connection terminated unexpectedly'), 503, 'SERVICE_UNAVAILABLE'],
    ['a full pool', new Error('timeout exceeded when trying to connect'), 503, 'SERVICE_UNAVAILABLE'],
    [
      'a read model that does not exist yet',
      withCode('relation does not exist', { code: '42P01' }),
      503,
      'SERVICE_UNAVAILABLE',
    ],
    ['a body that cannot be read', withCode('bad', { statusCode: 415 }), 415, 'MALFORMED_REQUEST'],
    ['a fault of ours', withCode('column "x" does not exist', { code: '42703' }), 500, 'INTERNAL'],
    ['a refusal', new Refused('OUT_OF_SCOPE'), 403, 'OUT_OF_SCOPE'],
  ])('%s', (_title, error, status, code) => {
    expect(asRefused(error)).toMatchObject({ status, code });
  });

  it('tells the trace id and a Chinese sentence, and nothing of the cause', () => {
    expect(failureOf(asRefused(new Error('select secret from base.user_account')), 'trace-1')).toEqual({
      code: 'INTERNAL',
      message: '系统出现异常，请稍后再试；如仍有问题，请将追踪号告知管理员',
      traceId: 'trace-1',
    });
  });
});
