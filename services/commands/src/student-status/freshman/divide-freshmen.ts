import type { z } from 'zod';
import type {
  adjustCommand,
  clearCommand,
  divideCommand,
} from '@jwxt/contracts/student-status/freshman/class-division.operations.ts';
import { freshman } from '@jwxt/contracts/student-status/freshman/freshman.resource.ts';
import { actProblem } from '@jwxt/contracts/student-status/freshman/freshman.rules.ts';
import { freshmanStatus, type FreshmanStatus } from '@jwxt/contracts/student-status/freshman/freshman.vocabulary.ts';
import { derivedId } from '@jwxt/infra/runtime/event-id.ts';
import { divisionDigest, planDivision, type PlannedDivision } from '@jwxt/infra/runtime/freshman-division.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import type { CommandContext } from '../../kernel/command-context.ts';
import { logOperations, type LoggedChange } from '../../kernel/operation-log.ts';
import { refuse, type Refused } from '../../kernel/refusal.ts';
import { changeFreshmen, lockFreshmen } from './freshman-rows.ts';

/** Stores a division as it was shown, or refuses where it has become another since (STUDENT-STATUS-12). */
export async function divide(
  client: PoolClient,
  context: CommandContext,
  { digest, ...asked }: z.output<typeof divideCommand.payload>,
): Promise<{ divided: number; made: number } | Refused> {
  await lockFreshmen(client);
  await client.query(`select pg_advisory_xact_lock(hashtext('resource:classInfo'))`);
  const plans = await planDivision(client, asked);
  if ('missing' in plans) return refuse('FRESHMAN_RULE_MISSING', { what: plans.missing });
  if (divisionDigest(plans) !== digest) return refuse('FRESHMAN_LIST_CHANGED');
  const problem = plans.find((plan) => plan.problem !== '');
  if (plans.every((plan) => plan.problem !== ''))
    return refuse('FRESHMAN_NOT_DIVIDED', { problem: problem?.problem ?? '没有待分班的已报到新生' });
  const made = await makeClasses(client, context, plans);
  const placed = plans.flatMap(({ gradeMajorId, classes }) =>
    classes.flatMap(({ bjdm, classNumber, keys }) =>
      keys.map((key) => ({ key, bjdm: bjdm ?? newClassKey(context, gradeMajorId, classNumber) })),
    ),
  );
  const { rows } = await client.query<LoggedChange>(
    `with given as (select * from jsonb_to_recordset($1::jsonb) as given (key text, bjdm text)),
     before as (select freshman_key, jsonb_build_object('student_name', student_name, 'freshman_status',
         freshman_status, 'bjdm', stored.bjdm) as row from base.freshman stored join given on given.key = freshman_key)
     update base.freshman stored set bjdm = given.bjdm, freshman_status = '${freshmanStatus.divided}'
       from given join before on before.freshman_key = given.key where stored.freshman_key = given.key
       returning stored.freshman_key as key, before.row as before, jsonb_build_object('student_name', student_name,
         'freshman_status', stored.freshman_status, 'bjdm', stored.bjdm) as after`,
    [JSON.stringify(placed)],
  );
  await logOperations(client, context, 'divide', freshman.name, rows);
  return { divided: rows.length, made };
}

/** The key of a class that a division makes: the same each time that its command is carried out. */
function newClassKey({ commandId }: CommandContext, gradeMajorId: string, classNumber: string): string {
  return derivedId(`${commandId} ${gradeMajorId} ${classNumber}`);
}

async function makeClasses(
  client: PoolClient,
  context: CommandContext,
  plans: readonly PlannedDivision[],
): Promise<number> {
  const given = plans.flatMap(({ gradeMajorId, classes }) =>
    classes
      .filter(({ bjdm }) => bjdm === null)
      .map(({ classNumber, className }) => ({
        bjdm: newClassKey(context, gradeMajorId, classNumber),
        ywbm: classNumber,
        bjmc: className,
        njzydm: gradeMajorId,
      })),
  );
  const { rows } = await client.query<{ key: string; after: object }>(
    `insert into base.class_info as stored (bjdm, ywbm, bjmc, njzydm, njdm, dwh, zydm, xqdm, jbrq)
      select given.bjdm, given.ywbm, given.bjmc, given.njzydm, above.njdm, above.dwh, above.zydm, above.xqdm,
          base.school_day()
        from jsonb_to_recordset($1::jsonb) as given (bjdm text, ywbm text, bjmc text, njzydm text)
        join base.grade_major above using (njzydm)
      returning bjdm as key, to_jsonb(stored) as after`,
    [JSON.stringify(given)],
  );
  await logOperations(
    client,
    context,
    'create',
    'classInfo',
    rows.map((row) => ({ ...row, before: null })),
  );
  return rows.length;
}

/** Moves single ones to another class of their grade-major. */
export async function adjust(
  client: PoolClient,
  context: CommandContext,
  { keys, bjdm }: z.output<typeof adjustCommand.payload>,
): Promise<{ moved: number } | Refused> {
  await lockFreshmen(client);
  const { rows } = await client.query<{ key: string; name: string; status: FreshmanStatus; fits: boolean }>(
    `select freshman_key as key, student_name as name, freshman_status as status,
        exists (select from base.class_info class where class.bjdm = $2 and class.njzydm = freshman.grade_major_id
          and class.sfqy = '1' and class.sfby = '0') as fits
       from base.freshman where freshman_key = any($1)`,
    [keys, bjdm],
  );
  if (rows.length < new Set(keys).size) return refuse('NOT_FOUND');
  for (const { name, status, fits } of rows) {
    const reason = actProblem(status, 'divide');
    if (reason !== null) return refuse('FRESHMAN_NOT_MOVED', { name, reason });
    if (!fits) return refuse('FRESHMAN_CLASS_FOREIGN', { name });
  }
  await changeFreshmen(client, context, 'adjust', keys, { freshman_status: freshmanStatus.divided, bjdm });
  return { moved: rows.length };
}

/** Takes all who have no number out of their classes; the classes stay. */
export async function clear(
  client: PoolClient,
  context: CommandContext,
  { gradeMajorIds }: z.output<typeof clearCommand.payload>,
): Promise<{ cleared: number }> {
  await lockFreshmen(client);
  const { rows } = await client.query<{ key: string }>(
    'select freshman_key as key from base.freshman where grade_major_id = any($1) and freshman_status = $2',
    [gradeMajorIds, freshmanStatus.divided],
  );
  const keys = rows.map(({ key }) => key);
  await changeFreshmen(client, context, 'clear', keys, { freshman_status: freshmanStatus.reported, bjdm: null });
  return { cleared: keys.length };
}
