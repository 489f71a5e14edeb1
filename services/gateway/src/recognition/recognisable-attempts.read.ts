import type { z } from 'zod';
import { hoursText } from '@jwxt/contracts/base-info/course.rules.ts';
import type { recognisableAttempts } from '@jwxt/contracts/recognition/recognition.operations.ts';
import { formatDecimal } from '@jwxt/contracts/kernel/number-text.ts';
import { attemptModel } from '@jwxt/contracts/score/attempt.read-model.ts';
import { recognitionModel } from '@jwxt/contracts/recognition/recognition.read-model.ts';
import { readModelTable, type ReadRowOf } from '@jwxt/contracts/kernel/read-model.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { takenStatuses } from './plan-courses.read.ts';

const attemptTable = readModelTable(attemptModel, 'attempt');
const recognitionTable = readModelTable(recognitionModel, 'recognition');

type RecognisableAttempt = z.output<(typeof recognisableAttempts)['output']>['list'][number];

interface AttemptRow extends Pick<
  ReadRowOf<typeof attemptModel.tables.attempt>,
  'attempt_id' | 'course_id' | 'course_num' | 'course_name' | 'course_credit' | 'semester_id' | 'final' | 'final_name'
> {
  nature: string | null;
  attribute: string | null;
  zxs: number | null;
  used: boolean;
  in_plan: boolean;
}

/**
 * A student's passed attempts that were not recognised themselves, newest semester first. `used`: another application
 * under way or passed uses it.
 */
export async function readRecognisableAttempts(
  db: Queryable,
  studentCode: string,
  njzydm: string,
): Promise<RecognisableAttempt[]> {
  const { rows } = await db.query<AttemptRow>(
    `select a.attempt_id, a.course_id, a.course_num, a.course_name, a.course_credit, a.semester_id, a.final,
        a.final_name, coalesce(n.mc, k.kcxz) as nature, coalesce(t.mc, k.kcsx) as attribute, k.zxs,
            exists (select 1 from ${recognitionTable} r, jsonb_array_elements(r.relate_list) pair,
              jsonb_array_elements(pair->'outSideList') outside
                     where r.student_code = $1 and r.status = any($3) and outside->>'attemptId' = a.attempt_id) as used,
            exists (select 1 from base.execution_plan p where p.njzydm = $2 and p.kch = a.course_id) as in_plan
       from ${attemptTable} a
       left join base.course k on k.kch = a.course_id
       left join base.data_dict n on n.dmlb = 'XTGL_KCXZDMJ' and n.dm = k.kcxz
       left join base.data_dict t on t.dmlb = 'XTGL_KCSXDMJ' and t.dm = k.kcsx
      where a.student_code = $1 and a.passed and a.source <> '3'
       order by a.semester_id desc, a.course_num, a.attempt_id`,
    [studentCode, njzydm, takenStatuses],
  );
  return rows.map((row) => ({
    attemptId: row.attempt_id,
    courseId: row.course_id,
    courseNum: row.course_num,
    courseName: row.course_name,
    courseCredit: formatDecimal(row.course_credit, 1, 1),
    coursePeriod: row.zxs === null ? '' : hoursText(row.zxs),
    courseNatureName: row.nature ?? '',
    courseAttributeName: row.attribute ?? '',
    semesterId: row.semester_id,
    finalName: row.final_name,
    final: row.final === null ? '' : formatDecimal(row.final, 2, 2),
    used: row.used,
    inPlan: row.in_plan,
  }));
}
