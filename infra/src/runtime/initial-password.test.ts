import { randomBytes } from 'node:crypto';
import { administratorPassword } from '@jwxt/contracts/system/system.command.ts';
import { expect, it } from 'vitest';
import { initialPassword, PASSWORD_BYTES } from './initial-password.ts';

it('initial passwords differ, keep to the rules, and hold nothing that is misread', () => {
  const drawn = Array.from({ length: 200 }, () => initialPassword(randomBytes(PASSWORD_BYTES)));
  expect(new Set(drawn).size).toBe(drawn.length);
  for (const password of drawn) {
    expect(administratorPassword.safeParse(password).success, password).toBe(true);
    expect(password).not.toMatch(/[0O1lIo]/);
  }
  const bytes = randomBytes(PASSWORD_BYTES);
  expect(initialPassword(bytes)).toBe(initialPassword(bytes));
});
