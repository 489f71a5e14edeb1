import { sameCourse, type SchemaCourse } from '@jwxt/contracts/scheme/schema/schema-course.ts';
import type { ChangeWay } from '@jwxt/contracts/scheme/schema/schema.events.ts';

/** A row as the server has it, with the revision in which it was written. */
export interface ServerRow {
  readonly course: SchemaCourse;
  readonly revision: number;
  readonly byName: string;
  readonly at: string;
}

/**
 * A row as somebody wants it. `revision`: in which the row was seen; `own`: whatever the person's own change before
 * this one makes it.
 */
export interface RowEdit {
  readonly schemaCourseID: string;
  readonly after: SchemaCourse | null;
  readonly revision: number | 'own';
}

/** Edits that are sent together, all or none. */
export interface EditBatch {
  readonly id: string;
  readonly way: ChangeWay;
  readonly edits: readonly RowEdit[];
}

/** What undoing a batch brings back, and doing it again. */
export interface UndoStep {
  readonly rows: readonly { readonly schemaCourseID: string; readonly before: SchemaCourse | null }[];
  readonly text: string;
}

/** Everything that an open editor holds beside what the server answered. */
export interface Edits {
  /** Not answered yet, the oldest first; the first may be under way. */
  readonly queue: readonly EditBatch[];
  /** Revisions that the person's own changes gave to rows, by row; also of rows that they took out. */
  readonly own: ReadonlyMap<string, number>;
  readonly undo: readonly UndoStep[];
  readonly redo: readonly UndoStep[];
}
export const noEdits: Edits = { queue: [], own: new Map(), undo: [], redo: [] };

/** Steps that can be undone. */
const UNDO_STEPS = 50;

/** The rows as they are to be: what the server has, with everything that waits on top. */
export function shownRows(server: ReadonlyMap<string, ServerRow>, { queue }: Edits): ReadonlyMap<string, SchemaCourse> {
  const rows = new Map([...server].map(([id, { course }]) => [id, course]));
  for (const { edits } of queue)
    for (const { schemaCourseID, after } of edits) {
      if (after === null) rows.delete(schemaCourseID);
      else rows.set(schemaCourseID, after);
    }
  return rows;
}

/** Rows with changes that the server has not answered yet. */
export function waitingRows({ queue }: Edits): ReadonlySet<string> {
  return new Set(queue.flatMap(({ edits }) => edits.map(({ schemaCourseID }) => schemaCourseID)));
}

interface Wanted {
  readonly id: string;
  readonly way: ChangeWay;
  readonly text: string;
  readonly rows: readonly { readonly schemaCourseID: string; readonly after: SchemaCourse | null }[];
}

/** Puts a change at the end of the queue; what changes nothing is left out. Undo and redo keep their own steps. */
export function withChange(
  server: ReadonlyMap<string, ServerRow>,
  edits: Edits,
  { id, way, text, rows }: Wanted,
  steps: Pick<Edits, 'undo' | 'redo'> | null = null,
): Edits {
  const shown = shownRows(server, edits);
  const waiting = waitingRows(edits);
  const real = rows.filter(({ schemaCourseID, after }) => !sameCourse(shown.get(schemaCourseID) ?? null, after));
  if (real.length === 0) return steps ? { ...edits, ...steps } : edits;
  const step: UndoStep = {
    text,
    rows: real.map(({ schemaCourseID }) => ({ schemaCourseID, before: shown.get(schemaCourseID) ?? null })),
  };
  const batch: EditBatch = {
    id,
    way,
    edits: real.map(({ schemaCourseID, after }) => ({
      schemaCourseID,
      after,
      revision: waiting.has(schemaCourseID) ? 'own' : seenRevision(server, edits, schemaCourseID),
    })),
  };
  return {
    ...edits,
    queue: [...edits.queue, batch],
    ...(steps ?? { undo: [...edits.undo, step].slice(-UNDO_STEPS), redo: [] }),
  };
}

function seenRevision(server: ReadonlyMap<string, ServerRow>, { own }: Edits, schemaCourseID: string): number {
  return server.get(schemaCourseID)?.revision ?? own.get(schemaCourseID) ?? -1;
}

/** Takes the last step back, or does it again: a change of its own, which others may have made impossible. */
export function withStep(
  server: ReadonlyMap<string, ServerRow>,
  edits: Edits,
  direction: 'undo' | 'redo',
  id: string,
): Edits {
  const step = edits[direction].at(-1);
  if (!step) return edits;
  const shown = shownRows(server, edits);
  const inverse: UndoStep = {
    text: step.text,
    rows: step.rows.map(({ schemaCourseID }) => ({ schemaCourseID, before: shown.get(schemaCourseID) ?? null })),
  };
  const steps =
    direction === 'undo'
      ? { undo: edits.undo.slice(0, -1), redo: [...edits.redo, inverse] }
      : { undo: [...edits.undo, inverse], redo: edits.redo.slice(0, -1) };
  return withChange(
    server,
    edits,
    {
      id,
      way: 'undo',
      text: step.text,
      rows: step.rows.map(({ schemaCourseID, before }) => ({ schemaCourseID, after: before })),
    },
    steps,
  );
}

/** The revision that an edit is sent with. */
export function sentRevision({ own }: Edits, { schemaCourseID, revision }: RowEdit): number {
  return revision === 'own' ? (own.get(schemaCourseID) ?? -1) : revision;
}

/** The first batch was answered: its rows have this revision now. */
export function withAnswer(edits: Edits, batchId: string, revision: number): Edits {
  const done = edits.queue.find(({ id }) => id === batchId);
  if (!done) return edits;
  return {
    ...edits,
    queue: edits.queue.filter(({ id }) => id !== batchId),
    own: new Map([...edits.own, ...done.edits.map((edit) => [edit.schemaCourseID, revision] as const)]),
  };
}

/**
 * What becomes of a batch that met changes of others: rows for which theirs is taken leave the queue with everything
 * that was built upon them, the others are sent again as they were seen now.
 */
export function withResolved(
  edits: Edits,
  batchId: string,
  conflicts: readonly {
    readonly schemaCourseID: string;
    readonly revision: number;
    readonly take: 'mine' | 'theirs';
  }[],
  newId: string,
): Edits {
  const dropped = new Set(conflicts.filter(({ take }) => take === 'theirs').map((one) => one.schemaCourseID));
  const seen = new Map(conflicts.map(({ schemaCourseID, revision }) => [schemaCourseID, revision]));
  return {
    ...edits,
    queue: edits.queue.flatMap((batch) => {
      const kept = batch.edits.filter(({ schemaCourseID }) => !dropped.has(schemaCourseID));
      if (kept.length === 0) return [];
      if (batch.id !== batchId) return [{ ...batch, edits: kept }];
      return [
        {
          ...batch,
          id: newId,
          edits: kept.map((edit) => ({ ...edit, revision: seen.get(edit.schemaCourseID) ?? edit.revision })),
        },
      ];
    }),
  };
}

/** A batch that was refused, and what was built upon its rows, is gone. */
export function withoutBatch(edits: Edits, batchId: string): Edits {
  const refused = edits.queue.find(({ id }) => id === batchId);
  const rows = new Set(refused?.edits.map(({ schemaCourseID }) => schemaCourseID));
  return {
    ...edits,
    queue: edits.queue.flatMap((batch) => {
      if (batch.id === batchId) return [];
      const kept = batch.edits.filter(({ schemaCourseID }) => !rows.has(schemaCourseID));
      return kept.length === 0 ? [] : [{ ...batch, edits: kept }];
    }),
  };
}
