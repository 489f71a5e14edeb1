import type { z } from 'zod';
import type { planCourses } from '@jwxt/contracts/recognition/recognition.operations.ts';
import { formatDecimal } from '@jwxt/contracts/score/score-arithmetic.ts';
import { approvableStatuses, type BusinessStatus } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import type { Principal } from '../kernel/principal.ts';
import { scopeCondition } from '../kernel/scope.ts';
import { sqlParams } from '../kernel/sql-params.ts';
import { studentScope } from '../kernel/student-scope.ts';

type PlanCourse = z.output<(typeof planCourses)['output']>['list'][number];

interface PlanRow {
  kch: string; ywbm: string; kcmc: string; xf: number; zxs: number; nature: string; attribute: string; xnxq: string; recognised: boolean;
}

/** Source of an attempt that was recognised, @CJ_CJLY. */
const RECOGNISED = '3';
/** Under way or passed: the score of a passed one exists a moment later, in another read model. */
const takenStatuses: readonly BusinessStatus[] = [...approvableStatuses, '9'];

/**
 * Courses of the plan of a student in the person's scope, by term. `recognised` tells those that have a recognised score, or an application
 * for one that is under way or passed. Undefined when the student is not in scope.
 */
export async function readPlanCourses(db: Queryable, user: Principal, studentCode: string): Promise<PlanCourse[] | undefined> {
  const params = sqlParams();
  const student = await db.query<{ njzydm: string }>(
    `select s.njzydm from base.student s where s.student_code = ${params.add(studentCode)}
        and ${scopeCondition(user, 'systemScoreCognizance:query', studentScope('s'), params)}`,
    [...params.values],
  );
  if (!student.rows[0]) return undefined;
  const { rows } = await db.query<PlanRow>(
    `select k.kch, k.ywbm, k.kcmc, k.xf, k.zxs, coalesce(nature.mc, k.kcxz) as nature, coalesce(attribute.mc, k.kcsx) as attribute, p.xnxq,
            (exists (select 1 from rm_attempt.attempt a where a.student_code = $2 and a.course_id = k.kch and a.source = $3)
             or exists (select 1 from rm_recognition.recognition r, jsonb_array_elements(r.relate_list) pair, jsonb_array_elements(pair->'inSideList') inside
                         where r.student_code = $2 and r.status = any($4) and inside->>'courseId' = k.kch)) as recognised
       from base.execution_plan p
       join base.course k on k.kch = p.kch
       left join base.data_dict nature on nature.dmlb = 'XTGL_KCXZDMJ' and nature.dm = k.kcxz
       left join base.data_dict attribute on attribute.dmlb = 'XTGL_KCSXDMJ' and attribute.dm = k.kcsx
      where p.njzydm = $1 order by p.xnxq, k.ywbm`,
    [student.rows[0].njzydm, studentCode, RECOGNISED, takenStatuses],
  );
  return rows.map((row) => ({
    courseId: row.kch, courseNum: row.ywbm, courseName: row.kcmc, courseCredit: formatDecimal(row.xf, 1, 1), coursePeriod: formatDecimal(row.zxs, 1, row.zxs % 10 === 0 ? 0 : 1),
    courseNatureName: row.nature, courseAttributeName: row.attribute, semesterId: row.xnxq, recognised: row.recognised,
  }));
}
