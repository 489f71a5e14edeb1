import { expect, it } from 'vitest';
import { admitTransfers, totalOf, whyNoTransfer, type TransferringStudent } from './transfer.rules.ts';

const student: TransferringStudent = {
  status: '01',
  inAttendance: true,
  semestersBehind: 2,
  semestersLeft: 6,
  studentType: '1',
  gradeMajorId: '2026SE',
  grade: '2026',
  transfersBefore: 0,
  punished: false,
};
const target = { gradeMajorId: '2026CS', grade: '2026', studentType: '1' };

it.each([
  [{}, {}, null],
  [{ inAttendance: false }, {}, '当前学籍状态不是在读，不能转专业'],
  [{ semestersBehind: 0 }, {}, '入学第一学期不能转专业'],
  [{ semestersLeft: 2 }, {}, '毕业学年不能转专业'],
  [{ transfersBefore: 1 }, {}, '在校期间最多转专业 1 次'],
  [{ punished: true }, {}, '处分期内不能转专业'],
  [{}, { gradeMajorId: '2026SE' }, '已在这个年级专业'],
  [{}, { grade: '2025' }, '只能转入同一年级的专业'],
  [{}, { studentType: '5' }, '学生类别不同，不能转入'],
])('who may change his major, and to which (STUDENT-STATUS-23): %j %j', (own, wanted, why) => {
  expect(whyNoTransfer({ ...student, ...own }, { ...target, ...wanted }, 1)?.why ?? null).toBe(why);
});

it('who is admitted goes by rank within what comes in and goes out', () => {
  const asking = (applyId: string, totalScore: number | null, source: string, to: string) => ({
    applyId,
    studentNumber: applyId,
    source,
    target: to,
    totalScore,
    gpa: null,
  });
  const why = admitTransfers(
    [
      asking('1', 8000, 'S', 'T'),
      asking('2', 9000, 'S', 'T'),
      asking('3', null, 'U', 'T'),
      asking('4', 7000, 'S', 'V'),
    ],
    [
      { gradeMajorId: 'T', in: 2, out: null },
      { gradeMajorId: 'V', in: 5, out: null },
      { gradeMajorId: 'S', in: 0, out: 2 },
    ],
  );
  expect(Object.fromEntries(why)).toEqual({
    1: null,
    2: null,
    3: '转入名额已满，按成绩排名未录取',
    4: '转出名额已满，按成绩排名未录取',
  });
});

it('a total is the average with its share of the interview', () => {
  expect([totalOf(8000, 9000, 0), totalOf(8000, 9000, 40), totalOf(null, 9000, 40), totalOf(null, null, 40)]).toEqual([
    8000,
    8400,
    3600,
    null,
  ]);
});
