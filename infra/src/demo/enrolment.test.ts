import { describe, expect, it } from 'vitest';
import { referenceResources } from '@jwxt/contracts/base-info/reference.resource.ts';
import { semestersAround } from './calendar.ts';
import { openAccounts } from './account.ts';
import { campusOf, enrol } from './enrolment.ts';

const semesters = semestersAround('2026-11-20', 8);
const university = enrol(2000, semesters);
const rowsOf = (resource: string): readonly object[] => university.rows.find(([name]) => name === resource)![1];

describe('demo university', () => {
  it('has the size that was asked for', () => {
    expect(rowsOf('student')).toHaveLength(2000);
    expect(rowsOf('classInfo')).toHaveLength(60);
    expect(university.teachers).toHaveLength(150);
    expect(university.teachingClasses).toHaveLength(150);
    expect(new Set(university.teachingClasses.map((row) => row.semester.xnxq)).size).toBe(2);
  });

  it('is the same every time', () => {
    expect(enrol(2000, semesters).rows).toEqual(university.rows);
  });

  it('fits the schemas of its resources, with unique keys', () => {
    const accounts = openAccounts(university, undefined);
    for (const [name, rows] of [
      ...university.rows,
      ['userAccount', accounts.userRows],
      ['userRole', accounts.userRoleRows],
    ] as const) {
      const resource = referenceResources.find((one) => one.name === name)!;
      const keys = rows.map((row) => {
        const parsed = resource.row.parse(row);
        return resource.key.map((key) => parsed[key]).join('|');
      });
      expect(new Set(keys).size, name).toBe(keys.length);
    }
  });

  it('has one code that somebody typed in full width, for the data monitor to find and clean', () => {
    const codes = rowsOf('major').map(
      (row) => referenceResources.find(({ name }) => name === 'major')!.row.parse(row)['gjzydm'],
    );
    expect(codes.filter((code) => /[０-９]/.test(String(code)))).toHaveLength(1);
  });

  it('gives teacher1 a class of each kind and shares one with teacher2', () => {
    const mine = university.teachingClasses.filter(
      (row) => row.semester === semesters[0] && row.teachers[0] === university.teachers[0],
    );
    expect(mine).toHaveLength(6);
    expect(mine[1]!.teachers).toEqual(university.teachers.slice(0, 2));
    expect(
      university.teachingClasses.every(
        (row) => row.students.length > 20 && row.teachers.every((teacher) => teacher.dwh === row.course.kkxy),
      ),
    ).toBe(true);
  });

  it.each([600, 2000, 50_000])(
    '%i students: every class of this semester meets in a room of its campus that seats it, alone with its teacher',
    (count) => {
      const { rows, teachingClasses, rooms } = enrol(count, semesters);
      const meetings = rows.find(([name]) => name === 'classSchedule')![1] as {
        teachingClassId: string;
        weekday: number;
        period: string;
        room: string;
        jsh: string;
        gh: string;
      }[];
      const classes = new Map(teachingClasses.map((one) => [one.teachingClassId, one]));
      expect(meetings).toHaveLength(teachingClasses.filter(({ semester }) => semester === semesters[0]).length);
      for (const { teachingClassId, room, jsh } of meetings) {
        const { course, students } = classes.get(teachingClassId)!;
        const where = rooms.find((one) => one.jsh === jsh)!;
        expect([where.jsmc, where.xqdm, where.yxzws >= students.length]).toEqual([room, campusOf(course.kkxy), true]);
      }
      for (const who of ['jsh', 'gh'] as const)
        expect(new Set(meetings.map((one) => `${one.weekday} ${one.period} ${one[who]}`)).size, who).toBe(
          meetings.length,
        );
    },
  );

  it('nobody sits in a class before having entered the school', () => {
    for (const { semester, students } of university.teachingClasses) {
      for (const student of students)
        expect(Number(student.njzydm.slice(0, 4))).toBeLessThanOrEqual(Number(semester.xnzj.slice(0, 4)));
    }
  });

  it('grows with the number of students', () => {
    const larger = enrol(10_000, semesters);
    expect(larger.students).toHaveLength(10_000);
    expect(new Set(larger.students.map((student) => student.studentCode)).size).toBe(10_000);
    expect(larger.teachingClasses.length).toBeGreaterThan(600);
  });

  it('names the semesters around a day', () => {
    expect(semestersAround('2026-11-20', 3).map((semester) => semester.xnxq)).toEqual([
      '2026-2027-1',
      '2025-2026-2',
      '2025-2026-1',
    ]);
    expect(semestersAround('2027-01-05', 1)[0]).toMatchObject({ xnxq: '2026-2027-1', ksrq: '2026-08-31', sfdqxq: '1' });
    expect(semestersAround('2027-03-05', 2).map((semester) => semester.xnxq)).toEqual(['2026-2027-2', '2026-2027-1']);
  });
});
