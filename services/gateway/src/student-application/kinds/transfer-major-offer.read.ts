import { transferMajor } from '@jwxt/contracts/student-application/kinds/transfer-major.ts';
import { batchStatus } from '@jwxt/contracts/student-status/divert/divert.vocabulary.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import type { ApplicationOffer } from '../student-application-offer.ts';

/** Batches that are not over, and the grade-majors of the student's grade that take somebody in (STUDENT-STATUS-23). */
export const transferMajorOffer: ApplicationOffer = {
  kind: transferMajor,
  async choices({ db, studentCode, now }) {
    const [{ rows: batches }, { rows: targets }] = await Promise.all([
      db.query<{ value: string; label: string; beginTime: Date; endTime: Date }>(
        `select transfer_batch_id as value, batch_name as label, begin_time as "beginTime", end_time as "endTime"
           from base.transfer_batch where publish_status = $1 and end_time > $2 order by begin_time, batch_name`,
        [batchStatus.published, now],
      ),
      db.query<{ value: string; label: string; department: string; quota: number; batch: string; limits: string }>(
        `select grade_major.njzydm as value, grade_major.njzymc as label, department.dwmc as department,
            quota_in as quota,
            batch_name as batch, coalesce(limit_text, '') as limits
           from base.transfer_quota join base.transfer_batch using (transfer_batch_id)
           join base.grade_major on grade_major.njzydm = grade_major_id
           join base.department on department.dwh = grade_major.dwh
           join base.student on student.student_code = $3 and student.njdm = grade_major.njdm
             and student.xslbdm = grade_major.xslbdm and student.njzydm <> grade_major.njzydm
          where publish_status = $1 and end_time > $2 and quota_in > 0
          order by batch_name, department.dwmc, grade_major.njzymc`,
        [batchStatus.published, now, studentCode],
      ),
    ]);
    return {
      batchId: batches.map(({ value, label, beginTime, endTime }) => ({
        value,
        label,
        note: `${toDateTimeText(beginTime).slice(0, 16)} 至 ${toDateTimeText(endTime).slice(0, 16)}`,
        closed: beginTime > now ? '尚未开始' : null,
      })),
      targetGradeMajorId: targets.map(({ value, label, department, quota, batch, limits }) => ({
        value,
        label,
        note: [department, `${batch}名额${String(quota)}人`, limits].filter((text) => text !== '').join('，'),
      })),
    };
  },
};
