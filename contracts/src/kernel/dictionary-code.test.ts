import { expect, it } from 'vitest';
import { z } from 'zod';
import { codesIn, dictionaryCode, leavesOf } from './dictionary-code.ts';

const schema = z.object({
  sex: dictionaryCode('XB'),
  other: dictionaryCode('XB').optional(),
  name: z.string(),
  rows: z.array(
    z.object({
      kind: z.discriminatedUnion('is', [
        z.object({ is: z.literal('a'), value: z.string() }),
        z.object({ is: z.literal('b'), value: dictionaryCode('LB').nullable().default(null) }),
      ]),
    }),
  ),
  byKey: z.record(z.string(), dictionaryCode('ZZ')),
});

it('finds every code of an input, where it stands, in lists, choices, records and behind optional', () => {
  expect(
    codesIn(schema, {
      sex: '1',
      name: 'x',
      rows: [{ kind: { is: 'a', value: 'free' } }, { kind: { is: 'b', value: '7' } }],
      byKey: { k: '3' },
    }),
  ).toEqual([
    { field: 'sex', category: 'XB', code: '1' },
    { field: 'rows.1.kind.value', category: 'LB', code: '7' },
    { field: 'byKey.k', category: 'ZZ', code: '3' },
  ]);
});

it('lists the fields of a schema with their dictionaries', () => {
  expect(leavesOf(schema).map(({ path, category }) => [path, category])).toEqual([
    ['sex', 'XB'],
    ['other', 'XB'],
    ['name', null],
    ['rows.kind.is', null],
    ['rows.kind.value', null],
    ['rows.kind.is', null],
    ['rows.kind.value', 'LB'],
    ['byKey', 'ZZ'],
  ]);
});
