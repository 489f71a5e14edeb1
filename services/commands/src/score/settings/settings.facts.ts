import { ON_JOB } from '@jwxt/contracts/base-info/teacher.operations.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import type { ScoreBand, ScoreItem } from '@jwxt/contracts/score/score-sheet.events.ts';
import type { ScoreSheetState } from '@jwxt/contracts/score/score-sheet.state.ts';
import { scoreType, sheetStatus } from '@jwxt/contracts/score/score.vocabulary.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { isRefused, type Refused } from '../../kernel/refusal.ts';
import { loadInitialiseFacts, loadTermWindow } from '../set-up/initialise.facts.ts';
import type { ItemLimit } from '../entry/sheet-items.ts';
import type { SettingsCommand, SettingsFacts } from './sheet-settings-change.ts';
import { loadTeachers } from '../teaching-class.facts.ts';
import { templateItems } from '../set-up/template-items.ts';

interface SheetKey {
  readonly teachingClassId: string;
  readonly scoreType: string;
}
interface TemplateRow {
  readonly scoreTemplateId: string;
  readonly scoreTemplateName: string;
  readonly items: (ScoreItem & { min?: number; max?: number })[];
  readonly scoreHierarchyCode: string;
  readonly digit: number;
  readonly teacherAdjust: string;
}

/** Base data for a change of settings: what the command names, and nothing else. Refuses what setting up refuses. */
export async function loadSettingsFacts(
  db: Queryable,
  key: SheetKey,
  state: ScoreSheetState,
  command: SettingsCommand,
  now: string,
): Promise<SettingsFacts | Refused> {
  const { scoreTemplateId, digit, window } = command;
  const initial =
    state.status === sheetStatus.unset && command.setUp && key.scoreType === scoreType.regular
      ? await loadInitialiseFacts(db, key.teachingClassId, key.scoreType, { scoreTemplateId, digit, window })
      : null;
  if (initial && isRefused(initial)) return initial;
  const about = state.status === sheetStatus.unset ? null : state.facts;
  const own = state.status === sheetStatus.unset ? null : (state.rules.scoreTemplateId ?? null);
  const movesTime = command.window !== undefined || command.extendTo !== undefined;
  const [teachers, teacher, template, limits, gradeScales, bands, term] = await Promise.all([
    command.teacherCode === undefined ? [] : loadTeachers(db, key.teachingClassId),
    command.teacherCode ? loadOnJob(db, command.teacherCode) : null,
    scoreTemplateId === undefined ? null : loadTemplate(db, scoreTemplateId),
    command.items && command.capacity === 'teacher' && own !== null ? loadTemplate(db, own) : null,
    loadGradeScales(db),
    loadAllBands(db),
    movesTime && about ? loadTermWindow(db, about) : null,
  ]);
  const items = template && templateItems(template.scoreTemplateName, template.items, gradeScales);
  if (items && isRefused(items)) return items;
  return {
    now,
    initial,
    firstTeacher: teachers[0]?.name ?? '',
    gradeScales,
    bands,
    term,
    teacher: teacher && {
      gh: teacher.gh,
      name: teacher.name,
      ofClass: teachers.some(({ gh }) => gh === teacher.gh),
      ofUnit: teacher.dwh === about?.openDepartmentId,
    },
    template: template && items && { ...template, items },
    limits: limits?.teacherAdjust === yesNo.yes ? limitsOf(limits.items) : null,
  };
}

/** Without ends of its own an item's proportion stays as it is. */
function limitsOf(items: TemplateRow['items']): ItemLimit[] {
  return items.map(({ dataKey, scoreSubItemName, scoreSubItemProportion, min, max }) => ({
    dataKey,
    scoreSubItemName,
    min: min ?? scoreSubItemProportion,
    max: max ?? scoreSubItemProportion,
  }));
}

async function loadOnJob(db: Queryable, gh: string): Promise<{ gh: string; name: string; dwh: string } | null> {
  const { rows } = await db.query<{ gh: string; name: string; dwh: string }>(
    'select gh, xm as name, dwh from base.teacher where gh = $1 and dqztm = $2',
    [gh, ON_JOB],
  );
  return rows[0] ?? null;
}

async function loadTemplate(db: Queryable, scoreTemplateId: string): Promise<TemplateRow | null> {
  const { rows } = await db.query<TemplateRow>(
    `select score_template_id as "scoreTemplateId", score_template_name as "scoreTemplateName", items,
        score_hierarchy_code as "scoreHierarchyCode", digit, teacher_adjust as "teacherAdjust"
       from base.score_template where score_template_id = $1 and sfqy = '1'`,
    [scoreTemplateId],
  );
  return rows[0] ?? null;
}

async function loadGradeScales(db: Queryable): Promise<ReadonlyMap<string, string>> {
  const { rows } = await db.query<{ code: string; name: string }>(
    `select score_hierarchy_code as code, score_hierarchy_name as name from base.score_hierarchy where sfqy = '1'`,
  );
  return new Map(rows.map(({ code, name }) => [code, name]));
}

async function loadAllBands(db: Queryable): Promise<ScoreBand[]> {
  const { rows } = await db.query<ScoreBand>(
    `select score_hierarchy_code as "scoreHierarchyCode", score_value_code as "scoreValueCode",
        score_value_name as "scoreValueName",
            score_percentile_min_value as "scorePercentileMinValue",
              score_percentile_max_value as "scorePercentileMaxValue", score_percentile_value as "scorePercentileValue"
       from base.score_value order by score_hierarchy_code, sort_num`,
  );
  return rows;
}
