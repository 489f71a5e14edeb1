import { expect, it } from 'vitest';
import { hourSums, rowsOf, teachersOf } from './job-teachers.model.ts';

const line = (teacherCode: string, hourType: string, hour: number) => ({
  teacherCode,
  teacherName: teacherCode,
  hourType,
  hourName: '',
  hour,
  startEndWeek: '1-16',
});
const job = {
  teachingClassName: '',
  courseName: '',
  totalHour: 48,
  startEndWeek: '1-16',
  confirmed: false,
  parted: true,
  types: [
    { hourType: '1', hourName: '理论', hours: 32 },
    { hourType: '2', hourName: '实验', hours: 16 },
  ],
  teachers: [line('T1', '1', 32), line('T1', '2', 8), line('T2', '2', 8)],
};

it('OPEN-COURSE-05: a teacher stands once with the hours of each type, sums stand beside what the type has', () => {
  const rows = rowsOf(job);
  expect(rows.map(({ hours, typing }) => [hours, typing])).toEqual([
    [{ '1': '32', '2': '8' }, true],
    [{ '2': '8' }, false],
  ]);
  expect(hourSums(job, rows).map(({ sum, beyond }) => [sum, beyond])).toEqual([
    [32, false],
    [16, false],
  ]);
  const more = rows.map((row) => ({ ...row, hours: { ...row.hours, '2': '8.5' } }));
  expect(hourSums(job, more)[1]).toMatchObject({ sum: 17, beyond: true });
});

it('who types the scores is sent first; who has no hours is sent with none of the first type', () => {
  const [first, second] = rowsOf(job);
  const rows = [
    { ...first!, typing: false, hours: {} },
    { ...second!, typing: true },
  ];
  expect(teachersOf(job, rows).map(({ teacherCode, hourType, hour }) => [teacherCode, hourType, hour])).toEqual([
    ['T2', '2', 8],
    ['T1', '1', 0],
  ]);
});
