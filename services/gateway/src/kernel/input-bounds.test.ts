import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  checkJsonBounds,
  DEEPEST_JSON,
  hasFewFields,
  MOST_FIELDS,
  MOST_JSON_PARTS,
  readForm,
  readQuery,
} from './input-bounds.ts';

const refusal = (run: () => unknown): string => {
  try {
    run();
    return 'taken';
  } catch (error) {
    return (error as { code?: string }).code ?? String(error);
  }
};
const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);

describe('the bounds of a JSON body', () => {
  it('whatever is within them is taken, whatever texts say', () => {
    fc.assert(fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => checkJsonBounds(JSON.stringify(value))));
    checkJsonBounds(nested(DEEPEST_JSON));
    checkJsonBounds(JSON.stringify({ text: `${'['.repeat(500)}"\\"${'{'.repeat(500)}\\\\`, again: '\\' }));
  });

  it('the depth of a value is found whatever texts stand around it', () => {
    const depthOf = (value: unknown): number =>
      typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;
    fc.assert(
      fc.property(
        fc.jsonValue({ maxDepth: 4 }),
        fc.string(),
        fc.integer({ min: 12, max: 28 }),
        (value, text, levels) => {
          let wrapped: unknown = value;
          for (let level = 0; level < levels; level += 1)
            wrapped = level % 2 === 0 ? [text, wrapped] : { [`${text}x`]: wrapped };
          expect(refusal(() => checkJsonBounds(JSON.stringify(wrapped)))).toBe(
            depthOf(wrapped) > DEEPEST_JSON ? 'MALFORMED_REQUEST' : 'taken',
          );
        },
      ),
    );
  });

  it.each([
    ['too deep', nested(DEEPEST_JSON + 1), 'MALFORMED_REQUEST'],
    ['deep and never closed', '['.repeat(500_000), 'MALFORMED_REQUEST'],
    ['deep in objects', '{"a":'.repeat(100_000), 'MALFORMED_REQUEST'],
    ['too many elements', `[${'0,'.repeat(MOST_JSON_PARTS)}0]`, 'REQUEST_TOO_LARGE'],
    [
      'too many members',
      `{${Array.from({ length: MOST_JSON_PARTS }, (_, at) => `"${at}":0`).join()}}`,
      'REQUEST_TOO_LARGE',
    ],
    ['too many empty lists', `[${'[],'.repeat(MOST_JSON_PARTS)}[]]`, 'REQUEST_TOO_LARGE'],
  ])('%s is refused', (_what, text, code) => {
    expect(refusal(() => checkJsonBounds(text))).toBe(code);
  });

  it('a text that never ends ends the look', () => {
    expect(refusal(() => checkJsonBounds(`["${'\\"'.repeat(100_000)}`))).toBe('taken');
    expect(refusal(() => checkJsonBounds(`["${'\\'.repeat(1_000_000)}`))).toBe('taken');
  });
});

describe('the bounds of a form and of an address', () => {
  it('take as many fields as are said, and lists', () => {
    expect(readForm('a=1&b=%E4%B8%AD+x&b=2')).toEqual({ a: '1', b: ['中 x', '2'] });
    expect(Object.keys(readForm(Array.from({ length: MOST_FIELDS }, (_, at) => `k${at}=`).join('&')))).toHaveLength(
      MOST_FIELDS,
    );
  });

  it('refuse more before splitting them', () => {
    const many = 'a&'.repeat(MOST_FIELDS);
    expect([refusal(() => readForm(many)), hasFewFields(many), readQuery(many)]).toEqual([
      'REQUEST_TOO_LARGE',
      false,
      {},
    ]);
  });

  it('name no field that every object has', () => {
    const fields = readForm('__proto__=1&constructor=2&toString=3');
    expect(Object.getPrototypeOf(fields)).toBe(null);
    expect(Object.keys(fields)).toEqual(['__proto__', 'constructor', 'toString']);
  });
});
