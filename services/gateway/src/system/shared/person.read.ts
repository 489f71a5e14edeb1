import { personKind, type PersonKind } from '@jwxt/contracts/system/person-erasure.vocabulary.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';

/** A person of whom something is stored: a student, a member of staff, or somebody who has an account alone. */
export interface Person {
  readonly kind: PersonKind;
  /** The key by which history names him: `studentCode`, `gh` or the account. */
  readonly code: string;
  readonly number: string;
  readonly name: string;
  readonly userNames: readonly string[];
}

/** What a person is found by: what people type, or the own account. */
export type PersonSought = { readonly number: string } | { readonly userName: string };

/** Who has this student number, staff number or account, in this order; null for nobody. */
export async function findPerson(db: Queryable, sought: PersonSought): Promise<Person | null> {
  const [number, userName] = 'number' in sought ? [sought.number, null] : [null, sought.userName];
  const { rows } = await db.query<Omit<Person, 'userNames'>>(
    `select * from (
       select '${personKind.student}' as kind, student.student_code as code, student.student_number as number,
           student.student_name as name
         from base.student student where student.student_number = $1
           or student.student_code = (select student_code from base.user_account where user_name = $2)
       union all
       select '${personKind.teacher}', teacher.gh, teacher.ywbm, teacher.xm from base.teacher teacher
        where teacher.ywbm = $1 or teacher.gh = (select gh from base.user_account where user_name = $2)
       union all
       select case when account.student_code is not null then '${personKind.student}'
             when account.gh is not null then '${personKind.teacher}' else '${personKind.account}' end,
           coalesce(account.student_code, account.gh, account.user_name), account.user_name, account.name
         from base.user_account account where account.user_name = coalesce($2, $1)) as found limit 1`,
    [number, userName],
  );
  const [person] = rows;
  if (!person) return null;
  const accounts = await db.query<{ userName: string }>(
    `select user_name as "userName" from base.user_account where case $1 when '${personKind.student}'
        then student_code = $2 when '${personKind.teacher}' then gh = $2 else user_name = $2 end order by 1`,
    [person.kind, person.code],
  );
  return { ...person, userNames: accounts.rows.map((account) => account.userName) };
}
