import { once } from 'node:events';
import { request } from 'node:http';
import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { bodyWithin } from './body-time.ts';

it('a body that does not arrive in time is cut off; one that does is read', async () => {
  const app = Fastify();
  app.post('/', { preParsing: bodyWithin(200) }, (call) => Promise.resolve(call.body));
  const base = await app.listen({ host: '127.0.0.1', port: 0 });
  const slow = request(base, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': '100' },
  });
  slow.write('{"a":');
  expect(await once(slow, 'response').catch((error: Error & { code?: string }) => error.code)).toBe('ECONNRESET');
  expect(
    await (
      await fetch(base, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"a":1}' })
    ).json(),
  ).toEqual({ a: 1 });
  await app.close();
});
