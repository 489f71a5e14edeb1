import { z } from 'zod';
import { integer, pageNum, total } from '../kernel/fields.ts';
import { defineOperation } from '../kernel/operation.ts';
import { noScope } from '../kernel/scope.vocabulary.ts';

/** 在职 (PICKERS-100). */
export const ON_JOB = '11';
/** Whatever the status. */
export const ANY_STATUS = 'all';
/** Teachers whose names are asked for by key, at most. */
const keysAtOnce = 200;
const filterText = z.string().trim().max(60).optional();

/** A teacher to pick (PICKERS-101); `xb` is the sex in words. */
export const teacherRow = z.object({
  gh: z.string(),
  ywbm: z.string(),
  xm: z.string(),
  xb: z.string(),
  dwmc: z.string(),
});
export type TeacherRow = z.output<typeof teacherRow>;

/**
 * What teachers are searched by (PICKERS-118): part of number, part of name or pinyin, unit, title; staff besides by
 * their kind (PICKERS-120).
 */
const teacherFilter = { ywbm: filterText, xm: filterText, dwh: filterText, zcm: filterText, jzglbm: filterText };

/**
 * PICKERS-099: teachers by status, on the job by default (`all`: any); or those of `ghList`, whatever their status,
 * with pageNum 1 and pageSize 0.
 */
export const queryTeachers = defineOperation({
  id: 'teacher.queryList',
  method: 'POST',
  path: '/baseInfo/teacher/queryList',
  access: { permission: 'teacher:query' },
  scope: noScope.picking,
  summary: '教师查询',
  encoding: 'json',
  outcome: 'query',
  input: z
    .object({
      pageNum,
      pageSize: integer(0, 200).default(20),
      dqztm: z.string().max(10).default(ON_JOB),
      ghList: z.array(z.string().min(1).max(64)).max(keysAtOnce).optional(),
      ...teacherFilter,
    })
    .refine(({ pageSize, ghList }) => pageSize > 0 || ghList !== undefined, {
      path: ['pageSize'],
      message: '每页条数应大于0',
    }),
  output: z.object({ rows: z.array(teacherRow), total }),
});

/**
 * A teacher under English names (PICKERS-102): `businessCode` is the number, `teacherCode` the key, `sixName` the sex.
 */
export const teacherSearchRow = z.object({
  businessCode: z.string(),
  teacherName: z.string(),
  sixName: z.string(),
  titleName: z.string(),
  departmentName: z.string(),
  teacherCode: z.string(),
});
export type TeacherSearchRow = z.output<typeof teacherSearchRow>;
/** Teachers on the job who may teach, for the assignment to a class. */
export const searchTeachers = defineOperation({
  id: 'teacher.search',
  method: 'POST',
  path: '/baseInfo/teacher/search',
  access: { permission: 'teacher:query' },
  scope: noScope.picking,
  summary: '可任课教师查询',
  encoding: 'form',
  outcome: 'query',
  input: z.object({ pageNum, pageSize: integer(1, 200).default(10), ...teacherFilter }),
  output: z.object({ rows: z.array(teacherSearchRow), total }),
});

export const teacherOperations = [queryTeachers, searchTeachers] as const;
