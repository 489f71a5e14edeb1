import { randomBytes } from 'node:crypto';
import { administratorPassword } from '@jwxt/contracts/system/system.command.ts';
import { expect, it } from 'vitest';
import { initialPassword, isDrawn, PASSWORD_BYTES } from './initial-password.ts';

it('initial passwords differ, keep to the rules, and hold nothing that is misread', () => {
  const drawn = Array.from({ length: 200 }, () => initialPassword(randomBytes(PASSWORD_BYTES)));
  expect(new Set(drawn).size).toBe(drawn.length);
  for (const password of drawn) {
    expect(administratorPassword.safeParse(password).success, password).toBe(true);
    expect(password).not.toMatch(/[0O1lIo]/);
    expect(isDrawn(password)).toBe(true);
  }
  // Numbers with letters added, as rules make them, and what people choose by the rules of passwords.
  for (const other of ['20260001Aa', 'Jwxt@2026', 'abcdefghijkm', 'Abcdefghijkm', 'Xuehao202600', 'Ab3defghjkmnp', ''])
    expect(isDrawn(other), other).toBe(false);
  const bytes = randomBytes(PASSWORD_BYTES);
  expect(initialPassword(bytes)).toBe(initialPassword(bytes));
});
