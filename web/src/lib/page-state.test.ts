import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { parseSearch, stringifySearch, withoutDefaults } from './page-state.ts';

describe('page state in the address', () => {
  it('values go there and back as they are', () => {
    fc.assert(fc.property(fc.dictionary(fc.string({ minLength: 1 }).filter((name) => name !== '__proto__'), fc.string({ minLength: 1 })), (search) => {
      expect(parseSearch(stringifySearch(search))).toEqual(search);
    }));
  });

  it('only what differs from the defaults is written', () => {
    const schema = z.object({ tab: z.string().default('1'), pageNum: z.coerce.number().default(1), keyword: z.string().default('') });
    expect(stringifySearch(withoutDefaults(schema, { tab: '2', pageNum: 1, keyword: '' }))).toBe('?tab=2');
    expect(stringifySearch(withoutDefaults(schema, { tab: '1', pageNum: 1, keyword: '' }))).toBe('');
  });
});
