import { z } from 'zod';
import { commandId, integer } from '../../kernel/fields.ts';
import { defineOperation } from '../../kernel/operation.ts';
import { noScope } from '../../kernel/scope.vocabulary.ts';
import type { PermissionCode } from '../../kernel/permission.vocabulary.ts';
import type { Method } from '../../kernel/operation.ts';
import type { OutcomeKind } from '../../kernel/outcome.vocabulary.ts';
import { schemaCourseSent, schemaCourseShown } from './schema-course-wire.ts';
import { asQuery, readingSchema, schemaKey, schemaPath } from './schema-calls.ts';
import { majorSchemaKey, rowConflict } from './schema.command.ts';
import { changeWays } from './schema.events.ts';
import { COURSES_AT_MOST, TERMS } from './schema.vocabulary.ts';

const revision = z.number().int().min(-1);
const written = z.object({
  majorSchemaKey: z.string(),
  revision: z.number().int(),
  rows: z.array(z.object({ schemaCourseID: z.string(), course: schemaCourseShown.nullable() })),
});
/** What a conflict tells: `data.conflicts` of SCHEMA_ROW_CONFLICT, rows as shown. */
export const shownConflict = rowConflict.extend({ theirs: schemaCourseShown.nullable() });

function writing<I extends z.ZodRawShape>(declared: {
  readonly name: string;
  readonly permission: PermissionCode;
  readonly method: Method;
  readonly summary: string;
  readonly outcome: OutcomeKind;
  readonly encoding?: 'form';
  readonly input: I;
}) {
  const { name, permission, method, summary, outcome, encoding = 'json', input } = declared;
  return defineOperation({
    id: `majorSchemaCustomize.${name}`,
    method,
    path: schemaPath(name),
    access: { permission },
    scope: 'resource',
    summary,
    encoding,
    outcome,
    input: z.object({ commandId, majorSchemaKey, ...input }),
    output: written,
  });
}

export const courseInsert = writing({
  name: 'courseInsert',
  permission: 'majorSchemaCustomize:courseInsert',
  method: 'POST',
  summary: '方案添加课程',
  outcome: 'add',
  input: { course: schemaCourseSent },
});
/** `revision`: in which the page saw the row. */
export const courseUpdate = writing({
  name: 'courseUpdate',
  permission: 'majorSchemaCustomize:courseUpdate',
  method: 'PUT',
  summary: '方案修改课程',
  outcome: 'modify',
  input: { revision, course: schemaCourseSent },
});
export const courseBatchDelete = writing({
  name: 'courseBatchDelete',
  permission: 'majorSchemaCustomize:courseBatchDelete',
  method: 'DELETE',
  summary: '方案批量删除课程',
  outcome: 'remove',
  input: {
    keyList: z
      .array(z.object({ schemaCourseID: schemaKey, revision }))
      .min(1, '请至少选择一条数据')
      .max(COURSES_AT_MOST),
  },
});
/** Rows as they are to be, all or none: many new courses, an upload that was looked at, or what undoing brings back. */
export const courseBatchInsert = writing({
  name: 'courseBatchInsert',
  permission: 'majorSchemaCustomize:courseBatchInsert',
  method: 'POST',
  summary: '方案批量保存课程',
  outcome: 'modify',
  input: {
    way: z.enum(changeWays),
    rows: z
      .array(z.object({ schemaCourseID: schemaKey, revision, course: schemaCourseSent.nullable() }))
      .min(1, '没有需要保存的内容')
      .max(COURSES_AT_MOST),
  },
});
/** Puts courses into a term, and where it is given into a class of courses: what dragging does. */
export const courseSemesterUpdate = writing({
  name: 'courseSemesterUpdate',
  permission: 'majorSchemaCustomize:courseSemesterUpdate',
  method: 'PUT',
  summary: '方案调整课程学期',
  outcome: 'modify',
  input: {
    rows: z
      .array(
        z.object({
          schemaCourseID: schemaKey,
          revision,
          term: z.number().int().min(1, '应在 1 到 12 之间').max(TERMS, '应在 1 到 12 之间'),
          classifyId: z.string().min(1).max(64).optional(),
        }),
      )
      .min(1, '没有需要保存的内容')
      .max(COURSES_AT_MOST),
  },
});

const option = z.object({ code: z.string(), name: z.string() });
/** Directions that a row may be for, and which it is for (SCHEME-21). */
export const courseDirection = defineOperation({
  id: 'majorSchemaCustomize.courseDirection',
  method: 'GET',
  path: schemaPath('courseDirection/{schemaCourseID}'),
  ...readingSchema,
  ...asQuery,
  summary: '方案课程的专业方向',
  input: z.object({ schemaCourseID: schemaKey }),
  output: z.object({ directionId: z.string(), list: z.array(option) }),
});
/** The special type of a row, and its choices. */
export const courseSpecial = defineOperation({
  id: 'majorSchemaCustomize.courseSpecial',
  method: 'GET',
  path: schemaPath('courseSpecial/{schemaCourseID}'),
  ...readingSchema,
  ...asQuery,
  summary: '方案课程的专项类型',
  input: z.object({ schemaCourseID: schemaKey }),
  output: z.object({ specialType: z.string(), list: z.array(option) }),
});
/** What a course of the library says of itself: what a new row of it begins with. */
export const coursePeriodType = defineOperation({
  id: 'majorSchemaCustomize.coursePeriodType',
  method: 'GET',
  path: schemaPath('coursePeriodType/{courseCode}'),
  access: { permission: 'majorSchemaCustomize:query' },
  scope: noScope.picking,
  ...asQuery,
  summary: '课程的学时类型',
  input: z.object({ courseCode: schemaKey }),
  output: z.object({
    courseCode: z.string(),
    courseBusinessCode: z.string(),
    courseName: z.string(),
    openDepartmentName: z.string(),
    credit: z.string(),
    totalHour: z.string(),
    weekHours: z.string().nullable(),
    courseAttribute: z.string(),
    courseNature: z.string(),
    examMethod: z.string(),
    examWay: z.string(),
    hours: z.array(z.object({ xsbh: z.string(), xsmc: z.string(), xs: z.string() })),
  }),
});

/** Groups that may be quoted: those of units above, below or beside the scheme's, with what they bring (SCHEME-22). */
export const usableCourseGroups = defineOperation({
  id: 'majorSchemaCustomize.usableCourseGroups',
  method: 'GET',
  path: schemaPath('usableCourseGroups'),
  ...readingSchema,
  ...asQuery,
  summary: '可引用的课组',
  input: z.object({ majorSchemaKey: schemaKey, keyword: z.string().trim().max(60).optional() }),
  output: z.object({
    list: z.array(
      z.object({
        courseGroupId: z.string(),
        courseGroupName: z.string(),
        departmentName: z.string(),
        groupTypeName: z.string(),
        courses: z.array(z.object({ courseCode: z.string(), courseName: z.string(), term: z.number().nullable() })),
        /** Rows of the scheme that come from it. */
        quoted: z.number().int(),
      }),
    ),
  }),
});
/** Copies the courses of a group into a class; those that are there already stay. The rows keep the link. */
export const quoteCourseGroup = writing({
  name: 'quoteCourseGroup',
  permission: 'majorSchemaCustomize:quoteCourseGroup',
  method: 'POST',
  summary: '方案引用课组',
  outcome: 'add',
  encoding: 'form',
  input: { courseGroupId: schemaKey, classifyId: schemaKey, term: integer(1, TERMS, '应在 1 到 12 之间') },
});
/** Adds the courses of last year's scheme, or of another one, that are not in it yet; nothing is overwritten. */
export const schemaInitialise = writing({
  name: 'initialise',
  permission: 'majorSchemaCustomize:initialise',
  method: 'POST',
  summary: '方案初始化',
  outcome: 'add',
  encoding: 'form',
  input: { from: schemaKey.optional() },
});
/** Takes credits and hours over from the library of courses where they differ. */
export const refreshCreditAndPeriod = writing({
  name: 'refreshCreditAndPeriod',
  permission: 'majorSchemaCustomize:refreshCreditAndPeriod',
  method: 'POST',
  summary: '按课程库更新学分学时',
  outcome: 'modify',
  input: { keyList: z.array(schemaKey).min(1, '请至少选择一条数据').max(COURSES_AT_MOST) },
});
