import { SCORE_PAGE_SIZE } from '@jwxt/contracts/kernel/fields.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { pagingFields, parseSearch, stringifySearch, withoutDefaults } from './page-state.ts';

describe('page state in the address', () => {
  it('values go there and back as they are', () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.string({ minLength: 1 }).filter((name) => name !== '__proto__'),
          fc.string({ minLength: 1 }),
        ),
        (search) => {
          expect(parseSearch(stringifySearch(search))).toEqual(search);
        },
      ),
    );
  });

  it('only what differs from the defaults is written', () => {
    const schema = z.object({
      tab: z.string().default('1'),
      pageNum: z.coerce.number().default(1),
      keyword: z.string().default(''),
    });
    expect(stringifySearch(withoutDefaults(schema, { tab: '2', pageNum: 1, keyword: '' }))).toBe('?tab=2');
    expect(stringifySearch(withoutDefaults(schema, { tab: '1', pageNum: 1, keyword: '' }))).toBe('');
  });

  it('LIMITS-01 a list has 10 rows a page, a score list 20, and bad numbers in an address are not followed', () => {
    expect(z.object(pagingFields()).parse({})).toEqual({ pageNo: 1, pageSize: 10 });
    expect(z.object(pagingFields(SCORE_PAGE_SIZE)).parse({ pageNo: '3' })).toEqual({ pageNo: 3, pageSize: 20 });
    expect(z.object(pagingFields()).parse({ pageNo: '-1', pageSize: '100000' })).toEqual({ pageNo: 1, pageSize: 10 });
  });
});
