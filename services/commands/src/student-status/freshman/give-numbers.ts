import type { z } from 'zod';
import { freshman } from '@jwxt/contracts/student-status/freshman/freshman.resource.ts';
import { freshmanStatus } from '@jwxt/contracts/student-status/freshman/freshman.vocabulary.ts';
import type {
  clearNumbersCommand,
  generateNumbersCommand,
} from '@jwxt/contracts/student-status/freshman/student-number.operations.ts';
import { numbersDigest, planNumbers } from '@jwxt/infra/runtime/freshman-numbers.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import type { CommandContext } from '../../kernel/command-context.ts';
import { logOperations, type LoggedChange } from '../../kernel/operation-log.ts';
import { refuse, type Refused } from '../../kernel/refusal.ts';
import { changeFreshmen, lockFreshmen } from './freshman-rows.ts';

/** Gives the numbers that were shown, or refuses where they have become others since (STUDENT-STATUS-13). */
export async function giveNumbers(
  client: PoolClient,
  context: CommandContext,
  { digest, ...asked }: z.output<typeof generateNumbersCommand.payload>,
): Promise<{ given: number } | Refused> {
  await lockFreshmen(client);
  const planned = await planNumbers(client, asked);
  if ('missing' in planned) return refuse('FRESHMAN_RULE_MISSING', { what: planned.missing });
  if ('full' in planned) return refuse('STUDENT_NUMBER_FULL', { of: planned.full });
  if (numbersDigest(planned) !== digest) return refuse('FRESHMAN_LIST_CHANGED');
  const given = planned.numbered.map(({ key, studentNumber }) => ({ key, number: studentNumber }));
  await client.query(
    `insert into base.student_number_given (student_number, freshman_key, given_at)
      select number, key, $2 from jsonb_to_recordset($1::jsonb) as given (key text, number text)`,
    [JSON.stringify(given), context.time],
  );
  await client.query(
    `insert into base.student_number_serial (counted_by, last)
      select counter, last from jsonb_to_recordset($1::jsonb) as given (counter text, last int)
      on conflict (counted_by) do update set last = excluded.last`,
    [JSON.stringify([...planned.serials].map(([counter, last]) => ({ counter, last })))],
  );
  const { rows } = await client.query<LoggedChange>(
    `update base.freshman stored set student_number = given.number, freshman_status = '${freshmanStatus.numbered}'
       from jsonb_to_recordset($1::jsonb) as given (key text, number text) where stored.freshman_key = given.key
       returning stored.freshman_key as key, jsonb_build_object('student_name', student_name, 'freshman_status',
           '${freshmanStatus.divided}', 'student_number', null) as before, jsonb_build_object('student_name',
           student_name, 'freshman_status', freshman_status, 'student_number', student_number) as after`,
    [JSON.stringify(given)],
  );
  await logOperations(client, context, 'number', freshman.name, rows);
  return { given: rows.length };
}

/** Takes numbers back from all who are no students yet. They stay given, so that nobody gets them again. */
export async function clearNumbers(
  client: PoolClient,
  context: CommandContext,
  { gradeMajorIds }: z.output<typeof clearNumbersCommand.payload>,
): Promise<{ cleared: number }> {
  await lockFreshmen(client);
  const { rows } = await client.query<{ key: string }>(
    'select freshman_key as key from base.freshman where grade_major_id = any($1) and freshman_status = $2',
    [gradeMajorIds, freshmanStatus.numbered],
  );
  const keys = rows.map(({ key }) => key);
  const set = { freshman_status: freshmanStatus.divided, student_number: null };
  await changeFreshmen(client, context, 'clearNumber', keys, set);
  return { cleared: keys.length };
}
