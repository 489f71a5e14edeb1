import { describe, expect, it } from 'vitest';
import { maskedValue } from './masked-value.ts';

describe('personal values in outline', () => {
  it.each([
    ['phone', '13912345678', '139****5678'],
    ['idNumber', '11010519491231002X', '110*************2X'],
    ['bank', '6222020200112233', '************2233'],
    ['email', 'han.hui@example.edu.cn', 'h***@example.edu.cn'],
    ['email', '@example.edu.cn', '***@example.edu.cn'],
    ['address', '北京市海淀区学院路1号', '北京市***'],
    ['birth', '1949-12-31', '***'],
    ['health', '1', '***'],
    ['other', '韩大明', '***'],
  ] as const)('%s %s is shown as %s', (kind, value, shown) => {
    expect(maskedValue(kind, value)).toBe(shown);
  });

  it.each([
    ['phone', '110'],
    ['idNumber', 'A123456'],
    ['address', '北京市'],
  ] as const)('a %s as short as %s shows nothing', (kind, value) => {
    expect(maskedValue(kind, value)).toBe('***');
  });
});
