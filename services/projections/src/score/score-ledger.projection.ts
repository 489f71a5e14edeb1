import { applicationStream } from '@jwxt/contracts/approval/application.events.ts';
import { applicationStreams } from '@jwxt/contracts/approval/application.state.ts';
import type { AnyEvent } from '@jwxt/contracts/all-events.ts';
import { recognitionStreams } from '@jwxt/contracts/recognition/recognition.state.ts';
import { attemptsStreams } from '@jwxt/contracts/score/attempts.state.ts';
import { scoreChangeStream } from '@jwxt/contracts/score/score-change.events.ts';
import { scoreChangeStreams } from '@jwxt/contracts/score/score-change.state.ts';
import { sheetStreams } from '@jwxt/contracts/score/score-sheet.state.ts';
import { scoreLedgerModel } from '@jwxt/contracts/score/score-ledger.read-model.ts';
import type { RowOf } from '@jwxt/contracts/kernel/read-model.ts';
import type { BatchRows } from '../kernel/batch-rows.ts';
import { defineProjection, type ProjectedEvent } from '../kernel/projection.ts';

const { stream, member } = scoreLedgerModel.tables;
type StreamKind = RowOf<typeof stream>['kind'];

/** Student and course. */
type Score = readonly [studentCode: string, courseId: string];
const BY_STREAM = ['stream'] as const;

/** Which streams hold the history of a student's score at a course: what auditors read to replay it. */
export const scoreLedger = defineProjection({
  readModel: scoreLedgerModel,
  version: 3,
  streams: [sheetStreams, applicationStreams, scoreChangeStreams, recognitionStreams, attemptsStreams],
  async load(rows, events) {
    await rows.loadGroups(
      member,
      BY_STREAM,
      events.flatMap((event) => [[event.stream], ...announced(event).map((name) => [name])]),
    );
    // Members that an earlier event of this batch names are found through that event.
    const named = new Map<string, Score[]>();
    const add = (name: string, scores: readonly Score[]): void =>
      void named.set(name, [...(named.get(name) ?? []), ...scores]);
    for (const event of events)
      for (const name of [event.stream, ...announced(event)]) if (!named.has(name)) add(name, membersOf(rows, name));
    for (const event of events) for (const name of [event.stream, ...announced(event)]) add(name, scoresNamed(event));
    await rows.load(
      stream,
      [...named].flatMap(([name, scores]) => scores.map(([student, course]) => [student, course, name])),
    );
  },
  handlers: {
    CellsEntered: record,
    RemarkSet: record,
    ScoresSubmitted: record,
    ScoresReopened: record,
    ScoresApproved: record,
    ItemsSet: record,
    HierarchySet: record,
    DigitSet: record,
    TemplateSet: record,
    ScoresRolledBack: record,
    ScoresForceSubmitted: record,
    ChangeReserved: record,
    ChangeReleased: record,
    ScoreChangeApplied: record,
    RetakeOriginChanged: record,
    RetakeOriginKept: record,
    RetakeStudentRemoved: record,
    RetakeStudentRestored: record,
    RetakeStudentAdded: record,
    ApplicationSubmitted: record,
    NodePassed: record,
    ApplicationPassed: record,
    ApplicationNotPassed: record,
    ApplicationRejected: record,
    ApplicationReturned: record,
    ApplicationRecalled: record,
    ScoreChangeRequested: record,
    ScoreChangeEffected: record,
    ScoreChangeClosed: record,
    RecognitionRequested: record,
    RecognitionEffected: record,
    RecognitionClosed: record,
    RecognitionSourceChanged: record,
    RecognitionSettled: record,
    RecognitionRevoked: record,
    AttemptRecorded: record,
    AttemptRevised: record,
    AttemptWithdrawn: record,
    AttemptCancelled: record,
    AttemptRestored: record,
    AttemptBonusGiven: record,
    AttemptBonusTaken: record,
    RecognitionReserved: record,
    RecognitionReleased: record,
  },
});

function record(rows: BatchRows, event: ProjectedEvent): void {
  const scores = scoresNamed(event);
  for (const name of [event.stream, ...announced(event)]) join(rows, name, scores);
  for (const [student, course] of scores.length > 0 ? scores : membersOf(rows, event.stream)) {
    const known = rows.get(stream, [student, course, event.stream]);
    rows.set(stream, {
      student_code: student,
      course_id: course,
      stream: event.stream,
      kind: kindOf(event.stream),
      event_count: (known?.event_count ?? 0) + 1,
      first_at: known?.first_at ?? event.time,
      last_at: event.time,
    });
  }
}

/** The scores that an event names; none when it concerns all of its stream. */
function scoresNamed(event: ProjectedEvent): Score[] {
  const { type, data } = event as AnyEvent;
  switch (type) {
    case 'CellsEntered':
    case 'RemarkSet':
    case 'ScoresSubmitted':
    case 'ScoresApproved':
    case 'ScoreChangeApplied':
      return data.rows.map(({ studentCode }) => [studentCode, data.courseId]);
    case 'ChangeReserved':
      return (data.request?.rows ?? []).map(({ studentCode }) => [studentCode, data.request!.sheet.courseId]);
    case 'ScoreChangeRequested':
      return data.rows.map(({ studentCode }) => [studentCode, data.sheet.courseId]);
    case 'RecognitionRequested':
      return data.relateList.flatMap(({ inSideList }) =>
        inSideList.map(({ courseId }): Score => [data.studentCode, courseId]),
      );
    case 'RetakeOriginChanged':
    case 'RetakeOriginKept':
    case 'RetakeStudentRemoved':
    case 'RetakeStudentRestored':
    case 'RetakeStudentAdded':
    case 'AttemptRecorded':
    case 'AttemptRevised':
    case 'AttemptWithdrawn':
    case 'AttemptCancelled':
    case 'AttemptRestored':
    case 'AttemptBonusGiven':
    case 'AttemptBonusTaken':
    case 'RecognitionReserved':
    case 'RecognitionReleased':
      return [[data.studentCode, data.courseId]];
    default:
      return [];
  }
}

/** Other streams that are about the scores named here: an application itself names no student. */
function announced(event: ProjectedEvent): string[] {
  const { type, data } = event as AnyEvent;
  switch (type) {
    case 'ScoresSubmitted':
      return [applicationStream(data.application.applyId)];
    case 'ChangeReserved':
      return [applicationStream(data.applyId), scoreChangeStream(data.applyId)];
    case 'ScoreChangeRequested':
    case 'RecognitionRequested':
      return [applicationStream(data.applyId)];
    case 'RecognitionReserved':
      return [applicationStream(data.applyId)];
    default:
      return [];
  }
}

function membersOf(rows: BatchRows, name: string): Score[] {
  return rows
    .group(member, BY_STREAM, [name])
    .flatMap(({ course_id: course, students }) => students.map((student): Score => [student, course]));
}

function join(rows: BatchRows, name: string, scores: readonly Score[]): void {
  for (const course of new Set(scores.map(([, id]) => id))) {
    const students = scores.filter(([, id]) => id === course).map(([student]) => student);
    const known = rows.group(member, BY_STREAM, [name]).find((row) => row.course_id === course);
    const added = students.filter((student) => !known?.students.includes(student));
    if (added.length > 0)
      rows.set(member, { stream: name, course_id: course, students: [...(known?.students ?? []), ...added] });
  }
}

function kindOf(name: string): StreamKind {
  if (name.startsWith(sheetStreams.prefix)) return 'sheet';
  if (name.startsWith(applicationStreams.prefix)) return 'application';
  if (name.startsWith(scoreChangeStreams.prefix)) return 'change';
  return name.startsWith(recognitionStreams.prefix) ? 'recognition' : 'attempts';
}
