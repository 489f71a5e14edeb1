import { cellText } from '@jwxt/contracts/score/score-arithmetic.ts';
import { sheet as readSheet } from '@jwxt/contracts/score/score-entry.operations.ts';
import { sheetStream, type ScoreSheetEvent } from '@jwxt/contracts/score/score-sheet.events.ts';
import {
  remarkOf,
  sheetStreams,
  type ScoreSheetState,
  type SetUpSheet,
} from '@jwxt/contracts/score/score-sheet.state.ts';
import type { OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import { foldStream } from '@jwxt/contracts/kernel/stream.ts';
import type { ApiSession } from '../testing/api-session.ts';
import type { OwnClass } from '../testing/own-classes.ts';
import type { SentCommand } from './journal.ts';
import type { LoggedEvent } from './stored-events.ts';

/**
 * What the API, the fold of the store's events, and the writers' last acknowledged values say differently about the
 * sheets.
 */
export async function auditSheets(
  reader: ApiSession,
  classes: readonly OwnClass[],
  events: readonly LoggedEvent[],
  commands: readonly SentCommand[],
): Promise<string[]> {
  const byStream = Map.groupBy(events, ({ stream }) => stream);
  const typed = lastTyped(commands);
  const problems: string[] = [];
  for (const { teachingClassId } of classes) {
    const stream = sheetStream(teachingClassId, '1');
    // Nobody has typed into it yet.
    if (!typed.has(stream)) continue;
    const fold = foldSheet(byStream.get(stream) ?? []);
    if (fold.status === '0') problems.push(`${stream}: not in the store`);
    else
      problems.push(
        ...compare(
          stream,
          await reader.call(readSheet, { teachingClassId, scoreType: '1' }),
          fold,
          typed.get(stream) ?? new Map(),
        ),
      );
  }
  return problems;
}

function foldSheet(events: readonly LoggedEvent[]): ScoreSheetState {
  return foldStream(
    sheetStreams,
    events.map(
      ({
        event,
        revision,
        metadata: {
          time,
          actor: { userName, name },
        },
      }) => [event as ScoreSheetEvent, { revision, time, userName, name }] as const,
    ),
  );
}

/**
 * The value last acknowledged for each cell, as text, by stream; every cell has one writer, who waits for each answer.
 */
function lastTyped(commands: readonly SentCommand[]): Map<string, Map<string, string>> {
  const typed = new Map<string, Map<string, string>>();
  for (const { expected, outcome } of commands) {
    if (expected.kind !== 'save' || outcome !== 'acknowledged') continue;
    const cells = typed.get(expected.stream) ?? new Map<string, string>();
    for (const { studentCode, dataKey, value } of expected.cells)
      cells.set(`${studentCode} ${dataKey}`, (value / 10).toFixed(1));
    typed.set(expected.stream, cells);
  }
  return typed;
}

function compare(
  stream: string,
  shown: OutputOf<typeof readSheet>,
  fold: SetUpSheet,
  typed: ReadonlyMap<string, string>,
): string[] {
  const problems: string[] = [];
  const expectSame = (what: string, api: unknown, folded: unknown): void => {
    if (api !== folded) problems.push(`${stream} ${what}: the API shows ${String(api)}, the fold ${String(folded)}`);
  };
  expectSame('revision', shown.revision, fold.revision);
  expectSame('status', shown.sheetStatus, fold.status);
  for (const row of shown.rows) {
    const folded = fold.rows[row.studentCode];
    expectSame(`${row.studentCode} final`, row.final, folded?.final ?? null);
    expectSame(`${row.studentCode} remark`, row.scoreRemarkCode, remarkOf(folded));
    for (const [dataKey, value] of Object.entries(row.items)) {
      expectSame(`${row.studentCode} ${dataKey}`, value, cellText(folded?.cells[dataKey]?.value ?? null));
      const last = typed.get(`${row.studentCode} ${dataKey}`) ?? null;
      if (value !== last)
        problems.push(
          `${stream} ${row.studentCode} ${dataKey}: ${String(value)} is shown, ${String(last)} was acknowledged last`,
        );
    }
  }
  return problems;
}
