import { z } from 'zod';
import { defineCommand } from '../../kernel/command.ts';
import { instant } from '../../kernel/fields.ts';
import { schemaCourse, schemaCourseInput } from './schema-course.ts';
import { changeWays } from './schema.events.ts';
import { COURSES_AT_MOST, projectType } from './schema.vocabulary.ts';

/** Key of a scheme, made by the page that begins it. */
export const majorSchemaKey = z.uuid('数据丢失，请刷新后重试');
const schemaResult = z.object({ majorSchemaKey: z.string(), revision: z.number().int() });

export const schemaName = z.string().trim().min(1, '必填').max(80, '最多 80 个字符');
export const schemaTextsInput = z.object({
  schemaName,
  trainTarget: z.string().max(10_000, '最多 10000 个字符').default(''),
  graduateRequire: z.string().max(10_000, '最多 10000 个字符').default(''),
  mainCourse: z.string().trim().max(500, '最多 500 个字符').default(''),
});

/**
 * Begins a scheme: empty, or with the courses of another one. `revises`: the one in force whose place it is to take,
 * whose grade-majors and kind it has.
 */
export const createSchema = defineCommand(
  'majorSchema.create',
  z.object({
    majorSchemaKey,
    ...schemaTextsInput.shape,
    projectType: z.enum(projectType),
    gradeMajorIds: z.array(z.string().min(1).max(64)).min(1, '必填').max(50, '最多 50 个'),
    schemeVersionId: z.string().min(1, '必填').max(64),
    /** Whose courses it begins with. */
    from: z.string().max(64).nullable(),
    revises: z.boolean(),
  }),
  schemaResult,
  { shownIn: ['major-schema'] },
);
/** Changes name and texts. `revision`: that of the texts which the page shows. */
export const describeSchema = defineCommand(
  'majorSchema.describe',
  z.object({ majorSchemaKey, revision: z.number().int(), ...schemaTextsInput.shape }),
  schemaResult,
  { shownIn: ['major-schema'] },
);

/** A row as it is to be. `revision`: in which the page saw it last, -1 for a new one; `after` null takes it out. */
export const rowWrite = z.object({
  schemaCourseID: z.uuid('数据丢失，请刷新后重试'),
  revision: z.number().int().min(-1),
  after: schemaCourseInput.nullable(),
});
export type RowWrite = z.output<typeof rowWrite>;

/** A row that somebody else wrote meanwhile: what is there now (null: taken out), by whom, when, in which revision. */
export const rowConflict = z.object({
  schemaCourseID: z.string(),
  courseName: z.string(),
  theirs: schemaCourse.nullable(),
  byName: z.string(),
  at: instant,
  revision: z.number().int(),
});
export type RowConflict = z.output<typeof rowConflict>;

/** Writes rows, all or none of them; conflicts come back as SCHEMA_ROW_CONFLICT with `data.conflicts`. */
export const changeSchema = defineCommand(
  'majorSchema.change',
  z.object({
    majorSchemaKey,
    way: z.enum(changeWays),
    rows: z.array(rowWrite).min(1, '没有需要保存的内容').max(COURSES_AT_MOST),
  }),
  schemaResult.extend({ rows: z.array(z.object({ schemaCourseID: z.string(), course: schemaCourse.nullable() })) }),
  { shownIn: ['major-schema'] },
);
/** Sends it for approval. `revision`: that of the content which the submitter saw. */
export const submitSchema = defineCommand(
  'majorSchema.submit',
  z.object({ majorSchemaKey, revision: z.number().int().min(0) }),
  z.object({ majorSchemaKey: z.string() }),
  { shownIn: ['major-schema', 'approval-list', 'approval-log', 'todo-queue'] },
);
/** The office cancels a scheme that has passed (9 → 5). */
export const cancelSchema = defineCommand(
  'majorSchema.cancel',
  z.object({ majorSchemaKey, reason: z.string().trim().min(1, '必填').max(200, '最多 200 个字符') }),
  schemaResult,
  { shownIn: ['major-schema'] },
);
export const deleteSchema = defineCommand('majorSchema.delete', z.object({ majorSchemaKey }), schemaResult, {
  shownIn: ['major-schema'],
});
