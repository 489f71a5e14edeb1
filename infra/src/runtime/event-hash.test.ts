import { expect, test } from 'vitest';
import { eventHash } from './event-hash.ts';

// What is hashed never changes: a verifier that somebody keeps must read every later log.
test('the hash of an event is that of its documented bytes', () => {
  const event = {
    stream: 'scoreSheet-TC1.1',
    revision: 7n,
    id: '6f2d7a4e-0f6b-4c43-9f5c-0d0e4c1b2a39',
    type: 'ScoreRowsSaved',
    data: Buffer.from('{"姓名":"王一"}'),
    metadata: Buffer.from('{"prev":null}'),
  };
  expect(eventHash(event).toString('base64url')).toMatchInlineSnapshot(`"IuhORpFtlSambhl-DRytqWcmwzLX0vCSZcqhokuLNBU"`);
  const moved = { ...event, stream: 'scoreSheet-TC1.', revision: '17' as unknown as bigint };
  expect(eventHash(moved)).not.toEqual(eventHash(event));
});
