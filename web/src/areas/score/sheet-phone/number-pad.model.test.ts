import { expect, test } from 'vitest';
import { typedWith, type PadKey } from './number-pad.model.ts';

const type = (keys: readonly PadKey[], text = '') =>
  keys.reduce((so, key, index) => typedWith(so, key, index === 0), text);

test('what is typed takes the place of what was there, then goes on', () => {
  expect(type(['8', '5'], '61')).toBe('85');
  expect(type(['8', '5', '.', '5'], '61')).toBe('85.5');
  expect(type(['back'], '61')).toBe('');
  expect(type(['8', '5', 'back'])).toBe('8');
  expect(type(['8', '5', 'clear'])).toBe('');
});

test('a number has one point, and begins with a digit', () => {
  expect(type(['.', '5'])).toBe('0.5');
  expect(type(['1', '.', '.', '5'])).toBe('1.5');
  expect(type(Array.from<PadKey>({ length: 12 }).fill('9'))).toBe('9999999999');
});
