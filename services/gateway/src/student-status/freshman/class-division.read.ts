import type { z } from 'zod';
import { REGIONS } from '@jwxt/contracts/base-info/region.operations.ts';
import { formatDecimal } from '@jwxt/contracts/kernel/number-text.ts';
import type { PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import type {
  DividedGradeMajor,
  DivisionOutlook,
  divisionSorts,
  exportClassDivision,
} from '@jwxt/contracts/student-status/freshman/class-division.operations.ts';
import type { ClassFigures } from '@jwxt/contracts/student-status/freshman/class-division.rules.ts';
import { divisionDigest, loadProvinces, type PlannedDivision } from '@jwxt/infra/runtime/freshman-division.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import type { Principal } from '../../kernel/principal.ts';
import { scopeCondition } from '../../kernel/scope.ts';
import { selection, type Selection } from '../../kernel/selection.ts';
import { byPinyin, sortedOrder, type ListPage } from '../../kernel/sorted-by.ts';
import { sqlParams, type SqlParams } from '../../kernel/sql-params.ts';
import { freshmanScope } from './freshman-scope.ts';

type Filter = z.output<typeof exportClassDivision.input>;
const UNKNOWN = '未知';

function conditions(user: Principal, permission: PermissionCode | null, filter: Filter, params: SqlParams): string {
  const { grade, departmentId, gradeMajorId } = filter;
  return [
    scopeCondition(user, permission, freshmanScope, params),
    ...(grade ? [`freshman.njdm = ${params.add(grade)}`] : []),
    ...(departmentId ? [`freshman.dwh = ${params.add(departmentId)}`] : []),
    ...(gradeMajorId ? [`freshman.grade_major_id = ${params.add(gradeMajorId)}`] : []),
  ].join(' and ');
}

type Found = Omit<DividedGradeMajor, 'classes'> & {
  classes: (Omit<DividedGradeMajor['classes'][number], 'avgScore'> & { avgScore: number | null })[];
};

const inState = (state: string): string => `count(*) filter (where freshman_status = '${state}')`;
/** What the list is sorted by. */
const sortExpressions: Readonly<Record<(typeof divisionSorts)[number], string>> = {
  gradeMajorName: byPinyin('grade_major.njzymc'),
  departmentName: byPinyin('department.dwmc'),
  admittedNum: `count(*) filter (where freshman_status not in ('7', '9'))`,
  reportedNum: inState('1'),
  dividedNum: inState('2'),
  numberedNum: inState('3'),
  studentNum: inState('4'),
};

/** One page of the grade-majors that have freshmen, the newest grade first, with the classes they are in. */
export async function listDivision(
  db: Queryable,
  user: Principal,
  { pageNo, pageSize, sort, ...filter }: Filter & ListPage<(typeof divisionSorts)[number]>,
): Promise<{ rows: DividedGradeMajor[]; total: number }> {
  const params = sqlParams();
  const where = conditions(user, 'classDivision:query', filter, params);
  const { rows: counted } = await db.query<{ n: number }>(
    `select count(distinct grade_major_id)::int as n from base.freshman where ${where}`,
    [...params.values],
  );
  const order = sortedOrder(sort, sortExpressions, 'grade_major.njdm desc, department.pxh, own.grade_major_id');
  const cut = `limit ${params.add(pageSize)} offset ${params.add((pageNo - 1) * pageSize)}`;
  const { rows } = await db.query<Found>(
    `with own as (select freshman.* from base.freshman where ${where}),
     listed as (
       select own.grade_major_id, grade_major.njzymc, department.dwmc,
           count(*) filter (where freshman_status not in ('7', '9'))::int as admitted,
           count(*) filter (where freshman_status = '1')::int as reported,
           count(*) filter (where freshman_status = '2')::int as divided,
           count(*) filter (where freshman_status = '3')::int as numbered,
           count(*) filter (where freshman_status = '4')::int as students,
           row_number() over (order by ${order}) as place
         from own join base.grade_major on grade_major.njzydm = own.grade_major_id
         join base.department on department.dwh = grade_major.dwh
        group by own.grade_major_id, grade_major.njzymc, department.dwmc, grade_major.njdm, department.pxh
        order by place ${cut}),
     origin as (
       select bjdm, coalesce(region.mc, '${UNKNOWN}') as name, count(*)::int as num
         from own left join base.data_dict region on region.dmlb = ${params.add(REGIONS)}
           and region.dm = left(own.source_place, 2)
        where bjdm is not null group by bjdm, 2),
     class as (
       select own.grade_major_id, class_info.ywbm, jsonb_build_object('bjdm', class_info.bjdm, 'classNumber',
             class_info.ywbm, 'className', class_info.bjmc, 'studentNum', count(*),
             'maleNum', count(*) filter (where sex_code = '1'), 'femaleNum', count(*) filter (where sex_code = '2'),
             'avgScore', round(avg(admit_score)), 'origins', (select coalesce(jsonb_agg(jsonb_build_object('name',
               origin.name, 'num', origin.num) order by origin.num desc, origin.name), '[]') from origin
               where origin.bjdm = class_info.bjdm)) as told
         from own join base.class_info using (bjdm) group by own.grade_major_id, class_info.bjdm)
     select listed.grade_major_id as "gradeMajorId", listed.njzymc as "gradeMajorName", listed.dwmc as "departmentName",
         listed.admitted as "admittedNum", listed.reported as "reportedNum", listed.divided as "dividedNum",
         listed.numbered as "numberedNum", listed.students as "studentNum",
         (select coalesce(jsonb_agg(class.told order by class.ywbm), '[]') from class
           where class.grade_major_id = listed.grade_major_id) as classes
       from listed order by listed.place`,
    [...params.values],
  );
  return {
    total: counted[0]?.n ?? 0,
    rows: rows.map((row) => ({
      ...row,
      classes: row.classes.map((each) => ({ ...each, avgScore: scoreText(each.avgScore) })),
    })),
  };
}

/** A score in tenths as it is shown. */
const scoreText = (tenths: number | null): string => (tenths === null ? '' : formatDecimal(tenths, 1, 1));

/** One line of the list of a class. */
export interface DividedFreshman {
  readonly className: string;
  readonly studentNumber: string | null;
  readonly examineeNumber: string;
  readonly studentName: string;
  readonly sexName: string;
  readonly originName: string;
  readonly score: string;
  readonly gradeMajorName: string;
}

/** The lists of all classes, for a workbook. */
export function selectDivided(
  user: Principal,
  permission: PermissionCode | null,
  filter: Filter,
): Selection<DividedFreshman> {
  const params = sqlParams();
  const where = conditions(user, permission, filter, params);
  return selection<DividedFreshman>(
    `select class_info.bjmc as "className", freshman.student_number as "studentNumber",
        freshman.examinee_number as "examineeNumber", freshman.student_name as "studentName",
        coalesce(sex.mc, '') as "sexName", coalesce(region.mc, '') as "originName",
        coalesce((freshman.admit_score / 10.0)::numeric(6, 1)::text, '') as score,
        grade_major.njzymc as "gradeMajorName"
       from base.freshman join base.class_info using (bjdm)
       join base.grade_major on grade_major.njzydm = freshman.grade_major_id
       left join base.data_dict sex on sex.dmlb = 'XTGL_XB' and sex.dm = freshman.sex_code
       left join base.data_dict region on region.dmlb = ${params.add(REGIONS)} and region.dm = freshman.source_place
      where ${where} order by grade_major.njdm desc, freshman.grade_major_id, class_info.ywbm,
        freshman.student_number nulls last, freshman.examinee_number`,
    params.values,
  );
}

/** A division that was tried, as it is shown. */
export async function outlookOf(db: Queryable, plans: readonly PlannedDivision[]): Promise<DivisionOutlook> {
  const provinces = await loadProvinces(db);
  const shown = ({ avgScore, origins, ...figures }: ClassFigures) => ({
    ...figures,
    avgScore: scoreText(avgScore),
    origins: origins.map(({ province, num }) => ({ name: provinces.get(province) ?? UNKNOWN, num })),
  });
  return {
    digest: divisionDigest(plans),
    gradeMajors: plans.map(({ classes, ...plan }) => ({
      ...plan,
      dividedNum: classes.reduce((sum, { keys }) => sum + keys.length, 0),
      classes: classes.map(({ bjdm, classNumber, className, figures }) => ({
        isNew: bjdm === null,
        classNumber,
        className,
        ...shown(figures),
      })),
    })),
  };
}
