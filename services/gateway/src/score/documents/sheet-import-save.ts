import type { z } from 'zod';
import type { importScores } from '@jwxt/contracts/score/score-document.operations.ts';
import { saveSheet, type CellConflict } from '@jwxt/contracts/score/score-sheet.command.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { derivedId } from '@jwxt/infra/runtime/event-id.ts';
import type { SignedInCall } from '../../kernel/handler.ts';
import { Refused } from '../../kernel/refused.ts';
import { runCommand } from '../../kernel/run-command.ts';
import { problem, type ImportFailure, type ImportProblem } from './sheet-import.ts';
import { REMARK_HEADER, REMARK_KEY, shownCell } from './sheet-template.ts';
import type { SheetView } from '../entry/sheet.read.ts';

type ImportInput = z.output<typeof importScores.input>;
type ImportRow = ImportInput['rows'][number];

/** How often rows are left out and the others tried again; each round only finds what has changed since the last. */
const mostRounds = 5;

/**
 * Stores rows through the normal save. A save is all or nothing, so rows that it refuses are left out with their
 * reasons and the rest is saved again under an id of its own; at most one of these saves writes. A refusal of the sheet
 * as a whole (its window, its state) is thrown.
 */
export async function saveImport(
  { commandId, rows, ...sheetKey }: ImportInput,
  sheet: SheetView,
  call: SignedInCall,
): Promise<{ storedNum: number; failures: ImportFailure[] }> {
  const failures: ImportFailure[] = [];
  let left: readonly ImportRow[] = rows;
  for (let round = 0; left.length > 0; round += 1) {
    try {
      await runCommand(saveSheet, { ...sheetKey, rows: left.map(({ save }) => save) }, call, {
        commandId: derivedId(`${commandId}:import:${round}`),
      });
      break;
    } catch (error) {
      const bad = error instanceof Refused ? problemsOf(error, left, sheet) : undefined;
      if (!bad || bad.size === 0 || round === mostRounds) throw error;
      for (const row of left) {
        const problems = bad.get(row);
        if (problems)
          failures.push({
            row: row.row,
            studentNumber: row.studentNumber,
            studentName: row.studentName,
            values: row.values,
            problems,
          });
      }
      left = left.filter((row) => !bad.has(row));
    }
  }
  return { storedNum: left.length, failures: failures.toSorted((one, other) => one.row - other.row) };
}

/** Which rows a refusal is about, and why. */
function problemsOf(
  { data, fieldErrors = [] }: Refused,
  rows: readonly ImportRow[],
  sheet: SheetView,
): Map<ImportRow, ImportProblem[]> {
  const found = new Map<ImportRow, ImportProblem[]>();
  const add = (row: ImportRow | undefined, each: ImportProblem): void => {
    if (row) found.set(row, [...(found.get(row) ?? []), each]);
  };
  const columnName = (key: string): string =>
    key === REMARK_KEY
      ? REMARK_HEADER
      : (sheet.rules.items.find(({ dataKey }) => dataKey === key)?.scoreSubItemName ?? '学号');
  for (const { studentCode, dataKey, itemName, theirs, byName, at } of conflictsIn(data)) {
    const row = rows.find(({ save }) => save.studentCode === studentCode);
    const item = sheet.rules.items.find((each) => each.dataKey === dataKey);
    const value = item ? shownCell(theirs, item, sheet) : (theirs ?? '');
    add(
      row,
      problem(itemName, row?.values[dataKey] ?? '', 'SHEET_ROW_CHANGED_BY_OTHER', {
        name: byName,
        time: toDateTimeText(at),
        value: value || '空',
      }),
    );
  }
  for (const { field, message } of fieldErrors) {
    const [, index = '', key = ''] = /^rows\.(\d+)\.(?:items\.)?(.+)$/.exec(field) ?? [];
    const row = rows[Number(index)];
    add(index === '' ? undefined : row, {
      columnName: columnName(key),
      value: row?.values[key] ?? '',
      reason: message,
    });
  }
  return found;
}

function conflictsIn(data: unknown): readonly CellConflict[] {
  return typeof data === 'object' && data !== null && 'conflicts' in data && Array.isArray(data.conflicts)
    ? (data.conflicts as CellConflict[])
    : [];
}
