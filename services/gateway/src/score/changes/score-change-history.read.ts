import type { z } from 'zod';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import type { PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import { readModelTable, type ReadRowOf } from '@jwxt/contracts/kernel/read-model.ts';
import type {
  exportScoreChangeHistory,
  scoreChangeHistoryRow,
  changeHistorySorts,
} from '@jwxt/contracts/score/score-change-history.operations.ts';
import { scoreChangeModel } from '@jwxt/contracts/score/score-change.read-model.ts';
import type { ScoreChangeRow } from '@jwxt/contracts/score/score-sheet.events.ts';
import { NO_SCORE } from '@jwxt/contracts/score/score.vocabulary.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import type { Principal } from '../../kernel/principal.ts';
import { scopeCondition } from '../../kernel/scope.ts';
import { mapped, selection, type Selection } from '../../kernel/selection.ts';
import { sortedOrder, byPinyin, type ListPage } from '../../kernel/sorted-by.ts';
import { containing, sqlParams, type SqlParams } from '../../kernel/sql-params.ts';
import { changeDetailRowOf, changeScope } from './score-change.read.ts';

const changeTable = readModelTable(scoreChangeModel, 'change');

type HistoryFilter = z.output<(typeof exportScoreChangeHistory)['input']>;
type HistoryRow = z.output<typeof scoreChangeHistoryRow>;
/** A student of a change. */
type LineRow = Pick<
  ReadRowOf<typeof scoreChangeModel.tables.change>,
  'apply_id' | 'teaching_class_id' | 'score_type' | 'sheet' | 'rules' | 'reason' | 'applicant_name' | 'effected_at'
> & { line: ScoreChangeRow };

const columns = `change.apply_id, change.teaching_class_id, change.score_type, change.sheet, change.rules,
  change.reason, change.applicant_name, change.effected_at, student.line`;
/** What the list is sorted by. */
const sortExpressions: Readonly<Record<(typeof changeHistorySorts)[number], string>> = {
  studentNumber: `(student.line->>'studentNumber')`,
  courseName: byPinyin(`(change.sheet->>'courseName')`),
  teachingClassName: byPinyin(`(change.sheet->>'teachingClassName')`),
  effectTime: 'change.effected_at',
};

const inOrder = 'change.effected_at desc, change.apply_id, student.place';

function linesFrom(
  user: Principal,
  permission: PermissionCode | null,
  filter: HistoryFilter,
  params: SqlParams,
): string {
  const conditions = ['change.effected_at is not null', scopeCondition(user, permission, changeScope, params)];
  if (filter.semesterId) conditions.push(`change.sheet->>'semesterId' = ${params.add(filter.semesterId)}`);
  if (filter.applicantName)
    conditions.push(`change.applicant_name ilike ${params.add(containing(filter.applicantName))}`);
  for (const [value, of, names] of [
    [filter.course, 'change.sheet', ['courseNum', 'courseName']],
    [filter.student, 'student.line', ['studentNumber', 'studentName']],
  ] as const) {
    if (!value) continue;
    const text = params.add(containing(value));
    conditions.push(`(${names.map((name) => `${of}->>'${name}' ilike ${text}`).join(' or ')})`);
  }
  // Days of the school.
  const day = (text: string): string => `${params.add(text)}::timestamp at time zone 'Asia/Shanghai'`;
  if (filter.effectFrom) conditions.push(`change.effected_at >= ${day(filter.effectFrom)}`);
  if (filter.effectTo) conditions.push(`change.effected_at < ${day(filter.effectTo)} + interval '1 day'`);
  return `from ${changeTable} change
    cross join lateral jsonb_array_elements(change.rows) with ordinality student (line, place)
    where ${conditions.join(' and ')}`;
}

/** One page, what took effect last first. */
export async function readChangeHistory(
  db: Queryable,
  user: Principal,
  { pageNo, pageSize, sort, ...filter }: HistoryFilter & ListPage<(typeof changeHistorySorts)[number]>,
): Promise<{ rows: HistoryRow[]; total: number }> {
  const params = sqlParams();
  const lines = linesFrom(user, 'scoreChangeHistory:query', filter, params);
  const counted = [...params.values];
  const [{ rows }, count] = await Promise.all([
    db.query<LineRow>(
      `select ${columns} ${lines} order by ${sortedOrder(sort, sortExpressions, inOrder)} limit ${params.add(pageSize)}
        offset ${params.add((pageNo - 1) * pageSize)}`,
      [...params.values],
    ),
    db.query<{ total: number }>(`select count(*)::int as total ${lines}`, counted),
  ]);
  return { rows: rows.map(historyOf), total: count.rows[0]?.total ?? 0 };
}

/** All of it, for an export. */
export function selectChangeHistory(
  user: Principal,
  permission: PermissionCode | null,
  filter: HistoryFilter,
): Selection<HistoryRow> {
  const params = sqlParams();
  const lines = linesFrom(user, permission, filter, params);
  return mapped(selection<LineRow>(`select ${columns} ${lines} order by ${inOrder}`, params.values), historyOf);
}

function historyOf({ line, rules, sheet, ...change }: LineRow): HistoryRow {
  const student = changeDetailRowOf(line, rules, new Map());
  const values = line.cells.map(({ dataKey }) => student.items[dataKey]);
  return {
    applyId: change.apply_id,
    teachingClassId: change.teaching_class_id,
    scoreType: change.score_type,
    semesterName: sheet.semesterName,
    courseNum: sheet.courseNum,
    courseName: sheet.courseName,
    teachingClassName: sheet.teachingClassName,
    studentCode: student.studentCode,
    studentNumber: student.studentNumber,
    studentName: student.studentName,
    administrativeClassName: student.administrativeClassName,
    itemName: line.cells.map(({ itemName }) => itemName).join('、'),
    beforeValue: values.map((value) => value?.before ?? NO_SCORE).join('、'),
    afterValue: values.map((value) => value?.after ?? NO_SCORE).join('、'),
    beforeRemark: student.remarkName,
    afterRemark: student['remarkName!'],
    finalBefore: student.finalBefore,
    finalAfter: student.finalAfter,
    reason: change.reason,
    applicantName: change.applicant_name,
    effectTime: toDateTimeText(change.effected_at!),
  };
}
