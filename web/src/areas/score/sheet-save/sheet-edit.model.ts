import { isRounded, mayEnterItem } from '@jwxt/contracts/score/score-cell.rules.ts';
import { scoreRemark } from '@jwxt/contracts/score/score.vocabulary.ts';
import {
  isEditable,
  itemOf,
  normalise,
  REMARK_KEY,
  remarkInForce,
  serverText,
  shownText,
  seenNow,
  type CellRef,
  type Draft,
  type Edit,
  type Grid,
  type GridRow,
  type Seen,
} from '../sheet-grid/sheet-grid.model.ts';

const UNDO_STEPS = 200;

/**
 * Text for a cell; `seen` when the typing began before now, so that what somebody else saved meanwhile is not written
 * over.
 */
export type Typed = CellRef & { readonly text: string | null; readonly seen?: Seen };
export type RefusedEdit = Typed & { readonly message: string };

/** Replaces one row. */
export function withRow(grid: Grid, row: GridRow): Grid {
  return { ...grid, rows: { ...grid.rows, [row.server.studentCode]: row } };
}

/**
 * Puts text into a cell as a draft, or takes the draft away when it is what the server has and nothing else is on its
 * way.
 */
function putText(grid: Grid, ref: CellRef, text: string | null, seen?: Seen): Grid {
  const row = grid.rows[ref.studentCode];
  if (!row) return grid;
  const { [ref.dataKey]: previous, ...others } = row.drafts;
  const { [ref.dataKey]: _, ...aside } = row.aside;
  const server = serverText(row.server, ref.dataKey);
  const kept = normalise(grid.sheet, ref.dataKey, text);
  if (kept.text === server && kept.refusal === undefined && !previous?.conflict && !(ref.dataKey in row.sending)) {
    return withRow(grid, { ...row, drafts: others, aside });
  }
  const draft: Draft = {
    ...(previous
      ? { base: previous.base, baseRevision: previous.baseRevision }
      : (seen ?? seenNow(grid.sheet, row.server, ref.dataKey))),
    text: kept.text,
    ...(kept.refusal === undefined ? {} : { refusal: kept.refusal }),
    ...(previous?.conflict ? { conflict: previous.conflict } : {}),
  };
  return withRow(grid, { ...row, drafts: { ...others, [ref.dataKey]: draft }, aside });
}

/**
 * Takes what was typed and not saved out of the items that the row's remark excludes, because the server would refuse
 * it, and puts it back into those that the remark lets in again.
 */
function followRemark(grid: Grid, studentCode: string): { grid: Grid; edits: Edit[] } {
  const row = grid.rows[studentCode];
  if (!row) return { grid, edits: [] };
  const remark = remarkInForce(row);
  const excluded = grid.sheet.items.filter((item) => item.dataKey in row.drafts && !mayEnterItem(remark, item));
  const admitted = grid.sheet.items.filter((item) => item.dataKey in row.aside && mayEnterItem(remark, item));
  let next = grid;
  const edits: Edit[] = [];
  const put = (dataKey: string, after: string | null, seen?: Seen) => {
    next = putText(next, { studentCode, dataKey }, after, seen);
    edits.push({ studentCode, dataKey, before: shownText(row, dataKey), after, seen: revisionOf(row, dataKey) });
  };
  for (const { dataKey } of excluded) put(dataKey, serverText(row.server, dataKey));
  for (const { dataKey } of admitted) {
    const kept = row.aside[dataKey];
    if (kept) put(dataKey, kept.text, { base: kept.base, baseRevision: kept.baseRevision });
  }
  const after = next.rows[studentCode] ?? row;
  const shut = excluded.map(({ dataKey }) => [dataKey, row.aside[dataKey] ?? row.drafts[dataKey]]);
  return { grid: withRow(next, { ...after, aside: { ...after.aside, ...Object.fromEntries(shut) } }), edits };
}

/**
 * The grid that remembers what was typed where the cell keeps fewer decimals, and forgets it where something else was
 * typed since.
 */
function noteRounded(grid: Grid, { studentCode, dataKey, text }: Typed, kept: string | null): Grid {
  const others = grid.rounded.filter((each) => each.studentCode !== studentCode || each.dataKey !== dataKey);
  const item = itemOf(grid.sheet, dataKey);
  if (!item || text === null || kept === null || !isRounded(text, item))
    return others.length === grid.rounded.length ? grid : { ...grid, rounded: others };
  return { ...grid, rounded: [...others, { studentCode, dataKey, typed: text.trim(), kept }] };
}

/** Types into cells as one step that can be undone. Cells that may not be typed in are skipped. */
export function typeCells(
  grid: Grid,
  typed: readonly Typed[],
): { grid: Grid; refused: RefusedEdit[]; skipped: number } {
  let next = grid;
  const edits: Edit[] = [];
  const refused: RefusedEdit[] = [];
  let skipped = 0;
  for (const each of typed) {
    const row = next.rows[each.studentCode];
    if (!row || !isEditable(next, each)) {
      skipped += 1;
      continue;
    }
    const before = shownText(row, each.dataKey);
    next = putText(next, each, each.text, each.seen);
    const draft = next.rows[each.studentCode]?.drafts[each.dataKey];
    if (draft?.refusal !== undefined) refused.push({ ...each, message: draft.refusal });
    const after = draft ? draft.text : serverText(row.server, each.dataKey);
    if (draft?.refusal === undefined) next = noteRounded(next, each, after);
    if (after === before) continue;
    edits.push({
      studentCode: each.studentCode,
      dataKey: each.dataKey,
      before,
      after,
      seen: revisionOf(row, each.dataKey),
    });
    if (each.dataKey === REMARK_KEY) {
      const followed = followRemark(next, each.studentCode);
      next = followed.grid;
      edits.push(...followed.edits);
    }
  }
  if (edits.length === 0) return { grid: next, refused, skipped };
  return { grid: { ...next, undo: [...next.undo, edits].slice(-UNDO_STEPS), redo: [] }, refused, skipped };
}

/**
 * Takes the last step back; a cell that somebody else changed since, or that shows something else by now, is left
 * alone.
 */
export function undo(grid: Grid): Grid {
  const step = grid.undo.at(-1);
  if (!step) return grid;
  const next = applyStep(
    grid,
    step.toReversed().map((edit) => ({ ...edit, from: edit.after, to: edit.before })),
  );
  return { ...next, undo: grid.undo.slice(0, -1), redo: [...grid.redo, step] };
}

/** Takes the last undone step forward again. */
export function redo(grid: Grid): Grid {
  const step = grid.redo.at(-1);
  if (!step) return grid;
  const next = applyStep(
    grid,
    step.map((edit) => ({ ...edit, from: edit.before, to: edit.after })),
  );
  return { ...next, redo: grid.redo.slice(0, -1), undo: [...grid.undo, step] };
}

function revisionOf(row: GridRow, dataKey: string): number {
  return row.server.cellInfo[dataKey]?.revision ?? -1;
}

/** Somebody else set this cell after the person saw it: what the person did before is history. */
function othersSince(grid: Grid, row: GridRow, { dataKey, seen }: Edit): boolean {
  const info = row.server.cellInfo[dataKey];
  return info !== undefined && info.revision > seen && info.byUserName !== grid.me;
}

function applyStep(grid: Grid, step: readonly (Edit & { from: string | null; to: string | null })[]): Grid {
  let next = grid;
  for (const edit of step) {
    const row = next.rows[edit.studentCode];
    if (row && grid.sheet.editable && !othersSince(grid, row, edit) && shownText(row, edit.dataKey) === edit.from)
      next = putText(next, edit, edit.to);
  }
  return next;
}

/** Text that is being typed: counts in the row's total at once, and is a draft only when committed. */
export function typing(grid: Grid, ref: CellRef, text: string | null): Grid {
  const row = grid.rows[ref.studentCode];
  if (!row) return grid;
  if (text === null) return row.editing === null ? grid : withRow(grid, { ...row, editing: null });
  const begun =
    row.editing?.dataKey === ref.dataKey
      ? row.editing
      : { dataKey: ref.dataKey, ...seenNow(grid.sheet, row.server, ref.dataKey) };
  return withRow(grid, { ...row, editing: { ...begun, text } });
}

/** The text that is being typed somewhere in the grid, as it would be committed now; null when none is. */
export function typedNow(grid: Grid): (Typed & { readonly text: string }) | null {
  for (const studentCode of grid.order) {
    const editing = grid.rows[studentCode]?.editing;
    if (editing)
      return {
        studentCode,
        dataKey: editing.dataKey,
        text: editing.text,
        seen: { base: editing.base, baseRevision: editing.baseRevision },
      };
  }
  return null;
}

/** Commits the text that is being typed, if any is. */
export function commitTyping(grid: Grid): { grid: Grid; refused: RefusedEdit[] } {
  const typed = typedNow(grid);
  return typed
    ? typeCells(typing(grid, typed, null), [{ ...typed, text: typed.text === '' ? null : typed.text }])
    : { grid, refused: [] };
}

/** Ends the conflict of a cell: mine is sent again over theirs, theirs replaces mine (and can be undone). */
export function resolveConflict(grid: Grid, ref: CellRef, choice: 'mine' | 'theirs'): Grid {
  const row = grid.rows[ref.studentCode];
  const draft = row?.drafts[ref.dataKey];
  if (!row || !draft?.conflict) return grid;
  const { [ref.dataKey]: _, ...others } = row.drafts;
  const { theirs, revision, byName, at } = draft.conflict;
  const known = row.server.cellInfo[ref.dataKey];
  const server =
    (known?.revision ?? 0) > revision
      ? row.server
      : withServerText(row.server, ref.dataKey, theirs, { revision, byUserName: '', byName, at });
  if (choice === 'theirs') {
    const { studentCode, dataKey } = ref;
    const edit: Edit = {
      studentCode,
      dataKey,
      before: draft.text,
      after: serverText(server, dataKey),
      seen: Math.max(revision, known?.revision ?? 0),
    };
    return { ...withRow(grid, { ...row, server, drafts: others }), undo: [...grid.undo, [edit]], redo: [] };
  }
  const mine: Draft = {
    text: draft.text,
    base: theirs,
    baseRevision: revision,
    ...(draft.refusal === undefined ? {} : { refusal: draft.refusal }),
  };
  return withRow(grid, { ...row, server, drafts: draft.text === theirs ? others : { ...others, [ref.dataKey]: mine } });
}

/** All conflicts at once. */
export function resolveAll(grid: Grid, choice: 'mine' | 'theirs'): Grid {
  let next = grid;
  for (const ref of conflictsOf(grid)) next = resolveConflict(next, ref, choice);
  return next;
}

/** Cells in conflict, in the order of the sheet. */
export function conflictsOf(grid: Grid): CellRef[] {
  return refsOf(grid, (draft) => draft.conflict !== undefined);
}

/** Cells with drafts that satisfy a condition, in the order of the sheet. */
export function refsOf(grid: Grid, wanted: (draft: Draft) => boolean): CellRef[] {
  const keys = [...grid.sheet.items.map((item) => item.dataKey), REMARK_KEY];
  return grid.order.flatMap((studentCode) =>
    keys
      .filter((dataKey) => {
        const draft = grid.rows[studentCode]?.drafts[dataKey];
        return draft !== undefined && wanted(draft);
      })
      .map((dataKey) => ({ studentCode, dataKey })),
  );
}

/** Gives up what was typed and not saved. */
export function discardDrafts(grid: Grid): Grid {
  let next: Grid = { ...grid, attempt: null, undo: [], redo: [] };
  for (const studentCode of grid.order) {
    const row = grid.rows[studentCode];
    if (row && (Object.keys(row.drafts).length > 0 || row.editing))
      next = withRow(next, { ...row, drafts: {}, aside: {}, sending: {}, editing: null });
  }
  return next;
}

/** The row as the server has it after a change known here, newest revision kept. */
export function withServerText(
  server: GridRow['server'],
  dataKey: string,
  text: string | null,
  info: GridRow['server']['cellInfo'][string],
): GridRow['server'] {
  const cellInfo = { ...server.cellInfo, [dataKey]: info };
  return dataKey === REMARK_KEY
    ? { ...server, scoreRemarkCode: text ?? scoreRemark.normal, cellInfo }
    : { ...server, items: { ...server.items, [dataKey]: text }, cellInfo };
}
