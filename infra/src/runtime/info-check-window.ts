import type { Queryable } from './postgres.ts';

/** A time of checking information, as it concerns one student. */
export interface InfoCheckWindow {
  readonly checkTimeId: string;
  readonly checkName: string;
  readonly beginTime: Date;
  readonly endTime: Date;
  readonly open: boolean;
  readonly editableFields: readonly string[];
  readonly mustFile: readonly string[];
  readonly confirmedAt: Date | null;
}

/**
 * The window that is open for a student at a moment, of several the one that ends first; else the next one to come.
 * Undefined: there is none (STUDENT-STATUS-21).
 */
export async function findInfoCheckWindow(
  db: Queryable,
  studentCode: string,
  at: Date | string,
): Promise<InfoCheckWindow | undefined> {
  const { rows } = await db.query<InfoCheckWindow>(
    `select checked.check_time_id as "checkTimeId", checked.check_name as "checkName",
        checked.begin_time as "beginTime", checked.end_time as "endTime", checked.begin_time <= $2 as open,
        checked.editable_fields as "editableFields", checked.must_file as "mustFile",
        confirmed.confirmed_at as "confirmedAt"
       from base.student join base.info_check_time checked
         on base.info_check_covers(checked, student.njdm, student.dwh)
       left join base.info_check_confirmation confirmed using (check_time_id, student_code)
      where student.student_code = $1 and checked.sfqy = '1' and checked.end_time >= $2
      order by checked.begin_time > $2,
        case when checked.begin_time <= $2 then checked.end_time else checked.begin_time end, checked.check_time_id
      limit 1`,
    [studentCode, at],
  );
  return rows[0];
}
