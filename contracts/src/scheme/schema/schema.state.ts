import type { z } from 'zod';
import type { EventContext } from '../../kernel/event.ts';
import { defineStream } from '../../kernel/stream.ts';
import type { CourseChange, SchemaCourse } from './schema-course.ts';
import {
  SCHEMA_STREAM_PREFIX,
  schemaEvents,
  type SchemaEvent,
  type SchemaGradeMajor,
  type schemaOrigin,
  type SchemaTexts,
} from './schema.events.ts';
import type { ProjectType } from './schema.vocabulary.ts';

/** With the department (saved, returned, recalled), in approval, ended, in use, or replaced by a revision. */
export type SchemaStatus =
  | 'saved'
  | 'submitted'
  | 'returned'
  | 'recalled'
  | 'notPassed'
  | 'enabled'
  | 'revised'
  | 'cancelled';

/** Who wrote a row last, in which revision of the stream. */
export interface RowMark {
  readonly revision: number;
  readonly at: string;
  readonly userName: string;
  readonly name: string;
}
/** A row of a scheme; `course` null once it was taken out, so that whoever still edits it hears by whom. */
export interface SchemaRow extends RowMark {
  readonly course: SchemaCourse | null;
}

/** A scheme that somebody has begun. */
export interface MajorSchema {
  readonly status: SchemaStatus;
  readonly majorSchemaKey: string;
  readonly texts: SchemaTexts;
  readonly textsRevision: number;
  readonly projectType: ProjectType;
  readonly gradeMajors: readonly SchemaGradeMajor[];
  readonly schemeVersionId: string;
  readonly schemeVersionName: string;
  readonly rows: ReadonlyMap<string, SchemaRow>;
  readonly origin: z.output<typeof schemaOrigin> | null;
  readonly revisesKey: string | null;
  /** Everybody who wrote its content since it was last with the department: none of them may decide it. */
  readonly writers: readonly string[];
  readonly round: number;
  readonly processVersion: number | null;
  /** Revision of the last event that wrote its content. */
  readonly revision: number;
}
export type SchemaState = { readonly status: 'none' } | { readonly status: 'deleted' } | MajorSchema;

/** The rows of a scheme as they stand, in the order in which people read them. */
export function coursesOf({ rows }: Pick<MajorSchema, 'rows'>): SchemaCourse[] {
  return [...rows.values()].flatMap(({ course }) => course ?? []).toSorted(inOrder);
}

/** The order of rows: term, place, number. */
export function inOrder(a: SchemaCourse, b: SchemaCourse): number {
  return a.term - b.term || a.sortNum - b.sortNum || a.courseBusinessCode.localeCompare(b.courseBusinessCode, 'en');
}

/** Folds one event of `majorSchema-…`. An event that cannot follow the state is a fault of the writer and throws. */
export function evolveSchema(state: SchemaState, event: SchemaEvent, at: EventContext): SchemaState {
  const mark: RowMark = { revision: at.revision, at: at.time, userName: at.userName, name: at.name };
  if (event.type === 'SchemaCreated') {
    const { majorSchemaKey, projectType, gradeMajors, schemeVersionId, schemeVersionName, courses } = event.data;
    const { origin, revisesKey, schemaName, trainTarget, graduateRequire, mainCourse } = event.data;
    if (state.status !== 'none') throw new Error(`${event.type} on a scheme that exists`);
    return {
      status: 'saved',
      majorSchemaKey,
      texts: { schemaName, trainTarget, graduateRequire, mainCourse },
      textsRevision: at.revision,
      projectType,
      gradeMajors,
      schemeVersionId,
      schemeVersionName,
      rows: new Map(courses.map((course) => [course.schemaCourseID, { ...mark, course }])),
      origin,
      revisesKey,
      writers: [at.userName],
      round: 0,
      processVersion: null,
      revision: at.revision,
    };
  }
  if (state.status === 'none' || state.status === 'deleted')
    throw new Error(`${event.type} on a scheme that does not exist`);
  const writers = state.writers.includes(at.userName) ? state.writers : [...state.writers, at.userName];
  switch (event.type) {
    case 'SchemaDescribed': {
      const { schemaName, trainTarget, graduateRequire, mainCourse } = event.data;
      const texts = { schemaName, trainTarget, graduateRequire, mainCourse };
      return { ...state, texts, textsRevision: at.revision, writers, revision: at.revision };
    }
    case 'SchemaCoursesChanged':
      return { ...state, rows: changedRows(state.rows, event.data.changes, mark), writers, revision: at.revision };
    case 'SchemaSubmitted': {
      const { round, process } = event.data.application;
      return { ...state, status: 'submitted', round, processVersion: process.processVersion };
    }
    case 'SchemaClosed':
      return { ...state, status: event.data.outcome };
    case 'SchemaEnabled':
    case 'SchemaRestored':
      return { ...state, status: 'enabled' };
    case 'SchemaRevised':
      return { ...state, status: 'revised' };
    case 'SchemaCancelled':
      return { ...state, status: 'cancelled' };
    case 'SchemaDeleted':
      return { status: 'deleted' };
    default:
      return event satisfies never;
  }
}

function changedRows(
  rows: MajorSchema['rows'],
  changes: readonly CourseChange[],
  mark: RowMark,
): ReadonlyMap<string, SchemaRow> {
  const next = new Map(rows);
  for (const { before, after } of changes) {
    const id = (after ?? before)?.schemaCourseID;
    if (id !== undefined) next.set(id, { ...mark, course: after });
  }
  return next;
}

/** Training schemes. */
export const schemaStreams = defineStream({
  prefix: SCHEMA_STREAM_PREFIX,
  events: schemaEvents,
  initial: { status: 'none' },
  evolve: evolveSchema,
});
