import type { RegistrationFacts } from '@jwxt/contracts/student-status/term/registration.rules.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';

/** A registration with what it is judged by, locked until the transaction ends. */
export interface LockedRegistration extends RegistrationFacts {
  readonly registrationId: string;
  readonly studentName: string;
  /** As it is stored. */
  readonly row: object;
}
type Which =
  | { readonly keys: readonly string[] }
  | { readonly semesterId: string; readonly classes: readonly string[] }
  | { readonly semesterId: string; readonly student: string };

/** SQL for whether the school lets nobody register who owes anything (XJ_QFZC). */
export const paidFirst = `exists (select from base.parameter where param_code = 'XJ_QFZC' and para_value = '1')`;

const facts = `exists (select from base.status_allowance where status = student.dqztm and act = 'register') as allowed,
  coalesce((select mc from base.data_dict where dmlb = 'XTGL_XSDQZT' and dm = student.dqztm), student.dqztm)
    as "statusName", ${paidFirst} as "paidFirst"`;

/** Registrations by key, of classes, or of one student, in the order of student numbers. */
export async function lockRegistrations(client: PoolClient, which: Which): Promise<LockedRegistration[]> {
  const { rows } = await client.query<LockedRegistration>(
    `select stored.registration_id as "registrationId", student.student_name as "studentName",
        to_jsonb(stored) as row, stored.register_status as status, stored.paid_status as paid,
        stored.green_channel = '1' as "greenChannel", ${facts}
       from base.registration stored join base.student on student.student_code = stored.student_code
      where ($1::text[] is null or stored.registration_id = any($1)) and ($2::text is null or stored.semester_id = $2)
        and ($3::text[] is null or student.bjdm = any($3)) and ($4::text is null or stored.student_code = $4)
      order by student.student_number for update of stored`,
    [
      'keys' in which ? which.keys : null,
      'semesterId' in which ? which.semesterId : null,
      'classes' in which ? which.classes : null,
      'student' in which ? which.student : null,
    ],
  );
  return rows;
}

/** What a student who has no registration yet would be judged by; undefined: there is no such student. */
export async function factsOfStudent(
  client: PoolClient,
  studentCode: unknown,
  semesterId: unknown,
): Promise<Omit<RegistrationFacts, 'status' | 'greenChannel'> | undefined> {
  const { rows } = await client.query<Omit<RegistrationFacts, 'status' | 'greenChannel'>>(
    `select ${facts}, base.paid_status(student.student_code, (select xnzj from base.semester where xnxq = $2)) as paid
       from base.student where student.student_code = $1`,
    [studentCode, semesterId],
  );
  return rows[0];
}
