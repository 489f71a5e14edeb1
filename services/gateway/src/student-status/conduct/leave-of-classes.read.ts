import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import type { z } from 'zod';
import type {
  LeaveOfClass,
  leaveOfClasses,
  classLeaveSorts,
} from '@jwxt/contracts/student-status/conduct/conduct.operations.ts';
import {
  leaveStatus,
  leaveStatusNames,
  leaveTypeNames,
} from '@jwxt/contracts/student-status/conduct/conduct.vocabulary.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { sortedOrder, byPinyin } from '../../kernel/sorted-by.ts';
import { containing, sqlParams } from '../../kernel/sql-params.ts';

interface Stored {
  readonly leaveResultId: string;
  readonly studentNumber: string;
  readonly studentName: string;
  readonly administrativeClassName: string;
  readonly leaveType: string;
  readonly begin: Date;
  readonly end: Date;
  readonly days: number;
  readonly affectClasses: string;
  readonly status: string;
  readonly advised: boolean;
  readonly total: number;
}

/** What the list is sorted by. */
const sortExpressions: Readonly<Record<(typeof classLeaveSorts)[number], string>> = {
  studentNumber: 'student.student_number',
  administrativeClassName: byPinyin('own_class.bjmc'),
  leaveType: 'known.leave_type',
  beginTime: 'known.begin_time',
  leaveStatus: 'known.leave_status',
};

/** One page of the leave of a teacher's students in this semester, those who are away first. */
export async function readLeaveOfClasses(
  db: Queryable,
  gh: string,
  { view, keyword, sort, pageNo, pageSize }: z.output<typeof leaveOfClasses.input>,
  now: Date,
): Promise<{ rows: LeaveOfClass[]; total: number }> {
  const params = sqlParams();
  const teacher = params.add(gh);
  const taught = `select class.course_id from base.teaching_class_student roster
      join base.teaching_class class using (teaching_class_id)
      join base.teaching_class_teacher teaching on teaching.teaching_class_id = class.teaching_class_id
      join base.semester on semester.xnxq = class.semester_id and semester.sfdqxq = '1'
     where roster.student_code = student.student_code and teaching.gh = ${teacher}`;
  const advised = `exists (select from base.class_info own where own.bjdm = student.bjdm
    and ${teacher} in (own.bzrgh, own.fdygh))`;
  const conditions = [
    `known.leave_status <> '${leaveStatus.revoked}'`,
    `known.end_time >= (select ksrq::date from base.semester where sfdqxq = '1' limit 1)`,
    `(${advised} or exists (${taught}))`,
    ...(view === 'now' ? [`known.end_time > ${params.add(now)}`, `known.leave_status = '${leaveStatus.granted}'`] : []),
    ...(keyword
      ? [
          `(student.student_name ilike ${params.add(containing(keyword))} or student.student_number ilike ${params.add(
            containing(keyword),
          )})`,
        ]
      : []),
  ];
  const { rows } = await db.query<Stored>(
    `select known.leave_result_id as "leaveResultId", student.student_number as "studentNumber",
        student.student_name as "studentName", coalesce(own_class.bjmc, '') as "administrativeClassName",
        known.leave_type as "leaveType", known.begin_time as begin, known.end_time as "end", known.days,
        coalesce((select string_agg(distinct course.kcmc, '、') from base.course
          where course.kch in (${taught}) and position(course.kcmc in known.affect_classes) > 0), '')
          as "affectClasses", known.leave_status as status, ${advised} as advised, count(*) over ()::int as total
       from base.leave_result known join base.student using (student_code)
       left join base.class_info own_class on own_class.bjdm = student.bjdm
      where ${conditions.join(' and ')}
      order by ${sortedOrder(
        sort,
        sortExpressions,
        `known.begin_time ${view === 'now' ? '' : 'desc'}, student.student_number, known.leave_result_id`,
      )}
      limit ${params.add(pageSize)} offset ${params.add((pageNo - 1) * pageSize)}`,
    [...params.values],
  );
  return {
    total: rows[0]?.total ?? 0,
    rows: rows.map(({ leaveType, begin, end, days, status, advised: own, total: _total, ...row }) => ({
      ...row,
      leaveTypeName: (leaveTypeNames as Record<string, string>)[leaveType] ?? '',
      beginTime: toDateTimeText(begin),
      endTime: toDateTimeText(end),
      days: String(days / 10),
      leaveStatus: status,
      leaveStatusName: (leaveStatusNames as Record<string, string>)[status] ?? '',
      mayBack: own && status === leaveStatus.granted && begin <= now,
    })),
  };
}
