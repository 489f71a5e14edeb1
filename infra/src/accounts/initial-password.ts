import { randomInt } from 'node:crypto';

/** Without letters and digits that are taken for one another on paper. */
const upper = 'ABCDEFGHJKLMNPQRSTUVWXYZ';
const lower = 'abcdefghijkmnpqrstuvwxyz';
const digits = '23456789';
const LENGTH = 12;

const oneOf = (letters: string): string => letters.charAt(randomInt(letters.length));

/** A random password that every rule accepts: it has an upper-case letter, a lower-case letter and a digit. */
export function initialPassword(): string {
  const all = upper + lower + digits;
  const drawn = [upper, lower, digits, ...Array.from({ length: LENGTH - 3 }, () => all)].map(oneOf);
  // The three that must be there stand anywhere.
  for (let at = drawn.length - 1; at > 0; at -= 1) {
    const other = randomInt(at + 1);
    [drawn[at], drawn[other]] = [drawn[other]!, drawn[at]!];
  }
  return drawn.join('');
}
