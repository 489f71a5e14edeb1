import { hoursText } from '@jwxt/contracts/base-info/course.rules.ts';
import {
  creditTotal,
  learnHoursExport,
  learnHoursSummary,
  periodTotal,
  schemaDocument,
  schemaPreview,
  schemaRequirements,
  schemaSources,
  schemaTemplate,
  schemaUpload,
} from '@jwxt/contracts/scheme/schema/schema-report.operations.ts';
import { coursesOf, type MajorSchema } from '@jwxt/contracts/scheme/schema/schema.state.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { viewerOf } from '../../approval/shared/approval-viewer.ts';
import { pdfAnswer, workbookAnswer } from '../../kernel/document-answer.ts';
import { documentHandler } from '../../kernel/export-handler.ts';
import { handler, uploadHandler, type Handler, type SignedInCall } from '../../kernel/handler.ts';
import { Refused } from '../../kernel/refused.ts';
import { containing } from '../../kernel/sql-params.ts';
import { readableSchema, schemaTable, writtenSchema } from './schema-scope.ts';
import { basicsOf, findSchema, readDirections, readMeasures } from './schema.read.ts';
import { readGroups } from './schema-course.read.ts';
import { schemaPdf } from './schema-document.ts';
import { creditsOf, learnHoursOf, periodsOf, previewOf, readHourTypes, requirementsOf } from './schema-report.read.ts';
import { previewUpload, uploadColumns, uploadTemplate, type UploadNames } from './schema-upload.ts';

/** A scheme that the caller may read, with what it is measured by: frozen while it is in approval and afterwards. */
async function measured(call: SignedInCall, majorSchemaKey: string) {
  const { schema, events } = await readableSchema(call, majorSchemaKey);
  const { frame } = await readMeasures(call.services.db, schema);
  return { schema, events, frame, courses: coursesOf(schema) };
}

async function basics(call: SignedInCall, majorSchemaKey: string) {
  const row = await findSchema(call.services.db, await viewerOf(call), call.permission, majorSchemaKey);
  if (!row) throw new Refused('NOT_FOUND');
  return basicsOf(row);
}

/** Names of the codes of some dictionaries. */
async function readNames(db: Queryable): Promise<ReadonlyMap<string, string>> {
  const { rows } = await db.query<{ key: string; name: string }>(
    `select dmlb || '/' || dm as key, mc as name from base.data_dict
      where dmlb in ('XTGL_KCSXDMJ', 'XTGL_KCXZDMJ', 'XTGL_KSXS') and sfqy = '1' order by dmlb, pxh, dm`,
  );
  return new Map(rows.map(({ key, name }) => [key, name]));
}

async function uploadNames({ services: { db } }: SignedInCall, schema: MajorSchema): Promise<UploadNames> {
  const [{ frame }, hourTypes, names, directions, groups] = await Promise.all([
    readMeasures(db, schema),
    readHourTypes(db),
    readNames(db),
    readDirections(db, schema),
    readGroups(db, ''),
  ]);
  return { frame, hourTypes, names, directions, groups };
}

/** Sums, documents and workbooks of schemes (SCHEME-20, 22…24). */
export const schemaReportHandlers: readonly Handler[] = [
  handler(creditTotal, async ({ majorSchemaKey }, call) => {
    const { courses, frame } = await measured(call, majorSchemaKey);
    return creditsOf(courses, frame);
  }),
  handler(periodTotal, async ({ majorSchemaKey }, call) => {
    const { courses } = await measured(call, majorSchemaKey);
    return periodsOf(courses, await readHourTypes(call.services.db));
  }),
  handler(schemaRequirements, async ({ majorSchemaKey }, call) => {
    const { courses, frame } = await measured(call, majorSchemaKey);
    return requirementsOf(courses, frame);
  }),
  handler(schemaPreview, async ({ majorSchemaKey, compare }, call) => {
    const { schema, events, frame } = await measured(call, majorSchemaKey);
    return previewOf({ schema, events, frame, basics: await basics(call, majorSchemaKey) }, compare, call);
  }),
  documentHandler(schemaDocument, async ({ majorSchemaKey }, call) => {
    const { courses, frame, schema } = await measured(call, majorSchemaKey);
    const { db } = call.services;
    const [hourTypes, names, shown] = await Promise.all([
      readHourTypes(db),
      readNames(db),
      basics(call, majorSchemaKey),
    ]);
    return pdfAnswer(
      call,
      `${schema.texts.schemaName}.pdf`,
      schemaPdf({ basics: shown, courses, frame, hourTypes, names, at: call.now }),
    );
  }),
  handler(learnHoursSummary, async ({ majorSchemaKey }, call) => {
    const { courses } = await measured(call, majorSchemaKey);
    return learnHoursOf(courses, await readHourTypes(call.services.db));
  }),
  documentHandler(learnHoursExport, async ({ majorSchemaKey }, call) => {
    const { schema } = await readableSchema(call, majorSchemaKey);
    const names = await uploadNames(call, schema);
    const rows = coursesOf(schema);
    const total = hoursText(rows.reduce((sum, { totalHour }) => sum + totalHour, 0));
    return workbookAnswer(call, 'one scheme', `${schema.texts.schemaName} 课程与学时.xlsx`, {
      sheet: '课程与学时',
      above: [schema.texts.schemaName, `${rows.length}门课程，总学时${total}`],
      columns: uploadColumns(names).map(({ typed: _typed, ...column }) => column),
      rows,
    });
  }),
  documentHandler(schemaTemplate, async ({ majorSchemaKey }, call) => {
    const schema = await writtenSchema(call, majorSchemaKey);
    const content = uploadTemplate(await uploadNames(call, schema));
    return workbookAnswer(call, 'one scheme', `${schema.texts.schemaName} 课程模板.xlsx`, content);
  }),
  uploadHandler(schemaUpload, async ({ majorSchemaKey }, upload, call) => {
    const schema = await writtenSchema(call, majorSchemaKey);
    const table = await call.services.documents.readTable(call.user.userName, upload);
    return previewUpload(call.services.db, schema, table, await uploadNames(call, schema));
  }),
  handler(schemaSources, async ({ gradeMajorId, keyword }, { services: { db } }) => {
    const { rows } = await db.query<{
      majorSchemaKey: string;
      schemaName: string;
      gradeMajorName: string;
      courseNum: number;
      own: boolean;
    }>(
      `select schema.major_schema_key as "majorSchemaKey", schema.schema_name as "schemaName",
              schema.grade_majors->0->>'gradeMajorName' as "gradeMajorName", schema.course_num as "courseNum",
              coalesce(schema.grade_majors @> jsonb_build_array(jsonb_build_object('majorId', target.zydm)), false)
                as own
         from ${schemaTable} schema left join base.grade_major target on target.njzydm = $1
        where schema.course_num > 0 and ($2 = '' or schema.schema_name ilike $3 or schema.grade_majors::text ilike $3)
          and (schema.use_status = '1' or schema.status = '9')
        order by own desc, schema.grade_majors->0->>'grade' desc, schema.schema_name limit 50`,
      [gradeMajorId, keyword ?? '', containing(keyword ?? '')],
    );
    return { list: rows };
  }),
];
