import { computeRow } from '@jwxt/contracts/score/score-arithmetic.ts';
import type { SheetStudent } from '@jwxt/contracts/score/kept-rows.ts';
import type { StudentRef } from '@jwxt/contracts/kernel/student-ref.ts';
import {
  sheetId,
  type CellValue,
  type ScoreSheetEvent,
  type SheetRules,
} from '@jwxt/contracts/score/score-sheet.events.ts';
import { needsDecision, sheetStreams, withListed } from '@jwxt/contracts/score/score-sheet.state.ts';
import { scoreSheetModel, type CellInfo } from '@jwxt/contracts/score/score-sheet.read-model.ts';
import type { RowOf } from '@jwxt/contracts/kernel/read-model.ts';
import { retakingOf, scoreRemark, sheetStatus } from '@jwxt/contracts/score/score.vocabulary.ts';
import type { BatchRows } from '../kernel/batch-rows.ts';
import { defineProjection, type ProjectedEvent } from '../kernel/projection.ts';
import type { Key } from '../kernel/table.ts';
import { publishedOf } from './published-sheet.ts';

const { sheet, teacher, row, published } = scoreSheetModel.tables;
type SheetRow = RowOf<typeof sheet>;
type StudentRow = RowOf<typeof row>;

const ONE_SHEET = ['sheet_id'] as const;

const idOf = ({ data }: ProjectedEvent<ScoreSheetEvent>): string => sheetId(data.teachingClassId, data.scoreType);

/**
 * Score sheets as teachers and approvers see them: header, settings, state, and the rows with any value
 * (SCORE-ENTRY-04…13).
 */
export const scoreSheet = defineProjection({
  readModel: scoreSheetModel,
  version: 8,
  streams: [sheetStreams],
  async load(rows, events) {
    await rows.load(
      sheet,
      events.map((event) => [idOf(event)]),
    );
    await rows.loadGroups(
      row,
      ONE_SHEET,
      events.flatMap((event) => (changesRules(event) || event.type === 'SheetWithdrawn' ? [[idOf(event)]] : [])),
    );
    await rows.load(
      row,
      events.flatMap((event): Key[] =>
        changesRows(event)
          ? (event.data.rows ?? []).map(({ studentCode }) => [idOf(event), studentCode])
          : concernsListed(event)
            ? [[idOf(event), event.data.studentCode]]
            : [],
      ),
    );
  },
  handlers: {
    SheetInitialised(rows, event) {
      const id = idOf(event);
      const { rules, window, rows: given = [], ...facts } = event.data;
      const before = rows.get(sheet, [id]);
      for (const { gh } of before?.teachers ?? []) rows.remove(teacher, [gh, id]);
      if (before?.sheet_status === sheetStatus.published) rows.remove(published, [id]);
      for (const { gh } of facts.teachers) rows.set(teacher, { gh, sheet_id: id });
      rows.set(sheet, {
        sheet_id: id,
        teaching_class_id: facts.teachingClassId,
        teaching_class_code: facts.teachingClassCode,
        teaching_class_name: facts.teachingClassName,
        score_type: facts.scoreType,
        semester_id: facts.semesterId,
        semester_name: facts.semesterName,
        course_id: facts.courseId,
        course_num: facts.courseNum,
        course_name: facts.courseName,
        course_credit: facts.courseCredit,
        open_department_id: facts.openDepartmentId,
        open_department_name: facts.openDepartmentName,
        teachers: facts.teachers,
        import_teacher: facts.importTeacher,
        import_teacher_gh: facts.importTeacherGh ?? null,
        rules,
        window_begin: window.begin,
        window_end: window.end,
        sheet_status: sheetStatus.set,
        entry_state: 'empty',
        entered_num: 0,
        complete_num: 0,
        revision: event.revision,
        apply_id: null,
        submitted_by: null,
        submitted_at: null,
        return_opinion: null,
        returned_by: null,
        open_changes: [],
        figures: null,
        row_num: before?.row_num ?? 0,
        passed_num: before?.passed_num ?? 0,
      });
      // The original items of a make-up stand from the beginning; nobody typed them here.
      for (const { cells, ...student } of given) setRow(rows, givenRow(id, student, cells, rules));
      rows.notice.sheet(id, event.revision);
    },
    InputTimeSet: (rows, event) =>
      changeSheet(rows, event, { window_begin: event.data.after.begin, window_end: event.data.after.end }),
    ImportTeacherSet: (rows, event) =>
      changeSheet(rows, event, { import_teacher: event.data.after.name, import_teacher_gh: event.data.after.gh }),
    ItemsSet: underRules,
    HierarchySet: underRules,
    DigitSet: underRules,
    TemplateSet: underRules,
    ScoresForceSubmitted: (rows, event) => changeSheet(rows, event, {}),
    ScoresRolledBack: (rows, event) =>
      changeSheet(rows, event, {
        sheet_status: sheetStatus.entering,
        entry_state: 'returned',
        return_opinion: event.data.reason,
        returned_by: event.data.byName,
        open_changes: [],
      }),
    CellsEntered(rows, event) {
      for (const change of event.data.rows) changeRow(rows, event, change, change.cells, null, change.final.after);
      entered(rows, event);
    },
    RemarkSet(rows, event) {
      for (const change of event.data.rows) changeRow(rows, event, change, [], change.after, change.final.after);
      entered(rows, event);
    },
    ScoresSubmitted(rows, event) {
      changeSheet(rows, event, {
        sheet_status: sheetStatus.submitted,
        entry_state: 'submitted',
        apply_id: event.data.application.applyId,
        submitted_by: event.name,
        submitted_at: event.time,
        return_opinion: null,
        returned_by: null,
        figures: event.data.figures,
      });
    },
    ScoresReopened(rows, event) {
      const { cause, opinion, byName } = event.data;
      const recalled = cause === 'recalled';
      changeSheet(rows, event, {
        sheet_status: sheetStatus.entering,
        entry_state: recalled ? 'entering' : 'returned',
        return_opinion: recalled ? null : opinion,
        returned_by: recalled ? null : byName,
      });
    },
    ScoresApproved(rows, event) {
      // Every submitted student has a row, with the total that was approved.
      for (const submitted of event.data.rows) {
        const student = { ...submitted, ...retakingOf(submitted.isReExamStudentName) };
        changeRow(rows, event, student, [], null, submitted.final);
        const known = rows.get(row, [idOf(event), submitted.studentCode]);
        if (known) rows.set(row, { ...known, published: true });
      }
      changeSheet(rows, event, {
        sheet_status: sheetStatus.published,
        entry_state: 'passed',
        apply_id: event.data.applyId,
        figures: event.data.figures,
      });
    },
    ChangeReserved(rows, event) {
      const { applyId, request } = event.data;
      const studentCodes = request?.rows.map(({ studentCode }) => studentCode) ?? null;
      changeSheet(rows, event, { open_changes: [...otherChanges(rows, event), { applyId, studentCodes }] });
    },
    ChangeReleased: (rows, event) => changeSheet(rows, event, { open_changes: otherChanges(rows, event) }),
    ScoreChangeApplied(rows, event) {
      for (const change of event.data.rows)
        changeRow(rows, event, change, change.cells, change.remark?.after ?? null, change.final.after);
      changeSheet(rows, event, {});
    },
    RetakeOriginChanged: followOrigin,
    RetakeStudentRestored: followOrigin,
    RetakeStudentAdded(rows, event) {
      const { studentCode, makeupType, originAttemptId } = event.data;
      const { rules } = rows.need(sheet, [idOf(event)]);
      changeSheet(rows, event, { rules: withListed(rules, studentCode, { makeupType, originAttemptId }) });
      // Who was there before comes without what was noted of his original score.
      if (event.data.cells.length > 0 || rows.get(row, [idOf(event), studentCode])) carryOver(rows, event, null);
    },
    SheetWithdrawn(rows, event) {
      const id = idOf(event);
      for (const { gh } of rows.need(sheet, [id]).teachers) rows.remove(teacher, [gh, id]);
      for (const { student_code: code } of rows.group(row, ONE_SHEET, [id])) rows.remove(row, [id, code]);
      rows.remove(sheet, [id]);
      rows.notice.sheet(id, event.revision);
    },
    RetakeOriginKept(rows, event) {
      const known = rows.get(row, [idOf(event), event.data.studentCode]);
      if (known?.origin) setRow(rows, { ...known, origin: { ...known.origin, open: false } });
      changeSheet(rows, event, {});
    },
    RetakeStudentRemoved(rows, event) {
      const id = idOf(event);
      const of = rows.need(sheet, [id]);
      const known = rows.get(row, [id, event.data.studentCode]);
      if (known) rows.remove(row, [id, event.data.studentCode]);
      changeSheet(rows, event, {
        entered_num: of.entered_num - Number(hasValue(known, of.rules)),
        complete_num: of.complete_num - Number(known?.complete ?? false),
        row_num: of.row_num - Number(known !== undefined),
        passed_num: of.passed_num - Number(known?.passed ?? false),
      });
    },
  },
});

type OriginEvent = ProjectedEvent<Extract<ScoreSheetEvent, { type: 'RetakeOriginChanged' | 'RetakeStudentRestored' }>>;
type ListedEvent =
  | OriginEvent
  | ProjectedEvent<
      Extract<ScoreSheetEvent, { type: 'RetakeOriginKept' | 'RetakeStudentRemoved' | 'RetakeStudentAdded' }>
    >;
function concernsListed(event: ProjectedEvent<ScoreSheetEvent>): event is ListedEvent {
  return (
    event.type === 'RetakeOriginChanged' ||
    event.type === 'RetakeOriginKept' ||
    event.type === 'RetakeStudentRemoved' ||
    event.type === 'RetakeStudentAdded' ||
    event.type === 'RetakeStudentRestored'
  );
}

/** The original score of a listed student is another now, with what that makes of the row. */
function followOrigin(rows: BatchRows, event: OriginEvent): void {
  const { cause, text } = event.data;
  carryOver(rows, event, { cause, text, open: needsDecision(cause) });
  changeSheet(rows, event, {});
}

/** Puts the original items on a row, with what that makes of it. */
function carryOver(
  rows: BatchRows,
  event: Exclude<ListedEvent, { type: 'RetakeOriginKept' | 'RetakeStudentRemoved' }>,
  origin: StudentRow['origin'],
): void {
  const id = idOf(event);
  const { studentCode, cells, final } = event.data;
  const known = rows.get(row, [id, studentCode]) ?? givenRow(id, event.data, {}, rows.need(sheet, [id]).rules);
  const values = { ...known.cells, ...Object.fromEntries(cells.map(({ dataKey, after }) => [dataKey, after])) };
  putRow(rows, {
    ...known,
    cells: values,
    final: cells.length > 0 ? final.after : known.final,
    origin,
  });
}

type RulesEvent = ProjectedEvent<
  Extract<ScoreSheetEvent, { type: 'ItemsSet' | 'HierarchySet' | 'DigitSet' | 'TemplateSet' }>
>;
function changesRules(event: ProjectedEvent<ScoreSheetEvent>): event is RulesEvent {
  return (
    event.type === 'ItemsSet' ||
    event.type === 'HierarchySet' ||
    event.type === 'DigitSet' ||
    event.type === 'TemplateSet'
  );
}

/** Other items or weights: every row that has anything is computed anew. */
function underRules(rows: BatchRows, event: RulesEvent): void {
  const { after } = event.data;
  let completeNum = 0;
  for (const known of rows.group(row, ONE_SHEET, [idOf(event)])) {
    const { final, complete, passed } = computeRow(known.cells, known.remark_code, after, studentOf(known));
    setRow(rows, { ...known, final, complete, passed: final !== null && passed });
    completeNum += Number(complete);
  }
  changeSheet(rows, event, { rules: after, complete_num: completeNum });
}

type RowsEvent = ProjectedEvent<
  Extract<
    ScoreSheetEvent,
    { type: 'SheetInitialised' | 'CellsEntered' | 'RemarkSet' | 'ScoresApproved' | 'ScoreChangeApplied' }
  >
>;
function changesRows(event: ProjectedEvent<ScoreSheetEvent>): event is RowsEvent {
  return (
    event.type === 'SheetInitialised' ||
    event.type === 'CellsEntered' ||
    event.type === 'RemarkSet' ||
    event.type === 'ScoresApproved' ||
    event.type === 'ScoreChangeApplied'
  );
}

function changeSheet(rows: BatchRows, event: ProjectedEvent<ScoreSheetEvent>, columns: Partial<SheetRow>): void {
  const id = idOf(event);
  const { sheet_status: before } = rows.need(sheet, [id]);
  const after = rows.change(sheet, [id], { ...columns, revision: event.revision });
  if (after.sheet_status === sheetStatus.published) rows.set(published, publishedOf(after));
  else if (before === sheetStatus.published) rows.remove(published, [id]);
  rows.notice.sheet(id, event.revision);
}

/** The changes that are open on the sheet besides this one. */
function otherChanges(
  rows: BatchRows,
  event: ProjectedEvent<Extract<ScoreSheetEvent, { type: 'ChangeReserved' | 'ChangeReleased' }>>,
): SheetRow['open_changes'] {
  return rows.need(sheet, [idOf(event)]).open_changes.filter(({ applyId }) => applyId !== event.data.applyId);
}

function entered(rows: BatchRows, event: ProjectedEvent<ScoreSheetEvent>): void {
  const { sheet_status: status, entry_state: state } = rows.need(sheet, [idOf(event)]);
  changeSheet(
    rows,
    event,
    status === sheetStatus.set
      ? { sheet_status: sheetStatus.entering, entry_state: 'entering' }
      : { entry_state: state },
  );
}

/** Changes one student's row and the sheet's counts of rows. `remark` null leaves the remark as it is. */
function changeRow(
  rows: BatchRows,
  event: ProjectedEvent<ScoreSheetEvent>,
  student: SheetStudent,
  cells: readonly { dataKey: string; after: CellValue }[],
  remark: string | null,
  final: number | null,
): void {
  const id = idOf(event);
  const known = rows.get(row, [id, student.studentCode]);
  const info: CellInfo = { revision: event.revision, byUserName: event.userName, byName: event.name, at: event.time };
  const remarkCode = remark ?? known?.remark_code ?? scoreRemark.normal;
  const values = { ...known?.cells, ...Object.fromEntries(cells.map(({ dataKey, after }) => [dataKey, after])) };
  const changed = [...cells.map(({ dataKey }) => dataKey), ...(remark === null ? [] : ['remark'])];
  putRow(rows, {
    sheet_id: id,
    student_code: student.studentCode,
    student_number: student.studentNumber,
    student_name: student.studentName,
    cells: values,
    cell_info: { ...known?.cell_info, ...Object.fromEntries(changed.map((key) => [key, info])) },
    remark_code: remarkCode,
    final,
    passed: false,
    complete: false,
    published: known?.published ?? false,
    retaking: student.retaking ?? false,
    origin: known?.origin ?? null,
  });
}

/** Whose row it is. */
const studentOf = ({ student_code: studentCode, retaking }: StudentRow) => ({ studentCode, retaking });

/** Writes a row, and what that makes of the numbers of rows. */
function setRow(rows: BatchRows, next: StudentRow, counts: Partial<SheetRow> = {}): void {
  const of = rows.need(sheet, [next.sheet_id]);
  const known = rows.get(row, [next.sheet_id, next.student_code]);
  rows.set(row, next);
  const numbers = {
    row_num: of.row_num + Number(!known),
    passed_num: of.passed_num + Number(next.passed) - Number(known?.passed ?? false),
  };
  rows.change(sheet, [next.sheet_id], { ...counts, ...numbers });
}

/** Writes a row with what its values come to, and counts it. */
function putRow(rows: BatchRows, next: StudentRow): void {
  const of = rows.need(sheet, [next.sheet_id]);
  const known = rows.get(row, [next.sheet_id, next.student_code]);
  const { complete, passed } = computeRow(next.cells, next.remark_code, of.rules, studentOf(next));
  setRow(
    rows,
    { ...next, complete, passed: next.final !== null && passed },
    {
      entered_num: of.entered_num + Number(hasValue(next, of.rules)) - Number(hasValue(known, of.rules)),
      complete_num: of.complete_num + Number(complete) - Number(known?.complete ?? false),
    },
  );
}

/** A row as the sheet's set-up gives it, without anything typed. */
function givenRow(id: string, student: StudentRef, cells: StudentRow['cells'], rules: SheetRules): StudentRow {
  return {
    sheet_id: id,
    student_code: student.studentCode,
    student_number: student.studentNumber,
    student_name: student.studentName,
    cells,
    cell_info: {},
    remark_code: scoreRemark.normal,
    final: null,
    passed: false,
    complete: computeRow(cells, scoreRemark.normal, rules, student).complete,
    published: false,
    retaking: false,
    origin: null,
  };
}

/** Whether anything was entered here: what stood from the beginning does not count. */
function hasValue(student: StudentRow | undefined, { items }: SheetRules): boolean {
  const fixed = new Set(items.filter(({ enable }) => enable !== 'true').map(({ dataKey }) => dataKey));
  return (
    student !== undefined &&
    (student.remark_code !== scoreRemark.normal ||
      Object.entries(student.cells).some(([dataKey, value]) => value !== null && !fixed.has(dataKey)))
  );
}
