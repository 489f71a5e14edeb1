import { administratorPassword } from '@jwxt/contracts/system/system.command.ts';
import { expect, it } from 'vitest';
import { initialPassword } from './initial-password.ts';

it('initial passwords differ, keep to the rules, and hold nothing that is misread', () => {
  const drawn = Array.from({ length: 200 }, initialPassword);
  expect(new Set(drawn).size).toBe(drawn.length);
  for (const password of drawn) {
    expect(administratorPassword.safeParse(password).success, password).toBe(true);
    expect(password).not.toMatch(/[0O1lIo]/);
  }
});
