import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';

interface TimeRow {
  begin: Date;
  end: Date;
  open: boolean;
  dwmc: string | null;
  grades: string[];
}

/**
 * The times in which the current semester takes applications of a kind (`applyType` of SCORE-MORE-26) in words, or
 * `always`. The commands service judges by the student.
 */
export async function readApplicationWindow(
  db: Queryable,
  applyType: string,
  now: Date,
  always: string,
): Promise<string> {
  const { rows } = await db.query<TimeRow>(
    `select times.begin_time as begin, times.end_time as end,
        $2::timestamptz between times.begin_time and times.end_time as open, department.dwmc, times.grades
       from base.repair_application_time times
       join base.semester on semester.xnxq = times.semester_id and semester.sfdqxq = '1'
       left join base.department on department.dwh = times.department_id
      where times.apply_type = $1 and times.sfqy = '1' order by times.begin_time`,
    [applyType, now],
  );
  if (rows.length === 0) return always;
  const minute = (time: Date): string => toDateTimeText(time).slice(0, 16);
  const times = rows
    .map(({ begin, end, dwmc, grades }) => {
      const whom = [dwmc ?? '', grades.length === 0 ? '' : `${grades.join('、')}级`].filter(Boolean).join(' ');
      return `${minute(begin)} 至 ${minute(end)}${whom === '' ? '' : `（${whom}）`}`;
    })
    .join('，');
  return rows.some(({ open }) => open) ? `申请时间：${times}` : `现在不在申请时间内。申请时间：${times}`;
}
