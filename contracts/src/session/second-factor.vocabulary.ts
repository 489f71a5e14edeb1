/**
 * What is still to be done after the password, before a session is worth anything: show a code of the second factor, or
 * bind one first because a role asks for it.
 */
export const secondStep = { code: 'code', bind: 'bind' } as const;
export type SecondStep = (typeof secondStep)[keyof typeof secondStep];

/** A code has so many digits (RFC 6238, as every authenticator makes them). */
export const CODE_DIGITS = 6;
/** A code holds for so many seconds. */
export const CODE_SECONDS = 30;
/** Codes of so many periods before and after the present one are believed: clocks of telephones differ. */
export const CODE_WINDOW = 1;
/** How many recovery codes somebody gets at a time. Each works once. */
export const RECOVERY_CODES = 10;
/** A new secret that nobody has confirmed is worth nothing after so many minutes. */
export const BINDING_MINUTES = 10;

const code = new RegExp(`^\\d{${CODE_DIGITS}}$`);
const recovery = /^[A-Z2-7]{16}$/;

/** What was typed, without the spaces and dashes that people read it with. */
export function plainCode(typed: string): string {
  return typed.replaceAll(/[\s-]/g, '').toUpperCase();
}

/** Whether it has the shape of a code of an authenticator, or of a recovery code; null: of neither. */
export function codeKindOf(plain: string): 'code' | 'recovery' | null {
  if (code.test(plain)) return 'code';
  return recovery.test(plain) ? 'recovery' : null;
}

/** A recovery code as it is shown: groups of four. */
export function recoveryCodeText(plain: string): string {
  return plain.match(/.{4}/g)?.join('-') ?? plain;
}
