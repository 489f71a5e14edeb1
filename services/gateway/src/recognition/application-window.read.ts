import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { recognitionKinds, type RecognitionKind } from '@jwxt/contracts/recognition/recognition.vocabulary.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';

interface TimeRow {
  begin_time: Date;
  end_time: Date;
  open: boolean;
  dwmc: string | null;
  grades: string[];
}

/**
 * Whether applications of a kind are taken now, and the times of the semester in words (SCORE-MORE-32). The commands
 * service judges by the student.
 */
export async function readApplicationWindow(
  db: Queryable,
  kind: RecognitionKind,
  now: Date,
): Promise<{ open: boolean; text: string }> {
  const { rows } = await db.query<TimeRow>(
    `select outside_score_time.begin_time, outside_score_time.end_time,
      $2::timestamptz between outside_score_time.begin_time
        and outside_score_time.end_time as open, department.dwmc, outside_score_time.grades
       from base.outside_score_time join base.semester on semester.xnxq = outside_score_time.semester_id
         and semester.sfdqxq = '1'
       left join base.department on department.dwh = outside_score_time.department_id
      where outside_score_time.cognizance_type = $1 and outside_score_time.sfqy = '1'
        order by outside_score_time.begin_time`,
    [recognitionKinds[kind].cognizanceType, now],
  );
  if (rows.length === 0) return { open: true, text: '本学期随时可以申请' };
  const open = rows.some((row) => row.open);
  const times = rows
    .map(({ begin_time: begin, end_time: end, dwmc, grades }) => {
      const whom = [dwmc ?? '', grades.length === 0 ? '' : `${grades.join('、')}级`]
        .filter((part) => part !== '')
        .join(' ');
      return (
        `${toDateTimeText(begin).slice(0, 16)} 至 ${toDateTimeText(end).slice(0, 16)}` +
        `${whom === '' ? '' : `（${whom}）`}`
      );
    })
    .join('，');
  return { open, text: open ? `申请时间：${times}` : `现在不在申请时间内。申请时间：${times}` };
}
