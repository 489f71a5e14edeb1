/** Without letters and digits that are taken for one another on paper. */
const upper = 'ABCDEFGHJKLMNPQRSTUVWXYZ';
const lower = 'abcdefghijkmnpqrstuvwxyz';
const digits = '23456789';
const LENGTH = 12;
/** How many bytes a password is made of. */
export const PASSWORD_BYTES = 2 * LENGTH;

/**
 * How such a password is hashed (argon2id): it is 67 bits that nobody chose, and opens nothing but its own change. To
 * guess it by trying is hopeless at any cost of one try, while 12,000 of them at the cost of chosen ones take minutes
 * (decision 090).
 */
export const initialHash = { memoryCost: 7_168, timeCost: 1, parallelism: 1 };
/** Whether a text has the form of such a password: others, which somebody may have chosen, are never hashed so. */
export function isDrawn(password: string): boolean {
  return (
    password.length === LENGTH &&
    [...password].every((letter) => (upper + lower + digits).includes(letter)) &&
    [upper, lower, digits].every((letters) => [...password].some((letter) => letters.includes(letter)))
  );
}
/** Whether a hash was made so. */
export function isInitialHash(phc: string): boolean {
  const { memoryCost, timeCost, parallelism } = initialHash;
  return phc.includes(`$m=${String(memoryCost)},t=${String(timeCost)},p=${String(parallelism)}$`);
}
/**
 * A password that every rule accepts: it has an upper-case letter, a lower-case letter and a digit. It follows from the
 * bytes, which nobody can guess: the same bytes give the same password.
 */
export function initialPassword(bytes: Uint8Array): string {
  if (bytes.length < PASSWORD_BYTES) throw new TypeError(`a password is made of ${PASSWORD_BYTES} bytes`);
  const all = upper + lower + digits;
  const drawn = [upper, lower, digits, ...Array.from({ length: LENGTH - 3 }, () => all)].map((letters, at) =>
    letters.charAt(bytes[at]! % letters.length),
  );
  // The three that must be there stand anywhere.
  for (let at = drawn.length - 1; at > 0; at -= 1) {
    const other = bytes[LENGTH + at]! % (at + 1);
    [drawn[at], drawn[other]] = [drawn[other]!, drawn[at]!];
  }
  return drawn.join('');
}
