import { expect, test } from 'vitest';
import {
  afterOf,
  changeProblems,
  changeTypes,
  endingOf,
  planReasonOf,
  returningFrom,
  type ChangeFacts,
  type ChangeForm,
} from './change-type.rules.ts';

const place = { bjdm: 'B1', njzydm: '2026SE', njdm: '2026', zydm: 'SE', dwh: '101' };
const facts: ChangeFacts = {
  status: '01',
  inForce: null,
  place,
  target: null,
  enrolledOn: '2026-09-01',
  tenthsOfYears: 40,
  earlier: [],
  hasFile: true,
  asker: 'office',
  today: '2027-11-20',
  suspension: { once: 12, total: 24 },
};
const form: ChangeForm = {
  changeType: '11',
  changeReason: '24',
  effectiveDate: '2027-11-20',
  endDate: '2028-09-01',
  classAfter: null,
  studentTypeAfter: null,
  chosenStatus: null,
  targetSchool: null,
};
const fields = (more: Partial<ChangeForm>, known: Partial<ChangeFacts> = {}) =>
  changeProblems({ ...form, ...more }, { ...facts, ...known }).map(({ field }) => field);

test('every kind gives what it says and nothing else', () => {
  for (const [changeType, { status, place: where }] of Object.entries(changeTypes)) {
    const after = afterOf({ changeType, classAfter: where ? 'B2' : null, studentTypeAfter: null, chosenStatus: '06' });
    expect(after.status ?? null).toBe(status === 'chosen' ? '06' : status);
  }
});

test('each change that somebody comes back from is ended by one', () => {
  expect(returningFrom.map(endingOf)).toEqual(['08', '07', '12', '12', '17', '65']);
});

test('another plan comes of another major, another grade, or of coming back; of nothing else', () => {
  const of = (changeType: string, otherGradeMajor: boolean) => planReasonOf(changeType, { otherGradeMajor });
  expect([of('23', true), of('26', true), of('02', true), of('12', false), of('08', false), of('17', true)]).toEqual([
    'transfer',
    'transfer',
    'return',
    'return',
    'return',
    'return',
  ]);
  expect([of('29', false), of('11', false), of('65', false), of('07', false), of('31', false)]).toEqual(
    Array.from({ length: 5 }, () => null),
  );
});

// STUDENT-STATUS-16
test('休学: at most so long at once and in all; illness with proof; a business as long as it takes', () => {
  expect(fields({})).toEqual([]);
  expect(fields({ endDate: null })).toEqual(['endDate']);
  const own = { changeReason: '26' };
  expect(fields({ ...own, endDate: '2028-11-21' })).toEqual(['endDate']);
  expect(fields({ endDate: '2029-11-21' })).toEqual([]);
  const earlier = [{ changeType: '11', effectiveDate: '2026-10-01', endDate: '2027-11-01' }];
  expect(fields({ ...own, endDate: '2028-11-20' }, { earlier })).toEqual(['endDate']);
  expect(fields({ ...own, changeReason: '10' }, { asker: 'student', hasFile: false })).toEqual(['files']);
  expect(fields({}, { status: '02' })).toEqual(['changeType']);
});

test('who comes back ends what he left by; a class is of the grade that the kind says', () => {
  const back = { changeType: '12', changeReason: '99', endDate: null } as const;
  expect(fields(back, { status: '02', inForce: '13' })).toEqual([]);
  expect(fields(back, { status: '04', inForce: '19' })).toEqual(['changeType']);
  const next = { ...place, bjdm: 'B9', njzydm: '2027SE', njdm: '2027' };
  const stay = { changeType: '02', changeReason: '22', endDate: null, classAfter: 'B9' } as const;
  expect(fields(stay, { target: next })).toEqual([]);
  expect(fields({ ...stay, changeType: '04' }, { target: next })).toEqual(['classAfter']);
  expect(fields({ ...stay, classAfter: null })).toEqual(['classAfter']);
  expect(fields({ ...stay, changeType: '29' }, { target: { ...place, bjdm: 'B9' } })).toEqual([]);
});

test('days: not before the last change, a student not before today; who may ask for what', () => {
  const out = { changeType: '31', changeReason: '21', endDate: null } as const;
  expect(fields({ ...out, effectiveDate: '2027-11-19' }, { asker: 'student' })).toEqual(['effectiveDate']);
  expect(fields({ ...out, effectiveDate: '2026-08-31' })).toEqual(['effectiveDate']);
  expect(fields({ ...out, changeReason: '51' })).toEqual(['changeReason']);
  expect(fields({ ...out, changeType: '42' }, { asker: 'unit' })).toEqual(['changeType']);
  expect(fields({ ...out, changeType: '21', targetSchool: '某大学' }, { today: '2026-10-01' })).toContain('changeType');
});
