import type { z } from 'zod';
import { cellText, computeRow } from '@jwxt/contracts/score/score-arithmetic.ts';
import type { CellConflict, saveSheet } from '@jwxt/contracts/score/score-sheet.command.ts';
import type { CellValue, ScoreItem, ScoreSheetEvent } from '@jwxt/contracts/score/score-sheet.events.ts';
import {
  cellValues,
  remarkOf,
  valueAt,
  type ScoreSheetState,
  type SetUpSheet,
  type SheetRowState,
  type Tracked,
} from '@jwxt/contracts/score/score-sheet.state.ts';
import { studentOnSheet, type SheetStudent } from '@jwxt/contracts/score/kept-rows.ts';
import { remarkName, type RemarkSettings } from '@jwxt/contracts/score/score-remark.rules.ts';
import type { Decision } from '../../kernel/decider.ts';
import { isRefused, refuse } from '../../kernel/refusal.ts';
import { scoreRemark } from '@jwxt/contracts/score/score.vocabulary.ts';
import { openForEntry, type EntryFacts } from './sheet-access.ts';
import { sheetDecider } from '../score-sheet.decider.ts';
import {
  checkItemOpen,
  checkRemark,
  collectErrors,
  enterableItem,
  parseItem,
  type GradeScaleNames,
  type InputErrors,
} from './sheet-input.ts';

/** What a save asks for. */
export type SaveCommand = Pick<z.output<typeof saveSheet.payload>, 'rows'>;
/** Facts of a save: the students of the class among those named, and the names of grade systems. */
export interface SaveFacts extends EntryFacts {
  readonly students: ReadonlyMap<string, SheetStudent>;
  readonly gradeScaleNames: GradeScaleNames;
  readonly remarks: RemarkSettings;
}

/** The key under which a conflict tells the remark. */
const REMARK_KEY = 'scoreRemarkCode';

interface CellEdit {
  readonly item: ScoreItem;
  readonly value: CellValue;
  readonly text: string | null;
  readonly seen: number;
  readonly field: string;
}
interface RemarkEdit {
  readonly code: string;
  readonly seen: number;
  readonly field: string;
}
interface RowEdit {
  readonly student: SheetStudent;
  readonly row: SheetRowState | undefined;
  readonly cells: Map<string, CellEdit>;
  remark: RemarkEdit | null;
}

/**
 * One save, all or nothing (SCORE-MORE-47): only what differs becomes events, the remarks before the cells that they
 * allow. A cell that was changed since the revision on which it was typed, by somebody else or by the same person in
 * another window, is SHEET_CELL_CONFLICT with everything needed to choose; what equals the value there is no conflict.
 * Every wrong cell is named at `rows.<i>.items.<dataKey>`.
 */
export const saveDecider = sheetDecider(
  (state: ScoreSheetState, command: SaveCommand, facts: SaveFacts): Decision<ScoreSheetEvent> => {
    const sheet = openForEntry(state, facts);
    if (isRefused(sheet)) return sheet;
    const errors = collectErrors();
    const edits = [...readEdits(sheet, command, facts, errors).values()];
    for (const { row, cells, remark } of edits) {
      if (remark) checkRemark(remarkOf(row), remark.code, remark.field, errors, facts);
      for (const cell of cells.values())
        checkItemOpen(cell.item, cell.value, remark?.code ?? remarkOf(row), cell.field, errors);
    }
    const wrong = errors.refusal();
    if (wrong) return wrong;
    const conflicts = edits.flatMap(conflictsOf);
    if (conflicts.length > 0)
      return refuse('SHEET_CELL_CONFLICT', { count: conflicts.length }, { data: { conflicts } });
    return changes(sheet, edits, facts.reason);
  },
);

/**
 * What really differs, by student; the same cell twice in one save is refused, because one of the two would be lost.
 */
function readEdits(
  sheet: SetUpSheet,
  { rows }: SaveCommand,
  facts: SaveFacts,
  errors: InputErrors,
): Map<string, RowEdit> {
  const edits = new Map<string, RowEdit>();
  const named = new Set<string>();
  const twice = (key: string, field: string): boolean => {
    if (!named.has(key)) {
      named.add(key);
      return false;
    }
    errors.add(field, 'INVALID_INPUT');
    return true;
  };
  for (const [index, input] of rows.entries()) {
    // Off the list as the sheet knows it, though the class list may not have heard yet.
    const student = studentOnSheet(sheet, facts.students, input.studentCode);
    if (!student) {
      errors.add(`rows.${index}.studentCode`, 'SHEET_STUDENT_NOT_IN_CLASS', { student: input.studentCode });
      continue;
    }
    if (input.revision > sheet.revision) errors.add(`rows.${index}.revision`, 'INVALID_INPUT');
    const row = sheet.rows[input.studentCode];
    const edit: RowEdit = edits.get(input.studentCode) ?? { student, row, cells: new Map(), remark: null };
    edits.set(input.studentCode, edit);
    for (const [dataKey, text] of Object.entries(input.items)) {
      const field = `rows.${index}.items.${dataKey}`;
      const item = enterableItem(sheet.rules, dataKey, field, errors);
      if (!item || twice(`${input.studentCode} ${dataKey}`, field)) continue;
      const value = parseItem(text, item, sheet.rules, facts.gradeScaleNames, field, errors);
      if (value === undefined || value === (row?.cells[dataKey]?.value ?? null)) continue;
      edit.cells.set(dataKey, { item, value, text: cellText(value), seen: input.revision, field });
    }
    const field = `rows.${index}.${REMARK_KEY}`;
    if (
      input.scoreRemarkCode !== undefined &&
      !twice(`${input.studentCode} ${REMARK_KEY}`, field) &&
      input.scoreRemarkCode !== remarkOf(row)
    ) {
      edit.remark = { code: input.scoreRemarkCode, seen: input.revision, field };
    }
  }
  return edits;
}

function conflictsOf({ student, row, cells, remark }: RowEdit): CellConflict[] {
  const found: CellConflict[] = [];
  const tell = <T>(
    there: Tracked<T> | null | undefined,
    seen: number,
    rest: Pick<CellConflict, 'dataKey' | 'itemName' | 'yours'>,
    show: (value: T | undefined) => string | null,
  ): void => {
    if (!there || there.revision <= seen) return;
    found.push({
      studentCode: student.studentCode,
      studentName: student.studentName,
      ...rest,
      original: show(valueAt(there, seen)),
      theirs: show(there.value),
      byUserName: there.userName,
      byName: there.name,
      at: there.at,
      revision: there.revision,
    });
  };
  for (const { item, text, seen } of cells.values()) {
    tell(
      row?.cells[item.dataKey],
      seen,
      { dataKey: item.dataKey, itemName: item.scoreSubItemName, yours: text },
      (value) => cellText(value ?? null),
    );
  }
  if (remark)
    tell(
      row?.remark,
      remark.seen,
      { dataKey: REMARK_KEY, itemName: '备注', yours: remark.code },
      (value) => value ?? scoreRemark.normal,
    );
  return found;
}

/** The events of a save: remarks first, so that every cell stands under a remark that lets it be typed. */
function changes(sheet: SetUpSheet, edits: readonly RowEdit[], reason: string | undefined): ScoreSheetEvent[] {
  const {
    facts: { teachingClassId, scoreType, courseId },
    rules,
  } = sheet;
  const key = { teachingClassId, scoreType, courseId, ...(reason === undefined ? {} : { reason }) };
  const events: ScoreSheetEvent[] = [];
  const remarked = edits.flatMap(({ student, row, remark }) => {
    if (!remark) return [];
    const before = remarkOf(row);
    const final = {
      before: row?.final ?? null,
      after: computeRow(cellValues(row), remark.code, rules, student).final,
    };
    return [
      {
        ...student,
        before,
        beforeName: remarkName(before),
        after: remark.code,
        afterName: remarkName(remark.code),
        final,
      },
    ];
  });
  if (remarked.length > 0) events.push({ type: 'RemarkSet', data: { ...key, rows: remarked } });
  const entered = edits.flatMap(({ student, row, cells, remark }) => {
    if (cells.size === 0) return [];
    const code = remark?.code ?? remarkOf(row);
    const before = cellValues(row);
    const after = { ...before, ...Object.fromEntries([...cells].map(([dataKey, { value }]) => [dataKey, value])) };
    const final = {
      before: remark ? computeRow(before, code, rules, student).final : (row?.final ?? null),
      after: computeRow(after, code, rules, student).final,
    };
    const changed = [...cells.values()].map(({ item, value }) => ({
      dataKey: item.dataKey,
      itemName: item.scoreSubItemName,
      before: before[item.dataKey] ?? null,
      after: value,
    }));
    return [{ ...student, cells: changed, final }];
  });
  if (entered.length > 0) events.push({ type: 'CellsEntered', data: { ...key, rows: entered } });
  return events;
}
