import { z } from 'zod';
import { commandId, dateTimeText, integer, pageNum, pageSize, total } from '../../kernel/fields.ts';
import { sortBy } from '../../kernel/list-sort.ts';
import { defineOperation } from '../../kernel/operation.ts';
import { noScope } from '../../kernel/scope.vocabulary.ts';
import { schemaCourseShown } from './schema-course-wire.ts';
import { schemaFrame } from './schema-frame.ts';
import { asQuery, readingSchema, schemaKey, schemaPath } from './schema-calls.ts';
import { schemaGradeMajor, schemaOrigin } from './schema.events.ts';
import { majorSchemaKey, schemaName, schemaTextsInput } from './schema.command.ts';
import { projectType } from './schema.vocabulary.ts';

/** A scheme in lists. Credits and hours as shown. */
export const schemaItem = z.object({
  majorSchemaKey: z.string(),
  schemaName: z.string(),
  projectType: z.enum(projectType),
  projectTypeName: z.string(),
  gradeMajors: z.array(schemaGradeMajor),
  gradeMajorName: z.string(),
  departmentName: z.string(),
  schemeVersionId: z.string(),
  schemeVersionName: z.string(),
  courseNum: z.number().int(),
  /** Of all courses that are arranged. */
  totalCredit: z.string(),
  totalPeriod: z.string(),
  schemaStatus: z.string(),
  schemaStatusName: z.string(),
  useStatus: z.string(),
  useStatusName: z.string(),
  currentNode: z.string().nullable(),
  applicantName: z.string().nullable(),
  applyTime: dateTimeText.nullable(),
  writtenTime: dateTimeText,
  writtenByName: z.string(),
  revisesKey: z.string().nullable(),
  /** It waits for the caller's decision. */
  awaitsMe: z.boolean(),
});
export type SchemaItem = z.output<typeof schemaItem>;

const filter = {
  keyword: z.string().trim().max(60).optional(),
  grade: z.string().max(20).optional(),
  departmentId: z.string().max(64).optional(),
  gradeMajorId: z.string().max(64).optional(),
  projectType: z.enum(projectType).optional(),
  schemeVersionId: z.string().max(64).optional(),
  useStatus: z.enum(['0', '1']).optional(),
  /** LC-A: what waits for the caller, open (1, 2, 7), passed (9), refused (3, 4, 8), or one status. */
  schemaStatus: z.enum(['todo', 'open', 'passed', 'refused', '0', '1', '2', '3', '4', '5', '7', '8', '9']).optional(),
};

/** Grades, units and grade-majors in scope, with how many schemes each has (SCHEME-18). */
export const schemaTree = defineOperation({
  id: 'majorSchemaCustomize.tree',
  method: 'GET',
  path: schemaPath('tree'),
  ...readingSchema,
  ...asQuery,
  summary: '方案树：年级、院系、年级专业',
  input: z.object({}),
  output: z.object({
    grades: z.array(
      z.object({
        grade: z.string(),
        gradeName: z.string(),
        schemas: z.number().int(),
        departments: z.array(
          z.object({
            departmentId: z.string(),
            departmentName: z.string(),
            gradeMajors: z.array(
              z.object({ gradeMajorId: z.string(), gradeMajorName: z.string(), schemas: z.number().int() }),
            ),
          }),
        ),
      }),
    ),
  }),
});
/** What the list is sorted by. */
export const schemaSorts = ['schemaName', 'totalCredit', 'applyTime', 'writtenTime', 'useStatus', 'status'] as const;

export const querySchemas = defineOperation({
  id: 'majorSchemaCustomize.query',
  method: 'POST',
  path: schemaPath('query'),
  ...readingSchema,
  ...asQuery,
  summary: '专业方案列表',
  encoding: 'form',
  input: z.object({ ...filter, sort: sortBy(schemaSorts), pageNo: pageNum, pageSize }),
  output: z.object({ rows: z.array(schemaItem), total, todo: total }),
});

/** Begins a scheme: empty, with the courses of another one, or as the revision of the one in force (SCHEME-18). */
export const schemaCreate = defineOperation({
  id: 'majorSchemaCustomize.create',
  method: 'POST',
  path: schemaPath('create'),
  access: { permission: 'majorSchemaCustomize:create' },
  scope: 'resource',
  summary: '新增专业方案',
  encoding: 'json',
  outcome: 'add',
  input: z.object({
    commandId,
    majorSchemaKey,
    schemaName,
    projectType: z.enum(projectType),
    gradeMajorIds: z.array(z.string().min(1).max(64)).min(1, '必填').max(50, '最多 50 个'),
    schemeVersionId: z.string().min(1, '必填').max(64),
    from: z.string().max(64).nullable(),
    revises: z.boolean(),
  }),
  output: z.object({ majorSchemaKey: z.string() }),
});
/** What {@link schemaCopy} takes along. */
export const copiedParts = z.enum(['all', 'courses', 'texts']);
/** Begins a scheme of the same kind for each of other grade-majors, one by one. */
export const schemaCopy = defineOperation({
  id: 'majorSchemaCustomize.copy',
  method: 'POST',
  path: schemaPath('copy'),
  access: { permission: 'majorSchemaCustomize:copy' },
  scope: 'resource',
  summary: '复制方案到年级专业',
  encoding: 'json',
  outcome: 'operate',
  input: z.object({
    commandId,
    from: schemaKey,
    gradeMajorIds: z.array(z.string().min(1).max(64)).min(1, '必填').max(50, '最多 50 个'),
    schemeVersionId: z.string().min(1, '必填').max(64),
    what: copiedParts,
  }),
  output: z.object({
    results: z.array(
      z.object({ gradeMajorId: z.string(), majorSchemaKey: z.string().nullable(), message: z.string() }),
    ),
  }),
});
/** Everything of a scheme beside its courses, and what the caller may do with it. */
export const schemaBasics = defineOperation({
  id: 'majorSchemaCustomize.basicInformation',
  method: 'GET',
  path: schemaPath('basicInformation/{majorSchemaKey}'),
  ...readingSchema,
  ...asQuery,
  summary: '方案基本信息',
  input: z.object({ majorSchemaKey: schemaKey }),
  output: z.object({
    ...schemaItem.shape,
    trainTarget: z.string(),
    graduateRequire: z.string(),
    mainCourse: z.string(),
    textsRevision: z.number().int(),
    round: z.number().int(),
    opinion: z.string(),
    origin: schemaOrigin.nullable(),
    comparedWith: schemaOrigin.nullable(),
    warnings: z.array(z.string()),
    editable: z.boolean(),
  }),
});
export const schemaUpdate = defineOperation({
  id: 'majorSchemaCustomize.update',
  method: 'PUT',
  path: schemaPath('update'),
  access: { permission: 'majorSchemaCustomize:update' },
  scope: 'resource',
  summary: '修改方案基本信息',
  encoding: 'form',
  outcome: 'modify',
  input: z.object({ commandId, majorSchemaKey, revision: integer(0), ...schemaTextsInput.shape }),
  output: z.object({ majorSchemaKey: z.string() }),
});
export const schemaDelete = defineOperation({
  id: 'majorSchemaCustomize.delete',
  method: 'DELETE',
  path: schemaPath('delete'),
  access: { permission: 'majorSchemaCustomize:delete' },
  scope: 'resource',
  summary: '删除专业方案',
  encoding: 'form',
  outcome: 'remove',
  input: z.object({ commandId, majorSchemaKey }),
  output: z.object({ majorSchemaKey: z.string() }),
});

/** A course of a scheme, with who wrote it last in which revision. */
export const schemaCourseRow = schemaCourseShown.extend({
  revision: z.number().int(),
  byName: z.string(),
  at: dateTimeText,
});
export type SchemaCourseRow = z.output<typeof schemaCourseRow>;

/** The courses of a scheme with all that its checks need (SCHEME-19): what the editor opens with, in one answer. */
export const schemaCourses = defineOperation({
  id: 'majorSchemaCustomize.courseQuery',
  method: 'POST',
  path: schemaPath('courseQuery'),
  ...readingSchema,
  ...asQuery,
  summary: '方案课程',
  encoding: 'form',
  input: z.object({ majorSchemaKey: schemaKey }),
  output: z.object({
    rows: z.array(schemaCourseRow),
    /** Of the content that `rows` show: sent back with a submission. */
    revision: z.number().int(),
    frame: schemaFrame,
    facts: z.array(z.object({ courseCode: z.string(), enabled: z.boolean(), unitActive: z.boolean() })),
    directions: z.array(z.object({ code: z.string(), name: z.string() })),
  }),
});

/** Unit of the caller, for a page that begins with the own one (SCHEME-24). */
export const userDepartment = defineOperation({
  id: 'majorSchemaCustomize.userDepartmentId',
  method: 'GET',
  path: schemaPath('userDepartmentId'),
  access: { permission: 'majorSchemaCustomize:query' },
  scope: noScope.own,
  ...asQuery,
  summary: '本人所在单位',
  input: z.object({}),
  output: z.object({ departmentId: z.string().nullable() }),
});

/** Published versions and kinds of training, for beginning a scheme. */
export const schemaVersions = defineOperation({
  id: 'majorSchemaCustomize.versions',
  method: 'GET',
  path: schemaPath('versions'),
  access: { permission: 'majorSchemaCustomize:query' },
  scope: noScope.picking,
  ...asQuery,
  summary: '可用的方案版本',
  input: z.object({}),
  output: z.object({ list: z.array(z.object({ code: z.string(), name: z.string() })) }),
});
