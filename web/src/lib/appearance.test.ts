import { expect, it } from 'vitest';
import { appearanceFrom, DEFAULT_APPEARANCE } from './appearance.ts';

it('LOGIN-11: missing, empty or broken settings fall back to the defaults, one by one', () => {
  expect(appearanceFrom(null)).toEqual(DEFAULT_APPEARANCE);
  expect(appearanceFrom('{')).toEqual(DEFAULT_APPEARANCE);
  expect(appearanceFrom(JSON.stringify({ zxx: '求实', yxx: '', other: 'x', dlbt: 3 }))).toEqual({
    ...DEFAULT_APPEARANCE,
    zxx: '求实',
  });
});
