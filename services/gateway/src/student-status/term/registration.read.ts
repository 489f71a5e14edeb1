import type { z } from 'zod';
import { errorText } from '@jwxt/contracts/all-errors.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import type {
  OwnPayment,
  ownRegistrations,
  RegistrationGroup,
  registrationSummary,
  remindUnregisteredOperation,
} from '@jwxt/contracts/student-status/term/registration.operations.ts';
import { registrationProblem, type RegistrationFacts } from '@jwxt/contracts/student-status/term/registration.rules.ts';
import {
  paidStatus,
  registerStatus,
  type PaidStatus,
  type RegisterStatus,
} from '@jwxt/contracts/student-status/term/term.vocabulary.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { studentScope } from '../../base-info/shared/student-scope.ts';
import { prepared } from '../../kernel/prepared-query.ts';
import type { Principal } from '../../kernel/principal.ts';
import { scopeCondition } from '../../kernel/scope.ts';
import { sqlParams } from '../../kernel/sql-params.ts';

type Narrowed = { readonly departmentId?: string | undefined; readonly grade?: string | undefined };
type OwnRegistrations = z.output<typeof ownRegistrations.output>;

/** What registrations are put together by: key, name, table. */
const groupings = {
  department: ['student.dwh', 'department.dwmc', 'join base.department on department.dwh = student.dwh'],
  class: ['student.bjdm', 'class_info.bjmc', 'join base.class_info on class_info.bjdm = student.bjdm'],
} as const;

/** Registered and not, of the students in scope (STUDENT-STATUS-03); days count from the first day of the semester. */
export async function readSummary(
  db: Queryable,
  user: Principal,
  { semesterId, groupBy, departmentId, grade }: z.output<typeof registrationSummary.input>,
  today: string,
): Promise<{ days: number; groups: RegistrationGroup[] }> {
  const params = sqlParams();
  const [key, name, join] = groupings[groupBy];
  const conditions = [
    scopeCondition(user, 'registration:query', studentScope('student'), params),
    `registration.semester_id = ${params.add(semesterId)}`,
    ...narrowed({ departmentId, grade }, params.add),
  ];
  const of = (status: RegisterStatus) => `count(*) filter (where registration.register_status = '${status}')::int`;
  const { rows } = await db.query<Omit<RegistrationGroup, 'arrears'> & { arrears: string }>(
    `select ${key} as code, ${name} as name, count(*)::int as total, ${of(registerStatus.registered)} as registered,
        ${of(registerStatus.delayed)} as delayed, ${of(registerStatus.refused)} as refused,
        ${of(registerStatus.none)} as unregistered,
        count(*) filter (where registration.paid_status = '${paidStatus.owing}')::int as owing,
        coalesce(sum(owed.arrears), 0) as arrears
       from base.registration join base.student using (student_code) ${join}
       join base.semester on semester.xnxq = registration.semester_id
       left join lateral (select sum(arrears) as arrears from base.payment
         where registration.paid_status = '${paidStatus.owing}' and payment.student_code = registration.student_code
           and payment.xnzj <= semester.xnzj and payment.arrears > 0) owed on true
      where ${conditions.join(' and ')} group by 1, 2 order by 1 limit 2000`,
    [...params.values],
  );
  const { rows: semester } = await db.query<{ days: number }>(
    'select $2::date - ksrq as days from base.semester where xnxq = $1',
    [semesterId, today],
  );
  return {
    days: semester[0]?.days ?? 0,
    groups: rows.map(({ arrears, ...group }) => ({ ...group, arrears: yuan(Number(arrears)) })),
  };
}

function narrowed({ departmentId, grade }: Narrowed, add: (value: unknown) => string): string[] {
  return [
    ...(departmentId ? [`student.dwh = ${add(departmentId)}`] : []),
    ...(grade ? [`student.njdm = ${add(grade)}`] : []),
  ];
}

/** Students in scope who are not registered in a semester: those who were put off are reminded too. */
export async function unregisteredStudents(
  db: Queryable,
  user: Principal,
  { semesterId, ...range }: Pick<z.output<typeof remindUnregisteredOperation.input>, 'semesterId' | keyof Narrowed>,
): Promise<string[]> {
  const params = sqlParams();
  const scope = scopeCondition(user, 'registration:remind', studentScope('student'), params);
  const { rows } = await db.query<{ code: string }>(
    `select student.student_code as code from base.registration join base.student using (student_code)
      where ${[scope, ...narrowed(range, params.add)].join(' and ')}
        and registration.semester_id = ${params.add(semesterId)} and registration.register_status in ('0', '2')
      order by 1`,
    [...params.values],
  );
  return rows.map(({ code }) => code);
}

interface OpenTime extends Omit<RegistrationFacts, 'status'> {
  readonly semesterId: string;
  readonly semesterName: string;
  readonly begin: Date;
  readonly end: Date;
  readonly status: RegisterStatus | null;
}

/** The student's own registrations with what he may do now. */
export async function readOwnRegistrations(db: Queryable, studentCode: string, now: Date): Promise<OwnRegistrations> {
  const { rows: times } = await db.query<OpenTime>(
    prepared(
      `select time.semester_id as "semesterId", semester.xnxqmc as "semesterName", time.begin_time as begin,
          time.end_time as "end", own.register_status as status,
          coalesce(own.green_channel, '0') = '1' as "greenChannel",
          base.paid_status(student.student_code, semester.xnzj) as paid,
          exists (select from base.status_allowance where status = student.dqztm and act = 'register') as allowed,
          coalesce((select mc from base.data_dict where dmlb = 'XTGL_XSDQZT' and dm = student.dqztm), student.dqztm)
            as "statusName",
          exists (select from base.parameter where param_code = 'XJ_QFZC' and para_value = '1') as "paidFirst"
         from base.registration_time time join base.semester on semester.xnxq = time.semester_id
         join base.student on student.student_code = $1
         left join base.registration own on own.student_code = $1 and own.semester_id = time.semester_id
        where time.sfqy = '1' and time.end_time >= $2 order by time.begin_time limit 1`,
      [studentCode, now],
    ),
  );
  const { rows: list } = await db.query<{
    registrationId: string;
    semesterName: string;
    registerStatus: RegisterStatus;
    registerTime: Date | null;
    paidStatus: PaidStatus;
    remark: string;
  }>(
    prepared(
      `select registration_id as "registrationId", semester.xnxqmc as "semesterName",
          register_status as "registerStatus", register_time as "registerTime", paid_status as "paidStatus",
          case register_status when '2' then delay_reason || '，暂缓至 ' || delay_to when '3' then refuse_reason
            else case when green_channel = '1' then '绿色通道' else '' end end as remark
         from base.registration join base.semester on semester.xnxq = semester_id
        where student_code = $1 order by semester_id desc limit 30`,
      [studentCode],
    ),
  );
  const [time] = times;
  return {
    current: time ? currentOf(time, now) : null,
    list: list.map((row) => ({
      ...row,
      registerTime: row.registerTime === null ? null : toDateTimeText(row.registerTime),
    })),
  };
}

function currentOf({ status, begin, end, semesterId, semesterName, ...facts }: OpenTime, now: Date) {
  const registered = status === registerStatus.registered;
  const problem = registrationProblem(registerStatus.registered, { ...facts, status: status ?? registerStatus.none });
  return {
    semesterId,
    semesterName,
    beginTime: toDateTimeText(begin),
    endTime: toDateTimeText(end),
    open: begin <= now,
    registered,
    problem: problem && !registered ? errorText(problem.code, problem.details) : null,
  };
}

/** Hundredths of a yuan as people read them. */
export const yuan = (hundredths: number): string => (hundredths / 100).toFixed(2);

/** What the student has to pay and has paid, year by year; the last row is the total (PICKERS-058). */
export async function readOwnPayments(db: Queryable, studentCode: string): Promise<OwnPayment[]> {
  interface Stored {
    readonly paymentId: string;
    readonly xnzj: string;
    readonly expenseCategoryName: string;
    readonly payable: number;
    readonly reduced: number;
    readonly paid: number;
    readonly arrears: number;
    readonly payTime: Date | null;
  }
  const { rows } = await db.query<Stored>(
    prepared(
      `select payment_id as "paymentId", xnzj, expense_category_name as "expenseCategoryName",
          payable_amount as payable, coalesce(reduce_amount, 0) as reduced, pay_amount_fee as paid, arrears,
          pay_time as "payTime"
         from base.payment join base.expense_category using (expense_category_code)
        where student_code = $1 order by xnzj desc, expense_category_code limit 200`,
      [studentCode],
    ),
  );
  if (rows.length === 0) return [];
  const sum = (of: (row: Stored) => number) => rows.reduce((all, row) => all + of(row), 0);
  const total: Stored = {
    paymentId: '',
    xnzj: '合计',
    expenseCategoryName: '',
    payable: sum(({ payable }) => payable),
    reduced: sum(({ reduced }) => reduced),
    paid: sum(({ paid }) => paid),
    arrears: sum(({ arrears }) => arrears),
    payTime: null,
  };
  return [...rows, total].map(({ payable, reduced, paid, arrears, payTime, ...row }) => ({
    ...row,
    payableAmount: yuan(payable),
    reduceAmount: yuan(reduced),
    payAmountFee: yuan(paid),
    arrears: yuan(arrears),
    payTime: payTime === null ? '' : toDateTimeText(payTime),
  }));
}
