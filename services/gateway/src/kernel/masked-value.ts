import type { PersonalKind } from '@jwxt/contracts/kernel/resource-field.ts';

/** Letters that stay of a value, at its beginning and at its end; values of all other kinds show nothing. */
const shown: Partial<Record<PersonalKind, readonly [number, number]>> = {
  idNumber: [3, 2],
  phone: [3, 4],
  bank: [0, 4],
  address: [3, 0],
};

/** A personal value of which enough is shown to tell that it is there, and the right one: 138****5678. */
export function maskedValue(kind: PersonalKind, value: string): string {
  if (kind === 'email') return value.replace(/^([^@]?)[^@]*/u, '$1***');
  const letters = Array.from(value);
  const [first, last] = shown[kind] ?? [0, 0];
  // What is too short for that shows nothing.
  if (!(kind in shown) || letters.length < first + last + 3) return '***';
  return [
    ...letters.slice(0, first),
    kind === 'address' ? '***' : '*'.repeat(letters.length - first - last),
    ...letters.slice(letters.length - last),
  ].join('');
}
