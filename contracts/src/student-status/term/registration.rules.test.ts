import { expect, it } from 'vitest';
import { registrationProblem, type RegistrationFacts } from './registration.rules.ts';

const facts = (own: Partial<RegistrationFacts>): RegistrationFacts => ({
  status: '0',
  allowed: true,
  statusName: '在读',
  paid: '1',
  greenChannel: false,
  paidFirst: false,
  ...own,
});
const code = (to: '0' | '1' | '2' | '3', own: Partial<RegistrationFacts> = {}) =>
  registrationProblem(to, facts(own))?.code ?? null;

it('registers who is not or was put off, and nobody twice (STUDENT-STATUS-03)', () => {
  expect((['0', '1', '2', '3'] as const).map((status) => code('1', { status }))).toEqual([
    null,
    'REGISTRATION_DONE',
    null,
    'REGISTRATION_REFUSED',
  ]);
  expect((['0', '1', '2', '3'] as const).map((status) => code('0', { status }))).toEqual([
    'REGISTRATION_NOTHING',
    null,
    null,
    null,
  ]);
  expect(registrationProblem('2', facts({ allowed: false, statusName: '休学' }))).toEqual({
    code: 'REGISTRATION_STATUS',
    details: { status: '休学' },
  });
});

it('sees who owes, and stops him only where the school says so and the green channel does not', () => {
  expect(code('1', { paid: '0' })).toBeNull();
  expect(code('1', { paid: '0', paidFirst: true })).toBe('REGISTRATION_ARREARS');
  expect(code('2', { paid: '0', paidFirst: true })).toBeNull();
  expect(code('1', { paid: '0', paidFirst: true, greenChannel: true })).toBeNull();
  expect(code('1', { paid: '2', paidFirst: true })).toBeNull();
});
