import { expect, test } from 'vitest';
import { rebuildFee, type ChargedSignUp, type RebuildExpense } from './rebuild-expense.ts';

const row = (more: Partial<RebuildExpense>): RebuildExpense => ({
  semesterId: null,
  courseNature: null,
  rebuildMode: null,
  chargeMode: '1',
  price: 10_000,
  freeTimes: 0,
  ...more,
});
const signUp: ChargedSignUp = {
  semesterId: '2026-2027-1',
  courseNature: '04',
  rebuildMode: '1',
  credit: 35,
  times: 0,
};

// SCORE-MORE-30
test.each<[string, RebuildExpense[], Partial<ChargedSignUp>, number]>([
  ['without a row it is free', [], {}, 0],
  ['by credit', [row({})], {}, 35_000],
  ['half a credit of an odd price is rounded half up', [row({ price: 333 })], { credit: 5 }, 167],
  ['by course', [row({ chargeMode: '2', price: 12_050 })], {}, 12_050],
  ['free', [row({ chargeMode: '3', price: 0 })], {}, 0],
  ['the first times are free', [row({ freeTimes: 2 })], { times: 1 }, 0],
  ['and later ones are not', [row({ freeTimes: 2 })], { times: 2 }, 35_000],
  ['of another semester, nature or mode does not hold', [row({ semesterId: '2025-2026-1' })], {}, 0],
  [
    'nature before mode',
    [row({ rebuildMode: '1', price: 1 }), row({ courseNature: '04', price: 200 }), row({ price: 3 })],
    { credit: 10 },
    200,
  ],
  [
    'semester before nature and mode',
    [row({ courseNature: '04', rebuildMode: '1', price: 1 }), row({ semesterId: '2026-2027-1', price: 200 })],
    { credit: 10 },
    200,
  ],
])('%s', (_name, rows, more, cents) => {
  expect(rebuildFee(rows, { ...signUp, ...more })).toBe(cents);
});
