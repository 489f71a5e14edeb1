import fc from 'fast-check';
import { expect, test } from 'vitest';
import { statusAllows } from '../status.rules.ts';
import { standingOn } from './standing-on.fixture.ts';
import type { ImplementedChange, StudentStatusState } from './student-status.state.ts';

const days = Array.from({ length: 30 }, (_, at) => `2026-09-${String(at + 1).padStart(2, '0')}`);
const enrolled = { status: '01', inSchool: true, bjdm: 'B0', studentType: '4201' };
const change = fc.record(
  {
    status: fc.constantFrom('01', '02', '03', '13'),
    bjdm: fc.constantFrom('B1', 'B2'),
    studentType: fc.constantFrom('4202'),
  },
  { requiredKeys: [] },
);
const history = fc
  .array(fc.record({ effectiveDate: fc.constantFrom(...days), changedTo: change, cancelled: fc.boolean() }), {
    maxLength: 12,
  })
  .map((changes): StudentStatusState => ({
    changes: changes.map((each, at): ImplementedChange => ({ ...each, applyId: String(at), changeType: '99' })),
  }));

// STUDENT-STATUS-16
test('the state on a day is the same by the fold as by going through the days, whatever came when', () => {
  fc.assert(
    fc.property(history, (state) => {
      let counted = enrolled;
      for (const day of days) {
        for (const { cancelled, effectiveDate, changedTo } of state.changes)
          if (!cancelled && effectiveDate === day) counted = { ...counted, ...changedTo };
        expect(standingOn(state, enrolled, day)).toEqual(counted);
      }
    }),
  );
});

test('who was there the day before, and came or left, is who is there: headcount in is headcount out', () => {
  const onBooks = (state: StudentStatusState, day: string): boolean =>
    statusAllows(standingOn(state, enrolled, day).status, 'countInStatistics');
  fc.assert(
    fc.property(fc.array(history, { maxLength: 8 }), (students) => {
      let count = students.filter((state) => onBooks(state, '2026-08-31')).length;
      for (const [at, day] of days.entries()) {
        const before = days[at - 1] ?? '2026-08-31';
        count += students.filter((state) => !onBooks(state, before) && onBooks(state, day)).length;
        count -= students.filter((state) => onBooks(state, before) && !onBooks(state, day)).length;
        expect(count).toBe(students.filter((state) => onBooks(state, day)).length);
      }
    }),
  );
});
