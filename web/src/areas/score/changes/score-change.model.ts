import type { applyScoreChangeOperation, scoreChangeDetail } from '@jwxt/contracts/score/score-change.operations.ts';
import type { InputOf, OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import type { FieldError } from '@jwxt/contracts/kernel/envelope.ts';
import { changeEffectOf, type ChangeEffect } from '@jwxt/contracts/score/sheet-figures.ts';
import { REMARK_KEY, untouched, viewRow, type CellRef, type Grid, type Sheet } from '../sheet-grid/sheet-grid.model.ts';
import { withRow, type Typed } from '../sheet-save/sheet-edit.model.ts';
import { scoreRemark } from '@jwxt/contracts/score/score.vocabulary.ts';

export type ChangeRows = InputOf<typeof applyScoreChangeOperation>['rows'];
type ChangeDetail = OutputOf<typeof scoreChangeDetail>;

/**
 * What is typed into a published sheet as the rows of an application: each changed cell with the value that was seen
 * (SCORE-CHANGE-03).
 */
export function changeRows(grid: Grid): ChangeRows {
  return grid.order.flatMap((studentCode) => {
    const drafts = Object.entries(grid.rows[studentCode]?.drafts ?? {});
    if (drafts.length === 0) return [];
    const remark = drafts.find(([key]) => key === REMARK_KEY)?.[1];
    return [
      {
        studentCode,
        items: Object.fromEntries(
          drafts
            .filter(([key]) => key !== REMARK_KEY)
            .map(([key, draft]) => [key, { before: draft.base, after: draft.text }]),
        ),
        ...(remark
          ? { scoreRemarkCode: { before: remark.base ?? scoreRemark.normal, after: remark.text ?? scoreRemark.normal } }
          : {}),
      },
    ];
  });
}

/** What the application does as a whole, by what is typed and can be sent. */
export function effectOf(grid: Grid): ChangeEffect {
  const rows = changeRows(grid).flatMap(({ studentCode }) => {
    const row = grid.rows[studentCode];
    if (!row) return [];
    const [before, after] = [viewRow(untouched(row.server), grid.sheet), viewRow(row, grid.sheet)];
    return [
      {
        studentName: row.server.studentName,
        final: { before: before.final, after: after.final },
        passedBefore: before.passed,
        passedAfter: after.passed,
      },
    ];
  });
  return changeEffectOf(rows);
}

/** Students of the sheet about whom other applications than this one are open. */
export function heldStudents(
  { openChanges, rows }: Pick<Sheet, 'openChanges' | 'rows'>,
  applyId: string | undefined,
): ReadonlySet<string> {
  const others = openChanges.filter((change) => change.applyId !== applyId);
  return new Set(others.flatMap(({ studentCodes }) => studentCodes ?? rows.map(({ studentCode }) => studentCode)));
}

/** A returned application's proposals, to be typed in again. Names of grades and remarks are understood like codes. */
export function proposalsOf(detail: Pick<ChangeDetail, 'rows'>): Typed[] {
  return detail.rows.flatMap((row) => [
    ...(row.remarkName === row['remarkName!']
      ? []
      : [{ studentCode: row.studentCode, dataKey: REMARK_KEY, text: row['remarkName!'] }]),
    ...Object.entries(row.items).map(([dataKey, { after }]) => ({
      studentCode: row.studentCode,
      dataKey,
      text: after,
    })),
  ]);
}

/**
 * Puts the server's messages at the cells they name (`rows.1.items.qm`, `rows.1.scoreRemarkCode`). Answers the messages
 * that belong to no cell.
 */
export function markChangeErrors(
  grid: Grid,
  sent: ChangeRows,
  fieldErrors: readonly FieldError[],
): { grid: Grid; others: FieldError[] } {
  let next = grid;
  const others: FieldError[] = [];
  for (const error of fieldErrors) {
    const at = cellOf(sent, error.field);
    const row = at && next.rows[at.studentCode];
    const draft = at && row?.drafts[at.dataKey];
    if (at && row && draft)
      next = withRow(next, { ...row, drafts: { ...row.drafts, [at.dataKey]: { ...draft, refusal: error.message } } });
    else others.push(error);
  }
  return { grid: next, others };
}

function cellOf(sent: ChangeRows, field: string): CellRef | null {
  const [, index, rest] = /^rows\.(\d+)\.(.+)$/.exec(field) ?? [];
  const studentCode = sent[Number(index)]?.studentCode;
  if (studentCode === undefined || rest === undefined) return null;
  const item = /^items\.([^.]+)/.exec(rest)?.[1];
  return item === undefined
    ? rest.startsWith(REMARK_KEY)
      ? { studentCode, dataKey: REMARK_KEY }
      : null
    : { studentCode, dataKey: item };
}
