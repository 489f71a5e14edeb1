import { z } from 'zod';
import { commandId, dateText, integer, pageNum, pageSize, total } from '../../kernel/fields.ts';
import { sortBy } from '../../kernel/list-sort.ts';
import { defineOperation } from '../../kernel/operation.ts';
import { noScope } from '../../kernel/scope.vocabulary.ts';

/** What students are counted by (STUDENT-STATUS-17), and what returns of the year need besides. */
export const dimensionNames = {
  department: '院系',
  major: '专业',
  grade: '年级',
  class: '班级',
  sex: '性别',
  nation: '民族',
  studentType: '学生类别',
  status: '学籍状态',
  changeType: '异动类别',
  level: '培养层次',
  age: '年龄',
  province: '生源地',
} as const;
export type StudentDimension = keyof typeof dimensionNames;
export const studentDimensions = Object.keys(dimensionNames) as [StudentDimension, ...StudentDimension[]];
const dimension = z.enum(studentDimensions);

/** Who is counted: in school that day, on the books that day (休学 too), or whoever was enrolled by then. */
export const rangeNames = { inSchool: '在校', onBooks: '在籍', all: '全部' } as const;
export type StudentRange = keyof typeof rangeNames;

const text = z.string();
const count = z.number().int().min(0);
const code = z.string().trim().max(64).optional();
/** The students of a day as known now, or as a backup day froze them. */
const of = {
  day: dateText.optional(),
  backupDayId: code,
  range: z.enum(['inSchool', 'onBooks', 'all']).default('inSchool'),
  departmentId: code,
  grade: code,
};
/** A figure is told by what its row and its column say. */
const at = z
  .array(z.object({ dimension, code: text.max(64) }))
  .max(5)
  .default([]);

const table = z.object({
  /** The day that is counted. */
  day: text,
  /** Name of the backup day; null: as known now. */
  backupName: text.nullable(),
  rowDimensions: z.array(dimension),
  columnDimension: dimension.nullable(),
  columns: z.array(z.object({ code: text, name: text, total: count })),
  rows: z.array(
    z.object({
      codes: z.array(text),
      names: z.array(text),
      /** One for each column. */
      cells: z.array(count),
      total: count,
      femaleNum: count,
      /** Share of all, in tenths of a percent. */
      ratio: count,
    }),
  ),
  total: count,
  femaleNum: count,
});
/** A table of figures whose last row is the total. */
export type FigureTable = z.output<typeof table>;
export type FigureRow = FigureTable['rows'][number];

const person = z.object({
  studentCode: text,
  studentNumber: text,
  studentName: text,
  sexName: text,
  departmentName: text,
  gradeMajorName: text,
  administrativeClassName: text,
  studentTypeName: text,
  statusName: text,
  since: text,
});
export type CountedStudent = z.output<typeof person>;
const people = z.object({ rows: z.array(person), total });
/** What the persons of a figure are sorted by. */
export const countedSorts = [
  'studentNumber',
  'sexName',
  'gradeMajorName',
  'departmentName',
  'studentTypeName',
  'statusName',
] as const;
/** What those who came or went are sorted by. */
export const movedSorts = ['day', 'studentNumber', 'studentName', 'kindName'] as const;

const freely = {
  ...of,
  rows: z.array(dimension).min(1, '请选择统计项目').max(3, '行最多选择三项'),
  column: dimension.optional(),
};

/** STUDENT-STATUS-17 学籍统计: rows and columns freely chosen, as of any day. */
export const queryStatusStatistics = defineOperation({
  id: 'statusStatistics.query',
  method: 'POST',
  path: '/studentStatus/statusStatistics/query',
  access: { permission: 'statusStatistics:query' },
  scope: 'student',
  summary: '学籍统计',
  encoding: 'json',
  outcome: 'query',
  input: z.object(freely),
  output: table,
});
export const exportStatusStatistics = defineOperation({
  id: 'statusStatistics.exportExcel',
  method: 'POST',
  path: '/studentStatus/statusStatistics/exportExcel',
  access: { permission: 'statusStatistics:exportExcel' },
  scope: 'student',
  summary: '导出学籍统计',
  encoding: 'json',
  outcome: 'exportExcel',
  answer: 'file',
  input: z.object(freely),
  output: z.unknown(),
});
/** The persons of one figure, as they were that day. */
export const statusStatisticsPersons = defineOperation({
  id: 'statusStatistics.persons',
  method: 'POST',
  path: '/studentStatus/statusStatistics/persons',
  access: { permission: 'statusStatistics:persons' },
  scope: 'student',
  summary: '学籍统计的人员明细',
  encoding: 'json',
  outcome: 'query',
  input: z.object({ ...of, at, sort: sortBy(countedSorts), pageNo: pageNum, pageSize }),
  output: people,
});
export const exportStatusPersons = defineOperation({
  id: 'statusStatistics.exportPersons',
  method: 'POST',
  path: '/studentStatus/statusStatistics/exportPersons',
  access: { permission: 'statusStatistics:persons' },
  scope: 'student',
  summary: '导出学籍统计的人员明细',
  encoding: 'json',
  outcome: 'exportExcel',
  answer: 'file',
  input: z.object({ ...of, at }),
  output: z.unknown(),
});
/** Backup days that can be counted by. */
export const takenBackupDays = defineOperation({
  id: 'statusStatistics.backupDays',
  method: 'GET',
  path: '/studentStatus/statusStatistics/backupDays',
  access: { permission: 'statusStatistics:query' },
  scope: noScope.picking,
  summary: '可统计的备份日',
  outcome: 'query',
  input: z.object({}),
  output: z.object({ list: z.array(z.object({ backupDayId: text, backupName: text, backupDate: text })) }),
});

/** Tables of the year (高基报表) that count the students of one day. */
export const returnTables = {
  major: { title: '分专业学生数', rows: ['level', 'major'], column: 'grade' },
  age: { title: '在校生分年龄情况', rows: ['age'], column: 'level' },
  origin: { title: '在校生来源情况', rows: ['province'], column: 'level' },
} as const satisfies Record<
  string,
  { readonly title: string; readonly rows: readonly StudentDimension[]; readonly column: StudentDimension }
>;
export type ReturnTable = keyof typeof returnTables;
const asked = { day: of.day, backupDayId: of.backupDayId, table: z.enum(['major', 'age', 'origin']) };

/** 高基报表 of one day (STUDENT-STATUS-17): headcount by major, age and origin. */
export const queryStatusReturn = defineOperation({
  id: 'statusReturn.query',
  method: 'POST',
  path: '/studentStatus/statusReturn/query',
  access: { permission: 'statusReturn:query' },
  scope: 'student',
  summary: '高基报表',
  encoding: 'form',
  outcome: 'query',
  input: z.object(asked),
  output: table,
});
export const exportStatusReturn = defineOperation({
  id: 'statusReturn.exportExcel',
  method: 'POST',
  path: '/studentStatus/statusReturn/exportExcel',
  access: { permission: 'statusReturn:exportExcel' },
  scope: 'student',
  summary: '导出高基报表',
  encoding: 'form',
  outcome: 'exportExcel',
  answer: 'file',
  input: z.object(asked),
  output: z.unknown(),
});

/** What changes of a year are told by. */
export const movementGroupings = { studentType: '学生类别', department: '院系', major: '专业' } as const;
const movement = {
  /** After this day, until that one. */
  from: dateText,
  to: dateText,
  groupBy: z.enum(['studentType', 'department', 'major']).default('studentType'),
};
const ordered = <S extends z.ZodRawShape & typeof movement>(shape: S) =>
  z.object(shape).refine(
    (given) => {
      const { from, to } = given as { from: string; to: string };
      return from < to;
    },
    { path: ['to'], message: '截止日期应晚于起始日期' },
  );

const movementTable = z.object({
  groups: z.array(
    z.object({
      code: text,
      name: text,
      opening: count,
      /** By kind, in the order of `movementKinds`. */
      in: z.array(count),
      out: z.array(count),
      inTotal: count,
      outTotal: count,
      closing: count,
      /** opening + in − out = closing. */
      balanced: z.boolean(),
    }),
  ),
});
export type MovementTable = z.output<typeof movementTable>;
export type MovementGroup = MovementTable['groups'][number];

/** 学生变动情况: who came and went between two days, and that it adds up (STUDENT-STATUS-17). */
export const queryStatusMovement = defineOperation({
  id: 'statusReturn.movement',
  method: 'POST',
  path: '/studentStatus/statusReturn/movement',
  access: { permission: 'statusReturn:query' },
  scope: 'student',
  summary: '学生变动情况',
  encoding: 'form',
  outcome: 'query',
  input: ordered(movement),
  output: movementTable,
});
export const exportStatusMovement = defineOperation({
  id: 'statusReturn.exportMovement',
  method: 'POST',
  path: '/studentStatus/statusReturn/exportMovement',
  access: { permission: 'statusReturn:exportExcel' },
  scope: 'student',
  summary: '导出学生变动情况',
  encoding: 'form',
  outcome: 'exportExcel',
  answer: 'file',
  input: ordered(movement),
  output: z.unknown(),
});
/** The persons of one figure of it: with their states before and after, and the day. */
export const statusMovementPersons = defineOperation({
  id: 'statusReturn.movementPersons',
  method: 'POST',
  path: '/studentStatus/statusReturn/movementPersons',
  access: { permission: 'statusReturn:persons' },
  scope: 'student',
  summary: '学生变动的人员明细',
  encoding: 'form',
  outcome: 'query',
  input: ordered({
    ...movement,
    /** Empty: of all groups. */
    group: code,
    direction: z.enum(['in', 'out']),
    /** Empty: of every kind. */
    kind: code,
    sort: sortBy(movedSorts),
    pageNo: pageNum,
    pageSize,
  }),
  output: z.object({
    rows: z.array(
      z.object({
        rowKey: text,
        studentNumber: text,
        studentName: text,
        day: text,
        kindName: text,
        beforeText: text,
        afterText: text,
      }),
    ),
    total,
  }),
});
export type MovedStudent = z.output<typeof statusMovementPersons.output>['rows'][number];

const backupKey = z.string().min(1).max(64);
/** Freezes the states of all students on a backup day (STUDENT-STATUS-24), once. */
export const runBackupDay = defineOperation({
  id: 'backupDay.run',
  method: 'POST',
  path: '/studentStatus/backupDay/run',
  access: { permission: 'backupDay:run' },
  scope: noScope.school,
  summary: '执行备份',
  encoding: 'form',
  outcome: 'generate',
  input: z.object({ commandId, key: backupKey }),
  output: z.object({ jobId: z.uuid(), total: count }),
});
/** What the job of a backup is told. */
export const backupRun = z.object({ backupDayId: z.string() });

/** What differences are sorted by. */
export const comparedSorts = ['studentNumber', 'studentName'] as const;
/** What a backup day says and the same day as known now: changes that were entered later with an earlier date. */
export const compareBackupDay = defineOperation({
  id: 'backupDay.compare',
  method: 'POST',
  path: '/studentStatus/backupDay/compare',
  access: { permission: 'backupDay:compare' },
  scope: 'student',
  summary: '备份日与现在的差异',
  encoding: 'form',
  outcome: 'query',
  input: z.object({ key: backupKey, sort: sortBy(comparedSorts), pageNo: integer(1, 1_000_000).default(1), pageSize }),
  output: z.object({
    backupNum: count,
    /** In school that day, as known now. */
    nowNum: count,
    rows: z.array(
      z.object({
        studentCode: text,
        studentNumber: text,
        studentName: text,
        backupText: text,
        nowText: text,
      }),
    ),
    total,
  }),
});
export type BackupDifference = z.output<typeof compareBackupDay.output>['rows'][number];
