import { describe, expect, it } from 'vitest';
import { newTraceparent, readTraceparent, traceIdIn } from './trace-context.ts';

describe('trace context', () => {
  it('begins with ids that differ each time and are readable', () => {
    const [one, other] = [newTraceparent(), newTraceparent()];
    expect(readTraceparent(one)).toBe(one);
    expect(traceIdIn(one)).toMatch(/^[\da-f]{32}$/);
    expect(traceIdIn(one)).not.toBe(traceIdIn(other));
  });

  it.each([
    undefined,
    '',
    'x',
    '00-00000000000000000000000000000000-b7ad6b7169203331-01',
    '00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01',
    '00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01',
    ['a'],
  ])('takes no %o for one', (header) => {
    expect(readTraceparent(header)).toBeNull();
  });
});
