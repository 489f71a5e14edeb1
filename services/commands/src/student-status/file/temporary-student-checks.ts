import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { textOf } from '@jwxt/contracts/kernel/resource-values.ts';
import {
  TEMPORARY_STATUS,
  TEMPORARY_STUDENT_TYPE,
} from '@jwxt/contracts/student-status/file/temporary-student.resource.ts';
import { usedBy } from '../../base-info/shared/use-count.ts';
import { logOperations, type LoggedChange } from '../../kernel/operation-log.ts';
import type { ResourceRules } from '../../kernel/resource-routes.ts';

/** STUDENT-STATUS-10: each has a number, and a row among the students that rosters and sheets hold. */
export const temporaryStudentRules: ResourceRules = {
  inTurn: true,
  uses: [
    usedBy('教学班名单', '个', 'teaching_class_student', 'student_code'),
    usedBy('账号', '个', 'user_account', 'student_code'),
  ],
  kept: (_client, row) =>
    Promise.resolve(row['to_student_code'] === null ? null : `已转正，学号 ${textOf(row['to_student_number'])}`),
  async derive(client, values, before) {
    if (before !== null) return { temporaryNumber: before['temporary_number'] };
    const prefix = `L${textOf(values['beginDate']).slice(0, 4)}`;
    const { rows } = await client.query<{ n: number }>(
      `select coalesce(max(substr(temporary_number, 6)::int), 0) + 1 as n from base.temporary_student
        where temporary_number like $1 || '%'`,
      [prefix],
    );
    return { temporaryNumber: `${prefix}${String(rows[0]?.n ?? 1).padStart(4, '0')}` };
  },
  async stored(client, row, context) {
    const { rows } = await client.query<LoggedChange>(
      `with old as (select student_code, to_jsonb(student) as before from base.student where student_code = $1),
        stored as (
          insert into base.student as stored (student_code, student_number, student_name, xbm, id_type, id_number, bjdm, njzydm,
              dwh, njdm, zydm, xqdm, xslbdm, dqztm, enroll_date)
            select $1, $2, $3, $4, $5, $6, bjdm, njzydm, dwh, njdm, zydm, xqdm, $7, $8, least($9::date, $10::date)
              from base.class_info where bjdm = $11
          on conflict (student_code) do update set (student_name, xbm, id_type, id_number, bjdm, njzydm, dwh, njdm, zydm,
              xqdm, enroll_date) = (excluded.student_name, excluded.xbm, excluded.id_type, excluded.id_number, excluded.bjdm,
              excluded.njzydm, excluded.dwh, excluded.njdm, excluded.zydm, excluded.xqdm, excluded.enroll_date)
          returning student_code, to_jsonb(stored) as after)
       select stored.student_code as key, old.before, stored.after from stored left join old using (student_code)`,
      [
        row['temporary_student_id'],
        row['temporary_number'],
        row['student_name'],
        row['sex_code'],
        row['id_type'],
        row['id_number'],
        TEMPORARY_STUDENT_TYPE,
        TEMPORARY_STATUS,
        row['begin_date'],
        toDateTimeText(context.time).slice(0, 10),
        row['bjdm'],
      ],
    );
    await logOperations(client, context, rows[0]?.before ? 'update' : 'create', 'student', rows);
    return [];
  },
};
