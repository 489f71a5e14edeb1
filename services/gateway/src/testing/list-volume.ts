import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';

/**
 * Puts rows of years straight into what grows with use beside scores and applications: operation log, commands,
 * messages, jobs, files, sessions and class lists, of which programs are told; about `size` of each. For measuring and
 * for tests of reads.
 */
export async function fillLists(db: Queryable, size: number): Promise<void> {
  for (const statement of statements) await db.query(statement, statement.includes('$1') ? [size] : []);
  for (const table of tables) await db.query(`vacuum analyze ${table}`);
}

const tables = [
  'base.operation_log',
  'base.applied_command',
  'base.system_message_entity',
  'base.system_message_audience',
  'base.long_job',
  'base.long_job_item',
  'base.file_resource',
  'gateway.session',
  'base.teaching_class_student',
  'base.change',
];
const ago = `now() - n * interval '1 hour'`;
/** Somebody of the school, another for each n. */
const person = `(select user_name, name, row_number() over (order by user_name) - 1 as at
      from base.user_account) account
    on account.at = n % (select count(*) from base.user_account)`;

const statements = [
  `insert into base.operation_log (at, user_name, name, operation, resource, key, before, after, command_id)
     select ${ago}, 'v' || n % 500, '某人', 'edit', 'course', 'V' || n, '{}', '{}', 'v' || n
     from generate_series(1, $1::int) as step (n)`,
  `insert into base.applied_command (command_id, name, result, at) select 'v' || n, 'course.edit', '{}', ${ago}
    from generate_series(1, $1::int) as step (n)`,
  `insert into base.system_message_entity (system_message_entity_id, title, content, department_name, create_name,
      create_time)
     select 'v' || n, '消息' || n, '内容', '教务处', '系统', ${ago} from generate_series(1, $1::int) as step (n)`,
  // Most of them to people whom nobody of the school is: a person has some hundred.
  `insert into base.system_message_audience (system_message_audience_id, system_message_entity_id, user_name, read_sign)
     select 'v' || n, 'v' || n, case when n % 20 = 0 then account.user_name
       else 'v' || n % 5000 end, (n % 10 > 0)::int::text
     from generate_series(1, $1::int) as step (n) join ${person}`,
  `insert into base.long_job (job_id, kind, title, status, total, payload, actor, correlation_id, user_name, name,
      created_at)
     select gen_random_uuid(), 'v', '任务', '2', 40, '{}', '{}', 'v', account.user_name, account.name, ${ago}
     from generate_series(1, $1::int / 40) as step (n) join ${person}`,
  `insert into base.long_job_item (job_id, item_no, item_key, item_name, result)
    select job_id, n, 'v' || n, '事项' || n, '1' from base.long_job, generate_series(1, 40) as step (n)
    where kind = 'v' and $1::int > 0`,
  `insert into base.file_resource (relational_id, file_uid, name, file_size, file_type, digest, business_table,
      business_id, uploader, uploader_name, uploaded_at)
     select gen_random_uuid(), 'v' || n, '证明' || n || '.pdf', 1000, 'pdf', md5(n::text) || md5(n::text),
       'score_change', 'v' || n, account.user_name, account.name, ${ago}
     from generate_series(1, $1::int) as step (n) join ${person}`,
  `insert into gateway.session (id_hash, user_name, csrf_secret, created_at, last_seen_at, expires_at, revoked_at)
     select md5(n::text) || md5('v' || n), account.user_name, 'v', ${ago}, ${ago}, ${ago}, case
       when n % 3 = 0 then ${ago} end
     from generate_series(1, $1::int) as step (n) join ${person}`,
  // Programs are told below: one by one would take as long as all the rest.
  'alter table base.teaching_class_student disable trigger tell_programs',
  // Neighbours of one class are students next to each other, as with the scores.
  `insert into base.teaching_class_student (teaching_class_id, student_code)
     select found.teaching_class_id, other_found.student_code
     from (select teaching_class_id, row_number() over (order by teaching_class_id) as at from base.teaching_class
       where teaching_class_id like 'VC%') found
      cross join generate_series(0, 39) as step (k)
       join (select student_code, row_number() over (order by student_code) - 1 as at from base.student
         where student_code like 'V%') other_found
         on other_found.at = (found.at * 37 + k) % (select count(*) from base.student
           where student_code like 'V%') limit $1::int`,
  'alter table base.teaching_class_student enable trigger tell_programs',
  `insert into base.change (kind, operation, facts, dwh, xqdm)
    select 'roster', 'added', base.roster_facts(roster, class.teaching_class_code, roster.student_code),
      class.open_department_id, class.xqdm
    from base.teaching_class_student roster join base.teaching_class class using (teaching_class_id) limit $1::int`,
];
