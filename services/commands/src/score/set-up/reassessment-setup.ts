import type { StudentRef } from '@jwxt/contracts/kernel/student-ref.ts';
import type { CellValue, ScoreItem, ScoreSheetEvent, SheetRules } from '@jwxt/contracts/score/score-sheet.events.ts';
import type { ScoreSheetState } from '@jwxt/contracts/score/score-sheet.state.ts';
import {
  PERCENTAGE_HIERARCHY,
  makeupOption,
  type MakeupOption,
  type MakeupType,
  scoreType,
  sheetStatus,
} from '@jwxt/contracts/score/score.vocabulary.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import type { Decision } from '../../kernel/decider.ts';
import { isRefused, refuse, type Refused } from '../../kernel/refusal.ts';
import { whyListStands } from '../../makeup/shared/closed-list.ts';
import { loadReassessmentLimits } from '../../makeup/shared/reassessment-limits.facts.ts';
import { loadScoreRule } from '../../score-setting/shared/pass-mark.facts.ts';
import { loadClass, loadInitialiseFacts } from './initialise.facts.ts';
import { sheetDecider } from '../score-sheet.decider.ts';
import type { InitialiseFacts } from '../settings/sheet-settings.ts';
import { loadTeachers } from '../teaching-class.facts.ts';

/** A sheet to be set up with the values that stand from its beginning. */
export interface ReassessmentFacts extends InitialiseFacts {
  readonly rows: readonly (StudentRef & { cells: Record<string, CellValue> })[];
}

/** Sets up the sheet of a frozen make-up group or a published retake class; once, however often it is asked for. */
export const setUpReassessmentDecider = sheetDecider(
  (
    state: ScoreSheetState,
    _command: object,
    { about, rules, window, rows }: ReassessmentFacts,
  ): Decision<ScoreSheetEvent> =>
    state.status === sheetStatus.unset
      ? [
          {
            type: 'SheetInitialised',
            data: { ...about, rules, window, ...(rows.length === 0 ? {} : { rows: [...rows] }) },
          },
        ]
      : [],
);

/**
 * Withdraws the sheet of a closed list, as long as nobody ever typed anything on it. Where there is none, nothing is to
 * be withdrawn: the rows of the list follow either way.
 */
export const withdrawSheetDecider = sheetDecider(
  (
    sheet: ScoreSheetState,
    { reason, byName }: { readonly reason: string; readonly byName: string },
  ): Decision<ScoreSheetEvent> => {
    if (sheet.status === sheetStatus.unset) return [];
    if (sheet.status !== sheetStatus.set || sheet.enteredBy.length > 0)
      return whyListStands(sheet) ?? refuse('MAKEUP_LIST_ENTERED');
    const { teachingClassId, scoreType: type, courseId } = sheet.facts;
    return [{ type: 'SheetWithdrawn', data: { teachingClassId, scoreType: type, courseId, reason, byName } }];
  },
);

/** The one item of a make-up whose exam counts 100 %: graded where the original was graded throughout. */
function examAlone({ items, scoreHierarchyCode }: SheetRules): ScoreItem {
  const graded = items.every((item) => item.type === 'select' && item.scoreHierarchyCode === scoreHierarchyCode);
  return {
    dataKey: 'bk',
    scoreSubItemName: '补缓考成绩',
    scoreSubItemProportion: 100,
    isExamItem: true,
    enable: 'true',
    type: graded ? 'select' : 'number',
    scoreHierarchyCode: graded ? scoreHierarchyCode : PERCENTAGE_HIERARCHY,
  };
}

/**
 * The items of a make-up sheet: the original ones with only the exam open, or the exam alone (domain-model-score §1).
 */
export function makeupItems(original: SheetRules, option: MakeupOption): ScoreItem[] {
  return option === makeupOption.countsAlone
    ? [examAlone(original)]
    : original.items
        .filter((item) => item.enable === 'true')
        .map((item) => ({ ...item, enable: item.isExamItem ? 'true' : 'false' }));
}

interface GroupRow {
  readonly rules: SheetRules;
  readonly option: MakeupOption;
  readonly begin: Date;
  readonly end: Date;
}
interface StudentRow extends StudentRef {
  readonly makeupType: MakeupType;
  readonly originAttemptId: string;
  readonly cells: Record<string, CellValue>;
}

/** What sets up the sheet of a make-up group: the original rules and values, the option, and the cap of the day. */
export async function loadMakeupSetUp(db: Queryable, makeupCourseId: string): Promise<ReassessmentFacts | Refused> {
  const [found, group, students, teachers, limits, marks] = await Promise.all([
    loadClass(db, makeupCourseId),
    db.query<GroupRow>(
      `select rules, makeup_and_delay_template_value as option, score_term_input_begin_time as begin,
          score_term_input_end_time as "end"
        from base.makeup_course where makeup_course_id = $1`,
      [makeupCourseId],
    ),
    db.query<StudentRow>(
      `select student.student_code as "studentCode", student.student_number as "studentNumber",
        student.student_name as "studentName",
          listed.makeup_type as "makeupType",
              listed.origin_attempt_id as "originAttemptId", listed.origin_cells as cells
         from base.makeup_student listed join base.student using (student_code) where listed.makeup_course_id = $1
         order by student.student_number`,
      [makeupCourseId],
    ),
    loadTeachers(db, makeupCourseId),
    loadReassessmentLimits(db),
    loadScoreRule(db),
  ]);
  const row = group.rows[0];
  if (!found || !row) return refuse('MAKEUP_NOT_FOUND');
  const { gradeScaleCode: _hierarchy, scoreTemplateId: _template, ...about } = found;
  const items = makeupItems(row.rules, row.option);
  const fixed = items.filter((item) => item.enable !== 'true').map(({ dataKey }) => dataKey);
  const rules: SheetRules = {
    ...row.rules,
    ...marks,
    items,
    retake: {
      makeupAndDelayTemplateValue: row.option,
      cap: limits.makeupCap,
      students: Object.fromEntries(
        students.rows.map(({ studentCode, makeupType, originAttemptId }) => [
          studentCode,
          { makeupType, originAttemptId },
        ]),
      ),
    },
  };
  return {
    about: { ...about, scoreType: scoreType.makeup, teachers, importTeacher: teachers[0]?.name ?? '' },
    rules,
    window: { begin: row.begin.toISOString(), end: row.end.toISOString() },
    rows:
      fixed.length === 0
        ? []
        : students.rows.map(({ studentCode, studentNumber, studentName, cells }) => ({
            studentCode,
            studentNumber,
            studentName,
            cells: Object.fromEntries(
              fixed.flatMap((dataKey) =>
                cells[dataKey] === undefined || cells[dataKey] === null ? [] : [[dataKey, cells[dataKey]]],
              ),
            ),
          })),
  };
}

/** What sets up the sheet of a retake class: the items of the course's template, and the cap of the day. */
export async function loadRetakeSetUp(db: Queryable, rebuildClassId: string): Promise<ReassessmentFacts | Refused> {
  const [
    {
      rows: [row],
    },
    { rebuildCap },
  ] = await Promise.all([
    db.query<{ begin: Date; end: Date }>(
      `select score_term_input_begin_time as begin, score_term_input_end_time as "end" from base.rebuild_class
        where rebuild_class_id = $1`,
      [rebuildClassId],
    ),
    loadReassessmentLimits(db),
  ]);
  if (!row) return refuse('REBUILD_CLASS_NOT_FOUND');
  const facts = await loadInitialiseFacts(db, rebuildClassId, scoreType.retake, {
    window: { begin: row.begin.toISOString(), end: row.end.toISOString() },
  });
  if (isRefused(facts)) return facts;
  return {
    ...facts,
    rules: { ...facts.rules, retake: { makeupAndDelayTemplateValue: null, cap: rebuildCap, students: {} } },
    rows: [],
  };
}
