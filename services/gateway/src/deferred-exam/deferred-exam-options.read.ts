import type { z } from 'zod';
import type { deferredExamClasses } from '@jwxt/contracts/deferred-exam/deferred-exam.operations.ts';
import { DEFERRED_EXAM_TIME } from '@jwxt/contracts/deferred-exam/deferred-exam.vocabulary.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
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

interface TimeRow {
  begin: Date;
  end: Date;
  open: boolean;
  dwmc: string | null;
  grades: string[];
}

/** The times of the current semester in words (SCORE-MORE-26). The commands service judges by the student. */
export async function readWindow(db: Queryable, now: Date): Promise<string> {
  const { rows } = await db.query<TimeRow>(
    `select times.begin_time as begin, times.end_time as end,
        $2::timestamptz between times.begin_time and times.end_time as open, department.dwmc, times.grades
       from base.repair_application_time times
       join base.semester on semester.xnxq = times.semester_id and semester.sfdqxq = '1'
       left join base.department on department.dwh = times.department_id
      where times.apply_type = $1 and times.sfqy = '1' order by times.begin_time`,
    [DEFERRED_EXAM_TIME, now],
  );
  if (rows.length === 0) return '本学期成绩单提交以前随时可以申请';
  const minute = (time: Date): string => toDateTimeText(time).slice(0, 16);
  const times = rows
    .map(({ begin, end, dwmc, grades }) => {
      const whom = [dwmc ?? '', grades.length === 0 ? '' : `${grades.join('、')}级`].filter(Boolean).join(' ');
      return `${minute(begin)} 至 ${minute(end)}${whom === '' ? '' : `（${whom}）`}`;
    })
    .join('，');
  return rows.some(({ open }) => open) ? `申请时间：${times}` : `现在不在申请时间内。申请时间：${times}`;
}
