import { classWithCourse } from '@jwxt/contracts/base-info/class-with-course.ts';
import { studentWithNumber } from '@jwxt/contracts/base-info/student-with-number.ts';
import type { ApplicationDraft } from '@jwxt/contracts/approval/application.events.ts';
import { formatDecimal } from '@jwxt/contracts/kernel/number-text.ts';
import { cellText, computeRow, finalText } from '@jwxt/contracts/score/score-arithmetic.ts';
import { needsOpenExam } from '@jwxt/contracts/score/score-cell.rules.ts';
import { figuresOf } from '@jwxt/contracts/score/sheet-figures.ts';
import { sheetWarnings, unconfirmed, type EarlierFigures } from '@jwxt/contracts/score/sheet-warnings.ts';
import {
  sheetId,
  type ConfirmedCheck,
  type ScoreSheetEvent,
  type SheetFacts,
  type SheetFigures,
  type SheetRules,
  type SubmittedRow,
} from '@jwxt/contracts/score/score-sheet.events.ts';
import { keptRows } from '@jwxt/contracts/score/kept-rows.ts';
import {
  cellValues,
  remarkOf,
  type ScoreSheetState,
  type SetUpSheet,
} from '@jwxt/contracts/score/score-sheet.state.ts';
import { remarkName } from '@jwxt/contracts/score/score-remark.rules.ts';
import {
  makeupOptionName,
  retakingOf,
  scoreTypeNames,
  sheetProcessOf,
  submissionNoteLabels,
  type ScoreType,
  scoreType,
  sheetStatus,
  NO_SCORE,
} from '@jwxt/contracts/score/score.vocabulary.ts';
import {
  applicantOf,
  draftApplication,
  type DraftFacts,
  type DraftRequest,
} from '../../approval/shared/application-draft.ts';
import type { Decision } from '../../kernel/decider.ts';
import { isRefused, refuse } from '../../kernel/refusal.ts';
import { collectErrors } from '../entry/sheet-input.ts';
import { openForEntry, type EntryFacts } from '../entry/sheet-access.ts';
import { sheetDecider } from '../score-sheet.decider.ts';
import { remarksIn } from './sheet-remarks.ts';

/** A student of the class as a submission freezes him. */
export type RosterStudent = Pick<
  SubmittedRow,
  | 'studentCode'
  | 'studentNumber'
  | 'studentName'
  | 'administrativeClassName'
  | 'gradeMajorName'
  | 'isReExamStudentName'
  | 'departmentId'
  | 'bjdm'
  | 'njzydm'
>;

/** Hands in what the person saw at `revision`. */
export interface SubmitCommand {
  readonly revision: number;
  readonly remark?: string | undefined;
  readonly confirmed?: readonly ConfirmedCheck[] | undefined;
}
/**
 * Facts of a submission: the class list in order, what earlier classes came to (null: nothing to compare with), the
 * process (null: none configured), and the id of a new application.
 */
export interface SubmitFacts extends EntryFacts {
  readonly earlier: EarlierFigures | null;
  readonly roster: readonly RosterStudent[];
  readonly process: DraftFacts | null;
  readonly newApplyId: string;
}

/**
 * The application that a submission opens: a returned or recalled one goes on with its next round and its process
 * version (LC-A, C7).
 */
export function roundOf(state: ScoreSheetState): { applyId: string; round: number; processVersion: number } | null {
  if (
    state.status !== sheetStatus.entering ||
    !state.submission ||
    !state.reopened ||
    state.reopened.cause === 'notPassed' ||
    state.reopened.cause === 'unpublished'
  )
    return null;
  const { applyId, round, processVersion } = state.submission;
  return { applyId, round: round + 1, processVersion };
}

/**
 * Submission of the whole class (SCORE-MORE-06): every student complete or remarked, nothing changed since the person
 * looked, everything unusual in it confirmed (SCORE-MORE-47). Freezes rows, figures and the application with what the
 * approver reads; the differences are those from the submission before.
 */
export const submitDecider = sheetDecider(
  (state: ScoreSheetState, command: SubmitCommand, facts: SubmitFacts): Decision<ScoreSheetEvent> => {
    const sheet = openForEntry(state, facts);
    if (isRefused(sheet)) return sheet;
    if (command.revision > sheet.revision)
      return refuse('INVALID_INPUT', {}, { fieldErrors: [{ field: 'revision', message: '版本号大于当前版本' }] });
    if (command.revision < sheet.contentRevision)
      return refuse('CONCURRENT_CHANGE', {}, { data: { revision: sheet.revision } });
    return decideSubmission(sheet, { ...command, confirmed: command.confirmed ?? [] }, facts);
  },
);

/** What goes with a submission besides the scores; `pieces` are told to the approver after all others. */
export interface SubmissionRequest extends Pick<SubmitCommand, 'remark'> {
  /**
   * The warnings that the person says are right; `office`: whatever there is, it was seen by the office, which hands in
   * for others.
   */
  readonly confirmed: readonly ConfirmedCheck[] | 'office';
  readonly pieces?: readonly Piece[];
}
interface Piece {
  readonly label: string;
  readonly value: string;
}

/**
 * Hands in everything that is on the sheet now, whoever does it: complete and with its warnings confirmed, or refused.
 * What was confirmed and is not so any more is not told: the sentences on record are those of the scores that are
 * handed in.
 */
export function decideSubmission(
  sheet: SetUpSheet,
  command: SubmissionRequest,
  facts: SubmitFacts,
): Decision<ScoreSheetEvent> {
  const inClass = facts.roster.filter(({ studentCode }) => !sheet.removed?.includes(studentCode));
  const codes = new Set(inClass.map(({ studentCode }) => studentCode));
  const kept = keptRows(sheet, codes);
  const roster: readonly RosterStudent[] = [...inClass, ...kept];
  if (roster.length === 0) return refuse('SHEET_NO_STUDENT');
  const computed = roster.map((student) => submittedRow(sheet, student));
  const barred = collectErrors();
  for (const { row } of computed)
    if (needsOpenExam(row.scoreRemarkCode, sheet.rules.items))
      barred.add(`rows.${row.studentCode}.scoreRemarkCode`, 'SHEET_REMARK_NEEDS_EXAM', {
        name: remarkName(row.scoreRemarkCode),
      });
  const withoutExam = barred.refusal();
  if (withoutExam) return withoutExam;
  const incomplete = computed
    .filter(({ complete }) => !complete)
    .map(({ row: { studentCode, studentNumber, studentName } }) => ({ studentCode, studentNumber, studentName }));
  if (incomplete.length > 0)
    return refuse('SHEET_INCOMPLETE', { count: incomplete.length }, { data: { students: incomplete } });
  const rows = computed.map(({ row }) => row);
  const warnings = sheetWarnings({ ...sheet.rules, scoreType: sheet.facts.scoreType, rows }, facts.earlier);
  const open = command.confirmed === 'office' ? [] : unconfirmed(warnings, command.confirmed);
  if (open.length > 0) {
    return refuse(
      'SHEET_WARNINGS_OPEN',
      { count: open.length, titles: open.map(({ title }) => title).join('、') },
      { data: { warnings: open.map(({ check, title, text }) => ({ check, title, text })) } },
    );
  }
  const processNo = sheetProcessOf[sheet.facts.scoreType as ScoreType];
  if (!facts.process) return refuse('APPROVAL_PROCESS_MISSING', { process: processNo });
  const figures = figuresOf(rows);
  const confirmed = warnings.map(({ check, text }) => ({ check, text }));
  const label = command.confirmed === 'office' ? submissionNoteLabels.seenByOffice : submissionNoteLabels.confirmed;
  const pieces = [
    ...confirmed.map(({ text }) => ({ label, value: text })),
    ...kept.map((student) => ({
      label: submissionNoteLabels.leftClass,
      value: `${studentWithNumber(student)}，此前发布过的成绩随本次提交保留`,
    })),
    ...(command.remark ? [{ label: submissionNoteLabels.remark, value: command.remark }] : []),
    ...(command.pieces ?? []),
  ];
  const application = draftApplication(draftRequest(sheet, rows, figures, pieces, facts, processNo), facts.process);
  if (isRefused(application)) return application;
  return [
    {
      type: 'ScoresSubmitted',
      data: {
        ...sheet.facts,
        rules: sheet.rules,
        rows,
        figures,
        hash: application.content.contentHash,
        application,
        ...(confirmed.length > 0 ? { confirmed } : {}),
      },
    },
  ];
}

function submittedRow({ rows, rules }: SetUpSheet, student: RosterStudent): { row: SubmittedRow; complete: boolean } {
  const known = rows[student.studentCode];
  const cells = cellValues(known);
  const scoreRemarkCode = remarkOf(known);
  const { final, passed, complete } = computeRow(cells, scoreRemarkCode, rules, {
    studentCode: student.studentCode,
    ...retakingOf(student.isReExamStudentName),
  });
  return { row: { ...student, cells, scoreRemarkCode, final, passed }, complete };
}

function draftRequest(
  sheet: SetUpSheet,
  rows: readonly SubmittedRow[],
  figures: SheetFigures,
  pieces: readonly Piece[],
  facts: SubmitFacts,
  processNo: string,
): DraftRequest {
  const { facts: about, rules, submission } = sheet;
  const next = roundOf(sheet);
  const { actor } = facts;
  const name = scoreTypeNames[about.scoreType as ScoreType];
  return {
    processNo,
    applyId: next?.applyId ?? facts.newApplyId,
    round: next?.round ?? 1,
    applicant: applicantOf(actor),
    applyTime: facts.now,
    businessId: sheetId(about.teachingClassId, about.scoreType),
    businessTable: 'T_CJGL_CJLR',
    scoreType: about.scoreType,
    teachingClassId: about.teachingClassId,
    enteredBy: [...new Set([...sheet.enteredBy, actor.userName])],
    units: { KKDW: about.openDepartmentId, SQDW: actor.departmentId },
    figures: {
      passRate: figures.passRate,
      failRate: figures.failRate,
      excellentRate: figures.excellentRate,
      hasRemark: remarksIn(rows),
    },
    content: {
      title:
        `${classWithCourse(about)} ${name}成绩：${figures.personNum}人` +
        (figures.scoredNum < FEWEST_TOLD
          ? ''
          : `，及格率${percent(figures.passRate)}，平均分${formatDecimal(figures.mean, 2, 2)}`),
      pieces: [...piecesOf(about, rules, figures), ...pieces],
      differences: submission ? differencesOf(submission.rows, rows, rules) : [],
    },
    business: { sheetId: sheetId(about.teachingClassId, about.scoreType), rules, rows },
  };
}

/** Of fewer scores a mean tells the single ones: titles are read by more people than scores are. */
const FEWEST_TOLD = 3;

const percent = (tenths: number): string => `${formatDecimal(tenths, 1, 1)}%`;

/** Content pieces of ZKCJSP, BHKCJSP and CXCJSP (domain-model-score §6). */
function piecesOf(about: SheetFacts, { retake }: SheetRules, figures: SheetFigures): Piece[] {
  const count = { label: '人数', value: String(figures.personNum) };
  const course = { label: '课程', value: `${about.courseName}（${about.courseNum}）` };
  switch (about.scoreType as ScoreType) {
    case scoreType.regular:
      return [
        { label: '学期', value: about.semesterName },
        course,
        { label: '教学班', value: about.teachingClassName },
        count,
        { label: '及格率', value: percent(figures.passRate) },
        { label: '平均分', value: formatDecimal(figures.mean, 2, 2) },
      ];
    case scoreType.makeup:
    case scoreType.beforeGraduation:
      return [
        { label: '补考学期', value: about.semesterName },
        course,
        { label: '方式', value: makeupOptionName(retake?.makeupAndDelayTemplateValue ?? null) },
        count,
      ];
    case scoreType.retake:
      return [
        { label: '学期', value: about.semesterName },
        course,
        { label: '重修班', value: about.teachingClassName },
        count,
      ];
  }
}

type Differences = ApplicationDraft['content']['differences'];

/** What differs from the submission before, cell by cell; students who came or left are told under 名单. */
export function differencesOf(
  before: readonly SubmittedRow[],
  after: readonly SubmittedRow[],
  rules: SheetRules,
): Differences {
  const earlier = new Map(before.map((row) => [row.studentCode, row]));
  const left = new Set(after.map((row) => row.studentCode));
  const show = (row: SubmittedRow | undefined): string => finalText(row?.final ?? null, rules);
  const differences: Differences = [];
  const tell = (
    row: SubmittedRow,
    was: SubmittedRow | undefined,
    now: SubmittedRow | undefined,
    itemName: string,
    from: string,
    to: string,
  ): void => {
    differences.push({
      studentNumber: row.studentNumber,
      studentName: row.studentName,
      itemName,
      before: from,
      after: to,
      totalBefore: show(was),
      totalAfter: show(now),
    });
  };
  for (const row of after) {
    const was = earlier.get(row.studentCode);
    if (!was) {
      tell(row, undefined, row, '名单', '未在名单', '新增');
      continue;
    }
    for (const item of rules.items) {
      const [from, to] = [was.cells[item.dataKey] ?? null, row.cells[item.dataKey] ?? null];
      if (from !== to) tell(row, was, row, item.scoreSubItemName, cellText(from) ?? NO_SCORE, cellText(to) ?? NO_SCORE);
    }
    if (was.scoreRemarkCode !== row.scoreRemarkCode)
      tell(row, was, row, '备注', remarkName(was.scoreRemarkCode), remarkName(row.scoreRemarkCode));
  }
  for (const row of before) if (!left.has(row.studentCode)) tell(row, row, undefined, '名单', '在名单', '已移出');
  return differences;
}
