import { replaceEqualDeep } from '@tanstack/react-query';
import { errorText } from '@jwxt/contracts/all-errors.ts';
import { sentTexts, withAttempt } from './sheet-save.model.ts';
import {
  REMARK_KEY,
  serverText,
  untouched,
  type PendingSave,
  type CellRef,
  type Draft,
  type Grid,
  type GridRow,
  type Sheet,
  type SheetRow,
} from '../sheet-grid/sheet-grid.model.ts';
import { replacedWith } from './sheet-replaced.model.ts';

/** Drafts of one sheet as they are kept between visits. */
export type KeptDrafts = Readonly<Record<string, Readonly<Record<string, Draft>>>>;

/**
 * Takes over a newly fetched sheet. Other people's changes appear; what was typed here and not saved stays. A typed
 * cell that was changed since, by whomever, becomes a conflict at once; every other draft moves to the new revision. An
 * answer older than what is known here changes nothing, and a cell never goes back behind its own newest revision.
 */
export function mergeSheet(grid: Grid, { rows: list, ...sheet }: Sheet): Grid {
  if (sheet.revision < grid.sheet.revision) return grid;
  const rows: Record<string, GridRow> = {};
  let { replaced } = grid;
  for (const fetched of list) {
    const known = grid.rows[fetched.studentCode];
    const server = known ? newest(known.server, fetched, sheet.revision) : fetched;
    if (known) replaced = replacedWith(replaced, known, server, grid.me);
    rows[server.studentCode] = known ? mergeRow(known, server, sheet.revision, grid.me) : untouched(server);
  }
  for (const code of grid.order) {
    const left = grid.rows[code];
    if (left && !rows[code] && Object.keys(left.drafts).length > 0) rows[code] = leftClass(left);
  }
  return {
    ...grid,
    sheet: replaceEqualDeep(grid.sheet, sheet),
    order: replaceEqualDeep(grid.order, Object.keys(rows)),
    rows,
    replaced,
  };
}

/** A student taken out of the class whose typed scores are not saved: shown until the person gives them up. */
function leftClass(row: GridRow): GridRow {
  const refusal = errorText('SHEET_STUDENT_NOT_IN_CLASS', { student: row.server.studentName });
  return {
    ...row,
    drafts: Object.fromEntries(Object.entries(row.drafts).map(([key, draft]) => [key, { ...draft, refusal }])),
  };
}

/** Cells saved from here after the answer was made keep their newer text. */
function newest(known: SheetRow, server: SheetRow, revision: number): SheetRow {
  const newer = Object.entries(known.cellInfo).filter(([, info]) => info.revision > revision);
  if (newer.length === 0) return server;
  const merged = { ...server, items: { ...server.items }, cellInfo: { ...server.cellInfo } };
  for (const [dataKey, info] of newer) {
    merged.cellInfo[dataKey] = info;
    if (dataKey === REMARK_KEY) merged.scoreRemarkCode = known.scoreRemarkCode;
    else merged.items[dataKey] = known.items[dataKey] ?? null;
  }
  return merged;
}

function mergeRow(known: GridRow, server: SheetRow, revision: number, me: string): GridRow {
  const drafts = Object.fromEntries(
    Object.entries(known.drafts)
      .map(
        ([dataKey, draft]) =>
          [dataKey, mergeDraft(draft, dataKey, server, revision, me, dataKey in known.sending)] as const,
      )
      .filter((entry): entry is [string, Draft] => entry[1] !== null),
  );
  return replaceEqualDeep(known, { ...known, server, drafts });
}

function mergeDraft(
  draft: Draft,
  dataKey: string,
  server: SheetRow,
  revision: number,
  me: string,
  onItsWay: boolean,
): Draft | null {
  // The answer to a save on its way decides; until then its base must not move.
  if (onItsWay) return draft;
  const text = serverText(server, dataKey);
  if (draft.text === text && draft.refusal === undefined) return null;
  const info = server.cellInfo[dataKey];
  if (info !== undefined && info.revision > draft.baseRevision && text !== draft.base) {
    return {
      ...draft,
      conflict: {
        original: draft.conflict?.original ?? draft.base,
        theirs: text,
        byName: info.byName,
        own: info.byUserName === me,
        at: info.at,
        revision: info.revision,
      },
    };
  }
  return draft.conflict ? draft : { ...draft, base: text, baseRevision: Math.max(revision, info?.revision ?? 0) };
}

/**
 * Puts back what an earlier visit typed and could not save, judged against the sheet as it is now. Drafts of students
 * who have left the class cannot be shown in the grid; they come back in `orphans`.
 */
export function restoreDrafts(
  grid: Grid,
  kept: KeptDrafts,
  attempt: PendingSave | null,
): { grid: Grid; restored: number; orphans: (CellRef & { text: string | null })[] } {
  const orphans: (CellRef & { text: string | null })[] = [];
  const rows = { ...grid.rows };
  for (const [studentCode, drafts] of Object.entries(kept)) {
    const row = rows[studentCode];
    if (row)
      rows[studentCode] = { ...row, drafts: { ...arrived(drafts, row.server, attempt, grid.me), ...row.drafts } };
    else
      orphans.push(...Object.entries(drafts).map(([dataKey, draft]) => ({ studentCode, dataKey, text: draft.text })));
  }
  const sheet: Sheet = {
    ...grid.sheet,
    rows: grid.order.map((code) => grid.rows[code]?.server).filter((row) => row !== undefined),
  };
  const judged = mergeSheet({ ...grid, rows }, sheet);
  const restored = judged.order.reduce((sum, code) => sum + Object.keys(judged.rows[code]?.drafts ?? {}).length, 0);
  return { grid: restored > 0 && attempt && !judged.attempt ? resume(judged, attempt) : judged, restored, orphans };
}

/**
 * Drafts beside a save that was not answered: where the sheet has what it sent, it did arrive, and what was typed on
 * since stands on it. The own save is then no change by another window.
 */
function arrived(
  drafts: Readonly<Record<string, Draft>>,
  server: SheetRow,
  attempt: PendingSave | null,
  me: string,
): Record<string, Draft> {
  const sent = Object.assign(
    {},
    ...(attempt?.rows ?? []).filter(({ studentCode }) => studentCode === server.studentCode).map(sentTexts),
  ) as Record<string, string | null>;
  return Object.fromEntries(
    Object.entries(drafts).map(([dataKey, draft]) => {
      const info = server.cellInfo[dataKey];
      const own =
        info !== undefined &&
        info.byUserName === me &&
        dataKey in sent &&
        sent[dataKey] === serverText(server, dataKey);
      return [
        dataKey,
        own
          ? { ...draft, base: sent[dataKey] ?? null, baseRevision: Math.max(draft.baseRevision, info.revision) }
          : draft,
      ];
    }),
  );
}

/** A save that was never answered goes again as it was, if any of its cells is still open. */
function resume(grid: Grid, attempt: PendingSave): Grid {
  const open = attempt.rows.some((sent) => {
    const drafts = grid.rows[sent.studentCode]?.drafts ?? {};
    return (
      Object.keys(sent.items).some((key) => key in drafts) ||
      (sent.scoreRemarkCode !== undefined && REMARK_KEY in drafts)
    );
  });
  return open ? withAttempt(grid, attempt) : grid;
}

/**
 * Drafts worth keeping; text being typed counts as a draft, so that a crash in the middle of a number loses nothing.
 */
export function draftsToKeep(grid: Grid): KeptDrafts {
  const kept: Record<string, Record<string, Draft>> = {};
  for (const code of grid.order) {
    const row = grid.rows[code];
    if (!row) continue;
    const drafts = { ...row.drafts };
    if (row.editing) {
      const { dataKey, text, base, baseRevision } = row.editing;
      const previous = drafts[dataKey];
      if (text !== (previous ? previous.text : base) && (previous || text !== (base ?? ''))) {
        drafts[dataKey] = { base, baseRevision, ...previous, text: text === '' ? null : text };
      }
    }
    if (Object.keys(drafts).length > 0) kept[code] = drafts;
  }
  return kept;
}
