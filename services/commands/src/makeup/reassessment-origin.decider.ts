import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { computeRow, finalText } from '@jwxt/contracts/score/score-arithmetic.ts';
import type { StudentRef } from '@jwxt/contracts/kernel/student-ref.ts';
import type { ScoreSheetEvent } from '@jwxt/contracts/score/score-sheet.events.ts';
import {
  cellValues,
  holdsAny,
  remarkOf,
  sheetStreams,
  type OpenChange,
  type PublishedSheet,
  type ScoreSheetState,
  type SetUpSheet,
} from '@jwxt/contracts/score/score-sheet.state.ts';
import { scoreRemark, scoreType, sheetStatus } from '@jwxt/contracts/score/score.vocabulary.ts';
import type { Decider, Decision } from '../kernel/decider.ts';
import { refuse } from '../kernel/refusal.ts';
import type { OriginStanding } from './origin-standing.ts';

type ReassessmentDecider<Command, Facts> = Decider<ScoreSheetState, Command, ScoreSheetEvent, Facts>;

/** A listed student with the way the original score stands. */
export interface OriginFacts {
  readonly student: StudentRef;
  readonly standing: Pick<OriginStanding, 'cause' | 'text'> & Partial<Pick<OriginStanding, 'cells'>>;
  /** Whether a student who left the list by himself is on no other list for the same score. */
  readonly isFree: boolean;
}

/**
 * Brings a listed student's original score up to date on the sheet of the list. Who has nothing to make up for is off a
 * make-up list while nothing was typed for him, and on it again when the score fails after all; afterwards, on a
 * retake, and while the scores wait for approval the office is asked. A score that only changed is carried over, so
 * that 替代期末 weighs the exam with what is right, also once it is published: unless that would fail whom it passed.
 */
export const followOriginDecider: ReassessmentDecider<object, OriginFacts> = {
  streams: sheetStreams,
  decide(sheet, _command, { student, standing, isFree }): Decision<ScoreSheetEvent> {
    const { studentCode } = student;
    if (sheet.status === sheetStatus.unset) return [];
    if (sheet.removed?.includes(studentCode)) return isFree ? putBack(sheet, student, standing) : [];
    if (sheet.status === sheetStatus.published) return followPublished(sheet, student, standing);
    const about = aboutOf(sheet, student);
    const { cause, text } = standing;
    const note = sheet.origins?.[studentCode];
    if (cause === 'restored' || cause === 'changed') {
      const cells =
        sheet.status === sheetStatus.submitted || !standing.cells
          ? []
          : carriedOver(sheet, studentCode, standing.cells);
      const told = note ? note.cause === cause && note.text === text : cause === 'restored';
      if (told && cells.length === 0) return [];
      return [
        {
          type: 'RetakeOriginChanged',
          data: { ...about, cause, text, cells, final: finalWith(sheet, studentCode, cells) },
        },
      ];
    }
    if (
      sheet.status !== sheetStatus.submitted &&
      sheet.facts.scoreType === scoreType.makeup &&
      !isTyped(sheet, studentCode)
    )
      return [{ type: 'RetakeStudentRemoved', data: { ...about, text, reason: '', byName: null } }];
    return note?.cause === cause && note.text === text
      ? []
      : [
          {
            type: 'RetakeOriginChanged',
            data: { ...about, cause, text, cells: [], final: finalWith(sheet, studentCode, []) },
          },
        ];
  },
};

type Standing = OriginFacts['standing'];

/** Who left by himself comes back while the sheet is open; what waits for approval is followed when it comes back. */
function putBack(sheet: SetUpSheet, student: StudentRef, { cause, text, cells }: Standing): Decision<ScoreSheetEvent> {
  const { studentCode } = student;
  const fails = cause === 'restored' || cause === 'changed';
  const isOpen = sheet.status === sheetStatus.set || sheet.status === sheetStatus.entering;
  if (!fails || !isOpen || !sheet.leftByItself?.includes(studentCode)) return [];
  const carried = cells ? carriedOver(sheet, studentCode, cells) : [];
  return [
    {
      type: 'RetakeStudentRestored',
      data: { ...aboutOf(sheet, student), cause, text, cells: carried, final: finalWith(sheet, studentCode, carried) },
    },
  ];
}

/**
 * 替代期末 after publication: weighed anew with the original items that are right now. Whom that would fail is the
 * office's to decide. A change that somebody has applied for comes first.
 */
function followPublished(
  sheet: PublishedSheet,
  student: StudentRef,
  { cause, text, cells }: Standing,
): Decision<ScoreSheetEvent> {
  const { studentCode } = student;
  const fails = cause === 'restored' || cause === 'changed';
  if (!fails || !cells || changeOf(sheet, studentCode) || !sheet.rows[studentCode]) return [];
  const carried = carriedOver(sheet, studentCode, cells);
  if (carried.length === 0) return [];
  const about = aboutOf(sheet, student);
  if (!wouldFail(sheet, studentCode, carried)) {
    const final = finalWith(sheet, studentCode, carried);
    return [{ type: 'RetakeOriginChanged', data: { ...about, cause, text, cells: carried, final } }];
  }
  const { after } = finalWith(sheet, studentCode, carried);
  const told = `${text}，本次成绩按此计为 ${finalText(after, sheet.rules)}，不及格`;
  const note = sheet.origins?.[studentCode];
  if (note?.cause === 'lowered' && note.text === told) return [];
  const final = finalWith(sheet, studentCode, []);
  return [{ type: 'RetakeOriginChanged', data: { ...about, cause: 'lowered', text: told, cells: [], final } }];
}

/** The change application that concerns a student's published score; null: there is none. */
function changeOf({ openChanges }: PublishedSheet, studentCode: string): OpenChange | null {
  return openChanges.find((change) => holdsAny(change, new Set([studentCode]))) ?? null;
}

/** Whether a published pass would be none with other original items. */
function wouldFail({ rows, rules }: SetUpSheet, studentCode: string, cells: ReturnType<typeof carriedOver>): boolean {
  const row = rows[studentCode];
  const now = cellValues(row);
  const then = { ...now, ...Object.fromEntries(cells.map(({ dataKey, after }) => [dataKey, after])) };
  const passes = (values: Cells) => computeRow(values, remarkOf(row), rules, row ?? { studentCode }).passed;
  return passes(now) && !passes(then);
}

/** What the office decides about a student whose original score is another now. */
export interface SettleCommand {
  readonly student: StudentRef;
  readonly decision: 'keep' | 'remove' | 'adjust';
  readonly reason: string;
  readonly byName: string;
}

/**
 * Keeps a marked student, or takes him off with what was typed. What waits for approval is not changed under the
 * approver's eyes. Once published, a score that would fail is kept as it is, or weighed anew (`adjust`).
 */
export const settleOriginDecider: ReassessmentDecider<SettleCommand, Pick<OriginFacts, 'standing'>> = {
  streams: sheetStreams,
  decide(sheet, { student, decision, reason, byName }, { standing }): Decision<ScoreSheetEvent> {
    if (sheet.status === sheetStatus.unset) return refuse('SHEET_NOT_FOUND');
    const isPublished = sheet.status === sheetStatus.published;
    if (isPublished ? decision === 'remove' : decision === 'adjust')
      return refuse(isPublished ? 'SHEET_PUBLISHED' : 'SHEET_NOT_PUBLISHED');
    const note = sheet.origins?.[student.studentCode];
    if (!note?.open) return refuse('MAKEUP_ORIGIN_SETTLED', { student: student.studentName });
    const data = { ...aboutOf(sheet, student), text: note.text, reason, byName };
    if (decision === 'keep') return [{ type: 'RetakeOriginKept', data }];
    if (decision === 'adjust') {
      const open = isPublished ? changeOf(sheet, student.studentCode) : null;
      if (open)
        return refuse('APPROVAL_OPEN_EXISTS', {
          process: open.processName,
          name: open.applicantName,
          time: toDateTimeText(open.time),
        });
      const cells = standing.cells ? carriedOver(sheet, student.studentCode, standing.cells) : [];
      const final = finalWith(sheet, student.studentCode, cells);
      return [
        {
          type: 'RetakeOriginChanged',
          data: {
            ...aboutOf(sheet, student),
            cause: 'changed',
            text: `${standing.text}，${byName}决定按此计分，原因：${reason}`,
            cells,
            final,
          },
        },
      ];
    }
    return sheet.status === sheetStatus.submitted
      ? refuse('MAKEUP_ORIGIN_IN_APPROVAL', { student: student.studentName })
      : [{ type: 'RetakeStudentRemoved', data }];
  },
};

function aboutOf(
  { facts: { teachingClassId, scoreType, courseId } }: SetUpSheet,
  { studentCode, studentNumber, studentName }: StudentRef,
) {
  return { teachingClassId, scoreType, courseId, studentCode, studentNumber, studentName };
}

type Cells = NonNullable<OriginStanding['cells']>;

/** Original items whose value is another now than the sheet weighs the exam with. */
function carriedOver({ rows, rules }: SetUpSheet, studentCode: string, now: Cells) {
  const known = cellValues(rows[studentCode]);
  return fixedItems(rules).flatMap(({ dataKey, scoreSubItemName: itemName }) => {
    const [before, after] = [known[dataKey] ?? null, now[dataKey] ?? null];
    return before === after ? [] : [{ dataKey, itemName, before, after }];
  });
}

function finalWith({ rows, rules }: SetUpSheet, studentCode: string, cells: ReturnType<typeof carriedOver>) {
  const row = rows[studentCode];
  const before = row?.final ?? null;
  if (cells.length === 0) return { before, after: before };
  const values = { ...cellValues(row), ...Object.fromEntries(cells.map(({ dataKey, after }) => [dataKey, after])) };
  return { before, after: computeRow(values, remarkOf(row), rules, { studentCode }).final };
}

/** The original items of a make-up that replaces the exam: nobody may type them. */
function fixedItems({ items }: SetUpSheet['rules']) {
  return items.filter(({ enable }) => enable !== 'true');
}

/** Whether anybody typed anything for a student. */
function isTyped({ rows, rules }: SetUpSheet, studentCode: string): boolean {
  const row = rows[studentCode];
  const fixed = new Set(fixedItems(rules).map(({ dataKey }) => dataKey));
  return (
    remarkOf(row) !== scoreRemark.normal ||
    Object.entries(cellValues(row)).some(([dataKey, value]) => value !== null && !fixed.has(dataKey))
  );
}
