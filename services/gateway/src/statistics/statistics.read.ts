import type { z } from 'zod';
import type {
  approvalStatistics,
  entryProgress,
  scoreStatistics,
} from '@jwxt/contracts/statistics/statistics.operations.ts';
import { approvalStatisticsModel } from '@jwxt/contracts/statistics/approval-statistics.read-model.ts';
import { entryProgressModel } from '@jwxt/contracts/statistics/entry-progress.read-model.ts';
import { scoreStatisticsModel } from '@jwxt/contracts/statistics/score-statistics.read-model.ts';
import { readModelTable } from '@jwxt/contracts/kernel/read-model.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import type { Principal } from '../kernel/principal.ts';
import { scopeCondition, type ScopedRow } from '../kernel/scope.ts';
import { sqlParams } from '../kernel/sql-params.ts';

const nodeTable = readModelTable(approvalStatisticsModel, 'node');
const progressTable = readModelTable(entryProgressModel, 'sheet');
const statisticsTable = readModelTable(scoreStatisticsModel, 'sheet');

type ScoreStatistics = z.output<(typeof scoreStatistics)['output']>;
type Group = ScoreStatistics['groups'][number];
type ApprovalStatistics = z.output<(typeof approvalStatistics)['output']>;
type EntryProgress = z.output<(typeof entryProgress)['output']>;

const PERMISSION = 'scoreStatistics:query';

/** Sheets are counted by the unit that opens the course; nobody owns a statistic. */
const sheetScope: ScopedRow = { target: 'teachingClass', DW: 'statistics.open_department_id' };

/** What sheets are put together by: key and name of a group. */
const groupings = {
  course: ['statistics.course_id', 'statistics.course_name'],
  class: ['statistics.sheet_id', 'statistics.teaching_class_name'],
  department: ['statistics.open_department_id', 'statistics.open_department_name'],
  semester: ['statistics.semester_id', 'statistics.semester_name'],
} as const;
export type Grouping = keyof typeof groupings;

interface SumRow {
  key: string;
  name: string;
  person_num: number;
  scored_num: number;
  passed_num: number;
  sum_final: number;
  bands: number[] | null;
  histogram: number[] | null;
}

const figure = (column: string, place: number): string => `coalesce(sum(statistics.${column}[${place}]), 0)::int`;

function sums(count: number, column: string): string {
  return 'array[' + `${Array.from({ length: count }, (_, index) => figure(column, index + 1)).join(', ')}]`;
}

/** Figures of published sheets in the person's scope (only published scores count), by group and altogether. */
export async function readScoreStatistics(
  db: Queryable,
  user: Principal,
  {
    groupBy,
    semesterId,
    departmentId,
  }: { groupBy: Grouping; semesterId?: string | undefined; departmentId?: string | undefined },
): Promise<ScoreStatistics> {
  const params = sqlParams();
  const conditions = [scopeCondition(user, PERMISSION, sheetScope, params)];
  if (semesterId) conditions.push(`statistics.semester_id = ${params.add(semesterId)}`);
  if (departmentId) conditions.push(`statistics.open_department_id = ${params.add(departmentId)}`);
  const [key, name] = groupings[groupBy];
  const figures = `coalesce(sum(statistics.person_num), 0)::int as person_num, coalesce(sum(statistics.scored_num),
    0)::int as scored_num,
      coalesce(sum(statistics.passed_num), 0)::int as passed_num,
    coalesce(sum(statistics.sum_final), 0)::bigint as sum_final, ${sums(5, 'bands')} as bands,
      ${sums(10, 'histogram')} as histogram`;
  const from = `from ${statisticsTable} statistics where ${conditions.join(' and ')}`;
  const [groups, all] = await Promise.all([
    db.query<SumRow>(
      `select ${key} as key, max(${name}) as name, ${figures} ${from} group by ${key}
        order by ${groupBy === 'semester' ? 'key' : 'person_num desc, key'} limit 500`,
      [...params.values],
    ),
    db.query<SumRow>(`select 'all' as key, '全部' as name, ${figures} ${from}`, [...params.values]),
  ]);
  const total = all.rows[0];
  return {
    groups: groups.rows.map(groupOf),
    all: total && total.person_num > 0 ? groupOf(total) : null,
    histogram: total?.histogram ?? Array.from({ length: 10 }, () => 0),
  };
}

/** Rates in tenths of a per cent, means in hundredths, rounded half up, over scored students. */
function groupOf({
  key,
  name,
  person_num: personNum,
  scored_num: scoredNum,
  passed_num: passedNum,
  sum_final: sum,
  bands,
}: SumRow): Group {
  const over = (value: number): number => (scoredNum === 0 ? 0 : Math.floor((2 * value + scoredNum) / (2 * scoredNum)));
  return {
    key,
    name,
    personNum,
    scoredNum,
    passedNum,
    passRate: over(passedNum * 1000),
    mean: over(sum),
    bands: bands ?? [0, 0, 0, 0, 0],
  };
}

/** How long approvals take, by process and node. It names no person and no unit, so it is told whole. */
export async function readApprovalStatistics(db: Queryable): Promise<ApprovalStatistics> {
  const { rows } = await db.query<ApprovalStatistics['nodes'][number]>(
    `select node.process_no as "processNo", node.process_name as "processName", node.node_id as "processNodeId",
        node.node_name as "processNodeName",
            node.decided::int as decided, node.waiting::int as waiting, node.passed::int as passed,
              node.rejected::int as rejected,
            case when node.decided = 0 then 0 else round(node.sum_seconds::numeric / node.decided)::float8
              end as "meanSeconds", coalesce(node.max_seconds, 0)::float8 as "maxSeconds"
       from ${nodeTable} node order by node.process_no, node.node_id`,
  );
  return { nodes: rows };
}

/**
 * Entry states of the classes of a semester (the current one when none is named), by opening unit in the person's
 * scope.
 */
export async function readEntryProgress(
  db: Queryable,
  user: Principal,
  semesterId: string | undefined,
): Promise<EntryProgress> {
  const params = sqlParams();
  const semester = semesterId ? params.add(semesterId) : `(select xnxq from base.semester where sfdqxq = '1')`;
  const scope = scopeCondition(user, PERMISSION, { target: 'teachingClass', DW: 'class.open_department_id' }, params);
  const { rows } = await db.query<EntryProgress['departments'][number]>(
    `select department.dwh as "departmentId", department.dwmc as "departmentName", count(*)::int as total,
            count(*) filter (where coalesce(progress.state, 'empty') = 'empty')::int as empty,
              count(*) filter (where progress.state = 'entering')::int as entering,
            count(*) filter (where progress.state = 'returned')::int as returned,
              count(*) filter (where progress.state = 'submitted')::int as submitted,
            count(*) filter (where progress.state = 'passed')::int as passed
       from base.teaching_class class
       join base.department on department.dwh = class.open_department_id
       left join ${progressTable} progress on progress.sheet_id = class.teaching_class_id || '.1'
      where class.class_kind = '1' and class.semester_id = ${semester} and ${scope}
        group by department.dwh, department.dwmc, department.pxh
      order by department.pxh, department.dwh`,
    [...params.values],
  );
  return { departments: rows };
}
