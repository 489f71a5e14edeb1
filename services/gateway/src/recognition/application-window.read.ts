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
    `select t.begin_time, t.end_time, $2::timestamptz between t.begin_time and t.end_time as open, d.dwmc, t.grades
       from base.outside_score_time t join base.semester x on x.xnxq = t.semester_id and x.sfdqxq = '1'
       left join base.department d on d.dwh = t.department_id
      where t.cognizance_type = $1 and t.sfqy = '1' order by t.begin_time`,
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
