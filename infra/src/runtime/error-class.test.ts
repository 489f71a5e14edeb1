import { describe, expect, it } from 'vitest';
import { errorClass, repeatedWhile } from './error-class.ts';
import { EventLogUnavailable } from './event-log-errors.ts';

const withCode = (code: string, message = 'no') => Object.assign(new Error(message), { code });

describe('the class of an error', () => {
  it.each([
    ['an event store without an answer', new EventLogUnavailable('append', new Error('no leader')), 'away'],
    ['a channel that is closed', new Error('Channel has been shut down'), 'away'],
    ['a refused connection', withCode('ECONNREFUSED'), 'away'],
    [
      'both addresses of a host refusing',
      new AggregateError([withCode('ECONNREFUSED'), withCode('ECONNREFUSED')]),
      'away',
    ],
    ['a server that starts', withCode('57P03'), 'away'],
    ['a session that was ended', withCode('57P05'), 'away'],
    ['no connection left', withCode('53300'), 'away'],
    ['a lost connection', new Error('Connection terminated unexpectedly'), 'away'],
    ['an answer that never came', new Error('Query read timeout'), 'away'],
    ['a deadlock', withCode('40P01'), 'busy'],
    ['a serialisation failure', withCode('40001'), 'busy'],
    ['a lock that was not to be had', withCode('55P03'), 'busy'],
    ['a statement that took too long', withCode('57014'), 'busy'],
    ['a broken constraint', withCode('23505'), 'fault'],
    ['a wrong password', withCode('28P01'), 'fault'],
    ['a fault of ours', new TypeError('x is not a function'), 'fault'],
    ['what is no error', 'no', 'fault'],
  ] as const)('%s', (_title, error, expected) => {
    expect(errorClass(error)).toBe(expected);
  });
});

it('repeats what time heals, and at once throws what it does not, or when it is told to stop', async () => {
  const failing = (errors: Error[]) => {
    const left = [...errors];
    return { work: () => (left.length === 0 ? Promise.resolve('done') : Promise.reject(left.shift())), left };
  };
  const heals = (error: unknown) => errorClass(error) === 'busy';
  const healed = failing([withCode('40P01'), withCode('40001')]);
  expect(await repeatedWhile(healed.work, { heals, forMs: 60_000 })).toBe('done');
  const broken = failing([withCode('40P01'), withCode('23505'), withCode('40P01')]);
  await expect(repeatedWhile(broken.work, { heals, forMs: 60_000 })).rejects.toMatchObject({ code: '23505' });
  expect(broken.left).toHaveLength(1);
  await expect(repeatedWhile(failing([withCode('40P01')]).work, { heals, forMs: 0 })).rejects.toMatchObject({
    code: '40P01',
  });
  await expect(
    repeatedWhile(failing([withCode('40P01')]).work, { heals, forMs: 60_000, signal: AbortSignal.abort() }),
  ).rejects.toMatchObject({ code: '40P01' });
});
