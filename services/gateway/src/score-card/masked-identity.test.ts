import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maskedName, maskedNumber } from './masked-identity.ts';

describe('people in outline', () => {
  it.each([
    ['张三', '张*'],
    ['欧阳修远', '欧***'],
    ['李', '李*'],
    ['𠮷田', '𠮷*'],
  ])('%s is shown as %s', (name, shown) => {
    expect(maskedName(name)).toBe(shown);
  });

  it.each([
    ['2024010203', '2024****03'],
    ['20240001', '2024**01'],
    ['1234', '**'],
    ['7', '**'],
  ])('%s is shown as %s', (number, shown) => {
    expect(maskedNumber(number)).toBe(shown);
  });

  it('a number never shows whole, however long it is', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{1,20}$/), (number) => {
        const shown = maskedNumber(number);
        expect(shown.replaceAll(/[^*]/g, '').length).toBeGreaterThanOrEqual(2);
        expect(shown).not.toBe(number);
      }),
    );
  });
});
