import type { z } from 'zod';
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
  type PublishedSheet,
  type ScoreSheetState,
  type SetUpSheet,
} from '@jwxt/contracts/score/score-sheet.state.ts';
import { remarkName, type RemarkSettings } from '@jwxt/contracts/score/score-remark.rules.ts';
import type { DraftFacts } from '../../approval/shared/application-draft.ts';
import type { Decision } from '../../kernel/decider.ts';
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
  /** The returned application that is sent again; `none` for a new one. */
  readonly sentAgain: ScoreChangeState;
  /** How far those are that hold students of the sheet now, by application. */
  readonly holders: ReadonlyMap<string, ScoreChangeState>;
}

/**
 * A change application takes students of the published sheet (SCORE-CHANGE; LC-A: one open application a student) and
 * freezes what it asks for: every changed cell with the value there now, the totals, and what the approver reads. A
 * returned application that is not sent again gives way to a new one about one of its students.
 */
export const reserveChangeDecider = sheetDecider(
  (state: ScoreSheetState, command: ChangeCommand, facts: ChangeFacts): Decision<ScoreSheetEvent> => {
    if (state.status === sheetStatus.unset) return refuse('SHEET_NOT_FOUND');
    if (!command.onBehalf && !mayApply(state, facts)) return refuse('SHEET_NOT_TEACHER');
    if (state.status !== sheetStatus.published) return refuse('SHEET_NOT_PUBLISHED');
    const again = sentAgain(state, command, facts);
    if (isRefused(again)) return again;
    const asked = new Set(command.rows.map(({ studentCode }) => studentCode));
    const inTheWay = state.openChanges.filter((change) => change.applyId !== again?.applyId && holdsAny(change, asked));
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

/** Whoever teaches the class or is named to enter its scores. */
function mayApply({ facts: { importTeacherGh } }: SetUpSheet, facts: ChangeFacts): boolean {
  return teaches(facts) || ((importTeacherGh ?? null) !== null && importTeacherGh === facts.actor.gh);
}

/** The round that goes on, null for a new application; refused unless this applicant's application is back with him. */
function sentAgain(
  state: PublishedSheet,
  { applyId }: ChangeCommand,
  { sentAgain: known, actor }: ChangeFacts,
): { applyId: string; round: number } | null | Refused {
  if (applyId === undefined) return null;
  const held = state.openChanges.find((change) => change.applyId === applyId);
  if (
    known.status !== 'returned' ||
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
function changedRows(sheet: PublishedSheet, command: ChangeCommand, facts: ChangeFacts): ScoreChangeRow[] | Refused {
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
  sheet: PublishedSheet,
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
 * it was asked for.
 */
export const applyChangeDecider = sheetDecider(
  (state: ScoreSheetState, command: z.output<typeof applyScoreChange.payload>): Decision<ScoreSheetEvent> => {
    if (state.status !== sheetStatus.published) return refuse('SHEET_NOT_PUBLISHED');
    const { applyId, reason, rows } = command;
    if (!state.openChanges.some((change) => change.applyId === applyId)) return refuse('CHANGE_NOT_EDITABLE');
    for (const row of rows) {
      const now = state.rows[row.studentCode];
      const cell = row.cells.find(({ dataKey, before }) => (now?.cells[dataKey]?.value ?? null) !== before);
      if (cell || (row.remark && row.remark.before !== remarkOf(now)))
        return refuse('CHANGE_BASE_MOVED', { student: row.studentName, item: cell?.itemName ?? '备注' });
    }
    return [
      { type: 'ScoreChangeApplied', data: { ...state.facts, applyId, reason, rows } },
      released(state.facts, applyId, 'effected'),
    ];
  },
);

/** An application that ended without effect gives the sheet free; one that does not hold it changes nothing. */
export const releaseChangeDecider = sheetDecider(
  (
    state: ScoreSheetState,
    { applyId, outcome }: { applyId: string; outcome: 'notPassed' | 'recalled' },
  ): Decision<ScoreSheetEvent> => {
    const held =
      state.status === sheetStatus.published && state.openChanges.some((change) => change.applyId === applyId);
    if (!held) return [];
    return [released(state.facts, applyId, outcome)];
  },
);

function released(
  { teachingClassId, scoreType }: { teachingClassId: string; scoreType: string },
  applyId: OpenChange['applyId'],
  outcome: 'effected' | 'notPassed' | 'recalled',
): ScoreSheetEvent {
  return { type: 'ChangeReleased', data: { teachingClassId, scoreType, applyId, outcome } };
}
