import type { ApplicationDraft } from '@jwxt/contracts/approval/application.events.ts';
import { sameCourse, type CourseChange, type SchemaCourse } from '@jwxt/contracts/scheme/schema/schema-course.ts';
import type { RowConflict, RowWrite } from '@jwxt/contracts/scheme/schema/schema.command.ts';
import type { ChangeWay, SchemaEvent, SchemaTexts } from '@jwxt/contracts/scheme/schema/schema.events.ts';
import { maySubmit, type Finding } from '@jwxt/contracts/scheme/schema/schema.rules.ts';
import {
  schemaStreams,
  type MajorSchema,
  type SchemaRow,
  type SchemaState,
} from '@jwxt/contracts/scheme/schema/schema.state.ts';
import { COURSES_AT_MOST } from '@jwxt/contracts/scheme/schema/schema.vocabulary.ts';
import type { Decider } from '../../kernel/decider.ts';
import { isRefused, refuse, type Refused } from '../../kernel/refusal.ts';

type DataOf<Type extends SchemaEvent['type']> = Extract<SchemaEvent, { type: Type }>['data'];

/** What may be asked of `majorSchema-<majorSchemaKey>`. */
export type SchemaCommand =
  | { readonly type: 'create' }
  | { readonly type: 'describe'; readonly revision: number; readonly texts: SchemaTexts }
  | { readonly type: 'change'; readonly way: ChangeWay; readonly rows: readonly RowWrite[] }
  | { readonly type: 'submit'; readonly revision: number }
  | { readonly type: 'close'; readonly outcome: 'returned' | 'notPassed' | 'recalled'; readonly opinion: string }
  | { readonly type: 'enable' }
  | { readonly type: 'revised' | 'restored'; readonly byKey: string }
  | { readonly type: 'cancel'; readonly reason: string }
  | { readonly type: 'delete' };

/** What base data says about it: only what the command needs. */
export interface SchemaFacts {
  /** To create: everything that the scheme begins with. */
  readonly begun?: DataOf<'SchemaCreated'>;
  /** To change: each row to be written with the names of what it says by code, by `schemaCourseID`. */
  readonly named?: ReadonlyMap<string, SchemaCourse>;
  /** To submit: what the scheme is measured by, what was found, and the frozen application. */
  readonly submission?: Pick<DataOf<'SchemaSubmitted'>, 'frame' | 'figures' | 'comparedWith'> & {
    readonly findings: readonly Finding[];
    readonly application: ApplicationDraft | Refused;
  };
  /** To cancel: an execution plan stands on it. */
  readonly planned?: boolean;
}

/** Whether a scheme is with its department: LC-A 0, 3 and 4. */
export function isEditable({ status }: { readonly status: SchemaState['status'] }): boolean {
  return status === 'saved' || status === 'returned' || status === 'recalled';
}

/** Why a scheme cannot be written now; null when it can. */
export function refusalToEdit(state: SchemaState): Refused | null {
  if (state.status === 'none' || state.status === 'deleted') return refuse('SCHEMA_GONE');
  return isEditable(state) ? null : refuse('SCHEMA_NOT_EDITABLE');
}

/** The rules of a training scheme: written by its department while it is there, decided by its application (ZYPYFA). */
export const schemaDecider: Decider<SchemaState, SchemaCommand, SchemaEvent, SchemaFacts | undefined> = {
  streams: schemaStreams,
  decide(state, command, facts) {
    if (command.type === 'create') {
      if (state.status !== 'none') return state.status === 'deleted' ? refuse('SCHEMA_GONE') : [];
      return [{ type: 'SchemaCreated', data: needed(facts?.begun) }];
    }
    if (state.status === 'none' || state.status === 'deleted')
      return command.type === 'delete' && state.status === 'deleted' ? [] : refuse('SCHEMA_GONE');
    const { majorSchemaKey } = state;
    switch (command.type) {
      case 'describe':
      case 'change':
      case 'submit':
        return refusalToEdit(state) ?? write(state, command, facts);
      case 'close':
        if (state.status === command.outcome) return [];
        return state.status === 'submitted'
          ? [{ type: 'SchemaClosed', data: { majorSchemaKey, outcome: command.outcome, opinion: command.opinion } }]
          : refuse('SCHEMA_NOT_EDITABLE');
      case 'enable':
        if (state.status === 'enabled') return [];
        return state.status === 'submitted'
          ? [{ type: 'SchemaEnabled', data: { majorSchemaKey, revisesKey: state.revisesKey } }]
          : refuse('SCHEMA_NOT_EDITABLE');
      case 'revised':
        return state.status === 'enabled'
          ? [{ type: 'SchemaRevised', data: { majorSchemaKey, byKey: command.byKey } }]
          : [];
      case 'restored':
        return state.status === 'revised'
          ? [{ type: 'SchemaRestored', data: { majorSchemaKey, byKey: command.byKey } }]
          : [];
      case 'cancel':
        if (state.status === 'cancelled') return [];
        if (state.status !== 'enabled') return refuse('SCHEMA_NOT_IN_USE');
        return facts?.planned
          ? refuse('SCHEMA_PLANNED')
          : [
              {
                type: 'SchemaCancelled',
                data: { majorSchemaKey, revisesKey: state.revisesKey, reason: command.reason },
              },
            ];
      case 'delete':
        return isEditable(state)
          ? [{ type: 'SchemaDeleted', data: { majorSchemaKey } }]
          : refuse('SCHEMA_NOT_EDITABLE');
    }
  },
};

type Writing = Extract<SchemaCommand, { type: 'describe' | 'change' | 'submit' }>;

function write(state: MajorSchema, command: Writing, facts: SchemaFacts | undefined): SchemaEvent[] | Refused {
  switch (command.type) {
    case 'describe':
      return describe(state, command);
    case 'change':
      return change(state, command, needed(facts?.named));
    case 'submit':
      return submit(state, command.revision, needed(facts?.submission));
  }
}

function describe(
  { majorSchemaKey, texts, textsRevision }: MajorSchema,
  command: Extract<SchemaCommand, { type: 'describe' }>,
): SchemaEvent[] | Refused {
  if (JSON.stringify(command.texts) === JSON.stringify(texts)) return [];
  if (command.revision !== textsRevision) return refuse('SCHEMA_TEXTS_CHANGED');
  return [{ type: 'SchemaDescribed', data: { majorSchemaKey, ...command.texts } }];
}

/** All rows, or none: a row that somebody else wrote meanwhile is told with what stands there now. */
function change(
  state: MajorSchema,
  { way, rows }: Extract<SchemaCommand, { type: 'change' }>,
  named: ReadonlyMap<string, SchemaCourse>,
): SchemaEvent[] | Refused {
  const changes: CourseChange[] = [];
  const conflicts: RowConflict[] = [];
  for (const { schemaCourseID, revision, after } of rows) {
    const known = state.rows.get(schemaCourseID);
    const before = known?.course ?? null;
    const wanted = after === null ? null : needed(named.get(schemaCourseID));
    if (sameCourse(before, wanted)) continue;
    if (known && known.revision !== revision) conflicts.push(conflictOf(schemaCourseID, known, wanted));
    else changes.push({ before, after: wanted });
  }
  if (conflicts.length > 0) return refuse('SCHEMA_ROW_CONFLICT', { count: conflicts.length }, { data: { conflicts } });
  const standing = [...state.rows.values()].filter(({ course }) => course !== null).length;
  const more = changes.filter(({ before }) => before === null).length;
  if (more > 0 && standing + more > COURSES_AT_MOST) return refuse('SCHEMA_TOO_MANY', { most: COURSES_AT_MOST });
  return changes.length === 0
    ? []
    : [{ type: 'SchemaCoursesChanged', data: { majorSchemaKey: state.majorSchemaKey, way, changes } }];
}

function conflictOf(
  schemaCourseID: string,
  { course, name, at, revision }: SchemaRow,
  wanted: SchemaCourse | null,
): RowConflict {
  const courseName = course?.courseName ?? wanted?.courseName ?? '';
  return { schemaCourseID, courseName, theirs: course, byName: name, at, revision };
}

function submit(
  state: MajorSchema,
  revision: number,
  { findings, application, ...submission }: NonNullable<SchemaFacts['submission']>,
): SchemaEvent[] | Refused {
  if (state.revision !== revision) return refuse('SCHEMA_CHANGED');
  const errors = findings.filter(({ level }) => level === 'E');
  if (!maySubmit(findings))
    return refuse('SCHEMA_ERRORS_OPEN', { count: errors.length }, { data: { findings: errors } });
  if (isRefused(application)) return application;
  const warnings = findings.map(({ text }) => text);
  return [
    { type: 'SchemaSubmitted', data: { majorSchemaKey: state.majorSchemaKey, ...submission, warnings, application } },
  ];
}

function needed<T>(fact: T | undefined): T {
  if (fact === undefined) throw new TypeError('a fact is missing');
  return fact;
}
