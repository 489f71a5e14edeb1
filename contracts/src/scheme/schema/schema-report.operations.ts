import { z } from 'zod';
import { dateTimeText } from '../../kernel/fields.ts';
import { defineOperation } from '../../kernel/operation.ts';
import { noScope } from '../../kernel/scope.vocabulary.ts';
import { schemaCourseShown } from './schema-course-wire.ts';
import { schemaFrame } from './schema-frame.ts';
import { asQuery, readingSchema, schemaKey, schemaPath } from './schema-calls.ts';
import { schemaBasics } from './schema.operations.ts';

const byKey = z.object({ majorSchemaKey: schemaKey });

/** Credits that a scheme asks for and offers (SCHEME-20). */
export const creditTotal = defineOperation({
  id: 'majorSchemaCustomize.creditTotal',
  method: 'GET',
  path: schemaPath('creditTotal/{majorSchemaKey}'),
  ...readingSchema,
  ...asQuery,
  summary: '方案学分合计',
  input: byKey,
  output: z.object({
    total: z.string(),
    required: z.string(),
    elective: z.string(),
    offered: z.string(),
    practice: z.string(),
    practicePercent: z.string(),
    terms: z.array(z.object({ term: z.number().int(), courseNum: z.number().int(), credit: z.string() })),
  }),
});
/** Hours by type, all of them and term by term. */
export const periodTotal = defineOperation({
  id: 'majorSchemaCustomize.periodTotal',
  method: 'GET',
  path: schemaPath('periodTotal/{majorSchemaKey}'),
  ...readingSchema,
  ...asQuery,
  summary: '方案学时合计',
  input: byKey,
  output: z.object({
    total: z.string(),
    types: z.array(z.object({ xsbh: z.string(), xsmc: z.string(), xs: z.string() })),
    terms: z.array(
      z.object({
        term: z.number().int(),
        total: z.string(),
        types: z.array(z.object({ xsbh: z.string(), xs: z.string() })),
      }),
    ),
  }),
});
/** Module by module what is required and arranged; a negative difference is missing. */
export const schemaRequirements = defineOperation({
  id: 'majorSchemaCustomize.requirements',
  method: 'GET',
  path: schemaPath('requirements/{majorSchemaKey}'),
  ...readingSchema,
  ...asQuery,
  summary: '方案学分要求',
  input: byKey,
  output: z.object({
    rows: z.array(
      z.object({
        nodeId: z.string(),
        name: z.string(),
        depth: z.number().int(),
        courseNum: z.number().int(),
        required: z.string().nullable(),
        most: z.string().nullable(),
        arranged: z.string(),
        difference: z.string().nullable(),
      }),
    ),
  }),
});

const difference = z.object({
  kind: z.enum(['added', 'removed', 'moved', 'changed']),
  before: schemaCourseShown.nullable(),
  after: schemaCourseShown.nullable(),
  fields: z.array(z.string()),
});
/**
 * The document of a scheme as it stands, or stood at a revision, and what is different from another one: `former` the
 * last that passed (APPROVAL-34), `earlier` that of the nearest earlier grade of the major, which is in use, a number
 * for a revision of its own (SCHEME-22).
 */
export const schemaPreview = defineOperation({
  id: 'majorSchemaCustomize.preview',
  method: 'GET',
  path: schemaPath('preview/{majorSchemaKey}'),
  ...readingSchema,
  ...asQuery,
  summary: '方案预览',
  input: z.object({
    majorSchemaKey: schemaKey,
    compare: z
      .string()
      .regex(/^(former|earlier|\d{1,9})$/, '数据丢失，请刷新后重试')
      .default('former'),
  }),
  output: z.object({
    schema: schemaBasics.output,
    rows: z.array(schemaCourseShown),
    frame: schemaFrame,
    compared: z.object({ name: z.string(), courseNum: z.number().int(), credit: z.string() }).nullable(),
    differences: z.array(difference),
    /** Moments of its own that it can be compared with, newest first. */
    moments: z.array(z.object({ revision: z.number().int(), time: dateTimeText, name: z.string(), text: z.string() })),
  }),
});
export type SchemaPreview = z.output<typeof schemaPreview.output>;
/** The same as a document to print. */
export const schemaDocument = defineOperation({
  id: 'majorSchemaCustomize.previewPdf',
  method: 'POST',
  path: schemaPath('previewPdf/{majorSchemaKey}'),
  ...readingSchema,
  summary: '方案文档下载',
  encoding: 'form',
  outcome: 'exportExcel',
  answer: 'file',
  input: byKey,
  output: z.unknown(),
});

/** Hours of the courses of a scheme, by unit that opens them (SCHEME-24). */
export const learnHoursSummary = defineOperation({
  id: 'majorSchemaCustomize.learnHoursSummary',
  method: 'POST',
  path: schemaPath('learnHoursSummary'),
  ...readingSchema,
  ...asQuery,
  summary: '方案学时汇总',
  encoding: 'form',
  input: byKey,
  output: z.object({
    types: z.array(z.object({ xsbh: z.string(), xsmc: z.string() })),
    rows: z.array(
      z.object({
        openDepartmentName: z.string(),
        courseNum: z.number().int(),
        credit: z.string(),
        totalHour: z.string(),
        hours: z.array(z.object({ xsbh: z.string(), xs: z.string() })),
      }),
    ),
  }),
});
export const learnHoursExport = defineOperation({
  id: 'majorSchemaCustomize.learnHoursExport',
  method: 'POST',
  path: schemaPath('learnHoursExport'),
  access: { permission: 'majorSchemaCustomize:learnHoursExport' },
  scope: 'resource',
  summary: '方案课程与学时导出',
  encoding: 'form',
  outcome: 'exportExcel',
  answer: 'file',
  input: byKey,
  output: z.unknown(),
});

/** The workbook that courses are uploaded with, with the choices of its columns (SCHEME-23). */
export const schemaTemplate = defineOperation({
  id: 'majorSchemaCustomize.templateDownload',
  method: 'POST',
  path: schemaPath('templateDownload'),
  access: { permission: 'majorSchemaCustomize:templateDownload' },
  scope: 'resource',
  summary: '方案课程模板下载',
  encoding: 'form',
  outcome: 'exportExcel',
  answer: 'file',
  input: byKey,
  output: z.unknown(),
});
/**
 * Reads an uploaded workbook and shows what it would do, row by row; nothing is written. What is good is then sent with
 * courseBatchInsert. A course that is in the scheme already is changed, never doubled.
 */
export const schemaUpload = defineOperation({
  id: 'majorSchemaCustomize.uploadExcel',
  method: 'POST',
  path: schemaPath('uploadExcel'),
  access: { permission: 'majorSchemaCustomize:uploadExcel' },
  scope: 'resource',
  summary: '方案课程上传预览',
  encoding: 'multipart',
  outcome: 'query',
  input: byKey,
  output: z.object({
    rows: z.array(
      z.object({
        row: z.number().int(),
        kind: z.enum(['added', 'changed', 'same']),
        schemaCourseID: z.string(),
        revision: z.number().int(),
        before: schemaCourseShown.nullable(),
        after: schemaCourseShown,
      }),
    ),
    problems: z.array(z.object({ row: z.number().int(), column: z.string(), value: z.string(), message: z.string() })),
  }),
});

/** Schemes whose approval the caller follows: all that can be compared, for choosing where courses come from. */
export const schemaSources = defineOperation({
  id: 'majorSchemaCustomize.sources',
  method: 'GET',
  path: schemaPath('sources'),
  access: { permission: 'majorSchemaCustomize:query' },
  scope: noScope.picking,
  ...asQuery,
  summary: '可作为来源的方案',
  input: z.object({ gradeMajorId: z.string().max(64), keyword: z.string().trim().max(60).optional() }),
  output: z.object({
    list: z.array(
      z.object({
        majorSchemaKey: z.string(),
        schemaName: z.string(),
        gradeMajorName: z.string(),
        courseNum: z.number().int(),
        /** The same major. */
        own: z.boolean(),
      }),
    ),
  }),
});
