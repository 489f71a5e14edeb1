import { leftTeacherStates } from '@jwxt/contracts/base-info/person-state.vocabulary.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import type { Queryable } from './postgres.ts';
import { allowsSql } from './status-allowance.ts';

/** Somebody of the school without an account. */
export interface Person {
  /** What he signs in with: the number that people know him by. */
  readonly userName: string;
  readonly name: string;
  readonly kind: 'teacher' | 'student';
  readonly gh: string | null;
  readonly studentCode: string | null;
  readonly departmentName: string;
  /** Teaches, and so enters scores. */
  readonly teaches: boolean;
  /** Somebody else has an account of that name. */
  readonly taken: boolean;
}

/** Teachers and students who are there and have no account, by unit and number. */
export async function readMissingAccounts(db: Queryable): Promise<Person[]> {
  const { rows } = await db.query<Person>(
    `select person.*, department.dwmc as "departmentName",
        exists (select from base.user_account account where account.user_name = person."userName") as taken
       from (
         select teacher.ywbm as "userName", teacher.xm as name, 'teacher' as kind, teacher.gh, null as "studentCode",
             teacher.dwh, teacher.sfrk = '${yesNo.yes}' as teaches
           from base.teacher where teacher.dqztm <> all($1)
            and not exists (select from base.user_account account where account.gh = teacher.gh)
         union all
         select student.student_number, student.student_name, 'student', null, student.student_code, student.dwh, false
           from base.student where ${allowsSql('student.dqztm', 'account')}
            and not exists (select from base.user_account account where account.student_code = student.student_code)
       ) person join base.department on department.dwh = person.dwh
      order by person.kind desc, department.pxh, person."userName"`,
    [leftTeacherStates],
  );
  return rows;
}
