import type { z } from 'zod';
import { yesNoOf } from '@jwxt/contracts/kernel/yes-no.ts';
import { cappedText, cellText, computeRow, finalText } from '@jwxt/contracts/score/score-arithmetic.ts';
import { LEFT_CLASS, type sheetRow } from '@jwxt/contracts/score/score-entry.operations.ts';
import type { CellValue, SheetRules } from '@jwxt/contracts/score/score-sheet.events.ts';
import { remarkName, type RemarkSettings } from '@jwxt/contracts/score/score-remark.rules.ts';
import { retakingOf, scoreRemark, sheetStatus } from '@jwxt/contracts/score/score.vocabulary.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { approvalListModel } from '@jwxt/contracts/approval/approval-list.read-model.ts';
import { scoreSheetModel, type CellInfo } from '@jwxt/contracts/score/score-sheet.read-model.ts';
import { readModelTable, type ReadRowOf } from '@jwxt/contracts/kernel/read-model.ts';
import type { PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import { ROSTER_ORDER } from '@jwxt/infra/runtime/class-order.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { prepared } from '../../kernel/prepared-query.ts';
import type { Principal } from '../../kernel/principal.ts';
import { scopeCondition } from '../../kernel/scope.ts';
import { sqlParams } from '../../kernel/sql-params.ts';
import { readRemarkSettings } from '../../score-setting/shared/remark-settings.read.ts';
import { teachingClassScope } from '../shared/teaching-class-scope.ts';
import { classColumns, classTables, entryClassOf, type ClassRow, type EntryClass } from './entry-class.read.ts';

const applicationTable = readModelTable(approvalListModel, 'application');
const sheetRowTable = readModelTable(scoreSheetModel, 'row');

export type SheetRowView = z.output<typeof sheetRow>;

/** A class with its sheet, and what decides whether the person may type. */
export interface SheetView {
  readonly entryClass: EntryClass;
  readonly rules: SheetRules;
  readonly rows: readonly SheetRowView[];
  /** What was typed for students who have left the class since, and never published. */
  readonly leftRows: readonly SheetRowView[];
  /** Revision of the sheet that the rows show. */
  readonly revision: number;
  readonly status: string;
  readonly submittedBy: string | null;
  readonly submittedAt: Date | null;
  readonly openChanges: readonly { applyId: string; studentCodes: readonly string[] | null }[];
  /** Whether the person is among the teachers of the class. */
  readonly teaches: boolean;
  /** The one person who types instead of the teachers; null: any of them. */
  readonly importTeacherGh: string | null;
  /** Whether the person applied for the approval that nobody has decided on yet. */
  readonly appliedAndUndecided: boolean;
  readonly remarks: RemarkSettings;
}

interface SheetRecord
  extends
    ClassRow,
    Pick<
      ReadRowOf<typeof scoreSheetModel.tables.sheet>,
      'rules' | 'revision' | 'submitted_by' | 'submitted_at' | 'open_changes' | 'import_teacher_gh'
    > {
  teaches: boolean;
  applied_undecided: boolean | null;
  rows: readonly StudentRow[] | null;
  left_rows: readonly StudentRow[] | null;
}

/** As the statement builds it. */
type StudentRow = readonly [
  studentCode: string,
  studentNumber: string,
  studentName: string,
  listSource: string,
  className: string,
  gradeMajorName: string,
  cells: Readonly<Record<string, CellValue>> | null,
  cellInfo: Readonly<Record<string, CellInfo>> | null,
  remarkCode: string | null,
  retaking: boolean | null,
];

/** Key of the remark among a row's cells, as conflicts name it. */
const REMARK_KEY = 'scoreRemarkCode';

/**
 * The sheet of a class in the person's scope under a permission; undefined otherwise, and when it is not set up.
 * Revision and rows come from one statement: what a page sends back with a save must never be newer than what it shows.
 */
export async function findSheet(
  db: Queryable,
  user: Principal,
  permission: PermissionCode | null,
  { teachingClassId, scoreType }: { teachingClassId: string; scoreType: string },
  now: Date,
): Promise<SheetView | undefined> {
  const [found, remarks] = await Promise.all([
    readSheet(db, user, permission, teachingClassId, scoreType),
    readRemarkSettings(db),
  ]);
  if (!found) return undefined;
  const { rules, sheet_status: status } = found;
  const mayBeSubmitted = status === sheetStatus.set || status === sheetStatus.entering;
  const timeText = remembered(toDateTimeText);
  return {
    entryClass: entryClassOf(found, scoreType, now),
    rules,
    rows: (found.rows ?? []).map((row) => rowView(row, rules, mayBeSubmitted, timeText)),
    leftRows: (found.left_rows ?? []).map((row) => rowView(row, rules, false, timeText)),
    revision: found.revision,
    status: status ?? sheetStatus.unset,
    submittedBy: found.submitted_by,
    submittedAt: found.submitted_at,
    openChanges: found.open_changes,
    teaches: found.teaches,
    importTeacherGh: found.import_teacher_gh,
    appliedAndUndecided: found.applied_undecided ?? false,
    remarks,
  };
}

/** A class in the person's scope under a permission with its entry window, set up or not; undefined otherwise. */
export async function findEntryClass(
  db: Queryable,
  user: Principal,
  permission: PermissionCode | null,
  { teachingClassId, scoreType }: { teachingClassId: string; scoreType: string },
  now: Date,
): Promise<EntryClass | undefined> {
  const params = sqlParams();
  const type = params.add(scoreType);
  const { rows } = await db.query<ClassRow>(
    prepared(
      `select ${classColumns} from base.teaching_class class ${classTables(type)}
      where class.teaching_class_id = ${params.add(teachingClassId)}
        and ${scopeCondition(user, permission, teachingClassScope, params)}`,
      params.values,
    ),
  );
  return rows[0] && entryClassOf(rows[0], scoreType, now);
}

/** Class and score type that an application about scores names. */
export async function sheetOfApplication(
  db: Queryable,
  applyId: string,
): Promise<{ teachingClassId: string; scoreType: string } | undefined> {
  const { rows } = await db.query<{ teachingClassId: string; scoreType: string }>(
    `select teaching_class_id as "teachingClassId", score_type as "scoreType" from ${applicationTable}
      where apply_id = $1 and teaching_class_id is not null and score_type is not null`,
    [applyId],
  );
  return rows[0];
}

/** A {@link StudentRow}. */
const studentRow = `json_build_array(student.student_code, student.student_number, student.student_name,
  listed.list_source, class_info.bjmc, grade_major.njzymc, sheet_row.cells, sheet_row.cell_info,
  sheet_row.remark_code, sheet_row.retaking)`;

/** The students of the class, and those who have left it with a score: a published one stays on the sheet. */
const listedStudents = `select roster.student_code, roster.list_source, true as on_sheet
    from base.teaching_class_student roster where roster.teaching_class_id = class.teaching_class_id
  union all select gone.student_code, '${LEFT_CLASS}', gone.published
    from ${sheetRowTable} gone where gone.sheet_id = sheet.sheet_id
      and (gone.published or gone.cell_info <> '{}')
      and not exists (select from base.teaching_class_student roster
        where roster.teaching_class_id = class.teaching_class_id and roster.student_code = gone.student_code)`;

/**
 * The sheet with a row for every student of the class, entered or not, by number or place in class (SCORE-ENTRY-05,
 * 12). The rows are one value: taking hundreds of small ones out of the database's answer would cost more than all the
 * rest.
 */
async function readSheet(
  db: Queryable,
  user: Principal,
  permission: PermissionCode | null,
  teachingClassId: string,
  scoreType: string,
): Promise<SheetRecord | undefined> {
  const params = sqlParams();
  const type = params.add(scoreType);
  const { rows } = await db.query<SheetRecord>(
    prepared(
      `select ${classColumns}, sheet.rules, sheet.revision, sheet.submitted_by, sheet.submitted_at,
        sheet.open_changes,
          sheet.import_teacher_gh, list.rows, list.left_rows,
            application.status = '1' and application.recall_allowed
              and application.applicant_user = ${params.add(user.userName)} as
              applied_undecided,
            exists (select from base.teaching_class_teacher own
              where own.teaching_class_id = class.teaching_class_id and own.gh = ${params.add(user.gh)}) as teaches
       from base.teaching_class class ${classTables(type)}
       left join lateral (select
           json_agg(${studentRow} order by ${ROSTER_ORDER}) filter (where listed.on_sheet) as rows,
           json_agg(${studentRow} order by ${ROSTER_ORDER}) filter (where not listed.on_sheet) as left_rows
         from (${listedStudents}) listed
         join base.student on student.student_code = listed.student_code
         join base.class_info on class_info.bjdm = student.bjdm
         join base.grade_major on grade_major.njzydm = student.njzydm
         left join ${sheetRowTable} sheet_row on sheet_row.sheet_id = sheet.sheet_id
           and sheet_row.student_code = listed.student_code) list on true
      where class.teaching_class_id = ${params.add(teachingClassId)} and sheet.sheet_id is not null
        and ${scopeCondition(user, permission, teachingClassScope, params)}`,
      params.values,
    ),
  );
  return rows[0];
}

/** A function of texts that works each out once: the cells of a sheet were mostly typed at the same few moments. */
function remembered(work: (text: string) => string): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    const hit = known.get(text);
    if (hit !== undefined) return hit;
    const fresh = work(text);
    known.set(text, fresh);
    return fresh;
  };
}

function rowView(
  row: StudentRow,
  rules: SheetRules,
  mayBeSubmitted: boolean,
  timeText: (instant: string) => string,
): SheetRowView {
  const [
    studentCode,
    studentNumber,
    studentName,
    listSource,
    className,
    gradeMajorName,
    typed,
    typedBy,
    remark,
    retook,
  ] = row;
  const cells = typed ?? {};
  const remarkCode = remark ?? scoreRemark.normal;
  // Who has left the class is what he was when his score was handed in.
  const { retaking = listSource === LEFT_CLASS && retook === true } = retakingOf(listSource);
  const outcome = computeRow(cells, remarkCode, rules, { studentCode, retaking });
  const { complete, final, passed } = outcome;
  const items: SheetRowView['items'] = {};
  for (const { dataKey } of rules.items) items[dataKey] = cellText(cells[dataKey] ?? null);
  const cellInfo: SheetRowView['cellInfo'] = {};
  for (const [key, { revision, byUserName, byName, at }] of Object.entries(typedBy ?? {})) {
    cellInfo[key === 'remark' ? REMARK_KEY : key] = { revision, byUserName, byName, at: timeText(at) };
  }
  return {
    studentCode,
    studentNumber,
    studentName,
    items,
    cellInfo,
    scoreRemarkCode: remarkCode,
    scoreRemarkName: remarkName(remarkCode),
    studentScoreFinalValue: finalText(final, rules),
    studentScoreFinalValueRemark: cappedText(outcome, rules),
    final,
    passed,
    complete,
    digit: rules.digit,
    isReExamStudentName: listSource,
    retaking,
    administrativeClassName: className,
    gradeMajorName,
    canSubmmit: yesNoOf(complete && mayBeSubmitted),
  };
}
