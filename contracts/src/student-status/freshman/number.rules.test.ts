import { expect, test } from 'vitest';
import { abandonProblem, keepProblem } from './freshman.rules.ts';
import { classRuleProblems, formatNumber, idRuleProblems, withSerial, type Segment } from './number.rules.ts';

const part = (type: Segment['type'], more: Partial<Segment> = {}): Segment => ({
  type,
  value: null,
  length: null,
  ...more,
});

test('STUDENT-STATUS-13: a number is made of its parts, and parts that would make numbers collide are refused', () => {
  const segments = [
    part('gradeShort'),
    part('level', { length: 1 }),
    part('department', { length: 3 }),
    part('classNumber', { length: 2 }),
    part('serial'),
  ];
  const values = { gradeShort: '26', level: '04', department: '1', classNumber: 'SE-2603' };
  expect(formatNumber(withSerial(segments, 3), values, 7)).toBe('26400103007');
  expect(idRuleProblems(segments, 3, '3')).toEqual([]);
  expect(idRuleProblems(segments.slice(1), 3, '3')).toEqual([
    { field: 'segments', message: '应含年级，否则各年级的学号会重复' },
  ]);
  const schoolWide = [part('grade'), part('serial')];
  expect(idRuleProblems(schoolWide, 5, '1')).toEqual([]);
  expect(idRuleProblems(schoolWide, 5, '3')).toEqual([
    { field: 'serialScope', message: '按班级编流水号时，学号中应含班级编号' },
  ]);
  expect(idRuleProblems([part('grade'), part('fixed', { value: 'ABCDEFGHIJKL' }), part('serial')], 5, '1')).toEqual([
    { field: 'segments', message: '最长 20 位' },
  ]);
  expect(idRuleProblems([part('grade'), part('major')], 5, '1')).toEqual([
    { field: 'segments.1.length', message: '请填写位数' },
  ]);
});

test('STUDENT-STATUS-14: classes are numbered and called by a rule', () => {
  const name = [part('majorName'), part('gradeShort'), part('serial', { length: 2 })];
  expect(formatNumber(name, { majorName: '软工', gradeShort: '26' }, 1)).toBe('软工2601');
  const number = [part('gradeShort'), part('major', { length: 4 }), part('serial', { length: 2 })];
  expect(formatNumber(number, { gradeShort: '26', major: '080902' }, 12)).toBe('26090212');
  expect(classRuleProblems(number, name)).toEqual([]);
  expect(classRuleProblems(number, name.slice(0, 2))).toEqual([
    { field: 'nameSegments', message: '应有一个流水号，不能多也不能少' },
  ]);
});

test('STUDENT-STATUS-11: two weeks without leave before anybody is given up, a year of keeping', () => {
  const nobody = { enrollDate: '2026-09-01', leaveUntil: null };
  expect(abandonProblem('2', nobody, '2026-09-15')).toBe('2026-09-15 之后才算逾期未报到');
  expect(abandonProblem('2', nobody, '2026-09-16')).toBeNull();
  expect(abandonProblem('2', { ...nobody, leaveUntil: '2026-10-08' }, '2026-10-08')).toBe('已请假至 2026-10-08');
  expect(abandonProblem('1', nobody, '2026-08-20')).toBeNull();
  expect(keepProblem('2', '2027-09-02', '2026-09-01')).toBe('除应征入伍外，保留不超过一年');
  expect(keepProblem('1', '2029-09-02', '2026-09-01')).toBeNull();
});
