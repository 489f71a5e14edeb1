import { describe, expect, it } from 'vitest';
import { isOpenWork, whyNotHisToEnter, whyNotOpen, type EnteredSheet } from './score-entry.rules.ts';

const open: EnteredSheet = {
  status: '2',
  window: { state: 'open', begin: '2026-12-20 08:00:00', end: '2027-01-10 23:59:59' },
  submitted: { name: '', time: '' },
  entryTeacher: { gh: null, name: '' },
};

describe('whose scores they are to type', () => {
  it.each([
    ['a teacher of the class', { gh: 'T1', teaches: true }, null, null],
    ['somebody else', { gh: 'T2', teaches: false }, null, 'SHEET_NOT_TEACHER'],
    ['who is named instead of the teachers', { gh: 'T9', teaches: false }, 'T9', null],
    ['a teacher beside the one who is named', { gh: 'T1', teaches: true }, 'T9', 'SHEET_NOT_ENTRY_TEACHER'],
    ['somebody else beside the one who is named', { gh: 'T2', teaches: false }, 'T9', 'SHEET_NOT_TEACHER'],
    ['an account without a teacher', { gh: null, teaches: false }, null, 'SHEET_NOT_TEACHER'],
  ])('%s', (_who, person, importer, code) => {
    const sheet = { ...open, entryTeacher: { gh: importer, name: '王老师' } };
    expect(whyNotHisToEnter(sheet, person)?.code ?? null).toBe(code);
  });
});

describe('when scores may be typed', () => {
  const { begin, end } = open.window;
  it.each([
    ['while the window is open', open, null],
    ['before it', { ...open, window: { ...open.window, state: 'before' as const } }, { begin, end }],
    ['after it', { ...open, window: { ...open.window, state: 'closed' as const } }, { end }],
    ['under approval', { ...open, status: '3', submitted: { name: '王', time: end } }, { name: '王', time: end }],
    ['when published', { ...open, status: '4' }, {}],
  ])('%s', (_when, sheet, details) => {
    expect(whyNotOpen(sheet)?.details ?? null).toEqual(details);
  });
});

it.each([
  ['open', 'entering', true],
  ['open', 'returned', true],
  ['open', 'submitted', false],
  ['open', 'passed', false],
  ['closed', 'returned', false],
  ['before', 'empty', false],
] as const)('a class whose window is %s and whose entry is %s is open work: %s', (windowState, entryState, work) => {
  expect(isOpenWork({ windowState, entryState })).toBe(work);
});
