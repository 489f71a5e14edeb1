import type { z } from 'zod';
import type { scoreStep } from '@jwxt/contracts/audit/audit.operations.ts';
import type { ApplicationDraft, ApplicationEvent } from '@jwxt/contracts/approval/application.events.ts';
import { applicationStreams, deciderName } from '@jwxt/contracts/approval/application.state.ts';
import { nodeResultNames, type NodeResult, nodeResult } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { headingOf, linesOf } from '@jwxt/contracts/all-wordings.ts';
import { itemText } from '@jwxt/contracts/score/score-arithmetic.ts';
import { attemptsStream, type AttemptsEvent } from '@jwxt/contracts/score/attempts.events.ts';
import { attemptsStreams, type AttemptsState } from '@jwxt/contracts/score/attempts.state.ts';
import { PASS_MARK, attemptSource, sheetStatus } from '@jwxt/contracts/score/score.vocabulary.ts';
import type { StudentRef } from '@jwxt/contracts/kernel/student-ref.ts';
import {
  sheetStream,
  type ScoreChangeRow,
  type ScoreSheetEvent,
  type SheetRules,
} from '@jwxt/contracts/score/score-sheet.events.ts';
import { sheetStreams, type ScoreSheetState } from '@jwxt/contracts/score/score-sheet.state.ts';
import { comparePositions, formatPosition } from '@jwxt/infra/runtime/log-position.ts';
import { actingAs } from './acting-as.ts';
import { rawEventOf } from './raw-event.ts';
import { noMoment, withoutSheetMoment, sheetMoment, type ScoreMoment } from './score-moment.ts';
import { stepEventOf, type StepEvent } from './step-event.ts';
import { toneOf } from './step-tone.ts';
import { contextOf, type PlacedEvent } from '../kernel/stored-streams.ts';

export type ScoreStep = z.input<typeof scoreStep>;

/** A student's score of a course, replayed from its events. */
export interface ScoreHistory {
  readonly steps: readonly ScoreStep[];
  /** The score after the last event; null when nothing ever happened. */
  readonly current: ScoreMoment | null;
  /**
   * What the last step was about, for the comparison with the read model: a sheet with its revision, or a recognition.
   */
  readonly subject: {
    readonly sheet: { readonly teachingClassId: string; readonly scoreType: string; readonly revision: number } | null;
  } | null;
  readonly passMark: number;
}

/** What one command did, with everything that policies did because of it. */
interface Group {
  readonly events: readonly PlacedEvent[];
  /** Event that the step is told by. */
  readonly told: StepEvent;
  /** Stream whose score the step shows: a sheet, or the attempts for a recognition. */
  readonly subject: string;
  readonly applyId: string | null;
  before: ScoreMoment;
}

/**
 * Replays the events of all streams of one student and course (architecture §4): the folds are those that decisions
 * use.
 */
export function replayScore(events: readonly PlacedEvent[], student: StudentRef, courseId: string): ScoreHistory {
  const ordered = events.toSorted((a, b) => comparePositions(a.position, b.position));
  const drafts = draftsOf(ordered);
  const groups = groupByCommand(ordered, student.studentCode, attemptsStream(student.studentCode, courseId), drafts);
  const firsts = new Map(groups.map((group) => [group.events[0]!.id, group]));
  const lasts = new Map(groups.map((group) => [group.events.at(-1)!.id, group]));
  const folds: Folds = { sheets: new Map(), attempts: attemptsStreams.initial };
  const steps: ScoreStep[] = [];
  for (const event of ordered) {
    const opened = firsts.get(event.id);
    if (opened) opened.before = momentOf(folds, opened.subject, student.studentCode);
    fold(folds, event);
    const closed = lasts.get(event.id);
    if (closed) steps.push(stepOf(closed, folds, student, drafts));
  }
  const last = groups.at(-1);
  const sheet = last && folds.sheets.get(last.subject);
  return {
    steps,
    current: last ? momentOf(folds, last.subject, student.studentCode) : null,
    subject: last
      ? {
          sheet:
            sheet && sheet.status !== sheetStatus.unset
              ? {
                  teachingClassId: sheet.facts.teachingClassId,
                  scoreType: sheet.facts.scoreType,
                  revision: sheet.revision,
                }
              : null,
        }
      : null,
    passMark: rulesOf(folds, last?.subject)?.passMark ?? PASS_MARK,
  };
}

interface Folds {
  readonly sheets: Map<string, ScoreSheetState>;
  attempts: AttemptsState;
}

function fold(folds: Folds, event: PlacedEvent): void {
  if (event.stream.startsWith(sheetStreams.prefix)) {
    folds.sheets.set(
      event.stream,
      sheetStreams.evolve(
        folds.sheets.get(event.stream) ?? sheetStreams.initial,
        event.event as ScoreSheetEvent,
        contextOf(event),
      ),
    );
  } else if (event.stream.startsWith(attemptsStreams.prefix)) {
    folds.attempts = attemptsStreams.evolve(folds.attempts, event.event as AttemptsEvent, contextOf(event));
  }
}

function momentOf(folds: Folds, subject: string, studentCode: string): ScoreMoment {
  if (subject.startsWith(sheetStreams.prefix))
    return sheetMoment(folds.sheets.get(subject) ?? sheetStreams.initial, studentCode);
  const withoutSheet = folds.attempts.attempts.findLast(
    ({ source }) => source === attemptSource.recognised || source === attemptSource.imported,
  );
  return withoutSheetMoment(withoutSheet ?? null, folds.attempts.reservation !== null);
}

function rulesOf(folds: Folds, subject: string | undefined): SheetRules | null {
  const state = subject === undefined ? undefined : folds.sheets.get(subject);
  return state && state.status !== sheetStatus.unset ? state.rules : null;
}

/** The drafts of all applications, every round, by apply id. */
function draftsOf(events: readonly PlacedEvent[]): ReadonlyMap<string, ApplicationDraft> {
  return new Map(
    events.flatMap(({ event }) =>
      event.type === 'ApplicationSubmitted'
        ? [
            [
              (event as Extract<ApplicationEvent, { type: 'ApplicationSubmitted' }>).data.applyId,
              (event as Extract<ApplicationEvent, { type: 'ApplicationSubmitted' }>).data,
            ],
          ]
        : [],
    ),
  );
}

/**
 * Events that share a correlation id come from one command of a person and the policies it set off: they are one step.
 */
function groupByCommand(
  ordered: readonly PlacedEvent[],
  studentCode: string,
  attempts: string,
  drafts: ReadonlyMap<string, ApplicationDraft>,
): Group[] {
  const byCommand = Map.groupBy(ordered, (event) => event.metadata.correlationId);
  const groups: Group[] = [];
  // Sheets on which something was entered: a course that is taken again begins anew.
  const entered = new Set<string>();
  for (const events of byCommand.values()) {
    const told = stepEventOf(events, studentCode, entered);
    if (!told) continue;
    if (told.event.type === 'CellsEntered') entered.add(told.stream);
    const applyId = applyIdOf(events);
    groups.push({
      events,
      told,
      applyId,
      subject: subjectOf(events, applyId === null ? undefined : drafts.get(applyId), attempts),
      before: noMoment,
    });
  }
  return groups;
}

function applyIdOf(events: readonly PlacedEvent[]): string | null {
  for (const { event, stream } of events) {
    if (stream.startsWith(applicationStreams.prefix)) return stream.slice(applicationStreams.prefix.length);
    if ('applyId' in event.data && typeof event.data.applyId === 'string') return event.data.applyId;
  }
  return null;
}

function subjectOf(events: readonly PlacedEvent[], draft: ApplicationDraft | undefined, attempts: string): string {
  const sheet = events.find((event) => event.stream.startsWith(sheetStreams.prefix));
  if (sheet) return sheet.stream;
  return draft && draft.teachingClassId !== null && draft.scoreType !== null
    ? sheetStream(draft.teachingClassId, draft.scoreType)
    : attempts;
}

function stepOf(
  group: Group,
  folds: Folds,
  student: StudentRef,
  drafts: ReadonlyMap<string, ApplicationDraft>,
): ScoreStep {
  const { events, told, before, subject, applyId } = group;
  const first = events[0]!;
  const after = momentOf(folds, subject, student.studentCode);
  const sheet = folds.sheets.get(subject);
  const requested = requestedChanges(told, student.studentCode, rulesOf(folds, subject));
  const differences = bonusOf(told) ?? differencesOf(before, after);
  const draft = applyId === null ? undefined : drafts.get(applyId);
  return {
    position: formatPosition(told.position),
    at: told.metadata.time,
    atText: toDateTimeText(told.metadata.time),
    ...headingOf(told.event, { studentCode: student.studentCode, passedNode: passedNodeOf(events) }),
    tone: toneOf(told.event),
    sentence: sentenceOf(told, student, rulesOf(folds, subject)),
    valueChanged: differences.length > 0,
    byName: first.metadata.actor.name,
    byUserName: first.metadata.actor.userName,
    byRole: actingAs(first.metadata),
    reason: reasonOf(told),
    before,
    after,
    changes: requested ?? differences,
    application: draft
      ? {
          applyId: draft.applyId,
          processNo: draft.process.processNo,
          processName: draft.process.processName,
          applicantName: draft.applicant.name,
          applyTime: toDateTimeText(draft.applyTime),
          reason: draft.content.pieces.find((piece) => /原因|说明|备注/.test(piece.label))?.value ?? '',
          files: filesOf(draft),
        }
      : null,
    decision: decisionOf(events),
    teachingClassId: sheet && sheet.status !== sheetStatus.unset ? sheet.facts.teachingClassId : null,
    scoreType: sheet && sheet.status !== sheetStatus.unset ? sheet.facts.scoreType : null,
    event: rawEventOf(told, student),
  };
}

/** What was attached to an application when it was submitted. */
function filesOf({ businessTable, businessId, content: { files = [] } }: ApplicationDraft) {
  return files.length === 0 ? null : { businessTable, businessId };
}

/** The node that passed with the same command. */
function passedNodeOf(events: readonly PlacedEvent[]): string | undefined {
  const passed = events.map(({ event }) => event as ApplicationEvent).find(({ type }) => type === 'NodePassed');
  return passed?.type === 'NodePassed' ? passed.data.processNodeName : undefined;
}

/** The words of an event about this student, and of those about everybody. */
function sentenceOf({ event, metadata }: PlacedEvent, { studentCode }: StudentRef, rules: SheetRules | null): string {
  return (linesOf(event, { who: metadata.actor.name, rules })?.lines ?? [])
    .filter((line) => line.student === undefined || line.student.studentCode === studentCode)
    .map(({ sentence }) => sentence)
    .join('；');
}

type Change = ScoreStep['changes'][number];

function differencesOf(before: ScoreMoment, after: ScoreMoment): Change[] {
  const changes: Change[] = after.items.flatMap((item) => {
    const was = before.items.find((entry) => entry.dataKey === item.dataKey)?.value ?? null;
    return was === item.value ? [] : [{ name: item.name, before: was, after: item.value }];
  });
  if (before.remarkCode !== after.remarkCode)
    changes.push({ name: '备注', before: before.remarkName, after: after.remarkName });
  if (before.finalText !== after.finalText)
    changes.push({ name: '总评', before: before.finalText, after: after.finalText });
  return changes;
}

/** A bonus is on top of what the sheet says; null for other steps. */
function bonusOf({ event }: PlacedEvent): Change[] | null {
  if (event.type !== 'AttemptBonusGiven' && event.type !== 'AttemptBonusTaken') return null;
  const { before, after } = (event as Extract<AttemptsEvent, { type: 'AttemptBonusGiven' | 'AttemptBonusTaken' }>).data;
  return [{ name: '总评', before: before.finalName, after: after.finalName }];
}

/** What an application asks for, which has not changed anything yet; null for other steps. */
function requestedChanges(event: PlacedEvent, studentCode: string, rules: SheetRules | null): Change[] | null {
  if (event.event.type !== 'ChangeReserved') return null;
  const { request } = (event.event as Extract<ScoreSheetEvent, { type: 'ChangeReserved' }>).data;
  const row = request?.rows.find((entry) => entry.studentCode === studentCode);
  return row && rules ? changesOfRow(row, rules) : [];
}

function changesOfRow(row: ScoreChangeRow, rules: SheetRules): Change[] {
  const text = (dataKey: string, value: ScoreChangeRow['cells'][number]['before']) => {
    const item = rules.items.find((entry) => entry.dataKey === dataKey);
    return itemText(value, item ?? { scoreHierarchyCode: rules.scoreHierarchyCode }, rules);
  };
  const cells = row.cells.map((cell) => ({
    name: cell.itemName,
    before: text(cell.dataKey, cell.before),
    after: text(cell.dataKey, cell.after),
  }));
  return row.remark ? [...cells, { name: '备注', before: row.remark.beforeName, after: row.remark.afterName }] : cells;
}

function reasonOf(event: PlacedEvent): string | null {
  const { data } = event.event;
  if ('reason' in data && typeof data.reason === 'string') return data.reason;
  if ('opinion' in data && typeof data.opinion === 'string') return data.opinion;
  if (event.event.type === 'ChangeReserved')
    return (event.event as Extract<ScoreSheetEvent, { type: 'ChangeReserved' }>).data.request?.reason ?? null;
  return null;
}

const resultOf: Partial<Record<ApplicationEvent['type'], NodeResult>> = {
  NodePassed: nodeResult.passed,
  ApplicationNotPassed: nodeResult.notPassed,
  ApplicationRejected: nodeResult.rejected,
  ApplicationReturned: nodeResult.rejected,
};

function decisionOf(events: readonly PlacedEvent[]): ScoreStep['decision'] {
  for (const stored of events) {
    const event = stored.event as ApplicationEvent;
    const result = resultOf[event.type];
    if (result === undefined || !('auditPersonName' in event.data)) continue;
    return {
      nodeName: event.data.processNodeName,
      result,
      resultName: nodeResultNames[result],
      auditPersonName: deciderName(event.data),
      opinion: event.data.opinion,
      at: toDateTimeText(stored.metadata.time),
    };
  }
  return null;
}
