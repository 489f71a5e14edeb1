import { z } from 'zod';
import { commandId, yesNoFlag } from '../kernel/fields.ts';
import { defineOperation } from '../kernel/operation.ts';
import { dimensionCodes, noScope } from '../kernel/scope.vocabulary.ts';
import { dimensionTerms } from './data-dimension.command.ts';

const sjqxbh = z.enum(dimensionCodes);
const named = z.object({ code: z.string(), name: z.string() });

/** A dimension as the editor of scopes offers it. */
const dimensionChoice = z.object({ sjqxbh, wdmc: z.string(), sfqy: yesNoFlag });
export type DimensionChoice = z.output<typeof dimensionChoice>;

/** One of the six dimensions of data scope. Its code, its source, its macros follow from the product. */
const dataDimension = dimensionChoice.extend({
  sortNum: z.number().int(),
  sourceTable: z.string(),
  isTree: yesNoFlag,
  macros: z.array(named),
  /** How many scopes restrict by it, at any function; for students, at functions about them. */
  usedBy: z.number().int(),
  version: z.string(),
});
export type DataDimension = z.output<typeof dataDimension>;
/** Besides: which field of a student it reads, and in which modules. */
const studentDataDimension = dataDimension.extend({
  studentField: z.string(),
  studentFieldName: z.string(),
  applyModules: z.array(z.string()),
});
export type StudentDataDimension = z.output<typeof studentDataDimension>;

const update = {
  method: 'PUT',
  scope: noScope.school,
  encoding: 'form',
  outcome: 'modify',
  input: z.object({ commandId, ...dimensionTerms }),
  output: z.object({ sjqxbh }),
} as const;

/** SYSADMIN-19, in their order. */
export const queryDataDimensions = defineOperation({
  id: 'dataDimension.query',
  method: 'GET',
  path: '/system/dataDimension/query',
  access: { permission: 'dataDimension:query' },
  scope: noScope.school,
  summary: '数据维度',
  input: z.object({}),
  output: z.array(dataDimension),
});
export const updateDataDimension = defineOperation({
  id: 'dataDimension.update',
  path: '/system/dataDimension/update',
  access: { permission: 'dataDimension:update' },
  summary: '修改数据维度',
  ...update,
});

/** SYSADMIN-20, in their order. */
export const queryStudentDataDimensions = defineOperation({
  id: 'studentDataDimension.query',
  method: 'GET',
  path: '/system/studentDataDimension/query',
  access: { permission: 'studentDataDimension:query' },
  scope: noScope.school,
  summary: '学生数据维度',
  input: z.object({}),
  output: z.array(studentDataDimension),
});
export const updateStudentDataDimension = defineOperation({
  id: 'studentDataDimension.update',
  path: '/system/studentDataDimension/update',
  access: { permission: 'studentDataDimension:update' },
  summary: '修改学生数据维度',
  ...update,
});

/** What the editor of scopes offers at a function: at functions about students their own. */
export const scopeDimensionChoices = defineOperation({
  id: 'dataPermission.dimensions',
  method: 'GET',
  path: '/system/dataPermission/dimensions',
  access: { permission: 'dataPermission:query' },
  scope: noScope.school,
  summary: '数据权限的维度',
  input: z.object({}),
  output: z.object({
    all: z.array(dimensionChoice),
    student: z.array(dimensionChoice),
    /** Nodes of the tree of functions below which everything is about students. */
    studentFunctions: z.array(z.string()),
  }),
});

export const dataDimensionOperations = [
  queryDataDimensions,
  updateDataDimension,
  queryStudentDataDimensions,
  updateStudentDataDimension,
  scopeDimensionChoices,
] as const;
