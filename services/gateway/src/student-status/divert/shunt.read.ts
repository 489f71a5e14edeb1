import { allowsSql } from '@jwxt/infra/runtime/status-allowance.ts';
import type { z } from 'zod';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { formatDecimal } from '@jwxt/contracts/kernel/number-text.ts';
import type { PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import { NO_SCORE } from '@jwxt/contracts/score/score.vocabulary.ts';
import {
  admitRuleNames,
  admitWayNames,
  diversionTypeNames,
  PUBLICITY_DAYS,
  scoreBasisNames,
  shuntStatus,
  shuntStatusNames,
  type AdmitRule,
  type AdmitWay,
  type ScoreBasis,
  type ShuntStatus,
} from '@jwxt/contracts/student-status/divert/divert.vocabulary.ts';
import type {
  exportShunt,
  ShuntBatch,
  ShuntListRow,
  ShuntTarget,
  shuntSorts,
} from '@jwxt/contracts/student-status/divert/shunt.operations.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import type { Principal } from '../../kernel/principal.ts';
import { Refused } from '../../kernel/refused.ts';
import { scopeCondition, type ScopedRow } from '../../kernel/scope.ts';
import { mapped, selection, type Selection } from '../../kernel/selection.ts';
import { sortedOrder, byPinyin, type ListPage } from '../../kernel/sorted-by.ts';
import { containing, sqlParams, type SqlParams } from '../../kernel/sql-params.ts';

/** Where the scope dimensions stand on a grade-major. */
export const gradeMajorScope = (alias: string): ScopedRow => ({
  target: 'resource',
  NJ: `${alias}.njdm`,
  DW: `${alias}.dwh`,
  ZY: `${alias}.zydm`,
  XSLB: `${alias}.xslbdm`,
  XQ: `${alias}.xqdm`,
});

/**
 * Refuses a batch that is beyond the caller. Who keeps the main class may do with it what his permission says; who
 * receives students of it may `look`.
 */
export async function requireBatch(
  db: Queryable,
  user: Principal,
  permission: PermissionCode | null,
  diversionId: string,
  may: 'look' | 'write',
): Promise<void> {
  const params = sqlParams();
  const key = params.add(diversionId);
  const kept = scopeCondition(user, permission, gradeMajorScope('source'), params);
  const receives =
    may === 'look'
      ? ` or exists (select from base.major_or_direction place
          join base.grade_major target on target.njzydm = place.target_grade_major_id
         where place.diversion_id = ${key} and ${scopeCondition(user, permission, gradeMajorScope('target'), params)})`
      : '';
  const { rows } = await db.query<{ reached: boolean }>(
    `select ((${kept})${receives}) is true as reached from base.professional_diversion
       join base.grade_major source on source.njzydm = source_grade_major_id where diversion_id = ${key}`,
    [...params.values],
  );
  const [found] = rows;
  if (!found) throw new Refused('SHUNT_BATCH_GONE');
  if (!found.reached) throw new Refused('OUT_OF_SCOPE');
}

/** The batch that a key is of: its own, or that of the application by which its list was sent. */
export async function batchOf(db: Queryable, key: string): Promise<string> {
  const { rows } = await db.query<{ diversionId: string }>(
    'select diversion_id as "diversionId" from base.shunt where apply_id = $1',
    [key],
  );
  return rows[0]?.diversionId ?? key;
}

/** Hundredths as people read them; `-`: none. */
export const hundredthsText = (value: number | null): string =>
  value === null ? NO_SCORE : formatDecimal(value, 2, 2);
const timeText = (value: Date | null): string | null => (value === null ? null : toDateTimeText(value));
/** When a result that was published then has been shown long enough. */
export const shownUntil = (publishedAt: Date | null): string | null =>
  publishedAt === null ? null : toDateTimeText(publishedAt.getTime() + PUBLICITY_DAYS * 86_400_000);

interface BatchRow {
  readonly diversionId: string;
  readonly diversionName: string;
  readonly sourceGradeMajorName: string;
  readonly diversionType: keyof typeof diversionTypeNames;
  readonly volunteerBegin: Date;
  readonly volunteerEnd: Date;
  readonly volunteerNum: number;
  readonly admitRule: AdmitRule;
  readonly scoreBasis: ScoreBasis;
  readonly needInterview: boolean;
  readonly studentNum: number;
  readonly filedNum: number;
  readonly status: ShuntStatus | null;
  readonly listHash: string | null;
  readonly publishedAt: Date | null;
  readonly applyId: string | null;
  readonly opinion: string | null;
  readonly effectiveDate: string | null;
  readonly unplacedNum: number;
  readonly unassignedNum: number;
  readonly leftOutNum: number;
}

/** A batch with how far it has come, and what its students choose among. */
export async function readBatch(
  db: Queryable,
  diversionId: string,
): Promise<{ batch: ShuntBatch; majorOrDirectionList: ShuntTarget[] }> {
  const { rows } = await db.query<BatchRow>(
    `select batch.diversion_id as "diversionId", diversion_name as "diversionName",
        source.njzymc as "sourceGradeMajorName", diversion_type as "diversionType",
        volunteer_begin as "volunteerBegin", volunteer_end as "volunteerEnd", volunteer_num as "volunteerNum",
        admit_rule as "admitRule", score_basis as "scoreBasis", need_interview = '1' as "needInterview",
        coalesce((select count(*)::int from base.shunt_student placed where placed.diversion_id = $1
          having count(*) > 0),
          (select count(*)::int from base.student where njzydm = source.njzydm
            and ${allowsSql('dqztm', 'changeMajor')})) as "studentNum",
        (select count(*)::int from base.diversion_volunteer filed where filed.diversion_id = $1) as "filedNum",
        shunt_status as status, list_hash as "listHash", published_at as "publishedAt", apply_id as "applyId",
        opinion, effective_date::text as "effectiveDate",
        (select count(*)::int from base.shunt_student placed where placed.diversion_id = $1 and left_out is null
          and admit_major_key is null) as "unplacedNum",
        (select count(*)::int from base.shunt_student placed where placed.diversion_id = $1
          and admit_major_key is not null and target_class is null) as "unassignedNum",
        (select count(*)::int from base.shunt_student placed where placed.diversion_id = $1
          and left_out is not null) as "leftOutNum"
       from base.professional_diversion batch
       join base.grade_major source on source.njzydm = source_grade_major_id
       left join base.shunt on shunt.diversion_id = batch.diversion_id
      where batch.diversion_id = $1`,
    [diversionId],
  );
  const [row] = rows;
  if (!row) throw new Refused('SHUNT_BATCH_GONE');
  const { status: known, diversionType, admitRule, scoreBasis, ...batch } = row;
  const status = known ?? shuntStatus.collecting;
  const listed = await readTargets(db, [diversionId]);
  return {
    batch: {
      ...batch,
      diversionTypeName: diversionTypeNames[diversionType],
      admitRuleName: admitRuleNames[admitRule],
      scoreBasisName: scoreBasisNames[scoreBasis],
      volunteerBegin: toDateTimeText(batch.volunteerBegin),
      volunteerEnd: toDateTimeText(batch.volunteerEnd),
      shuntStatus: status,
      shuntStatusName: shuntStatusNames[status],
      listHash: batch.listHash ?? '',
      publishedAt: timeText(batch.publishedAt),
      submittableAt: shownUntil(batch.publishedAt),
      opinion: batch.opinion ?? '',
      effectiveDate: batch.effectiveDate ?? '',
    },
    majorOrDirectionList: listed.map(({ diversionId: _batch, ...target }) => target),
  };
}

/** The places of some batches. */
export async function readTargets(
  db: Queryable,
  diversionIds: readonly string[],
): Promise<(ShuntTarget & { diversionId: string })[]> {
  const { rows } = await db.query<Omit<ShuntTarget, 'minScore'> & { diversionId: string; minScore: number | null }>(
    `select diversion_id as "diversionId", major_or_direction_key as "majorOrDirectionKey",
        target_name as "majorOrDirectionName", target_grade_major_id as "targetGradeMajorId",
        department.dwmc as "departmentName", quota, class_num as "classNum", min_score as "minScore",
        coalesce(limit_text, '') as "limitText", apply_num as "applyNum", admit_num as "admitNum"
       from base.major_or_direction join base.grade_major on njzydm = target_grade_major_id
       join base.department using (dwh)
      where diversion_id = any($1) order by target_name, major_or_direction_key`,
    [diversionIds],
  );
  return rows.map((row) => ({ ...row, minScore: row.minScore === null ? '' : hundredthsText(row.minScore) }));
}

type Filter = z.output<typeof exportShunt.input>;

interface ListedRow {
  readonly studentCode: string;
  readonly studentNumber: string;
  readonly studentName: string;
  readonly className: string;
  readonly rank: number | null;
  readonly rankScore: number | null;
  readonly volunteers: string[];
  readonly admitMajorKey: string | null;
  readonly admitMajorName: string;
  readonly admitWay: AdmitWay | null;
  readonly targetClassName: string;
  readonly why: string;
}

/** Who belongs to a batch: its list once there is one, before that the students of the main class. */
function listed({ diversionId, keyword, majorOrDirectionKey, openOnly }: Filter, params: SqlParams): string {
  const key = params.add(diversionId);
  const names = `array(select coalesce(place.target_name, '已取消的专业') from jsonb_array_elements_text(volunteers)
      with ordinality as chosen (code, at) left join base.major_or_direction place
        on place.major_or_direction_key = chosen.code order by at)`;
  const text = params.add(containing(keyword ?? ''));
  const conditions = [
    ...(keyword ? [`("studentName" ilike ${text} or "studentNumber" ilike ${text})`] : [`${text}::text is not null`]),
    ...(majorOrDirectionKey ? [`"admitMajorKey" = ${params.add(majorOrDirectionKey)}`] : []),
    ...(openOnly === yesNo.yes ? [`("admitMajorKey" is null or "targetClassName" = '')`] : []),
  ];
  return `select * from (
    select student.student_code as "studentCode", student_number as "studentNumber", student_name as "studentName",
        class_info.bjmc as "className", rank, rank_score as "rankScore", ${names} as volunteers,
        admit_major_key as "admitMajorKey", coalesce(admitted.target_name, '') as "admitMajorName",
        admit_way as "admitWay", coalesce(target.bjmc, '') as "targetClassName",
        coalesce(left_out, why) as why
      from base.shunt_student placed join base.student using (student_code)
      join base.class_info on class_info.bjdm = student.bjdm
      left join base.major_or_direction admitted on admitted.major_or_direction_key = admit_major_key
      left join base.class_info target on target.bjdm = target_class
     where placed.diversion_id = ${key}
    union all
    select student.student_code, student_number, student_name, class_info.bjmc, null, null, ${names}, null, '', null,
        '', case when filed.choices is null then '未填报志愿' else '' end
      from base.professional_diversion batch
      join base.student on student.njzydm = batch.source_grade_major_id and ${allowsSql('student.dqztm', 'changeMajor')}
      join base.class_info on class_info.bjdm = student.bjdm
      left join base.diversion_volunteer filed on filed.diversion_id = batch.diversion_id
        and filed.student_code = student.student_code
      cross join lateral (select coalesce(filed.choices, '[]'::jsonb) as volunteers) asked
     where batch.diversion_id = ${key}
       and not exists (select from base.shunt computed where computed.diversion_id = batch.diversion_id)
    ) list where ${conditions.join(' and ')}`;
}
/** What the list is sorted by. */
const sortExpressions: Readonly<Record<(typeof shuntSorts)[number], string>> = {
  rank: 'rank',
  studentNumber: '"studentNumber"',
  className: byPinyin('"className"'),
  rankScore: '"rankScore"',
  admitMajorName: byPinyin(`nullif("admitMajorName", '')`),
};

const inOrder = 'rank nulls last, "studentNumber"';

const shown = ({ rankScore, admitWay, ...row }: ListedRow): ShuntListRow => ({
  ...row,
  rankScore: hundredthsText(rankScore),
  admitWayName: admitWay === null ? '' : admitWayNames[admitWay],
});

/** One page of a batch, the best first. */
export async function listShunt(
  db: Queryable,
  { pageNo, pageSize, sort, ...filter }: Filter & ListPage<(typeof shuntSorts)[number]>,
): Promise<{ rows: ShuntListRow[]; total: number }> {
  const params = sqlParams();
  const all = listed(filter, params);
  const { rows: counted } = await db.query<{ n: number }>(`select count(*)::int as n from (${all}) counted`, [
    ...params.values,
  ]);
  const cut = `limit ${params.add(pageSize)} offset ${params.add((pageNo - 1) * pageSize)}`;
  const { rows } = await db.query<ListedRow>(`${all} order by ${sortedOrder(sort, sortExpressions, inOrder)} ${cut}`, [
    ...params.values,
  ]);
  return { rows: rows.map(shown), total: counted[0]?.n ?? 0 };
}

/** All of it, for a workbook. */
export function selectShunt(filter: Filter): Selection<ShuntListRow> {
  const params = sqlParams();
  return mapped(selection<ListedRow>(`${listed(filter, params)} order by ${inOrder}`, params.values), shown);
}

/** Classes of a grade-major that are in use: rated number, and how many are in them. */
export async function readClasses(
  db: Queryable,
  gradeMajorId: string,
): Promise<{ bjdm: string; bjmc: string; edrs: number | null; rs: number }[]> {
  const { rows } = await db.query<{ bjdm: string; bjmc: string; edrs: number | null; rs: number }>(
    `select bjdm, bjmc, edrs, (select count(*)::int from base.student
        where student.bjdm = class_info.bjdm and exists (select from base.status_allowance allowed
          where allowed.status = student.dqztm and allowed.act = 'countInStatistics')) as rs
       from base.class_info where njzydm = $1 and sfqy = '1' and sfby = '0' order by ywbm`,
    [gradeMajorId],
  );
  return rows;
}

/** The batch and grade-major of a place, or undefined. */
export async function findPlace(
  db: Queryable,
  majorOrDirectionKey: string,
): Promise<{ diversionId: string; gradeMajorId: string } | undefined> {
  const { rows } = await db.query<{ diversionId: string; gradeMajorId: string }>(
    `select diversion_id as "diversionId", target_grade_major_id as "gradeMajorId" from base.major_or_direction
      where major_or_direction_key = $1`,
    [majorOrDirectionKey],
  );
  return rows[0];
}
