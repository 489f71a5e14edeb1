import type { z } from 'zod';
import { birthOf } from '@jwxt/contracts/kernel/text-format.ts';
import { RESIDENT_CARD, student } from '@jwxt/contracts/base-info/person.resource.ts';
import type {
  FreshmanBatchResult,
  toStudentCommand,
  undoStudentCommand,
} from '@jwxt/contracts/student-status/freshman/freshman.operations.ts';
import { actProblem } from '@jwxt/contracts/student-status/freshman/freshman.rules.ts';
import { freshmanStatus } from '@jwxt/contracts/student-status/freshman/freshman.vocabulary.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import { brokenRule } from '../../kernel/broken-rule.ts';
import type { CommandContext } from '../../kernel/command-context.ts';
import { logOperations } from '../../kernel/operation-log.ts';
import { changeFreshmen, loadStates, lockFreshmen } from './freshman-rows.ts';

/** Enrolled and present (XTGL_XSDQZT). */
const ENROLLED = '01';
const loggedAs = 'student';

/**
 * Makes students of all who have a number (STUDENT-STATUS-11): the row with class, number and the day of enrolment. The
 * code of the student is the key of the freshman, so that nobody becomes two. Who has a number or identity that a
 * student has already stays as he is.
 */
export async function toStudents(
  client: PoolClient,
  context: CommandContext,
  { gradeMajorIds, enrollDate }: z.output<typeof toStudentCommand.payload>,
): Promise<FreshmanBatchResult> {
  await lockFreshmen(client);
  await client.query('select pg_advisory_xact_lock(hashtext($1))', [`resource:${student.name}`]);
  const { rows } = await client.query<{ key: string; name: string; taken: string | null; card: string | null }>(
    `select freshman_key as key, student_name as name,
        case when id_type = $3 then id_number end as card,
        (select case when other.student_number = freshman.student_number then '学号已有学生'
            when other.examinee_number = freshman.examinee_number then '考生号已有学生'
            when other.student_code = freshman.freshman_key then '已是学生' else '证件号已有学生' end
          from base.student other
         where other.student_number = freshman.student_number or other.examinee_number = freshman.examinee_number
            or other.id_number = freshman.id_number or other.student_code = freshman.freshman_key limit 1) as taken
       from base.freshman where grade_major_id = any($1) and freshman_status = $2 order by student_number`,
    [gradeMajorIds, freshmanStatus.numbered, RESIDENT_CARD],
  );
  const fit = rows.filter(({ taken }) => taken === null);
  const keys = fit.map(({ key }) => key);
  // Class, unit and campus are those of the class, as the commands of the rows keep it.
  const { rows: made } = await client.query<{ key: string; after: object }>(
    `insert into base.student as stored (student_code, student_number, student_name, xbm, bjdm, njzydm, dwh, njdm, zydm,
        xqdm, xslbdm, dqztm, enroll_date, admit_type, examinee_number, source_place, id_type, id_number, birth_date,
        nation_code, political_code, mobile, address)
      select freshman_key, student_number, student_name, sex_code, class.bjdm, class.njzydm, class.dwh, class.njdm,
          class.zydm, class.xqdm, xslbdm, '${ENROLLED}', $2::date, admit_type, examinee_number, source_place, id_type,
          id_number, given.birth::date, nation_code, political_code, mobile, address
        from base.freshman join base.class_info class using (bjdm)
        join jsonb_to_recordset($1::jsonb) as given (key text, birth text) on given.key = freshman_key
      returning student_code as key, to_jsonb(stored) as after`,
    [JSON.stringify(fit.map(({ key, card }) => ({ key, birth: card === null ? null : birthOf(card) }))), enrollDate],
  );
  await logOperations(
    client,
    context,
    'create',
    loggedAs,
    made.map((row) => ({ ...row, before: null })),
  );
  await changeFreshmen(client, context, 'toStudent', keys, { freshman_status: freshmanStatus.student });
  return {
    done: keys.length,
    kept: rows.flatMap(({ key, name, taken }) => (taken === null ? [] : [{ key, name, message: taken }])),
  };
}

/** Removes students who came of freshmen again, while nothing hangs on them: no account, no roster, no application. */
export async function undoStudents(
  client: PoolClient,
  context: CommandContext,
  { keys }: z.output<typeof undoStudentCommand.payload>,
): Promise<FreshmanBatchResult> {
  await lockFreshmen(client);
  const kept: FreshmanBatchResult['kept'] = [];
  const undone: string[] = [];
  for (const { key, name, status } of await loadStates(client, keys)) {
    const message = actProblem(status, 'undoStudent') ?? (await removeStudent(client, context, key));
    if (message === null) undone.push(key);
    else kept.push({ key, name, message });
  }
  await changeFreshmen(client, context, 'undoStudent', undone, { freshman_status: freshmanStatus.numbered });
  return { done: undone.length, kept };
}

/** Why a student stays; null: he is removed, or was not there. */
async function removeStudent(client: PoolClient, context: CommandContext, key: string): Promise<string | null> {
  await client.query('savepoint removal');
  try {
    const { rows } = await client.query<{ key: string; before: object }>(
      `delete from base.student stored where student_code = $1
        returning student_code as key, to_jsonb(stored) as before`,
      [key],
    );
    await client.query('release savepoint removal');
    await logOperations(
      client,
      context,
      'delete',
      loggedAs,
      rows.map((row) => ({ ...row, after: null })),
    );
    return null;
  } catch (error) {
    if (brokenRule(error)?.kind !== 'stillReferenced') throw error;
    await client.query('rollback to savepoint removal');
    return '学籍已有账号、名单或其他数据，不能撤销';
  }
}
