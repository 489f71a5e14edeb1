import { readFileSync } from 'node:fs';
import { REGIONS, regionValue } from '@jwxt/contracts/base-info/region.operations.ts';

/**
 * Administrative divisions (GB/T 2260), a line each: the code without its zeros at the end, and the name. Provinces
 * have two digits, cities four, districts and counties six.
 */
const lines = readFileSync(new URL('./region.data.txt', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n');

const names = new Map(lines.map((line) => line.split(' ') as [code: string, name: string]));

/** A division by its whole name, which no other has: those above it come first. */
const wholeName = (code: string): string =>
  [2, 4, 6]
    .filter((digits) => digits <= code.length)
    .map((digits) => names.get(code.slice(0, digits)))
    .join('');

/** Values of the dictionary of divisions. */
export const regionRows = [...names.keys()].map((code, pxh) => ({
  dmlb: REGIONS,
  dm: regionValue(code),
  mc: wholeName(code),
  pxh,
}));
