import { describe, expect, it } from 'vitest';
import {
  assignmentProblem,
  SHARED_CLASS_INCOMPLETE,
  withoutTeacher,
  withTeachers,
  type AssignedTeacher,
} from './teacher-assignment.ts';

const teacher = (teacherCode: string, hour: number | null, startEndWeek: string): AssignedTeacher => ({
  teacherCode,
  teacherName: `教师${teacherCode}`,
  hourType: '1',
  hourName: '理论',
  hour,
  startEndWeek,
});

describe('teachers assigned to a class', () => {
  it('confirmed ones are added once, and removed by their code', () => {
    const one = withTeachers(
      [teacher('A', 32, '1-8')],
      [
        { teacherCode: 'A', teacherName: '教师A' },
        { teacherCode: 'B', teacherName: '教师B' },
      ],
    );
    expect(one).toEqual([
      teacher('A', 32, '1-8'),
      { teacherCode: 'B', teacherName: '教师B', hourType: '', hourName: '', hour: null, startEndWeek: '' },
    ]);
    expect(withoutTeacher(one, 'A').map(({ teacherCode }) => teacherCode)).toEqual(['B']);
  });

  it('several need hours and weeks each, one does not', () => {
    expect(assignmentProblem([teacher('A', null, '')], 48)).toBeNull();
    expect(assignmentProblem([teacher('A', 24, '1-8'), teacher('B', null, '9-16')], 48)).toBe(SHARED_CLASS_INCOMPLETE);
    expect(assignmentProblem([teacher('A', 24, '1-8'), teacher('B', 24, '')], 48)).toBe(SHARED_CLASS_INCOMPLETE);
    expect(assignmentProblem([teacher('A', 24, '1-8'), teacher('B', 24, '9-16')], 48)).toBeNull();
  });

  it('the hours of several are at most those of the course, without rounding', () => {
    expect(assignmentProblem([teacher('A', 24.1, '1-8'), teacher('B', 24.2, '9-16')], 48.3)).toBeNull();
    expect(assignmentProblem([teacher('A', 24, '1-8'), teacher('B', 24.5, '9-16')], 48)).toBe(
      '各教师学时之和48.5超过总学时48',
    );
  });

  it('weeks are checked as everywhere', () => {
    expect(assignmentProblem([teacher('A', 24, '1-8,3')], 48)).toBe('请按照该格式填写‘1-2,4,5-9’');
    expect(assignmentProblem([teacher('A', 24, '1-26')], 48, 25)).toBe('所填写周次大于最大周次');
  });
});
