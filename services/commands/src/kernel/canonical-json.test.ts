import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalJson } from './canonical-json.ts';

test('is the JSON of the value with the keys of every object in order', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
  expect(canonicalJson({ b: [1, { d: 'ü"', c: null }], a: 1.5, Z: true })).toBe(
    '{"Z":true,"a":1.5,"b":[1,{"c":null,"d":"ü\\""}]}',
  );
});

test('equal content in another order gives equal text', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
      const turned = Object.fromEntries(Object.entries(value).toReversed());
      expect(canonicalJson(turned)).toBe(canonicalJson(value));
    }),
  );
});

test('leaves out what is undefined, and writes it as null in a list', () => {
  expect(canonicalJson({ a: undefined, b: [undefined, new Date(0)] })).toBe('{"b":[null,"1970-01-01T00:00:00.000Z"]}');
});
