import type { CellConflict } from '@jwxt/contracts/score/score-sheet.command.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import type { FieldError } from '@jwxt/contracts/kernel/envelope.ts';
import { withRow, withServerText } from './sheet-edit.model.ts';
import {
  REMARK_KEY,
  type PendingSave,
  type Draft,
  type Grid,
  type GridRow,
  type SaveRow,
} from '../sheet-grid/sheet-grid.model.ts';

/** Rows in one save; the server takes 500. */
const MAX_ROWS = 200;

export type SaveAnswer = { readonly revision: number; readonly savedAt: string };

function sendable(draft: Draft): boolean {
  return draft.refusal === undefined && draft.conflict === undefined;
}

/** Whether there is anything to send. */
export function hasSendable(grid: Grid): boolean {
  return grid.order.some((code) => Object.values(grid.rows[code]?.drafts ?? {}).some(sendable));
}

/** Whether something typed here is not acknowledged. */
export function hasUnsaved(grid: Grid): boolean {
  return grid.order.some((code) => {
    const row = grid.rows[code];
    return row !== undefined && (Object.keys(row.drafts).length > 0 || row.editing !== null);
  });
}

/**
 * Makes the next save from what changed; the grid remembers it until it is answered. Nothing when there is nothing to
 * send.
 */
export function takeAttempt(grid: Grid, commandId: string): Grid {
  if (grid.attempt) return grid;
  const rows = grid.order.flatMap((code) => saveRowsOf(grid.rows[code])).slice(0, MAX_ROWS);
  return rows.length === 0 ? grid : withAttempt(grid, { commandId, rows });
}

/**
 * One row for each revision that its cells were typed on, so that a conflict just settled is not asked about again
 * because of an older cell.
 */
function saveRowsOf(row: GridRow | undefined): SaveRow[] {
  if (!row) return [];
  const drafts = Object.entries(row.drafts).filter(([, draft]) => sendable(draft));
  return [...Map.groupBy(drafts, ([, draft]) => draft.baseRevision)].map(([revision, typed]) => {
    const remark = typed.find(([key]) => key === REMARK_KEY)?.[1].text;
    return {
      studentCode: row.server.studentCode,
      items: Object.fromEntries(typed.filter(([key]) => key !== REMARK_KEY).map(([key, draft]) => [key, draft.text])),
      ...(remark ? { scoreRemarkCode: remark } : {}),
      revision,
    };
  });
}

/** What a row of a save sends, by cell. */
export function sentTexts(row: SaveRow): Record<string, string | null> {
  return row.scoreRemarkCode === undefined ? row.items : { ...row.items, [REMARK_KEY]: row.scoreRemarkCode };
}

/** Marks the cells of a save as on their way. */
export function withAttempt(grid: Grid, attempt: PendingSave): Grid {
  let next: Grid = { ...grid, attempt };
  for (const sent of attempt.rows) {
    const row = next.rows[sent.studentCode];
    if (row) next = withRow(next, { ...row, sending: { ...row.sending, ...sentTexts(sent) } });
  }
  return next;
}

function endAttempt(grid: Grid, each: (row: GridRow, sent: SaveRow) => GridRow): Grid {
  let next: Grid = { ...grid, attempt: null };
  for (const sent of grid.attempt?.rows ?? []) {
    const row = next.rows[sent.studentCode];
    if (row) next = withRow(next, each({ ...row, sending: {} }, sent));
  }
  return next;
}

/**
 * The save was accepted: what was sent is the server's now. The sheet's own revision stays, because others' changes
 * before it have not been seen here; only the saved cells are known to be as new as the answer. Who types on in such a
 * cell types over the own save, not over somebody else's.
 */
export function acknowledge(grid: Grid, answer: SaveAnswer, myName: string): Grid {
  const info = { revision: answer.revision, byUserName: grid.me, byName: myName, at: answer.savedAt };
  return endAttempt(grid, (row, sent) => {
    let { server, editing } = row;
    const drafts = { ...row.drafts };
    for (const [dataKey, text] of Object.entries(sentTexts(sent))) {
      server = withServerText(server, dataKey, text, info);
      if (editing?.dataKey === dataKey) editing = { ...editing, base: text, baseRevision: answer.revision };
      const draft = drafts[dataKey];
      if (!draft) continue;
      if (draft.text === text) delete drafts[dataKey];
      else drafts[dataKey] = { ...draft, base: text, baseRevision: answer.revision };
    }
    return { ...row, server, editing, drafts };
  });
}

/**
 * The save was refused as a whole because some of its cells had been changed: those wait for a choice, the rest is sent
 * again under a new id.
 */
export function markConflicts(grid: Grid, conflicts: readonly CellConflict[]): { grid: Grid; marked: number } {
  let marked = 0;
  const next = endAttempt(grid, (row, sent) => {
    const drafts = { ...row.drafts };
    for (const conflict of conflicts) {
      const draft = conflict.studentCode === sent.studentCode ? drafts[conflict.dataKey] : undefined;
      if (!draft) continue;
      const at = conflict.at.includes('T') ? toDateTimeText(conflict.at) : conflict.at;
      drafts[conflict.dataKey] = {
        ...draft,
        conflict: {
          original: conflict.original,
          theirs: conflict.theirs,
          byName: conflict.byName,
          own: conflict.byUserName === grid.me,
          at,
          revision: conflict.revision,
        },
      };
      marked += 1;
    }
    return { ...row, drafts };
  });
  return { grid: next, marked };
}

/**
 * Cells that the server's field errors name (`rows.3.items.qm`), with their message. A row's error counts for all its
 * cells.
 */
export function markRefused(grid: Grid, fieldErrors: readonly FieldError[]): { grid: Grid; marked: number } {
  const attempt = grid.attempt;
  let marked = 0;
  const next = endAttempt(grid, (row, sent) => {
    const drafts = { ...row.drafts };
    const texts = sentTexts(sent);
    for (const { field, message } of fieldErrors) {
      const [, index, kind, key] = /^rows\.(\d+)(?:\.(\w+))?(?:\.(.+))?$/.exec(field) ?? [];
      if (index === undefined || attempt?.rows[Number(index)] !== sent) continue;
      const named = kind === REMARK_KEY ? REMARK_KEY : kind === 'items' ? key : undefined;
      for (const dataKey of named === undefined ? Object.keys(texts) : [named]) {
        const draft = drafts[dataKey];
        if (!draft || draft.text !== texts[dataKey]) continue;
        drafts[dataKey] = { ...draft, refusal: message };
        marked += 1;
      }
    }
    return { ...row, drafts };
  });
  return { grid: next, marked };
}

/** The save ended without effect; its cells are unsaved again and may go under a new id. */
export function dropAttempt(grid: Grid): Grid {
  return endAttempt(grid, (row) => row);
}
