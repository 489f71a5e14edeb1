import type { SortText } from '@jwxt/contracts/kernel/list-sort.ts';
import { sortedOrder, byPinyin, type ListPage } from '../kernel/sorted-by.ts';
import type { z } from 'zod';
import { formatDecimal } from '@jwxt/contracts/kernel/number-text.ts';
import type { PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import { readModelTable } from '@jwxt/contracts/kernel/read-model.ts';
import { scoreSheetModel } from '@jwxt/contracts/score/score-sheet.read-model.ts';
import type { CellValue, SheetRules } from '@jwxt/contracts/score/score-sheet.events.ts';
import { NO_SCORE } from '@jwxt/contracts/score/score.vocabulary.ts';
import type {
  AnalysisGrouping,
  AnalysisRow,
  exportScoreAnalysis,
  scoreAnalysisDetail,
  analysisSorts,
} from '@jwxt/contracts/statistics/score-analysis.operations.ts';
import { scoreStatisticsModel } from '@jwxt/contracts/statistics/score-statistics.read-model.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { prepared } from '../kernel/prepared-query.ts';
import type { Principal } from '../kernel/principal.ts';
import { scopeCondition } from '../kernel/scope.ts';
import { mapped, selection, type Selection } from '../kernel/selection.ts';
import { containing, sqlParams, type SqlParams } from '../kernel/sql-params.ts';
import { teachingClassScope } from '../score/shared/teaching-class-scope.ts';
import { flagsOf, type Figures } from './score-flags.ts';

const statisticsTable = readModelTable(scoreStatisticsModel, 'sheet');
const majorTable = readModelTable(scoreStatisticsModel, 'major');
const sheetTable = readModelTable(scoreSheetModel, 'sheet');
const sheetRowTable = readModelTable(scoreSheetModel, 'row');

type AnalysisFilter = z.output<(typeof exportScoreAnalysis)['input']>;
type ItemFigures = z.output<(typeof scoreAnalysisDetail)['output']>['items'];

interface GroupRow extends Figures {
  readonly key: string;
  readonly name: string;
  readonly about: string;
  readonly teaching_class_id: string | null;
}

/** Sheets put together: key, name, what else tells a group apart, and the tables besides. */
const groupings: Record<AnalysisGrouping, { key: string; name: string; about: string; tables?: string }> = {
  class: {
    key: 'statistics.sheet_id',
    name: 'statistics.teaching_class_name',
    about: `statistics.course_num || ' ' || statistics.course_name || ' · ' || statistics.semester_id`,
  },
  course: { key: 'statistics.course_id', name: 'statistics.course_name', about: 'statistics.course_num' },
  teacher: {
    key: 'teacher.gh',
    name: 'teacher.xm',
    about: 'teacher.ywbm',
    tables: `join base.teaching_class_teacher taught on taught.teaching_class_id = statistics.teaching_class_id
      join base.teacher on teacher.gh = taught.gh`,
  },
  major: {
    key: 'figures.njzydm',
    name: 'figures.grade_major_name',
    about: `''`,
    tables: `join ${majorTable} figures on figures.sheet_id = statistics.sheet_id`,
  },
  semester: { key: 'statistics.semester_id', name: 'statistics.semester_name', about: `''` },
};

/** What the list is sorted by. */
const sortExpressions: Readonly<Record<(typeof analysisSorts)[number], string>> = {
  name: byPinyin('name'),
  scoredNum: 'scored_num',
  mean: 'sum_final / nullif(scored_num, 0)::numeric',
  max: 'max_final',
  passRate: 'passed_num / nullif(scored_num, 0)::numeric',
};

/**
 * The groups in scope, one row each, in their order. Costs a row of the read model for each published sheet; nobody's
 * score is looked at.
 */
function groupsOf(
  user: Principal,
  permission: PermissionCode | null,
  filter: AnalysisFilter,
  params: SqlParams,
  sheet?: { readonly course: string; readonly semester: string },
  sort?: SortText<(typeof analysisSorts)[number]>,
): string {
  const { key, name, about, tables = '' } = groupings[filter.groupBy];
  const of = filter.groupBy === 'major' ? 'figures' : 'statistics';
  const conditions = [
    scopeCondition(user, permission, teachingClassScope, params),
    `statistics.score_type = ${params.add(filter.scoreType)}`,
  ];
  if (filter.semesterId) conditions.push(`statistics.semester_id = ${params.add(filter.semesterId)}`);
  if (filter.departmentId) conditions.push(`statistics.open_department_id = ${params.add(filter.departmentId)}`);
  if (sheet) conditions.push(`statistics.course_id = ${params.add(sheet.course)}`);
  if (filter.course) {
    const text = params.add(containing(filter.course));
    conditions.push(`(statistics.course_num ilike ${text} or statistics.course_name ilike ${text})`);
  }
  if (filter.teacher) {
    const text = params.add(containing(filter.teacher));
    conditions.push(
      `statistics.teaching_class_id in (select own.teaching_class_id from base.teaching_class_teacher own
        join base.teacher named on named.gh = own.gh where named.xm ilike ${text} or named.ywbm ilike ${text})`,
    );
  }
  const sum = (column: string, type = 'int'): string => `coalesce(sum(${of}.${column}), 0)::${type}`;
  const places = (column: string, count: number): string =>
    `array[${Array.from({ length: count }, (_, index) => sum(`${column}[${String(index + 1)}]`)).join(', ')}]`;
  const lastYear = `(select array[sum(before.sum_final)::bigint, sum(before.scored_num)::bigint]
    from ${statisticsTable} before
    where before.course_id = max(statistics.course_id) and before.score_type = max(statistics.score_type)
      and left(before.semester_id, 4)::int = left(max(statistics.semester_id), 4)::int - 1)`;
  const byClass = filter.groupBy === 'class';
  return `select grouped.*, case when scored_num = 0 then null
      else round(sqrt(scored_num * squares - sum_final::numeric * sum_final) / scored_num)::int end as deviation
    from (select ${key} as key, max(${name}) as name, max(${about}) as about,
        ${byClass ? 'max(statistics.teaching_class_id)' : 'null::text'} as teaching_class_id,
        ${sum('person_num')} as person_num, ${sum('scored_num')} as scored_num, ${sum('passed_num')} as passed_num,
        ${sum('sum_final', 'bigint')} as sum_final, ${sum('sum_squares', 'numeric')} as squares,
        max(${of}.max_final) as max_final, min(${of}.min_final) as min_final,
        ${places('bands', 5)} as bands, ${places('histogram', 10)} as histogram,
        ${places('around_pass', 11)} as around_pass,
        ${byClass ? lastYear : 'null::bigint[]'} as last_year
      from ${statisticsTable} statistics
      join base.teaching_class class on class.teaching_class_id = statistics.teaching_class_id ${tables}
      where ${conditions.join(' and ')} group by 1) grouped
    order by ${sortedOrder(sort, sortExpressions, filter.groupBy === 'semester' ? 'key desc' : 'about, name, key')}`;
}

/** One page of groups with the number of all. */
export async function readScoreAnalysis(
  db: Queryable,
  user: Principal,
  { pageNo, pageSize, sort, ...filter }: AnalysisFilter & ListPage<(typeof analysisSorts)[number]>,
): Promise<{ rows: AnalysisRow[]; total: number }> {
  const params = sqlParams();
  const groups = groupsOf(user, 'scoreAnalysis:query', filter, params, undefined, sort);
  const counted = [...params.values];
  const [{ rows }, count] = await Promise.all([
    db.query<GroupRow>(`${groups} limit ${params.add(pageSize)} offset ${params.add((pageNo - 1) * pageSize)}`, [
      ...params.values,
    ]),
    db.query<{ total: number }>(`select count(*)::int as total from (${groups}) counted`, counted),
  ]);
  return { rows: rows.map(analysed), total: count.rows[0]?.total ?? 0 };
}

/** All of them, for an export. */
export function selectScoreAnalysis(
  user: Principal,
  permission: PermissionCode | null,
  filter: AnalysisFilter,
): Selection<AnalysisRow> {
  const params = sqlParams();
  const groups = groupsOf(user, permission, filter, params);
  return mapped(selection<GroupRow>(groups, params.values), analysed);
}

/** A published sheet with its items, and the classes of its course in the semester; null: none in scope. */
export async function readClassAnalysis(
  db: Queryable,
  user: Principal,
  { teachingClassId, scoreType }: z.output<(typeof scoreAnalysisDetail)['input']>,
): Promise<z.output<(typeof scoreAnalysisDetail)['output']> | null> {
  const sheetId = `${teachingClassId}.${scoreType}`;
  const {
    rows: [sheet],
  } = await db.query<{ course: string; semester: string; rules: SheetRules }>(
    prepared(
      `select statistics.course_id as course, statistics.semester_id as semester, sheet.rules
        from ${statisticsTable} statistics join ${sheetTable} sheet on sheet.sheet_id = statistics.sheet_id
        where statistics.sheet_id = $1`,
      [sheetId],
    ),
  );
  const params = sqlParams();
  const filter = { groupBy: 'class', scoreType, semesterId: sheet?.semester } as const;
  const groups = groupsOf(user, 'scoreAnalysis:query', filter, params, sheet ?? { course: '', semester: '' });
  const { rows } = await db.query<GroupRow>(groups, [...params.values]);
  const own = rows.find((row) => row.key === sheetId);
  if (!own || !sheet) return null;
  const { rows: cells } = await db.query<{ cells: Readonly<Record<string, CellValue>> }>(
    prepared(
      `select scored.cells from ${sheetRowTable} scored
        join ${statisticsTable} statistics on statistics.sheet_id = scored.sheet_id
          and not jsonb_exists(statistics.cancelled, scored.student_code)
        where scored.sheet_id = $1 and scored.published`,
      [sheetId],
    ),
  );
  return { row: analysed(own), items: itemFigures(sheet.rules, cells), classes: rows.map(analysed) };
}

/** What a group is told as. */
function analysed(row: GroupRow): AnalysisRow {
  const { scored_num: scoredNum, passed_num: passedNum } = row;
  return {
    key: row.key,
    name: row.name,
    about: row.about,
    teachingClassId: row.teaching_class_id,
    personNum: row.person_num,
    scoredNum,
    passedNum,
    mean: scoredNum === 0 ? NO_SCORE : formatDecimal(Math.round(Number(row.sum_final) / scoredNum), 2, 2),
    max: valueText(row.max_final),
    min: valueText(row.min_final),
    stdDev: valueText(row.deviation),
    passRate: scoredNum === 0 ? NO_SCORE : formatDecimal(Math.round((passedNum * 1000) / scoredNum), 1, 1),
    bands: row.bands,
    histogram: row.histogram,
    flags: flagsOf(row),
  };
}

const valueText = (hundredths: number | null): string =>
  hundredths === null ? NO_SCORE : formatDecimal(hundredths, 2, 2);

/** Items by the values that were typed, of scores that count: grades by what they count, in tenths. */
function itemFigures(
  { items, listCode }: SheetRules,
  rows: readonly { readonly cells: Readonly<Record<string, CellValue>> }[],
): ItemFigures {
  return items.map((item) => {
    const values = rows.flatMap(({ cells }) => {
      const value = cells[item.dataKey] ?? null;
      if (value === null) return [];
      if (typeof value === 'number') return [value * 10];
      return listCode
        .filter((band) => band.scoreHierarchyCode === item.scoreHierarchyCode && band.scoreValueCode === value)
        .map((band) => band.scorePercentileValue);
    });
    const count = values.length;
    const sum = values.reduce((total, value) => total + value, 0);
    const squares = values.reduce((total, value) => total + value * value, 0);
    const some = (value: number): string => (count === 0 ? NO_SCORE : formatDecimal(Math.round(value), 2, 2));
    return {
      name: item.scoreSubItemName,
      proportion: item.scoreSubItemProportion,
      scoredNum: count,
      mean: some(sum / count),
      max: some(Math.max(...values)),
      min: some(Math.min(...values)),
      stdDev: some(Math.sqrt(count * squares - sum * sum) / count),
    };
  });
}
