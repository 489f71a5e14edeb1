import { expect, test } from 'vitest';
import { groupItemStudents, type ItemGroup, type ItemStudent } from './special-item-group.rules.ts';

const student = (at: number, own: Partial<ItemStudent> = {}): ItemStudent => ({
  studentCode: `S${String(at)}`,
  studentNumber: String(at),
  studentName: `学生${String(at)}`,
  className: `${String(Math.ceil(at / 3))}班`,
  itemGroupId: null,
  barredBy: null,
  ...own,
});
const group = (itemGroupId: string, capacity: number, settled = false): ItemGroup => ({
  itemGroupId,
  groupName: itemGroupId,
  capacity,
  settled,
});
const many = (count: number) => Array.from({ length: count }, (_none, at) => student(at + 1));
const sizes = (...asked: Parameters<typeof groupItemStudents>) => {
  const { groups, left } = groupItemStudents(...asked);
  return { groups: groups.map(({ groupName, students }) => [groupName, students.length]), left: left.length };
};
const way = { again: false, even: false, newCapacity: null };

test('OPEN-COURSE-18: students of an item come into groups by class and capacity, each in one', () => {
  const { groups, left } = groupItemStudents(
    [student(1, { barredBy: '休学' }), ...many(7).slice(1)],
    [group('甲', 3), group('乙', 2)],
    way,
  );
  expect(groups.map(({ coming }) => coming)).toEqual([
    ['S2', 'S3', 'S4'],
    ['S5', 'S6'],
  ]);
  expect(left.map(({ student: { studentCode }, reason }) => [studentCode, reason])).toEqual([
    ['S1', '学籍状态为“休学”'],
    ['S7', '各组容量已满'],
  ]);
});

test('groups are filled evenly, and as many are made as are needed', () => {
  expect(sizes(many(7), [group('甲', 2), group('乙', 9)], { ...way, even: true })).toEqual({
    groups: [
      ['甲', 2],
      ['乙', 5],
    ],
    left: 0,
  });
  expect(sizes(many(7), [group('第1组', 2)], { ...way, newCapacity: 3 })).toEqual({
    groups: [
      ['第1组', 2],
      ['第2组', 3],
      ['第3组', 2],
    ],
    left: 0,
  });
});

test('who is in a group stays there, but where all are parted again; a settled group keeps its own', () => {
  const students = [student(1), student(2, { itemGroupId: '乙' }), student(3, { itemGroupId: '甲' })];
  const groups = [group('甲', 2, true), group('乙', 2)];
  const of = (again: boolean) =>
    groupItemStudents(students, groups, { ...way, again }).groups.map((one) =>
      one.students.map(({ studentCode }) => studentCode),
    );
  expect(of(false)).toEqual([['S1', 'S3'], ['S2']]);
  expect(of(true)).toEqual([['S1', 'S3'], ['S2']]);
  const [first] = groupItemStudents(students, [group('甲', 3), group('乙', 2)], { ...way, again: true }).groups;
  expect(first).toMatchObject({ before: 1, coming: ['S1', 'S2'] });
});
