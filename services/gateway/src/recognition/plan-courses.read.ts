import type { z } from 'zod';
import { hoursText } from '@jwxt/contracts/base-info/course.rules.ts';
import type { recognitionOperationsOf } from '@jwxt/contracts/recognition/recognition.operations.ts';
import { creditLimit, recognisablePercent } from '@jwxt/contracts/recognition/recognition-arithmetic.ts';
import { formatDecimal } from '@jwxt/contracts/kernel/number-text.ts';
import {
  approvableStatuses,
  type BusinessStatus,
  businessStatus,
} from '@jwxt/contracts/approval/approval.vocabulary.ts';
import { attemptSource } from '@jwxt/contracts/score/score.vocabulary.ts';
import type { PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import { attemptModel } from '@jwxt/contracts/score/attempt.read-model.ts';
import { recognitionModel } from '@jwxt/contracts/recognition/recognition.read-model.ts';
import { readModelTable } from '@jwxt/contracts/kernel/read-model.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import type { Principal } from '../kernel/principal.ts';
import { scopeCondition } from '../kernel/scope.ts';
import { sqlParams } from '../kernel/sql-params.ts';
import { studentScope } from '../base-info/shared/student-scope.ts';

const attemptTable = readModelTable(attemptModel, 'attempt');
const recognitionTable = readModelTable(recognitionModel, 'recognition');

type PlanCourses = z.output<(typeof recognitionOperationsOf)['system']['planCourses']['output']>;

interface PlanRow {
  kch: string;
  ywbm: string;
  kcmc: string;
  xf: number;
  zxs: number;
  nature: string;
  attribute: string;
  xnxq: string;
  kkxy: string;
  dwmc: string;
  hierarchy: string;
  hierarchy_name: string;
  recognised: boolean;
  passed_final: string;
}

/** Under way or passed: the score of a passed one exists a moment later, in another read model. */
export const takenStatuses: readonly BusinessStatus[] = [...approvableStatuses, businessStatus.passed];

/** Grade and major of a student in the person's scope under a permission; undefined otherwise. */
export async function findScopedStudent(
  db: Queryable,
  user: Principal,
  permission: PermissionCode | null,
  studentCode: string,
): Promise<{ njzydm: string } | undefined> {
  const params = sqlParams();
  const { rows } = await db.query<{ njzydm: string }>(
    `select student.njzydm from base.student
      where student.student_code = ${params.add(studentCode)}
        and ${scopeCondition(user, permission, studentScope('student'), params)}`,
    [...params.values],
  );
  return rows[0];
}

/**
 * Courses of a student's plan (of the grade and major, and chosen beside it and approved), by term, with what converts
 * grades' names and how much may be recognised. `recognised` tells the courses that have a recognised score, or an
 * application for one that is under way or passed; `passedFinal` the score by which a course is passed. A course has
 * the credit that the plan gives it, which need not be its own.
 */
export async function readPlanCourses(db: Queryable, studentCode: string): Promise<PlanCourses> {
  const [courses, bands, credits] = await Promise.all([
    db.query<PlanRow>(
      `select course.kch, course.ywbm, course.kcmc, coalesce(other_plan.credit, course.xf) as xf, course.zxs,
          coalesce(nature.mc, course.kcxz) as nature,
          coalesce(attribute.mc, course.kcsx) as attribute, other_plan.xnxq, course.kkxy, department.dwmc,
              course.score_hierarchy_code as hierarchy, coalesce(scale.score_hierarchy_name,
                course.score_hierarchy_code) as
                hierarchy_name,
              (exists (select 1 from ${attemptTable} attempt
                where attempt.student_code = $1 and attempt.course_id = course.kch
                and attempt.source = $2)
               or exists (select 1 from ${recognitionTable} recognition,
                 jsonb_array_elements(recognition.relate_list) pair,
                 jsonb_array_elements(pair->'inSideList') inside
                           where recognition.student_code = $1 and recognition.status = any($3)
                             and inside->>'courseId' = course.kch)) as
                             recognised,
              coalesce((select attempt.final_name from ${attemptTable} attempt
                where attempt.student_code = $1 and attempt.course_id = course.kch and attempt.passed
                order by attempt.final desc limit 1), '') as passed_final
         from (select kch, xnxq, credit from base.student_plan where student_code = $1
               union all select own_plan.kch, own_plan.xnxq, null from base.personal_course_plan own_plan
               where own_plan.student_code = $1 and own_plan.confirm_status = '1'
                     and not exists (select 1 from base.student_plan plan
                       where plan.student_code = $1 and plan.kch = own_plan.kch)) other_plan
         join base.course on course.kch = other_plan.kch
         join base.department on department.dwh = course.kkxy
         left join base.score_hierarchy scale on scale.score_hierarchy_code = course.score_hierarchy_code
         left join base.data_dict nature on nature.dmlb = 'XTGL_KCXZDMJ' and nature.dm = course.kcxz
         left join base.data_dict attribute on attribute.dmlb = 'XTGL_KCSXDMJ' and attribute.dm = course.kcsx
        order by other_plan.xnxq, course.ywbm`,
      [studentCode, attemptSource.recognised, takenStatuses],
    ),
    db.query<PlanCourses['bands'][number]>(
      `select score_hierarchy_code as "scoreHierarchyCode", score_value_name as "scoreValueName",
          score_percentile_min_value as "scorePercentileMinValue",
              score_percentile_max_value as "scorePercentileMaxValue", score_percentile_value as "scorePercentileValue"
              from base.score_value order by score_hierarchy_code, sort_num`,
    ),
    readCredits(db, studentCode),
  ]);
  return {
    list: courses.rows.map((row) => ({
      courseId: row.kch,
      courseNum: row.ywbm,
      courseName: row.kcmc,
      courseCredit: formatDecimal(row.xf, 1, 1),
      coursePeriod: hoursText(row.zxs),
      courseNatureName: row.nature,
      courseAttributeName: row.attribute,
      semesterId: row.xnxq,
      openDepartmentId: row.kkxy,
      openDepartmentName: row.dwmc,
      scoreHierarchyCode: row.hierarchy,
      scoreHierarchyName: row.hierarchy_name,
      recognised: row.recognised,
      passedFinal: row.passed_final,
    })),
    bands: bands.rows,
    ...credits,
  };
}

async function readCredits(
  db: Queryable,
  studentCode: string,
): Promise<Pick<PlanCourses, 'creditBase' | 'creditPercent' | 'creditLimit' | 'creditTaken'>> {
  const { rows } = await db.query<{ required: number; percent: string | null; taken: number }>(
    `select coalesce((select credit from base.student_required_credit where student_code = $1), 0) as required,
            (select para_value from base.parameter where param_code = 'RDSXXF') as percent,
            coalesce((select sum((inside->>'courseCredit')::int)
              from ${recognitionTable} recognition, jsonb_array_elements(recognition.relate_list) pair,
              jsonb_array_elements(pair->'inSideList') inside
                       where recognition.student_code = $1 and recognition.status = any($2)), 0)::int as taken`,
    [studentCode, takenStatuses],
  );
  const { required = 0, percent: text = null, taken = 0 } = rows[0] ?? {};
  const percent = recognisablePercent(text);
  return {
    creditBase: formatDecimal(required, 1, 1),
    creditPercent: percent,
    creditLimit: formatDecimal(creditLimit(required, percent), 1, 1),
    creditTaken: formatDecimal(taken, 1, 1),
  };
}
