import type { EntryWindow, ScoreBand, SheetFacts, SheetRules } from '@jwxt/contracts/score/score-sheet.events.ts';
import { PERCENTAGE_HIERARCHY, scoreType } from '@jwxt/contracts/score/score.vocabulary.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { isRefused, refuse, type Refused } from '../../kernel/refusal.ts';
import { loadReassessmentLimits } from '../../makeup/shared/reassessment-limits.facts.ts';
import { loadScoreRule } from '../../score-setting/shared/pass-mark.facts.ts';
import type { InitialiseFacts } from '../settings/sheet-settings.ts';
import { loadGradeScaleNames, loadTeachers } from '../teaching-class.facts.ts';
import { templateItems } from './template-items.ts';

/** What the person who sets a sheet up chose himself; the rest comes from base data. */
export interface InitialiseChoices {
  readonly window?: EntryWindow | undefined;
  readonly scoreTemplateId?: string | undefined;
  readonly digit?: number | undefined;
}

interface ClassRow extends Omit<SheetFacts, 'scoreType' | 'teachers' | 'importTeacher'> {
  readonly gradeScaleCode: string;
  readonly scoreTemplateId: string | null;
}
interface TemplateRow {
  readonly scoreTemplateId: string;
  readonly scoreTemplateName: string;
  readonly gradeScaleCode: string;
  readonly items: unknown;
  readonly digit: number;
}
interface TermRow {
  readonly begin: Date;
  readonly end: Date;
  readonly scoreTemplateId: string | null;
}

/**
 * Facts that set up a sheet: the class with its course and teachers, the template (chosen, the class's, the term's, or
 * the default of its grade system) with all bands it needs, the cap of the day for those who retake the course among an
 * ordinary class, and the entry window (chosen, or the unit's, or the school's). Refuses REFERENCE_UNKNOWN,
 * SHEET_NO_TEMPLATE, EXAM_TEMPLATE_UNUSABLE and SHEET_NO_TERM_WINDOW.
 */
export async function loadInitialiseFacts(
  db: Queryable,
  teachingClassId: string,
  type: string,
  choices: InitialiseChoices,
): Promise<InitialiseFacts | Refused> {
  const found = await loadClass(db, teachingClassId);
  if (!found) return refuse('REFERENCE_UNKNOWN', { name: teachingClassId });
  const { gradeScaleCode, scoreTemplateId, ...about } = found;
  const [teachers, term, names] = await Promise.all([
    loadTeachers(db, teachingClassId),
    loadTerm(db, about, type),
    loadGradeScaleNames(db),
  ]);
  const template = await loadTemplate(
    db,
    choices.scoreTemplateId ?? scoreTemplateId ?? term?.scoreTemplateId ?? null,
    gradeScaleCode,
  );
  if (!template) return refuse('SHEET_NO_TEMPLATE');
  const window = choices.window ?? (term && { begin: term.begin.toISOString(), end: term.end.toISOString() });
  if (!window) return refuse('SHEET_NO_TERM_WINDOW');
  const code = gradeScaleCode === PERCENTAGE_HIERARCHY ? template.gradeScaleCode : gradeScaleCode;
  const items = templateItems(template.scoreTemplateName, template.items, names);
  if (isRefused(items)) return items;
  const [listCode, marks, { rebuildCap }] = await Promise.all([
    loadBands(db, [code, ...items.map((item) => item.scoreHierarchyCode)]),
    loadScoreRule(db),
    loadReassessmentLimits(db),
  ]);
  const rules: SheetRules = {
    items,
    scoreTemplateId: template.scoreTemplateId,
    scoreHierarchyCode: code,
    scoreHierarchyName: names.get(code) ?? code,
    listCode,
    digit: choices.digit ?? template.digit,
    ...marks,
    ...(type === scoreType.regular && rebuildCap !== null ? { retakeCap: rebuildCap } : {}),
  };
  return { about: { ...about, scoreType: type, teachers, importTeacher: teachers[0]?.name ?? '' }, rules, window };
}

/** The class with its course, term and unit, as a sheet names them. */
export async function loadClass(db: Queryable, teachingClassId: string): Promise<ClassRow | undefined> {
  const { rows } = await db.query<ClassRow>(
    `select class.teaching_class_id as "teachingClassId", class.teaching_class_code as "teachingClassCode",
        class.teaching_class_name as "teachingClassName",
            class.semester_id as "semesterId", semester.xnxqmc as "semesterName", course.kch as "courseId",
              course.ywbm as "courseNum",
              course.kcmc as "courseName", course.xf as "courseCredit",
            class.open_department_id as "openDepartmentId", department.dwmc as "openDepartmentName",
              class.score_hierarchy_code as "gradeScaleCode", class.score_template_id as "scoreTemplateId"
       from base.teaching_class class
       join base.semester on semester.xnxq = class.semester_id
       join base.course on course.kch = class.course_id
       join base.department on department.dwh = class.open_department_id
      where class.teaching_class_id = $1`,
    [teachingClassId],
  );
  return rows[0];
}

/** The narrowest window of the term (SCORE-MORE-22), and the template that it names. */
async function loadTerm(
  db: Queryable,
  { courseId, openDepartmentId, semesterId }: Pick<ClassRow, 'courseId' | 'openDepartmentId' | 'semesterId'>,
  scoreType: string,
): Promise<TermRow | undefined> {
  const { rows } = await db.query<TermRow>(
    `select score_term_input_begin_time as begin, score_term_input_end_time as "end",
        score_template_id as "scoreTemplateId"
      from base.entry_window($1, $2, $3, $4)`,
    [semesterId, scoreType, courseId, openDepartmentId],
  );
  return rows[0];
}

/** The window that a class would have from its term; null: the term has none. */
export async function loadTermWindow(
  db: Queryable,
  about: Pick<SheetFacts, 'courseId' | 'openDepartmentId' | 'semesterId' | 'scoreType'>,
): Promise<EntryWindow | null> {
  const term = await loadTerm(db, about, about.scoreType);
  return term ? { begin: term.begin.toISOString(), end: term.end.toISOString() } : null;
}

async function loadTemplate(
  db: Queryable,
  scoreTemplateId: string | null,
  gradeScaleCode: string,
): Promise<TemplateRow | undefined> {
  const { rows } = await db.query<TemplateRow>(
    `select score_template_id as "scoreTemplateId", score_template_name as "scoreTemplateName",
        score_hierarchy_code as "gradeScaleCode", items, digit
      from base.score_template
      where sfqy = '1' and case when $1::text is null then is_default = '1' else score_template_id = $1 end
      order by (score_hierarchy_code = $2) desc, score_template_id limit 1`,
    [scoreTemplateId, gradeScaleCode],
  );
  return rows[0];
}

async function loadBands(db: Queryable, gradeScaleCodes: readonly string[]): Promise<ScoreBand[]> {
  const { rows } = await db.query<ScoreBand>(
    `select score_hierarchy_code as "scoreHierarchyCode", score_value_code as "scoreValueCode",
        score_value_name as "scoreValueName",
            score_percentile_min_value as "scorePercentileMinValue",
              score_percentile_max_value as "scorePercentileMaxValue", score_percentile_value as "scorePercentileValue"
       from base.score_value where score_hierarchy_code = any($1) order by score_hierarchy_code, sort_num`,
    [[...new Set(gradeScaleCodes)]],
  );
  return rows;
}
