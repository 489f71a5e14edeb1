import type { z } from 'zod';
import type { scoreLogRow } from '@jwxt/contracts/audit/score-log.operations.ts';
import { applicationStream } from '@jwxt/contracts/approval/application.events.ts';
import { linesOf } from '@jwxt/contracts/all-wordings.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { sheetStream, type ScoreSheetEvent, type SheetRules } from '@jwxt/contracts/score/score-sheet.events.ts';
import { sheetStreams } from '@jwxt/contracts/score/score-sheet.state.ts';
import { sheetStatus } from '@jwxt/contracts/score/score.vocabulary.ts';
import { comparePositions, formatPosition } from '@jwxt/infra/runtime/log-position.ts';
import { contextOf, type PlacedEvent, type StoredStreams } from '../kernel/stored-streams.ts';

/** A line of the log. */
export type ScoreLogRow = z.input<typeof scoreLogRow>;

/** What somebody looks for; instants are ISO. */
export interface LogFilter {
  readonly operation?: string | undefined;
  readonly operatorName?: string | undefined;
  readonly student?: string | undefined;
  readonly begin?: string | null;
  readonly end?: string | null;
}

/** Every event of a sheet and of the applications about it, in the order in which they happened. */
export async function readClassEvents(
  storedStreams: StoredStreams,
  teachingClassId: string,
  scoreType: string,
): Promise<PlacedEvent[]> {
  const sheet = await storedStreams.read(sheetStream(teachingClassId, scoreType));
  const applications = [
    ...new Set(
      sheet.flatMap(({ event: { type, data } }) =>
        type === 'ScoresSubmitted' || type === 'ChangeReserved' ? [applyIdOf({ type, data } as ScoreSheetEvent)] : [],
      ),
    ),
  ];
  const read = await Promise.all(applications.map((applyId) => storedStreams.read(applicationStream(applyId))));
  // That an application was opened says no more than the submission that it was opened for.
  return [...sheet, ...read.flat().filter(({ event }) => event.type !== 'ApplicationSubmitted')].toSorted((a, b) =>
    comparePositions(a.position, b.position),
  );
}

function applyIdOf(event: ScoreSheetEvent): string {
  return event.type === 'ScoresSubmitted'
    ? event.data.application.applyId
    : event.type === 'ChangeReserved'
      ? event.data.applyId
      : '';
}

/**
 * The events in words, newest first: a line for each value that was set. Values are told by the rules that held then.
 */
export function logRows(events: readonly PlacedEvent[], filter: LogFilter = {}): ScoreLogRow[] {
  let rules: SheetRules | null = null;
  let state = sheetStreams.initial;
  const rows: ScoreLogRow[] = [];
  for (const stored of events) {
    if (stored.stream.startsWith(sheetStreams.prefix)) {
      state = sheetStreams.evolve(state, stored.event as ScoreSheetEvent, contextOf(stored));
      if (state.status !== sheetStatus.unset) rules = state.rules;
    }
    rows.push(...rowsOf(stored, rules));
  }
  return rows.filter((row) => fits(row, filter)).reverse();
}

function rowsOf({ event, metadata, position }: PlacedEvent, rules: SheetRules | null): ScoreLogRow[] {
  const told = linesOf(event, { who: metadata.actor.name, rules });
  return (told?.lines ?? []).map((line, index) => ({
    eventPosition: formatPosition(position),
    line: index,
    logTime: toDateTimeText(metadata.time),
    operatorName: metadata.actor.name,
    operatorRole: metadata.actor.roleNames.join('、'),
    operation: told?.operation ?? '',
    studentNumber: line.student?.studentNumber ?? '',
    studentName: line.student?.studentName ?? '',
    itemName: line.itemName ?? '',
    beforeValue: line.before ?? '',
    afterValue: line.after ?? '',
    reason: line.reason ?? '',
    clientAddress: metadata.clientAddress ?? '',
    sentence: line.sentence,
  }));
}

function fits(row: ScoreLogRow, { operation, operatorName, student, begin, end }: LogFilter): boolean {
  return (
    (!operation || row.operation === operation) &&
    (!operatorName || row.operatorName.includes(operatorName)) &&
    (!student || row.studentName.includes(student) || row.studentNumber.includes(student)) &&
    (!begin || row.logTime >= toDateTimeText(begin)) &&
    (!end || row.logTime <= toDateTimeText(end))
  );
}
