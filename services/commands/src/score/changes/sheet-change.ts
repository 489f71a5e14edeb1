import type { z } from 'zod';
import type { AttachedFile } from '@jwxt/contracts/approval/application.events.ts';
import { mayOpenAgain } from '@jwxt/contracts/approval/business-request.state.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { computeRow } from '@jwxt/contracts/score/score-arithmetic.ts';
import { needsOpenExam } from '@jwxt/contracts/score/score-cell.rules.ts';
import type { ScoreChangeState } from '@jwxt/contracts/score/score-change.state.ts';
import type { applyForScoreChange, applyScoreChange } from '@jwxt/contracts/score/score-sheet.command.ts';
import type {
  CellValue,
  ScoreChangeRow,
  ScoreSheetEvent,
  SubmittedRow,
} from '@jwxt/contracts/score/score-sheet.events.ts';
import {
  cellValues,
  holdsAny,
  remarkOf,
  type OpenChange,
  openChangesOf,
  type ScoreSheetState,
  type SetUpSheet,
  type SheetRowState,
} from '@jwxt/contracts/score/score-sheet.state.ts';
import { remarkName, type RemarkSettings } from '@jwxt/contracts/score/score-remark.rules.ts';
import type { DraftFacts } from '../../approval/shared/application-draft.ts';
import type { Decision } from '../../kernel/decider.ts';
import { isUuid } from '../../kernel/is-uuid.ts';
import { isRefused, refuse, type Refused } from '../../kernel/refusal.ts';
import { retakingOf, sheetStatus } from '@jwxt/contracts/score/score.vocabulary.ts';
import { changeRequest, CHANGE_PROCESS } from './change-draft.ts';
import { teaches, type EntryFacts } from '../entry/sheet-access.ts';
import { sheetDecider } from '../score-sheet.decider.ts';
import {
  checkItemOpen,
  checkRemark,
  collectErrors,
  enterableItem,
  parseItem,
  type GradeScaleNames,
  type InputErrors,
} from '../entry/sheet-input.ts';

/** What somebody asks to change. */
export type ChangeCommand = Pick<z.output<typeof applyForScoreChange.payload>, 'applyId' | 'reason' | 'rows'> & {
  /** For the teachers: whose permission it is was checked where the command came in. */
  readonly onBehalf?: boolean;
};
/**
 * Facts of a change application: besides who and when, the process, and how far the applications concerned have come.
 */
export interface ChangeFacts extends EntryFacts {
  readonly gradeScaleNames: GradeScaleNames;
  readonly remarks: RemarkSettings;
  readonly process: DraftFacts | null;
  readonly newApplyId: string;
  /** What the applicant attached. */
  readonly files: readonly AttachedFile[];
  /** The application that came back, or was taken back, and is sent again; `none` for a new one. */
  readonly sentAgain: ScoreChangeState;
  /** Whether the id that the page made is one of an application already, of whatever process. */
  readonly idTaken: boolean;
  /** How far those are that hold students of the sheet now, by application. */
  readonly holders: ReadonlyMap<string, ScoreChangeState>;
}

/**
 * A change application takes students of the published sheet (SCORE-CHANGE; LC-A: one open application a student) and
 * freezes what it asks for: every changed cell with the value there now, the totals, and what the approver reads. A
 * returned application that is not sent again gives way to a new one about one of its students. While the scores wait
 * for their approval, a remark of one student (作弊, 免修, …) is asked for in the same way (decision 073).
 */
export const reserveChangeDecider = sheetDecider(
  (state: ScoreSheetState, command: ChangeCommand, facts: ChangeFacts): Decision<ScoreSheetEvent> => {
    if (state.status === sheetStatus.unset) return refuse('SHEET_NOT_FOUND');
    if (!command.onBehalf && !mayApply(state, facts)) return refuse('SHEET_NOT_TEACHER');
    if (!isHandedIn(state)) return refuse('SHEET_NOT_PUBLISHED');
    if (state.status === sheetStatus.submitted && !changesOneRemark(command)) return refuse('CHANGE_IN_APPROVAL');
    const again = sentAgain(state, command, facts);
    if (isRefused(again)) return again;
    const asked = new Set(command.rows.map(({ studentCode }) => studentCode));
    const inTheWay = openChangesOf(state).filter(
      (change) => change.applyId !== again?.applyId && holdsAny(change, asked),
    );
    const waiting = inTheWay.find(({ applyId }) => facts.holders.get(applyId)?.status !== 'returned');
    if (waiting)
      return refuse('APPROVAL_OPEN_EXISTS', {
        process: waiting.processName,
        name: waiting.applicantName,
        time: toDateTimeText(waiting.time),
      });
    if (command.reason.trim() === '')
      return refuse('CHANGE_REASON_REQUIRED', {}, { fieldErrors: [{ field: 'reason', message: '必填' }] });
    const rows = changedRows(state, command, facts);
    if (isRefused(rows)) return rows;
    if (!facts.process) return refuse('APPROVAL_PROCESS_MISSING', { process: CHANGE_PROCESS });
    const request = changeRequest(state, rows, command, again, facts, facts.process);
    if (isRefused(request)) return request;
    const {
      applyId,
      application: {
        process: { processName },
        applicant,
      },
    } = request;
    const key = { teachingClassId: state.facts.teachingClassId, scoreType: state.facts.scoreType };
    return [
      ...inTheWay.map((change) => released(key, change.applyId, 'recalled')),
      {
        type: 'ChangeReserved',
        data: { ...key, applyId, processName, applicantName: applicant.name, time: facts.now, request },
      },
    ];
  },
);

/** A sheet that is handed in: there are rows that somebody has read, or that count. */
type HandedIn = Extract<SetUpSheet, { status: (typeof sheetStatus)['submitted' | 'published'] }>;
function isHandedIn(sheet: SetUpSheet): sheet is HandedIn {
  return sheet.status === sheetStatus.submitted || sheet.status === sheetStatus.published;
}

/** Asked for by the office or the unit, about one student's remark and nothing else. */
function changesOneRemark({ rows, onBehalf }: ChangeCommand): boolean {
  return onBehalf === true && rows.length === 1 && rows.every(({ items }) => Object.values(items).every(isUnchanged));
}
const isUnchanged = ({ before, after }: { before: string | null; after: string | null }): boolean => before === after;

/** Whoever teaches the class or is named to enter its scores. */
function mayApply({ facts: { importTeacherGh } }: SetUpSheet, facts: ChangeFacts): boolean {
  return teaches(facts) || ((importTeacherGh ?? null) !== null && importTeacherGh === facts.actor.gh);
}

/**
 * The round that goes on, or the first of an id that the page made; null for a new application. Refused unless this
 * applicant's application is back with him.
 */
function sentAgain(
  state: HandedIn,
  { applyId }: ChangeCommand,
  { sentAgain: known, idTaken, actor }: ChangeFacts,
): { applyId: string; round: number } | null | Refused {
  if (applyId === undefined) return null;
  const held = openChangesOf(state).find((change) => change.applyId === applyId);
  if (known.status === 'none' && !held && !idTaken && isUuid(applyId)) return { applyId, round: 1 };
  if (
    known.status === 'none' ||
    !mayOpenAgain(known.status) ||
    known.request.applyId !== applyId ||
    known.request.application.applicant.userName !== actor.userName
  )
    return refuse('CHANGE_NOT_EDITABLE');
  const round = known.request.application.round;
  return held && (held.request?.application.round ?? round) !== round
    ? refuse('CHANGE_NOT_EDITABLE')
    : { applyId, round: round + 1 };
}

/** The rows asked for with every value as it is now; unchanged cells drop out. */
function changedRows(sheet: HandedIn, command: ChangeCommand, facts: ChangeFacts): ScoreChangeRow[] | Refused {
  const errors = collectErrors();
  const students = new Map(sheet.submission.rows.map((row) => [row.studentCode, row]));
  const named = new Set<string>();
  const rows = command.rows.flatMap((asked, index) => {
    const student = students.get(asked.studentCode);
    if (!student) errors.add(`rows.${index}.studentCode`, 'SHEET_STUDENT_NOT_IN_CLASS', { student: asked.studentCode });
    else if (named.has(asked.studentCode)) errors.add(`rows.${index}.studentCode`, 'INVALID_INPUT');
    else {
      named.add(asked.studentCode);
      return changedRow(sheet, student, asked, index, { ...facts, byOffice: command.onBehalf === true }, errors) ?? [];
    }
    return [];
  });
  const wrong = errors.refusal();
  if (wrong) return wrong;
  return rows.length === 0 ? refuse('CHANGE_EMPTY') : rows;
}

function changedRow(
  sheet: HandedIn,
  student: SubmittedRow,
  asked: ChangeCommand['rows'][number],
  index: number,
  facts: ChangeFacts & { readonly byOffice: boolean },
  errors: InputErrors,
): ScoreChangeRow | null {
  const row = sheet.rows[student.studentCode];
  const current = cellValues(row);
  const remarkNow = remarkOf(row);
  const remarkAfter = asked.scoreRemarkCode?.after ?? remarkNow;
  const moved = (field: string, item: string): void =>
    errors.add(field, 'CHANGE_BASE_MOVED', { student: student.studentName, item });
  const cells: ScoreChangeRow['cells'] = [];
  for (const [dataKey, { before, after }] of Object.entries(asked.items)) {
    const field = `rows.${index}.items.${dataKey}`;
    const item = enterableItem(sheet.rules, dataKey, field, errors);
    if (!item) continue;
    const seen = parseItem(before, item, sheet.rules, facts.gradeScaleNames, field, errors);
    const wanted = parseItem(after, item, sheet.rules, facts.gradeScaleNames, field, errors);
    const now: CellValue = current[dataKey] ?? null;
    if (seen === undefined || wanted === undefined) continue;
    if (seen !== now) moved(field, item.scoreSubItemName);
    else if (wanted !== now) {
      checkItemOpen(item, wanted, remarkAfter, field, errors);
      cells.push({ dataKey, itemName: item.scoreSubItemName, before: now, after: wanted });
    }
  }
  const remarkField = `rows.${index}.scoreRemarkCode`;
  if (asked.scoreRemarkCode && asked.scoreRemarkCode.before !== remarkNow) moved(remarkField, '备注');
  else if (remarkAfter !== remarkNow) checkRemark(remarkNow, remarkAfter, remarkField, errors, facts);
  if (cells.length === 0 && remarkAfter === remarkNow) return null;
  const whose = { studentCode: student.studentCode, ...retakingOf(student.isReExamStudentName) };
  const before = computeRow(current, remarkNow, sheet.rules, whose);
  const after = computeRow(
    { ...current, ...Object.fromEntries(cells.map((cell) => [cell.dataKey, cell.after])) },
    remarkAfter,
    sheet.rules,
    whose,
  );
  if (needsOpenExam(remarkAfter, sheet.rules.items))
    errors.add(remarkField, 'SHEET_REMARK_NEEDS_EXAM', { name: remarkName(remarkAfter) });
  else if (!after.complete) errors.add(`rows.${index}.items`, 'SHEET_INCOMPLETE', { count: 1 });
  const { studentNumber, studentName, administrativeClassName, gradeMajorName } = student;
  return {
    ...whose,
    studentNumber,
    studentName,
    administrativeClassName,
    gradeMajorName,
    cells,
    remark:
      remarkAfter === remarkNow
        ? null
        : {
            before: remarkNow,
            beforeName: remarkName(remarkNow),
            after: remarkAfter,
            afterName: remarkName(remarkAfter),
          },
    final: { before: row?.final ?? before.final, after: after.final },
    passedBefore: before.passed,
    passedAfter: after.passed,
  };
}

/**
 * The approved change takes effect and gives the sheet free, in one: exactly what was asked for, on exactly the values
 * it was asked for. One that was asked for while the scores waited for approval takes effect when they are published;
 * where they came back, its remark is set on the sheet, which is approved with it.
 */
export const applyChangeDecider = sheetDecider(
  (state: ScoreSheetState, command: z.output<typeof applyScoreChange.payload>): Decision<ScoreSheetEvent> => {
    if (state.status === sheetStatus.unset) return refuse('SHEET_NOT_PUBLISHED');
    const { applyId, reason } = command;
    const open = openChangesOf(state).find((change) => change.applyId === applyId);
    if (!open) return refuse(isHandedIn(state) ? 'CHANGE_NOT_EDITABLE' : 'SHEET_NOT_PUBLISHED');
    if (state.status === sheetStatus.submitted) return [];
    const moved = open.waited ? null : whatMoved(state, command.rows);
    if (moved) return moved;
    const rows = open.waited ? command.rows.flatMap((row) => asItStands(state, row)) : command.rows;
    const end = released(state.facts, applyId, 'effected');
    if (rows.length === 0) return [end];
    return [
      state.status === sheetStatus.published
        ? { type: 'ScoreChangeApplied', data: { ...state.facts, applyId, reason, rows } }
        : remarksSet(state, rows, reason),
      end,
    ];
  },
);

/** A value that is no longer the one that was to be changed; null: none. */
export function whatMoved({ rows: known }: SetUpSheet, rows: readonly ScoreChangeRow[]): Refused | null {
  for (const row of rows) {
    const now = known[row.studentCode];
    const cell = row.cells.find(({ dataKey, before }) => (now?.cells[dataKey]?.value ?? null) !== before);
    if (cell || (row.remark && row.remark.before !== remarkOf(now)))
      return refuse('CHANGE_BASE_MOVED', { student: row.studentName, item: cell?.itemName ?? '备注' });
  }
  return null;
}

/** The remark that was approved, on the row as it is now; nothing where it has that remark already. */
function asItStands(sheet: SetUpSheet, { remark, ...row }: ScoreChangeRow): ScoreChangeRow[] {
  const now: SheetRowState | undefined = sheet.rows[row.studentCode];
  const before = remarkOf(now);
  if (!remark || before === remark.after || sheet.removed?.includes(row.studentCode)) return [];
  const total = (code: string) => computeRow(cellValues(now), code, sheet.rules, { ...row, ...now });
  const after = total(remark.after);
  return [
    {
      ...row,
      remark: { ...remark, before, beforeName: remarkName(before) },
      final: { before: now?.final ?? null, after: after.final },
      passedBefore: total(before).passed,
      passedAfter: after.passed,
    },
  ];
}

function remarksSet(
  { facts: { teachingClassId, scoreType, courseId } }: SetUpSheet,
  rows: readonly ScoreChangeRow[],
  reason: string,
): ScoreSheetEvent {
  return {
    type: 'RemarkSet',
    data: {
      teachingClassId,
      scoreType,
      courseId,
      reason,
      rows: rows.flatMap(({ studentCode, studentNumber, studentName, retaking, remark, final }) =>
        remark
          ? [{ studentCode, studentNumber, studentName, ...(retaking ? { retaking } : {}), ...remark, final }]
          : [],
      ),
    },
  };
}

/** An application that ended without effect gives the sheet free; one that does not hold it changes nothing. */
export const releaseChangeDecider = sheetDecider(
  (
    state: ScoreSheetState,
    { applyId, outcome }: { applyId: string; outcome: 'notPassed' | 'recalled' },
  ): Decision<ScoreSheetEvent> => {
    const held =
      state.status !== sheetStatus.unset && openChangesOf(state).some((change) => change.applyId === applyId);
    return held ? [released(state.facts, applyId, outcome)] : [];
  },
);

function released(
  { teachingClassId, scoreType }: { teachingClassId: string; scoreType: string },
  applyId: OpenChange['applyId'],
  outcome: 'effected' | 'notPassed' | 'recalled',
): ScoreSheetEvent {
  return { type: 'ChangeReleased', data: { teachingClassId, scoreType, applyId, outcome } };
}
