import { checkpointStream } from '@jwxt/contracts/integrity/checkpoint.events.ts';
import { POLICY_USER } from '@jwxt/contracts/kernel/actor.ts';
import type { ApplicationEvent } from '@jwxt/contracts/approval/application.events.ts';
import type { RecognitionAccountEvent } from '@jwxt/contracts/recognition/recognition-account.events.ts';
import type { RecognitionEvent } from '@jwxt/contracts/recognition/recognition.events.ts';
import type { ScoreSheetEvent } from '@jwxt/contracts/score/score-sheet.events.ts';
import { attemptsStream } from '@jwxt/contracts/score/attempts.events.ts';
import { applicationId, derivedId, eventId } from '@jwxt/infra/runtime/event-id.ts';
import type { SentCommand } from './journal.ts';
import type { LoggedEvent } from './stored-events.ts';

/** What is wrong with the log as such: an event twice, or a gap in a stream. */
export function auditLog(events: readonly LoggedEvent[]): string[] {
  const problems: string[] = [];
  const ids = new Set<string>();
  const next = new Map<string, number>();
  for (const { id, stream, revision } of events) {
    if (ids.has(id)) problems.push(`${stream}@${revision}: event ${id} is there twice`);
    ids.add(id);
    if (revision !== (next.get(stream) ?? 0))
      problems.push(`${stream}@${revision}: revision ${next.get(stream) ?? 0} was to follow`);
    next.set(stream, revision + 1);
  }
  return problems;
}

/**
 * What is wrong between what was sent and what is stored since: each acknowledged command exactly once, no refused one,
 * nothing else.
 */
export function auditCommands(commands: readonly SentCommand[], events: readonly LoggedEvent[]): string[] {
  const byCommand = Map.groupBy(events, ({ metadata }) => metadata.commandId);
  return [
    ...commands.flatMap((command) => auditCommand(command, byCommand.get(command.commandId) ?? [])),
    ...strangers(commands, events),
  ];
}

function auditCommand(command: SentCommand, written: readonly LoggedEvent[]): string[] {
  const { commandId, expected, outcome, tries } = command;
  const name = `${expected.kind} ${commandId} of ${command.userName} (${outcome} at try ${tries})`;
  if (outcome === 'open') return [`${name}: nobody knows what became of it`];
  if (outcome === 'refused')
    return written.length > 0 ? [`${name}: refused with ${command.refusal}, and yet stored`] : [];
  if (written.length === 0) return [`${name}: lost`];
  const stream =
    expected.kind === 'recognise' ? attemptsStream(expected.studentCode, expected.courseId) : expected.stream;
  const problems: string[] = [];
  for (const [index, event] of written.entries()) {
    if (event.stream !== stream) problems.push(`${name}: an event in ${event.stream}, not in ${stream}`);
    // A second decision would begin with index 0 again, or stand apart from the first.
    if (
      event.id !==
        eventId({ stream: event.stream, commandId, index, type: event.event.type, ...jsonOf(event.written) }) ||
      event.revision !== written[0]!.revision + index
    )
      problems.push(`${name}: not one append at ${event.stream}@${event.revision}`);
  }
  if (expected.kind === 'save') {
    const stored = written.flatMap(({ event }) => savedCells(event as ScoreSheetEvent));
    if (text(stored) !== text(expected.cells))
      problems.push(`${name}: stored ${text(stored)}, sent ${text(expected.cells)}`);
  }
  return problems;
}

type Cell = { readonly studentCode: string; readonly dataKey: string; readonly value: unknown };

function savedCells(event: ScoreSheetEvent): Cell[] {
  if (event.type !== 'CellsEntered') return [];
  return event.data.rows.flatMap(({ studentCode, cells }) =>
    cells.map(({ dataKey, after }) => ({ studentCode, dataKey, value: after })),
  );
}

function text(cells: readonly Cell[]): string {
  return cells
    .map(({ studentCode, dataKey, value }) => `${studentCode} ${dataKey} ${String(value)}`)
    .toSorted()
    .join(', ');
}

/** Events that no writer sent, and no policy derived from one that is there. */
function strangers(commands: readonly SentCommand[], events: readonly LoggedEvent[]): string[] {
  const sent = new Set(commands.map(({ commandId }) => commandId));
  const applications = new Set(
    commands.flatMap(({ commandId, expected }) =>
      expected.kind === 'recognise'
        ? [applicationId({ stream: attemptsStream(expected.studentCode, expected.courseId), commandId })]
        : [],
    ),
  );
  const ids = new Set(events.map(({ id }) => id));
  return events.flatMap(({ stream, revision, event, metadata }) => {
    const derived =
      metadata.actor.userName === POLICY_USER && metadata.causationId !== null && ids.has(metadata.causationId);
    if (
      sent.has(metadata.commandId) ||
      derived ||
      // The system seals the log by itself.
      stream === checkpointStream ||
      opensRecognition(event as RecognitionEvent, metadata.commandId, applications) ||
      tellsOfWaiting(event as ApplicationEvent, metadata.commandId)
    )
      return [];
    return [
      `${event.type} at ${stream}@${revision}: nobody sent command ${metadata.commandId} of ${metadata.actor.userName}`,
    ];
  });
}

/**
 * The command that reserves a course also takes the credits and opens the recognition, under ids derived from its
 * application.
 */
function opensRecognition(
  event: RecognitionEvent | RecognitionAccountEvent,
  commandId: string,
  applications: ReadonlySet<string>,
): boolean {
  if (event.type === 'RecognitionCreditTaken') {
    const { applyId, time } = event.data;
    return applications.has(applyId) && commandId === derivedId(`recognition:${applyId}:1:${time}:account:take`);
  }
  if (event.type !== 'RecognitionRequested') return false;
  const {
    applyId,
    application: { round, applyTime },
  } = event.data;
  return applications.has(applyId) && commandId === derivedId(`recognition:${applyId}:${round}:${applyTime}:open`);
}

/** That an application waits at a node for too long is told by itself, under an id of node and instant. */
function tellsOfWaiting({ type, data }: ApplicationEvent, commandId: string): boolean {
  if (type !== 'ApplicationOverdue') return false;
  const { applyId, processNodeId, since } = data;
  return commandId === derivedId(`overdue:${applyId}:${processNodeId}:${since}`);
}

/** The texts that are stored of an event. */
export function jsonOf({ data, metadata }: { data: object; metadata: object }): { data: string; metadata: string } {
  return { data: JSON.stringify(data), metadata: JSON.stringify(metadata) };
}
