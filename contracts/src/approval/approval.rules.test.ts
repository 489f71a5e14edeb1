import { expect, it } from 'vitest';
import { businessStatus, OFFICE } from './approval.vocabulary.ts';
import { isOverdue, isUrgedToday, levelAbove, mayRecall, isTurnedDown, isWithApplicant } from './approval.rules.ts';

it('what waits is overdue once more days of the calendar have passed than it may take, whatever the hour', () => {
  const since = '2026-02-26 23:50:00';
  expect(isOverdue(since, '2026-03-01 23:59:59', 3)).toBe(false);
  expect(isOverdue(since, '2026-03-02 00:00:00', 3)).toBe(true);
  expect(isOverdue(since, '2026-03-02', 4)).toBe(false);
  expect(isOverdue(since, '2026-02-26', 1)).toBe(false);
});

it('above a node are those who decide next, above the last the office, above the office nobody', () => {
  const [unit, other, last] = ['04', '05', OFFICE.roleCode].map((roleCode, n) => ({
    processNodeId: `P-${n}`,
    roleCode,
  }));
  expect(levelAbove([unit!, other!], unit!)).toBe(other);
  expect(levelAbove([unit!, other!], other!)).toBe(OFFICE);
  expect(levelAbove([unit!, last!], last!)).toBeNull();
});

it('the applicant takes back what is undecided, later only if allowed and only the own unit has decided', () => {
  const recallable = { status: '1', recallAllowed: false, decidedAtHome: false };
  expect(mayRecall(recallable)).toBe(true);
  expect(mayRecall({ status: '2', recallAllowed: true, decidedAtHome: true })).toBe(true);
  for (const not of [
    { recallAllowed: false, decidedAtHome: true },
    { recallAllowed: true, decidedAtHome: false },
  ])
    expect(mayRecall({ ...not, status: '2' })).toBe(false);
  for (const status of ['3', '4', '5', '8', '9'])
    expect(mayRecall({ status, recallAllowed: true, decidedAtHome: true })).toBe(false);
});

it('urged once on a day of the school, not of the server', () => {
  const lateEvening = '2026-03-01T15:59:00.000Z';
  expect(isUrgedToday(null, lateEvening)).toBe(false);
  expect(isUrgedToday('2026-02-28T16:00:00.000Z', lateEvening)).toBe(true);
  expect(isUrgedToday(lateEvening, '2026-03-01T16:00:00.000Z')).toBe(false);
});

it('with the applicant is what was saved, returned or recalled; turned down what was returned or not passed', () => {
  const statuses = Object.values(businessStatus);
  expect(statuses.filter(isWithApplicant)).toEqual([
    businessStatus.saved,
    businessStatus.returned,
    businessStatus.recalled,
  ]);
  expect(statuses.filter(isTurnedDown)).toEqual([businessStatus.returned, businessStatus.notPassed]);
});
