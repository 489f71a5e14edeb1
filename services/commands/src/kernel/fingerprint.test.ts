import { describe, expect, it } from 'vitest';
import { fingerprintOf, isSameCommand } from './fingerprint.ts';

const definition = { name: 'test.change', secret: ['password', 'rows.password'], lookedUp: ['earlier'] };
const of = (payload: object, userName = 'u') => fingerprintOf(definition, payload, userName);

describe('the fingerprint of a command', () => {
  it('does not depend on secrets, wherever they stand, nor on what was looked up', () => {
    const first = of({ name: 'a', password: 'one', rows: [{ key: 1, password: 'one' }], earlier: 1 });
    expect(of({ name: 'a', password: 'two', rows: [{ key: 1, password: 'three' }], earlier: 2 })).toBe(first);
    expect(of({ name: 'a', rows: [{ key: 1 }] })).toBe(first);
    for (const other of [
      of({ name: 'b', rows: [{ key: 1 }] }),
      of({ name: 'a', rows: [{ key: 2 }] }),
      of({ name: 'a', rows: [{ key: 1 }] }, 'v'),
    ])
      expect(other).not.toBe(first);
  });

  it('is known again where only its name was left of it', () => {
    expect(isSameCommand('test.change', of({ name: 'a' }))).toBe(true);
    expect(isSameCommand('test.chang', of({ name: 'a' }))).toBe(false);
    expect(isSameCommand(undefined, of({ name: 'a' }))).toBe(false);
  });
});
