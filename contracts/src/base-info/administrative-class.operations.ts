import { z } from 'zod';
import { pageNum, pageSize, total } from '../kernel/fields.ts';
import { defineOperation } from '../kernel/operation.ts';

/** Rows a page of the class selector (PICKERS-048). */
export const CLASS_PAGE_SIZE = 20;
/** Key of the root of the tree (PICKERS-038). */
export const CLASS_TREE_ROOT = '001';
/** What a node of the tree is (PICKERS-050): the whole school, a unit, a grade-major, a class. */
export const classTreeLevel = { school: 'xy', unit: 'DW', major: 'ZY', class: 'XZB' } as const;
/** Classes that are chosen at once, at most. */
export const MAX_CHOSEN_CLASSES = 500;

const filterText = z.string().trim().max(60).optional();
const access = { permission: 'classInfo:choose' } as const;

/**
 * A node of the tree: `key` is unique within its level, `pkey` that of the node above (empty for the root), and
 * `administrativeClassIds` the ids of all classes below, joined by commas.
 */
export const classTreeNode = z.object({
  key: z.string(),
  title: z.string(),
  level: z.enum(classTreeLevel),
  pkey: z.string(),
  administrativeClassIds: z.string(),
});
export type ClassTreeNode = z.output<typeof classTreeNode>;

/** PICKERS-037: units, grade-majors and classes within the caller's scope that have not graduated. */
export const queryClassTree = defineOperation({
  id: 'classInfo.queryTree',
  method: 'GET',
  path: '/baseInfo/classInfo/queryTree',
  access,
  scope: 'resource',
  summary: '行政班树',
  input: z.object({}),
  output: z.array(classTreeNode),
});

/** A class as it is chosen (PICKERS-049). */
export const administrativeClass = z.object({
  administrativeClassId: z.string(),
  administrativeClassNumber: z.string(),
  administrativeClassName: z.string(),
  grade: z.string(),
  dept: z.string(),
  majorName: z.string(),
  deptCode: z.string(),
  gradeMajorCode: z.string(),
});
export type AdministrativeClass = z.output<typeof administrativeClass>;

/** PICKERS-051: the same classes as a list, by part of number or name, below a unit or a grade-major of the tree. */
export const queryAdministrativeClasses = defineOperation({
  id: 'classInfo.queryAdministrativeClass',
  method: 'POST',
  path: '/baseInfo/classInfo/queryAdministrativeClass',
  access,
  scope: 'resource',
  summary: '行政班选择列表',
  encoding: 'form',
  outcome: 'query',
  input: z.object({
    administrativeClassNumber: filterText,
    administrativeClassName: filterText,
    dept: filterText,
    gradeMajorId: filterText,
    pageNum,
    pageSize: pageSize.default(CLASS_PAGE_SIZE),
  }),
  output: z.object({ total, list: z.array(administrativeClass) }),
});
export const administrativeClassOperations = [queryClassTree, queryAdministrativeClasses] as const;
