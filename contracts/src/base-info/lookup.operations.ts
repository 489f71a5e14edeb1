import { z } from 'zod';
import { defineOperation } from '../kernel/operation.ts';

/*
 * Lookups with the paths of the specification: codes and names of the rows in use that people keep on pages.
 */

const optional = z.string().trim().max(64).optional();
const readers = 'Forms of other systems of the school that choose by code and name.';

/** BASE-DATA-03: grades, newest first. */
export const findAllGrades = defineOperation({
  id: 'nj.findAllNj',
  method: 'GET',
  path: '/baseInfo/nj/findAllNj',
  access: { signedIn: '年级的代码和名称人人可知，不含业务数据' },
  summary: '年级列表',
  calledBy: readers,
  input: z.object({}),
  output: z.array(z.object({ njdm: z.string(), njmc: z.string() })),
});

/** Classes that one answer holds at most. */
export const CLASSES_AT_MOST = 500;

/** BASE-DATA-05: classes that have not graduated, by grade, unit, major, grade-major and part of the name. */
export const findClasses = defineOperation({
  id: 'classInfo.selectDropDownBjxx',
  method: 'POST',
  path: '/baseInfo/classInfo/selectDropDownBjxx',
  access: { signedIn: '行政班的代码和名称人人可知，不含学生' },
  summary: '行政班下拉列表',
  calledBy: readers,
  encoding: 'form',
  outcome: 'query',
  input: z.object({ njdm: optional, dwh: optional, zydm: optional, njzydm: optional, bjmc: optional }),
  output: z.array(z.object({ bjdm: z.string(), bjmc: z.string() })).max(CLASSES_AT_MOST),
});

/** BASE-DATA-07: grade-majors by grade, unit and major. */
export const findGradeMajors = defineOperation({
  id: 'gradeProInfo.findNjzyByNjAndXyAndZydm',
  method: 'GET',
  path: '/baseInfo/gradeProInfo/findNjzyByNjAndXyAndZydm',
  access: { signedIn: '年级专业的代码和名称人人可知，不含业务数据' },
  summary: '年级专业列表',
  calledBy: readers,
  input: z.object({ nj: optional, xy: optional, zydm: optional }),
  output: z.array(z.object({ njzydm: z.string(), njzymc: z.string() })),
});

/** BASE-DATA-13: periods of the day, those of a campus where it has its own. */
export const getAllTimes = defineOperation({
  id: 'changeClass.getAllTimes',
  method: 'GET',
  path: '/arrange/ChangeClass/getAllTimes',
  access: { signedIn: '作息时间人人可知，不含业务数据' },
  summary: '节次列表',
  input: z.object({ xqdm: optional }),
  output: z.array(
    z.object({
      festivalsCode: z.string(),
      festivalsName: z.string(),
      timeCode: z.string(),
      timeName: z.string(),
      startTime: z.string(),
      endTime: z.string(),
    }),
  ),
});

/** Tables whose code and name may be asked for by name, and nothing else. */
export const codeTables = ['campus', 'grade', 'department', 'major', 'semester', 'scoreHierarchy'] as const;

/**
 * BASE-DATA-12: code and name of the rows of a table, or of a dictionary by its category, by code or part of the name.
 */
export const findCodesByTable = defineOperation({
  id: 'dictionary.findByTable',
  method: 'GET',
  path: '/system/dataDict/findDmxqByTable',
  access: { signedIn: '代码和名称人人可知，不含业务数据' },
  summary: '按表查代码',
  calledBy: readers,
  answer: 'meta',
  input: z.object({
    table: z.union([z.enum(codeTables), z.string().regex(/^[A-Z]+_[A-Z]+$/)]),
    dm: optional,
    mc: optional,
  }),
  output: z.array(z.object({ dm: z.string(), mc: z.string() })),
});

export const lookupOperations = [findAllGrades, findClasses, findGradeMajors, getAllTimes, findCodesByTable] as const;
