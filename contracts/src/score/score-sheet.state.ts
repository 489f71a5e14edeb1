import type { EventContext } from '../kernel/event.ts';
import { defineStream } from '../kernel/stream.ts';
import type { StudentRef } from '../kernel/student-ref.ts';
import {
  SHEET_STREAM_PREFIX,
  scoreSheetEvents,
  sheetUpcasters,
  type CellValue,
  type EntryWindow,
  type OriginCause,
  type ReassessmentRules,
  type ScoreChangeRequest,
  type ScoreSheetEvent,
  type SheetFacts,
  type SheetFigures,
  type SheetRules,
  type SubmittedRow,
} from './score-sheet.events.ts';
import { computeRow } from './score-arithmetic.ts';
import { type EntryState, retakingOf, scoreRemark, sheetStatus } from './score.vocabulary.ts';

/**
 * A value with who set it when, and what it was before: enough to tell a second editor what happened since a revision.
 */
export type Tracked<T> = {
  readonly value: T;
  readonly revision: number;
  readonly userName: string;
  readonly name: string;
  readonly at: string;
  /** Earlier values with the revision that set them and who did, oldest first. */
  readonly earlier: readonly { readonly revision: number; readonly value: T; readonly userName: string }[];
};

/** One student's row. Only students of whom anything was ever recorded have one. */
export type SheetRowState = StudentRef & {
  /** Takes the course again in an ordinary class. Absent: does not. */
  readonly retaking?: true;
  readonly cells: Readonly<Record<string, Tracked<CellValue>>>;
  /** Null while nobody has set a remark: normal. */
  readonly remark: Tracked<string> | null;
  /** Hundredths, as the events tell it. */
  readonly final: number | null;
};

/** What was handed in for approval. */
export type SheetSubmission = {
  readonly applyId: string;
  readonly round: number;
  readonly hash: string;
  readonly rows: readonly SubmittedRow[];
  readonly figures: SheetFigures;
  /** Version of the process it went by: a returned one goes on with it (C7). */
  readonly processVersion: number;
  readonly userName: string;
  readonly name: string;
  readonly at: string;
};
/**
 * How the last submission came back. `unpublished`: its application has passed and cannot go on; the next submission is
 * a new one.
 */
export type SheetReopening = {
  readonly applyId: string;
  readonly round: number;
  readonly cause: 'returned' | 'notPassed' | 'recalled' | 'rolledBack' | 'unpublished';
  readonly opinion: string;
  readonly byName: string;
  readonly nodeName: string | null;
  readonly at: string;
};
/** A change application that is open on this sheet: it holds the students whom it asks about. */
export type OpenChange = {
  readonly applyId: string;
  readonly processName: string;
  readonly applicantName: string;
  readonly time: string;
  readonly request: ScoreChangeRequest | null;
  /** Asked for while the scores waited for approval: what it finds when it takes effect may be other than it was. */
  readonly waited?: true;
};

/** What became of a listed student's original score; `open`: the office has to decide whether the student stays. */
export type OriginNote = { readonly cause: OriginCause; readonly text: string; readonly open: boolean };

/** What every set-up sheet has. */
export type SheetCore = {
  readonly facts: SheetFacts;
  readonly rules: SheetRules;
  readonly window: EntryWindow;
  /** By student code. */
  readonly rows: Readonly<Record<string, SheetRowState>>;
  /** Everybody who ever entered anything: none of them may approve it. */
  readonly enteredBy: readonly string[];
  /** Revision of the last event, and of the last that changed a cell or remark. */
  readonly revision: number;
  readonly contentRevision: number;
  /** The last submission, also after it came back. */
  readonly submission: SheetSubmission | null;
  /**
   * By student code: listed students whose original score is another now, and those who are off the list. Absent while
   * there are none.
   */
  readonly origins?: Readonly<Record<string, OriginNote>>;
  readonly removed?: readonly string[];
  /** Of those who are off the list: whom nobody took off, and who may come back by itself. */
  readonly leftByItself?: readonly string[];
  /**
   * Student codes whose scores of this sheet were ever published: they stay on it, whoever leaves the class. Absent
   * before.
   */
  readonly published?: readonly string[];
  /**
   * Changes of remarks that were asked for while the scores waited for approval, until they are published: then they
   * are open changes like any other. Absent while there are none.
   */
  readonly waiting?: readonly OpenChange[];
};

/** A sheet by its status (domain-model-score §5). */
export type ScoreSheetState =
  | { readonly status: (typeof sheetStatus)['unset'] }
  | (SheetCore & {
      readonly status: (typeof sheetStatus)['set' | 'entering'];
      readonly reopened: SheetReopening | null;
    })
  | (SheetCore & { readonly status: (typeof sheetStatus)['submitted']; readonly submission: SheetSubmission })
  | (SheetCore & {
      readonly status: (typeof sheetStatus)['published'];
      readonly submission: SheetSubmission;
      /** In the order in which they were applied for; no student is held by two. */
      readonly openChanges: readonly OpenChange[];
    });
export type SetUpSheet = Exclude<ScoreSheetState, { status: (typeof sheetStatus)['unset'] }>;
/** A sheet while it is entered. */
export type OpenSheet = Extract<SetUpSheet, { status: (typeof sheetStatus)['set' | 'entering'] }>;
/** A sheet whose scores count. */
export type PublishedSheet = Extract<SetUpSheet, { status: (typeof sheetStatus)['published'] }>;

/** A sheet that nobody has set up. */
export const emptySheet: ScoreSheetState = { status: sheetStatus.unset };

/** Whether an open change asks about one of these students; the oldest do not tell whom, and hold all. */
export function holdsAny({ request }: OpenChange, studentCodes: ReadonlySet<string>): boolean {
  return request === null || request.rows.some(({ studentCode }) => studentCodes.has(studentCode));
}

/** The changes that are open on a sheet, whether its scores are published or not. */
export function openChangesOf(sheet: SetUpSheet): readonly OpenChange[] {
  return sheet.status === sheetStatus.published ? sheet.openChanges : (sheet.waiting ?? []);
}

/** Folds one event of `scoreSheet-…`. Deciders, screens of the past and the auditor use this one. */
export function evolveSheet(state: ScoreSheetState, event: ScoreSheetEvent, context: EventContext): ScoreSheetState {
  if (event.type === 'SheetInitialised') return initialised(event.data, context);
  if (state.status === sheetStatus.unset) throw new Error(`${event.type} on a sheet that was never set up`);
  const next = { ...state, revision: context.revision };
  switch (event.type) {
    case 'InputTimeSet':
      return { ...next, window: event.data.after };
    case 'ImportTeacherSet':
      return {
        ...next,
        facts: { ...next.facts, importTeacher: event.data.after.name, importTeacherGh: event.data.after.gh },
      };
    case 'ItemsSet':
    case 'HierarchySet':
    case 'DigitSet':
    case 'TemplateSet':
      return {
        ...next,
        rules: event.data.after,
        rows: underRules(next.rows, event.data.after),
        contentRevision: context.revision,
      };
    case 'ScoresForceSubmitted':
      return next;
    case 'ScoresRolledBack': {
      const { applyId, round, from, reason, byName } = event.data;
      return {
        ...core(next),
        status: sheetStatus.entering,
        reopened: {
          applyId,
          round,
          cause: from === sheetStatus.published ? 'unpublished' : 'rolledBack',
          opinion: reason,
          byName,
          nodeName: null,
          at: context.time,
        },
      };
    }
    case 'CellsEntered':
      return entered(next, withCells(next.rows, event.data.rows, context), context);
    case 'RemarkSet':
      return entered(next, withRemarks(next.rows, event.data.rows, context), context);
    case 'ScoresSubmitted': {
      const {
        rows,
        figures,
        hash,
        application: {
          applyId,
          round,
          process: { processVersion },
        },
      } = event.data;
      return {
        ...core(next),
        status: sheetStatus.submitted,
        submission: {
          applyId,
          round,
          hash,
          rows,
          figures,
          processVersion,
          userName: context.userName,
          name: context.name,
          at: context.time,
        },
      };
    }
    case 'ScoresReopened': {
      const { applyId, round, cause, opinion, byName, nodeName } = event.data;
      return {
        ...core(next),
        status: sheetStatus.entering,
        reopened: { applyId, round, cause, opinion, byName, nodeName, at: context.time },
      };
    }
    case 'ScoresApproved': {
      const { submission } = next;
      if (!submission) throw new Error('approved without a submission');
      const { waiting, ...kept } = core(next);
      return {
        ...kept,
        status: sheetStatus.published,
        submission,
        rows: withSubmitted(next.rows, event.data.rows),
        published: [...new Set([...(next.published ?? []), ...event.data.rows.map(({ studentCode }) => studentCode)])],
        openChanges: waiting ?? [],
      };
    }
    case 'ChangeReserved': {
      const { applyId, processName, applicantName, time, request } = event.data;
      const change = { applyId, processName, applicantName, time, request: request ?? null };
      return withChanges(next, (open) => [
        ...open.filter((other) => other.applyId !== applyId),
        next.status === sheetStatus.published ? change : { ...change, waited: true },
      ]);
    }
    case 'ChangeReleased':
      return withChanges(next, (open) => open.filter(({ applyId }) => applyId !== event.data.applyId));
    case 'ScoreChangeApplied': {
      const remarked = event.data.rows.flatMap(({ remark, ...row }) => (remark ? [{ ...row, ...remark }] : []));
      return published(next, { rows: withRemarks(withCells(next.rows, event.data.rows, context), remarked, context) });
    }
    case 'RetakeOriginChanged': {
      const { studentCode, cause, text, cells, final } = event.data;
      const rows = cells.length > 0 ? withCells(next.rows, [{ ...event.data, cells, final }], context) : next.rows;
      return {
        ...next,
        rows,
        origins: { ...next.origins, [studentCode]: { cause, text, open: needsDecision(cause) } },
        ...(cells.length > 0 ? { contentRevision: context.revision } : {}),
      };
    }
    case 'RetakeOriginKept': {
      const { studentCode } = event.data;
      const note = next.origins?.[studentCode];
      return note ? { ...next, origins: { ...next.origins, [studentCode]: { ...note, open: false } } } : next;
    }
    case 'RetakeStudentRemoved': {
      const { studentCode } = event.data;
      const { [studentCode]: _row, ...rows } = next.rows;
      const { [studentCode]: _note, ...origins } = next.origins ?? {};
      return {
        ...next,
        rows,
        origins,
        removed: [...(next.removed ?? []), studentCode],
        ...(event.data.byName === null ? { leftByItself: [...(next.leftByItself ?? []), studentCode] } : {}),
      };
    }
    case 'RetakeStudentRestored': {
      const { studentCode, cause, text, cells } = event.data;
      return {
        ...listedAgain(next, studentCode),
        rows: cells.length > 0 ? withCells(next.rows, [event.data], context) : next.rows,
        origins: { ...next.origins, [studentCode]: { cause, text, open: false } },
        ...(cells.length > 0 ? { contentRevision: context.revision } : {}),
      };
    }
    case 'RetakeStudentAdded': {
      const { studentCode, makeupType, originAttemptId, cells } = event.data;
      const { [studentCode]: _note, ...origins } = next.origins ?? {};
      return {
        ...listedAgain(next, studentCode),
        rules: withListed(next.rules, studentCode, { makeupType, originAttemptId }),
        rows: cells.length > 0 ? withCells(next.rows, [event.data], context) : next.rows,
        origins,
        contentRevision: context.revision,
      };
    }
    case 'SheetWithdrawn':
      return emptySheet;
    default:
      return event satisfies never;
  }
}

/** Score sheets. */
export const sheetStreams = defineStream({
  prefix: SHEET_STREAM_PREFIX,
  events: scoreSheetEvents,
  upcasters: sheetUpcasters,
  initial: emptySheet,
  evolve: evolveSheet,
});

/** The rules of a make-up sheet with one more student on its list. */
export function withListed(
  rules: SheetRules,
  studentCode: string,
  listed: ReassessmentRules['students'][string],
): SheetRules {
  const { retake } = rules;
  return retake ? { ...rules, retake: { ...retake, students: { ...retake.students, [studentCode]: listed } } } : rules;
}

function listedAgain<S extends SetUpSheet>(sheet: S, studentCode: string): S {
  const others = (codes: readonly string[] = []): readonly string[] => codes.filter((code) => code !== studentCode);
  return { ...sheet, removed: others(sheet.removed), leftByItself: others(sheet.leftByItself) };
}

/**
 * Whether the office decides about a student to whom this happened: a score that merely changed, or is as it was,
 * leaves nothing to decide.
 */
export function needsDecision(cause: OriginCause): boolean {
  return cause !== 'changed' && cause !== 'restored';
}

type InitialisedData = Extract<ScoreSheetEvent, { type: 'SheetInitialised' }>['data'];
function initialised(
  { rules, window, rows: given = [], ...facts }: InitialisedData,
  context: EventContext,
): ScoreSheetState {
  const { revision } = context;
  const rows = Object.fromEntries(
    given.map((row) => {
      const cells = Object.fromEntries(
        Object.entries(row.cells).map(([dataKey, value]) => [dataKey, tracked(null, value, context)]),
      );
      return [row.studentCode, { ...emptyRow(row), cells }];
    }),
  );
  return {
    status: sheetStatus.set,
    facts,
    rules,
    window,
    rows,
    enteredBy: [],
    revision,
    contentRevision: revision,
    submission: null,
    reopened: null,
  };
}

function core({
  facts,
  rules,
  window,
  rows,
  enteredBy,
  revision,
  contentRevision,
  submission,
  origins,
  removed,
  leftByItself,
  published: everPublished,
  waiting,
}: SetUpSheet): SheetCore {
  return {
    facts,
    rules,
    window,
    rows,
    enteredBy,
    revision,
    contentRevision,
    submission,
    ...(origins ? { origins } : {}),
    ...(removed ? { removed } : {}),
    ...(leftByItself ? { leftByItself } : {}),
    ...(everPublished ? { published: everPublished } : {}),
    ...(waiting ? { waiting } : {}),
  };
}

function entered(state: SetUpSheet, rows: SheetCore['rows'], { revision, userName }: EventContext): ScoreSheetState {
  const enteredBy = state.enteredBy.includes(userName) ? state.enteredBy : [...state.enteredBy, userName];
  const content = { rows, enteredBy, contentRevision: revision };
  return state.status === sheetStatus.set
    ? { ...state, ...content, status: sheetStatus.entering }
    : { ...state, ...content };
}

function published(
  state: SetUpSheet,
  change: { openChanges?: readonly OpenChange[]; rows?: SheetCore['rows'] },
): ScoreSheetState {
  if (state.status !== sheetStatus.published) throw new Error('a change on a sheet that is not published');
  return { ...state, ...change };
}

function withChanges(
  state: SetUpSheet,
  change: (open: readonly OpenChange[]) => readonly OpenChange[],
): ScoreSheetState {
  const open = change(openChangesOf(state));
  if (state.status === sheetStatus.published) return published(state, { openChanges: open });
  const { waiting: _before, ...rest } = state;
  return open.length === 0 ? rest : { ...rest, waiting: open };
}

function tracked<T>(
  before: Tracked<T> | undefined | null,
  value: T,
  { revision, userName, name, time }: EventContext,
): Tracked<T> {
  return {
    value,
    revision,
    userName,
    name,
    at: time,
    earlier: before
      ? [...before.earlier, { revision: before.revision, value: before.value, userName: before.userName }]
      : [],
  };
}

type CellRow = StudentRef & {
  retaking?: true | undefined;
  cells: readonly { dataKey: string; after: CellValue }[];
  final: { after: number | null };
};
function withCells(rows: SheetCore['rows'], changed: readonly CellRow[], context: EventContext): SheetCore['rows'] {
  return {
    ...rows,
    ...Object.fromEntries(
      changed.map((row) => {
        const known = rowFor(rows, row);
        const cells = Object.fromEntries(
          row.cells.map((cell) => [cell.dataKey, tracked(known.cells[cell.dataKey], cell.after, context)]),
        );
        return [row.studentCode, { ...known, cells: { ...known.cells, ...cells }, final: row.final.after }];
      }),
    ),
  };
}

type RemarkRow = StudentRef & { retaking?: true | undefined; after: string; final: { after: number | null } };
function withRemarks(rows: SheetCore['rows'], changed: readonly RemarkRow[], context: EventContext): SheetCore['rows'] {
  return {
    ...rows,
    ...Object.fromEntries(
      changed.map((row) => {
        const known = rowFor(rows, row);
        return [
          row.studentCode,
          { ...known, remark: tracked(known.remark, row.after, context), final: row.final.after },
        ];
      }),
    ),
  };
}

/** Rows computed anew, because the items or their weights are others now. */
function underRules(rows: SheetCore['rows'], rules: SheetRules): SheetCore['rows'] {
  return Object.fromEntries(
    Object.entries(rows).map(([studentCode, row]) => [
      studentCode,
      { ...row, final: computeRow(cellValues(row), remarkOf(row), rules, row).final },
    ]),
  );
}

/** Every submitted student has a row, with the total that was approved: who retakes was settled with the submission. */
function withSubmitted(rows: SheetCore['rows'], submitted: readonly SubmittedRow[]): SheetCore['rows'] {
  return {
    ...rows,
    ...Object.fromEntries(
      submitted.map(({ final, ...row }) => [
        row.studentCode,
        { ...rowFor(rows, { ...row, ...retakingOf(row.isReExamStudentName) }), final },
      ]),
    ),
  };
}

/** The row of a student, as one who takes the course again or does not. */
function rowFor(rows: SheetCore['rows'], student: StudentRef & { retaking?: true | undefined }): SheetRowState {
  const { retaking: _before, ...row } = rows[student.studentCode] ?? emptyRow(student);
  return student.retaking ? { ...row, retaking: true } : row;
}

/** A row of which nothing is recorded. */
export function emptyRow({ studentCode, studentNumber, studentName }: StudentRef): SheetRowState {
  return { studentCode, studentNumber, studentName, cells: {}, remark: null, final: null };
}

/** A row's values by item, for the arithmetic. */
export function cellValues(row: SheetRowState | undefined): Record<string, CellValue> {
  return Object.fromEntries(Object.entries(row?.cells ?? {}).map(([dataKey, cell]) => [dataKey, cell.value]));
}

/** A row's remark code; normal when nobody set one. */
export function remarkOf(row: SheetRowState | undefined): string {
  return row?.remark?.value ?? scoreRemark.normal;
}

/** The value that somebody saw who looked at this revision; undefined when there was none yet. */
export function valueAt<T>(cell: Tracked<T>, revision: number): T | undefined {
  return [...cell.earlier, cell].findLast((entry) => entry.revision <= revision)?.value;
}

/** What the teacher's list calls the sheet. */
export function entryStateOf(state: ScoreSheetState): EntryState {
  switch (state.status) {
    case sheetStatus.unset:
    case sheetStatus.set:
      return 'empty';
    case sheetStatus.entering:
      return state.reopened && state.reopened.cause !== 'recalled' ? 'returned' : 'entering';
    case sheetStatus.submitted:
      return 'submitted';
    case sheetStatus.published:
      return 'passed';
    default:
      return state satisfies never;
  }
}
