import type { z } from 'zod';
import type { deferredExamClasses } from '@jwxt/contracts/deferred-exam/deferred-exam.operations.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';

type Reasons = z.output<typeof deferredExamClasses.output>['reasons'];

/** The reasons that may be chosen, in their order (SCORE-MORE-17). */
export async function readReasons(db: Queryable): Promise<Reasons> {
  const { rows } = await db.query<Reasons[number]>(
    `select deferred_reason_code as "deferredReasonCode", deferred_reason_name as "deferredReasonName",
        need_file as "needFile", allow_after_exam as "allowAfterExam"
       from base.deferred_reason where sfqy = '1' order by sort_num, deferred_reason_name`,
  );
  return rows;
}
