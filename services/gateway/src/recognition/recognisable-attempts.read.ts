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
export async function readRecognisableAttempts(db: Queryable, studentCode: string): Promise<RecognisableAttempt[]> {
  const { rows } = await db.query<AttemptRow>(
    `select attempt.attempt_id, attempt.course_id, attempt.course_num, attempt.course_name, attempt.course_credit,
      attempt.semester_id, attempt.final,
        attempt.final_name, coalesce(entry.mc, course.kcxz) as nature, coalesce(other_entry.mc,
          course.kcsx) as attribute, course.zxs,
            exists (select 1 from ${recognitionTable} recognition, jsonb_array_elements(recognition.relate_list) pair,
              jsonb_array_elements(pair->'outSideList') outside
                     where recognition.student_code = $1 and recognition.status = any($2)
                       and outside->>'attemptId' = attempt.attempt_id) as used,
            exists (select 1 from base.student_plan plan
              where plan.student_code = $1 and plan.kch = attempt.course_id) as in_plan
       from ${attemptTable} attempt
       left join base.course on course.kch = attempt.course_id
       left join base.data_dict entry on entry.dmlb = 'XTGL_KCXZDMJ' and entry.dm = course.kcxz
       left join base.data_dict other_entry on other_entry.dmlb = 'XTGL_KCSXDMJ' and other_entry.dm = course.kcsx
      where attempt.student_code = $1 and attempt.passed and attempt.source <> '3'
       order by attempt.semester_id desc, attempt.course_num, attempt.attempt_id`,
    [studentCode, takenStatuses],
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
