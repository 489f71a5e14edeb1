import type { StudentStanding } from '@jwxt/contracts/student-status/change/status-change.events.ts';
import type { ChangeAsker, ChangeFacts, ChangeForm } from '@jwxt/contracts/student-status/change/change-type.rules.ts';
import type { Queryable } from './postgres.ts';

/** A student as a change finds him: how he stands, in words too, and what it is judged by. */
export interface ChangingStudent {
  readonly studentCode: string;
  readonly studentNumber: string;
  readonly studentName: string;
  readonly standing: StudentStanding;
  readonly inSchool: boolean;
  readonly facts: Omit<ChangeFacts, 'target' | 'hasFile' | 'asker'>;
}

interface Row {
  readonly studentNumber: string;
  readonly studentName: string;
  readonly standing: StudentStanding;
  readonly grade: string;
  readonly majorId: string;
  readonly inForce: string | null;
  readonly inSchool: boolean;
  readonly enrolledOn: string;
  readonly earlier: ChangeFacts['earlier'];
  readonly today: string;
  readonly once: number;
  readonly total: number;
}

/** A student as he is today; undefined: nobody of that code. */
export async function loadChangingStudent(db: Queryable, studentCode: string): Promise<ChangingStudent | undefined> {
  const { rows } = await db.query<Row>(
    `select student.student_number as "studentNumber", student.student_name as "studentName",
        student.njdm as grade, student.zydm as "majorId", known.change_type as "inForce",
        coalesce(known.in_school, false) as "inSchool", base.school_day()::text as today,
        jsonb_build_object('status', student.dqztm, 'statusName', coalesce(status.mc, student.dqztm),
          'bjdm', student.bjdm, 'className', class_info.bjmc, 'njzydm', student.njzydm,
          'gradeMajorName', grade_major.njzymc, 'departmentId', student.dwh, 'departmentName', department.dwmc,
          'studentType', student.xslbdm, 'xz', grade_major.xz) as standing,
        coalesce((select min(effective_date) from base.student_status_fact fact
          where fact.student_code = student.student_code and source = 'enrolled' and cancelled_at is null),
          base.school_day())::text as "enrolledOn",
        (select coalesce(jsonb_agg(jsonb_build_object('changeType', fact.change_type, 'effectiveDate',
            fact.effective_date, 'endDate', asked.end_date) order by fact.effective_date, fact.seq), '[]')
          from base.student_status_fact fact left join base.status_change asked on asked.apply_id = fact.apply_id
          where fact.student_code = student.student_code and fact.change_type is not null
            and fact.cancelled_at is null) as earlier,
        ${limitSql('XJ_XXDCYX', 12)} as once, ${limitSql('XJ_XXZDNX', 24)} as total
       from base.student
       join base.class_info on class_info.bjdm = student.bjdm
       join base.grade_major on grade_major.njzydm = student.njzydm
       join base.department on department.dwh = student.dwh
       left join base.data_dict status on status.dmlb = 'XTGL_XSDQZT' and status.dm = student.dqztm
       left join lateral (select * from base.student_states_on(base.school_day()) state
         where state.student_code = student.student_code offset 0) known on true
      where student.student_code = $1`,
    [studentCode],
  );
  const [row] = rows;
  if (!row) return undefined;
  const { studentNumber, studentName, standing, inSchool } = row;
  const { bjdm, njzydm, departmentId } = standing;
  return {
    studentCode,
    studentNumber,
    studentName,
    standing,
    inSchool,
    facts: {
      status: standing.status,
      inForce: row.inForce,
      place: { bjdm, njzydm, njdm: row.grade, zydm: row.majorId, dwh: departmentId },
      enrolledOn: row.enrolledOn,
      tenthsOfYears: standing.xz,
      earlier: row.earlier,
      today: row.today,
      suspension: { once: row.once, total: row.total },
    },
  };
}

const limitSql = (code: string, otherwise: number): string =>
  `coalesce((select para_value::int from base.parameter where param_code = '${code}'
    and para_value ~ '^[0-9]{1,3}$'), ${String(otherwise)})`;

/** Where a class is, as changes ask; null where there is none such in use. */
export async function loadTarget(db: Queryable, bjdm: string | null): Promise<ChangeFacts['target']> {
  if (bjdm === null) return null;
  const { rows } = await db.query<NonNullable<ChangeFacts['target']>>(
    `select bjdm, njzydm, njdm, zydm, dwh from base.class_info where bjdm = $1 and sfqy = '1' and sfby = '0'`,
    [bjdm],
  );
  return rows[0] ?? null;
}

/** Everything that an application is judged by; undefined where there is no such student. */
export async function loadChangeFacts(
  db: Queryable,
  studentCode: string,
  form: Pick<ChangeForm, 'classAfter'>,
  more: { readonly asker: ChangeAsker; readonly hasFile: boolean },
): Promise<{ student: ChangingStudent; facts: ChangeFacts } | undefined> {
  const student = await loadChangingStudent(db, studentCode);
  if (!student) return undefined;
  return { student, facts: { ...student.facts, target: await loadTarget(db, form.classAfter), ...more } };
}

/** How a student stands once a change holds, in words too; parts that the change does not say stay. */
export async function standingAfter(
  db: Queryable,
  before: StudentStanding,
  { status, bjdm, studentType }: { readonly status?: string; readonly bjdm?: string; readonly studentType?: string },
): Promise<StudentStanding> {
  const { rows: named } = await db.query<{ name: string }>(
    `select mc as name from base.data_dict where dmlb = 'XTGL_XSDQZT' and dm = $1`,
    [status ?? before.status],
  );
  const { rows: places } = await db.query<
    Pick<StudentStanding, 'bjdm' | 'className' | 'njzydm' | 'gradeMajorName' | 'departmentId' | 'departmentName' | 'xz'>
  >(
    `select class_info.bjdm, class_info.bjmc as "className", class_info.njzydm, grade_major.njzymc as "gradeMajorName",
        class_info.dwh as "departmentId", department.dwmc as "departmentName", grade_major.xz
       from base.class_info join base.grade_major on grade_major.njzydm = class_info.njzydm
       join base.department on department.dwh = class_info.dwh where class_info.bjdm = $1`,
    [bjdm ?? before.bjdm],
  );
  return {
    ...before,
    ...places[0],
    status: status ?? before.status,
    statusName: named[0]?.name ?? status ?? before.statusName,
    studentType: studentType ?? before.studentType,
  };
}

/** What of a student is not any more as it was when a change was asked for, in words. */
export function changedStanding(asked: StudentStanding, now: StudentStanding): string[] {
  const told = (label: string, before: string, after: string) => `${label}由“${before}”变为“${after}”`;
  return [
    ...(asked.status === now.status ? [] : [told('学籍状态', asked.statusName, now.statusName)]),
    ...(asked.bjdm === now.bjdm ? [] : [told('行政班', asked.className, now.className)]),
    ...(asked.bjdm === now.bjdm && asked.njzydm !== now.njzydm
      ? [told('年级专业', asked.gradeMajorName, now.gradeMajorName)]
      : []),
    ...(asked.studentType === now.studentType ? [] : ['学生类别有变化']),
  ];
}
