import { z } from 'zod';
import { applicationDraft, withoutEffect } from '../../approval/application.events.ts';
import { defineEvent, type EventOf } from '../../kernel/event.ts';
import { courseChange, schemaCourse } from './schema-course.ts';
import { schemaFrame } from './schema-frame.ts';
import { projectType } from './schema.vocabulary.ts';

export const SCHEMA_STREAM_PREFIX = 'majorSchema-';
/** Stream of one training scheme, from its first draft (SCHEME-18). The application that decides it has its key. */
export const schemaStream = (majorSchemaKey: string) => `${SCHEMA_STREAM_PREFIX}${majorSchemaKey}`;

/** A grade-major that a scheme is for, as it was called when the scheme was begun (C4). */
export const schemaGradeMajor = z.object({
  gradeMajorId: z.string(),
  gradeMajorName: z.string(),
  /** `njdm`, `zydm`, `dwh` and `xslbdm` of the grade-major: what scopes look at. */
  grade: z.string(),
  majorId: z.string(),
  majorName: z.string(),
  departmentId: z.string(),
  studyTypeCode: z.string(),
});
export type SchemaGradeMajor = z.output<typeof schemaGradeMajor>;

/** What a scheme says beside its courses. */
export const schemaTexts = z.object({
  schemaName: z.string(),
  /** Rich text. */
  trainTarget: z.string(),
  graduateRequire: z.string(),
  mainCourse: z.string(),
});
export type SchemaTexts = z.output<typeof schemaTexts>;

/** What a scheme was begun from; null: from nothing. */
export const schemaOrigin = z.object({ majorSchemaKey: z.string(), schemaName: z.string() });

/** Ways in which courses come to be changed, for the words that tell of it. */
export const changeWays = [
  'edit',
  'move',
  'insert',
  'remove',
  'undo',
  'initialise',
  'quote',
  'upload',
  'refresh',
] as const;
export type ChangeWay = (typeof changeWays)[number];

const key = { majorSchemaKey: z.string() };

export const schemaCreated = defineEvent(
  'SchemaCreated',
  1,
  z.object({
    ...key,
    ...schemaTexts.shape,
    projectType: z.enum(projectType),
    gradeMajors: z.array(schemaGradeMajor).min(1),
    schemeVersionId: z.string(),
    schemeVersionName: z.string(),
    courses: z.array(schemaCourse),
    origin: schemaOrigin.nullable(),
    /** The scheme in force whose revision this is. */
    revisesKey: z.string().nullable(),
  }),
);
export const schemaDescribed = defineEvent('SchemaDescribed', 1, z.object({ ...key, ...schemaTexts.shape }));
/** Rows before and after; all of one event hang together. */
export const schemaCoursesChanged = defineEvent(
  'SchemaCoursesChanged',
  1,
  z.object({ ...key, way: z.enum(changeWays), changes: z.array(courseChange).min(1) }),
);
/** Credits and hours that a submitted scheme asks for, in tenths. */
export const schemaFigures = z.object({
  required: z.number().int(),
  elective: z.number().int(),
  total: z.number().int(),
  practice: z.number().int(),
  hours: z.number().int(),
});
/**
 * Sent for approval with what it was measured by. `warnings`: what the submitter saw and sent all the same.
 * `comparedWith`: the last scheme that was passed, which approvers compare it with.
 */
export const schemaSubmitted = defineEvent(
  'SchemaSubmitted',
  1,
  z.object({
    ...key,
    frame: schemaFrame,
    figures: schemaFigures,
    warnings: z.array(z.string()),
    comparedWith: schemaOrigin.nullable(),
    application: applicationDraft,
  }),
);
export const schemaClosed = defineEvent(
  'SchemaClosed',
  1,
  z.object({ ...key, outcome: withoutEffect, opinion: z.string() }),
);
/** Passed: in use, execution plans may be generated from it. */
export const schemaEnabled = defineEvent('SchemaEnabled', 1, z.object({ ...key, revisesKey: z.string().nullable() }));
/** A revision has taken its place. */
export const schemaRevised = defineEvent('SchemaRevised', 1, z.object({ ...key, byKey: z.string() }));
/** Its revision was cancelled: it is in use again. */
export const schemaRestored = defineEvent('SchemaRestored', 1, z.object({ ...key, byKey: z.string() }));
/** Cancelled by the office after it had passed, before a plan was generated from it (SCHEME-05). */
export const schemaCancelled = defineEvent(
  'SchemaCancelled',
  1,
  z.object({ ...key, revisesKey: z.string().nullable(), reason: z.string() }),
);
export const schemaDeleted = defineEvent('SchemaDeleted', 1, z.object(key));

export const schemaEvents = [
  schemaCreated,
  schemaDescribed,
  schemaCoursesChanged,
  schemaSubmitted,
  schemaClosed,
  schemaEnabled,
  schemaRevised,
  schemaRestored,
  schemaCancelled,
  schemaDeleted,
] as const;
export type SchemaEvent = EventOf<(typeof schemaEvents)[number]>;
